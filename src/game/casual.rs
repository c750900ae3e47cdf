//! Casual play, without a clock: the opponent's lift or a quiet time ends a turn, and the first
//! lift tells where White sits.

use super::pending::Pending;
use super::reading::{self, Reading, Reply};
use super::{Game, Phase, playable};
use crate::rules::{Colour, Move, Side, Square, Squares};
use crate::worlds::{Lift, Stamp, World};

impl Game {
    /// Without a clock, the opponent's lift of a movable piece that outlasts a brush judges the
    /// board as it was when the lift came.
    pub(super) fn opponents_lift(&mut self) {
        if self.settings.casual.is_none() {
            return;
        }
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let Some(best) = self.worlds.best() else { return };
        let settled = best.settled(self.brush_ago());
        let best = settled.as_ref().unwrap_or(best);
        let (mut reading, mut world) = self.read_settled(self.now);
        if !matches!(reading, Reading::Lawful(_)) {
            (reading, world) = self.read(self.now);
        }
        if let Reading::Lawful(lawful) = reading {
            let begun = matches!(lawful.reply, Reply::Begun(_, at) if now.is_past(at, brush));
            if begun && lawful.is_certain() && best.is_collected(lawful.played, now, brush) {
                self.made_good_by_reply(lawful, world);
            }
            return;
        }
        let turn = self.turn();
        // What the board showed when the lift came: a lawful move in any world goes first.
        let readings = || {
            self.worlds.iter().filter_map(|world| {
                let settled = world.settled(self.brush_ago());
                let world = settled.as_ref().unwrap_or(world);
                let (square, without) = self.lifted_by_the_opponent(world)?;
                let reading = self.reader(&without, &turn, self.now).read();
                Some((square, without, reading))
            })
        };
        let lawful = readings().find_map(|(square, _, reading)| match reading {
            Reading::Lawful(lawful) if lawful.is_certain() => {
                let after = self.record.position().play_unchecked(lawful.played);
                playable(&after.legal_moves()).contains(square).then_some(lawful)
            }
            _ => None,
        });
        if let Some(lawful) = lawful {
            self.made_good_by_reply(lawful, world);
            return;
        }
        let Some((square, without, Reading::Irregular(irregularity))) =
            self.lifted_by_the_opponent(best).map(|(square, without)| {
                let reading = self.reader(&without, &turn, self.now).read();
                (square, without, reading)
            })
        else {
            return;
        };
        let in_hand = !(without.in_hand() & self.own()).is_empty();
        let kept = reading::kept(&without, &turn, irregularity.breach, Squares::EMPTY);
        let movable = kept.map_or(Squares::EMPTY, |kept| playable(&kept.legal_moves()));
        if movable.contains(square) && !without.is_at_rest() && !in_hand {
            let since =
                best.piece(square).map_or(self.now, |piece| piece.left.to_instant(self.now));
            self.bind_displaced();
            self.report(irregularity, since);
        }
    }

    fn own(&self) -> Squares {
        let position = self.record.position();
        position.pieces(position.turn())
    }

    /// The opponent's piece that has been off its square for longer than a brush, and the world
    /// without what his pieces have done. A captured piece that is being collected is no reply.
    fn lifted_by_the_opponent(&self, world: &World) -> Option<(Square, World)> {
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let position = self.record.position();
        let them = position.pieces(position.turn().opponent());
        let turn = self.turn();
        let collected = |square: Square| {
            let on_its_way = |m: &Move| {
                m.captured().contains(square)
                    && self.legal.iter().any(|legal| legal == m)
                    && world.piece(m.from()).is_some()
            };
            self.legal.iter().any(on_its_way) || {
                let own = world.pieces().iter().any(|piece| self.own().contains(piece.home));
                !own && self.reader(world, &turn, self.now).begun().is_some()
            }
        };
        let lifted = world.pieces().iter().find(|piece| {
            them.contains(piece.home)
                && piece.lift == Lift::Plain
                && now.is_past(piece.left, brush)
                && !piece.is_home()
                && !collected(piece.home)
        })?;
        let his: Squares = (world.away() & them).iter().filter(|home| !collected(*home)).collect();
        Some((lifted.home, world.without(his)))
    }

    /// The board has been quiet for so long that the move counts, or is judged.
    pub(super) fn quiet_time_over(&mut self) {
        match self.record.phase() {
            Phase::Playing if self.pending.is_none() => {
                let rest = self.worlds.iter().any(World::is_at_rest);
                let in_hand = self.worlds.best().is_some_and(|best| {
                    let never = |square| {
                        best.piece(square).is_some_and(|piece| piece.lift == Lift::NeverThere)
                    };
                    (best.in_hand() & self.own()).iter().any(|square| !never(square))
                });
                let lawful = self.lawful_now().is_some();
                if !rest && (lawful || !in_hand) {
                    let by = self.record.position().turn();
                    self.pending = Some(Pending::new(by, self.now));
                    self.resolve(true);
                }
            }
            // 7.8: moved on, the board not restored.
            Phase::Halted { .. } if self.is_played_on_after_knock() => {
                self.ask_arbiter(self.to_put_right(), false);
            }
            _ => {}
        }
    }

    /// Whether the quiet time may end a turn.
    pub(super) fn waits_for_quiet(&self) -> bool {
        match self.record.phase() {
            Phase::Playing => self.pending.is_none() && !self.worlds.iter().any(World::is_at_rest),
            Phase::Halted { .. } => self.is_played_on_after_knock(),
            _ => false,
        }
    }

    /// With an opening drawn or without clocks the first piece that is lifted for longer than a
    /// brush, or put down elsewhere, tells where White sits.
    pub(super) fn seat_by_lift(&mut self) {
        if !self.is_white_unseated() {
            return;
        }
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let Some(best) = self.worlds.best() else { return };
        let lifted = best
            .pieces()
            .iter()
            .find(|piece| now.is_past(piece.left, brush) || piece.elsewhere().is_some());
        let Some(home) = lifted.map(|piece| piece.home) else { return };
        let north = Squares::start(Colour::Black).contains(home);
        self.sit(if north { Side::North } else { Side::South });
    }
}

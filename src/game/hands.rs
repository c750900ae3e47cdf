//! What follows from a change of the board, and from the passing of time, without a press.

use super::knock::Knock;
use super::reading::{Lawful, Reader, Reading, Reply};
use super::{Game, Phase, playable};
use crate::event::{Account, AccountEdge, Breach, EventKind, Irregularity, Removal, Rival, Target};
use crate::rules::{Article, Cell, Colour, Move, Squares};
use crate::sense::Cells;
use crate::time::Instant;
use crate::worlds::{Stamp, Turn, World, Worlds};

/// So much more than the best explanation of the board a lawful one may cost.
const LAWFUL_MARGIN: u8 = 2;

/// How readings are compared, the least first: accusations last; then lawful ones by rank, by cost,
/// and those of which a part is still on its way last, accusations by cost and rank.
type Order = (bool, u8, u8, bool);

impl Game {
    /// A cell opened or closed.
    pub(super) fn felt(&mut self, cell: Cell, closed: bool) {
        let cell = self.on_diagram(cell);
        if !self.is_followed() {
            self.worlds.set(cell, closed);
            self.board_changed();
            return;
        }
        self.watch_for_knock(cell);
        let at = Stamp::of(self.now);
        self.with_worlds(|worlds, turn| worlds.change(cell, closed, at, turn));
        let (now, brush) = (self.now, self.settings.brush);
        if let Some(pending) = &mut self.pending {
            pending.contact(now, brush);
        }
        self.board_changed();
    }

    /// Whether contacts are explained: the pieces move by the hands of players.
    pub(super) fn is_followed(&self) -> bool {
        let playing = matches!(
            self.record.phase(),
            Phase::Playing | Phase::Choosing(_) | Phase::Restoring(_)
        );
        playing && !self.record.paused()
    }

    /// The turn as worlds and readings see it.
    pub(super) fn turn(&self) -> Turn<'_> {
        Turn {
            position: self.record.position(),
            legal: &self.legal,
            touchable: self.touchable(),
            adjusting: self.record.adjusting(),
            timings: self.settings.hand_timings(),
            window: self.window,
            trusted: self.worlds.contacts().trusted(),
            last: self.record.last(),
            kept: match self.record.phase() {
                Phase::Choosing(_) => self.kept.as_ref(),
                _ => None,
            },
        }
    }

    /// Calls a function with the worlds and the turn.
    pub(super) fn with_worlds<R>(&mut self, act: impl FnOnce(&mut Worlds, &Turn<'_>) -> R) -> R {
        let Turn { touchable, adjusting, timings, window, trusted, last, kept, .. } = self.turn();
        let (position, kept) = (*self.record.position(), kept.copied());
        let turn = Turn {
            position: &position,
            legal: &self.legal,
            touchable,
            adjusting,
            timings,
            window,
            trusted,
            last,
            kept: kept.as_ref(),
        };
        act(&mut self.worlds, &turn)
    }

    /// The pieces that have to be played when they are touched (3.7). Before a clock runs no player
    /// is on move, unless there is no clock or the moves are prescribed.
    fn touchable(&self) -> Squares {
        if !self.record.is_playing() || !self.is_under_way() || self.record.paused() {
            return Squares::EMPTY;
        }
        // Where an opening prescribes the move, no other piece binds.
        self.prescribed().map_or_else(|| playable(&self.legal), |move_| Squares::of(move_.from()))
    }

    /// The worlds begin anew with the agreed position, and explain what the board shows otherwise.
    pub(super) fn begin_worlds(&mut self) {
        let now = Stamp::of(self.now);
        let touched = self.record.touched().map_or(Squares::EMPTY, Squares::of);
        self.pending = None;
        self.early = None;
        self.knock = Knock::None;
        self.with_worlds(|worlds, turn| worlds.reset(touched, now, turn));
    }

    /// The same at the start of a game: what is missing now was never there (7.1).
    pub(super) fn begin_worlds_of_a_game(&mut self) {
        self.begin_worlds();
        self.worlds.never_there();
    }

    /// What changed while nothing was judged is explained now.
    pub(super) fn catch_up(&mut self) {
        let now = Stamp::of(self.now);
        if self.worlds.is_empty() {
            self.begin_worlds();
        } else {
            self.with_worlds(|worlds, turn| worlds.reconcile(now, turn));
        }
    }

    // --- Readings ----------------------------------------------------------------------------

    pub(super) fn reader<'a>(
        &self,
        world: &'a World,
        turn: &'a Turn<'a>,
        press: Instant,
    ) -> Reader<'a> {
        let (now, press) = (Stamp::of(self.now), Stamp::of(press));
        Reader { world, turn, now, press, crowned: self.record.crowned() }
    }

    /// What the hands mean if the turn ended now, and the number of the world that says so.
    ///
    /// Among lawful readings the lowest rank wins, unless the hands would hardly have done so;
    /// accusations are compared by cost first.
    pub(super) fn read(&self, press: Instant) -> (Reading, usize) {
        self.read_within(press, LAWFUL_MARGIN, None)
    }

    /// The same before anything was lifted for less than a brush.
    pub(super) fn read_settled(&self, press: Instant) -> (Reading, usize) {
        self.read_within(press, LAWFUL_MARGIN, Some(self.brush_ago()))
    }

    /// What was lifted since then may be a brush.
    pub(super) fn brush_ago(&self) -> Stamp {
        Stamp::of(self.now).before(self.settings.brush)
    }

    /// The same, where a lawful reading may cost so much more than the best explanation, and what was
    /// lifted since a stamp stands where it stood.
    fn read_within(&self, press: Instant, margin: u8, since: Option<Stamp>) -> (Reading, usize) {
        let turn = self.turn();
        let (now, press, crowned) = (Stamp::of(self.now), Stamp::of(press), self.record.crowned());
        let least = self.least_cost(&turn);
        let mut best: Option<(Reading, usize, Order)> = None;
        for (number, world) in self.worlds.iter().enumerate() {
            let settled = since.and_then(|since| world.settled(since));
            let world = settled.as_ref().unwrap_or(world);
            let reading = Reader { world, turn: &turn, now, press, crowned }.read();
            let (cost, rank) = (world.cost_at(now, &turn), reading.rank());
            // A piece too many has to be the only explanation: it costs as an accusation does.
            let order = match reading {
                Reading::Lawful(lawful)
                    if lawful.surplus.is_empty() && cost <= least.saturating_add(margin) =>
                {
                    // What explains the board whole goes before what is on its way.
                    (false, rank, cost, matches!(lawful.reply, Reply::Begun(..)))
                }
                Reading::Irregular(_) => (true, cost + self.own_in_hand(world), rank, false),
                _ => (true, cost, rank, false),
            };
            if best.as_ref().is_none_or(|(.., known)| order < *known) {
                best = Some((reading, number, order));
            }
        }
        match best {
            // A world may be missing: the arbiter is asked, no player accused.
            Some((Reading::Irregular(irregularity), number, _))
                if self.worlds.is_incomplete() && irregularity.breach != Breach::EmptyPress =>
            {
                (Reading::Arbiter(irregularity.squares), number)
            }
            Some((reading, number, _)) => (reading, number),
            None => (Reading::Arbiter(Squares::EMPTY), 0),
        }
    }

    fn least_cost(&self, turn: &Turn<'_>) -> u8 {
        let now = Stamp::of(self.now);
        self.worlds.iter().map(|world| world.cost_at(now, turn)).min().unwrap_or(0)
    }

    /// The lawful move that the board shows once what was lifted after the press, or has been off for
    /// less than a brush, is taken to stand where it stood: a piece that tilts, or a move begun after
    /// a complete reply.
    pub(super) fn lawful_before_late_lifts(&self, press: Instant) -> Option<(Lawful, usize)> {
        let turn = self.turn();
        let since = self.brush_ago().earlier_of(Stamp::of(press));
        let now = Stamp::of(self.now);
        let pieces = turn.position.occupied();
        let late = self.worlds.iter().enumerate().filter(|(_, world)| world.has_lifted(since));
        let lawful = late.filter_map(|(number, world)| {
            // What has been off for a brush was taken off; or it was lifted after the press.
            let settled = world.settled(self.brush_ago());
            let before = [settled, Some(world.before_lifts(pieces, since))];
            let lawful = before.iter().flatten().find_map(|before| {
                match self.reader(before, &turn, press).read() {
                    Reading::Lawful(lawful) if lawful.is_all() => Some(lawful),
                    _ => None,
                }
            })?;
            let order = (world.cost_at(now, &turn), lawful.rank());
            world.makes(lawful.played, &turn).then_some((lawful, number, order))
        });
        lawful.min_by_key(|(.., order)| *order).map(|(lawful, number, _)| (lawful, number))
    }

    /// Whether no world that is as good says that another lawful move was made.
    pub(super) fn is_only_move(&self, played: Move, world: usize, press: Instant) -> bool {
        let (turn, now) = (self.turn(), Stamp::of(self.now));
        let cost = |world: &World| world.cost_at(now, &turn);
        let Some(most) = self.worlds.iter().nth(world).map(cost) else { return false };
        let mut others = self
            .worlds
            .iter()
            .enumerate()
            .filter(|(number, other)| *number != world && cost(other) <= most);
        others.all(|(_, other)| match self.reader(other, &turn, press).read() {
            Reading::Lawful(other) => other.played == played,
            _ => true,
        })
    }

    /// What it costs that the side on move has a piece in hand: players hardly press then.
    fn own_in_hand(&self, world: &World) -> u8 {
        let position = self.record.position();
        if world.in_hand().meets(position.pieces(position.turn())) { 2 } else { 0 }
    }

    /// The lawful move on the board, if one is.
    pub(super) fn lawful_now(&self) -> Option<Lawful> {
        let read = || match self.read(self.now).0 {
            Reading::Lawful(lawful) => Some(lawful),
            _ => None,
        };
        self.standing.as_ref().map_or_else(read, |standing| *standing.get_or_init(read))
    }

    /// The account of a world, for an event.
    pub(super) fn account(&self, world: usize, rival: Option<Rival>) -> Account {
        let now = Stamp::of(self.now);
        let edges = self.worlds.log().of(world).rev().map(|(entry, piece)| AccountEdge {
            before: u16::try_from(now.since(entry.at)).unwrap_or(u16::MAX),
            cell: entry.cell,
            closed: entry.closed,
            piece,
        });
        Account::latest(edges, rival)
    }

    /// The accusation that comes next after this one.
    pub(super) fn rival(&self, press: Instant, believed: &Reading) -> Option<Rival> {
        let turn = self.turn();
        let now = Stamp::of(self.now);
        let readings = self.worlds.iter().map(|world| {
            let reading = self.reader(world, &turn, press).read();
            (world.cost_at(now, &turn), reading)
        });
        let others = readings.filter(|(_, reading)| reading != believed);
        let (_, next) = others.min_by_key(|(cost, reading)| (*cost, reading.rank()))?;
        Some(match next {
            Reading::Irregular(other) => {
                Rival { breach: Some(other.breach), squares: other.squares }
            }
            Reading::Arbiter(squares) | Reading::OnTwoSquares(squares) => {
                Rival { breach: None, squares }
            }
            Reading::Lawful(_) => return None,
        })
    }

    // --- What follows ------------------------------------------------------------------------

    /// The board changed, or something has lasted long enough to be sure.
    pub(super) fn board_changed(&mut self) {
        if self.record.paused() {
            return;
        }
        match *self.record.phase() {
            Phase::Arbiter | Phase::Over => {}
            Phase::Setup => self.set_up(),
            Phase::Halted { .. } => self.restored_after_knock(),
            Phase::Restoring(irregularity) => self.restoring(&irregularity),
            Phase::Choosing(irregularity) => self.choosing(&irregularity),
            Phase::Playing => self.playing(),
        }
    }

    pub(super) fn time_passed(&mut self) {
        if self.record.paused() {
            return;
        }
        self.board_changed();
        // Once after the last edge: a board that has not changed since is not judged again, as if the
        // other player had left it so.
        let quiet = !self.quiet_over
            && self.settings.casual.is_some_and(|quiet| self.now >= self.last_edge + quiet);
        if quiet {
            self.quiet_time_over();
        }
    }

    fn playing(&mut self) {
        if self.knocked() {
            return;
        }
        self.tell_of_touch();
        self.seat_by_lift();
        self.colours_swapped();
        self.resolve(false);
        if self.pending.is_none() && self.record.is_playing() {
            self.reply_makes_good();
        }
        if self.pending.is_none() && self.record.is_playing() {
            self.opponents_lift();
        }
        if self.pending.is_none() && self.record.is_playing() {
            self.tell_of_withdrawal();
        }
    }

    /// Tells of the first playable piece touched, once it cannot be a brush.
    pub(super) fn tell_of_touch(&mut self) {
        if self.record.touched().is_some() {
            return;
        }
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let touched = self.worlds.best().map(|best| best.touched(now, brush));
        if let Some(touched) = touched.filter(|touched| touched.len() == 1)
            && let Some(square) = touched.first()
        {
            self.emit(EventKind::Touched(square));
        }
    }

    /// A lawful reply on the board makes the move before it good, as soon as its piece has been off
    /// its square for longer than a brush.
    fn reply_makes_good(&mut self) {
        if !self.may_be_replied() {
            return;
        }
        // Nothing presses for a decision: what is not the best explanation waits.
        let (Reading::Lawful(lawful), world) = self.read_within(self.now, 0, None) else { return };
        if let Reply::Complete(reply, began) = lawful.reply
            && lawful.is_all()
            && self.is_sure(lawful.played, began)
        {
            let turn_after = self.record.position().play_unchecked(lawful.played);
            debug_assert!(turn_after.legal_moves().contains(&reply));
            self.made_good_by_reply(lawful, world);
        }
    }

    /// Whether a piece of the side not on move is off its square.
    fn may_be_replied(&self) -> bool {
        let position = self.record.position();
        let them = position.pieces(position.turn().opponent());
        self.worlds.iter().any(|world| world.away().meets(them))
    }

    fn is_sure(&self, played: Move, began: Stamp) -> bool {
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        now.is_past(began, brush)
            && self.worlds.iter().all(|world| world.is_collected(played, now, brush))
    }

    /// The move that a complete reply answers, if there is one on the board.
    pub(super) fn answered(&self) -> Option<(Lawful, usize)> {
        if !self.may_be_replied() {
            return None;
        }
        match self.read(self.now) {
            (Reading::Lawful(lawful), world)
                if matches!(lawful.reply, Reply::Complete(..)) && lawful.is_all() =>
            {
                Some((lawful, world))
            }
            _ => None,
        }
    }

    /// A lawful reply makes the move before it good.
    pub(super) fn made_good_by_reply(&mut self, lawful: Lawful, world: usize) {
        if self.is_not_the_opening(lawful.played) {
            return;
        }
        // Without a clock there is nothing to press.
        let unpressed = self.settings.casual.is_none();
        self.count(&lawful, world, unpressed, self.now);
        self.judge_early_press();
    }

    /// 8.1.4: the move that counted was put back, and nothing has changed for a brush.
    fn tell_of_withdrawal(&mut self) {
        if self.now < self.last_edge + self.settings.brush {
            return;
        }
        if let Some(irregularity) = self.withdrawn() {
            self.report(irregularity, self.now);
        }
    }

    /// 8.1.4: the move that counted was put back.
    pub(super) fn withdrawn(&self) -> Option<Irregularity> {
        let world = self.worlds.best()?;
        let settled = world.settled(self.brush_ago());
        self.afterwards(settled.as_ref().unwrap_or(world))?.withdrawn()
    }

    /// When a decision falls that follows from the hands alone.
    pub(super) fn hands_deadline(&self) -> Option<Instant> {
        if !self.is_followed() {
            return None;
        }
        let brush = self.settings.brush;
        let pending = self.press_deadline();
        let now = Stamp::of(self.latest);
        let change = self.worlds.next_change(now, &self.turn()).map(|millis| {
            let latest = Instant::from_millis(self.latest.as_millis());
            latest + crate::time::Duration::from_millis(millis.into())
        });
        let settles = (!self.worlds.iter().all(World::is_at_rest))
            .then_some(self.last_edge + brush)
            .filter(|settles| *settles > self.latest);
        Instant::first_of(&[pending, change, settles, self.knock_deadline()])
    }

    /// Tells of an irregularity. Touches of the opponent since `since` may keep it.
    pub(super) fn report(&mut self, irregularity: Irregularity, since: Instant) {
        let reading = Reading::Irregular(irregularity);
        let rival = self.rival(since, &reading);
        self.believe(&reading, since);
        let world = self.number_of_best();
        let account = self.account(world, rival);
        self.choice_since = Stamp::of(since);
        self.pending = None;
        self.early = None;
        self.emit(EventKind::Irregularity(irregularity, account));
        self.kept = self.if_kept(&irregularity, self.choice_since);
        self.board_changed();
    }

    /// Worlds that mean something else than what was told die.
    fn believe(&mut self, told: &Reading, press: Instant) {
        let (now, press, crowned) = (Stamp::of(self.now), Stamp::of(press), self.record.crowned());
        self.with_worlds(|worlds, turn| {
            worlds.believe(|world| Reader { world, turn, now, press, crowned }.read() == *told);
        });
    }

    fn number_of_best(&self) -> usize {
        let weights = self.worlds.iter().map(World::weight).enumerate();
        weights.min_by_key(|(_, weight)| *weight).map_or(0, |(number, _)| number)
    }

    /// Tells of an irregularity that the board does not show: the position it is to go back to
    /// is the one agreed.
    pub(super) fn accuse(&mut self, offender: Colour, breach: Breach, squares: Squares) {
        let correct = Target::Position(*self.record.position());
        let irregularity = Irregularity { offender, breach, squares, light: None, correct };
        self.report(irregularity, self.now);
    }

    /// Asks the arbiter.
    pub(super) fn ask_arbiter(&mut self, squares: Squares, plays_on: bool) {
        let account = self.account(self.number_of_best(), None);
        self.emit(EventKind::AskedArbiter { squares, plays_on, account });
    }

    /// A lawful move counts, as of the instant of its press, or of the reply.
    pub(super) fn count(&mut self, lawful: &Lawful, world: usize, unpressed: bool, at: Instant) {
        let Lawful { played, beside, surplus, absent, .. } = *lawful;
        // Nothing new is reported while a correction is carried out (8.4).
        let silent = self.record.correcting();
        let removal = if silent { Removal::Regular } else { lawful.removal };
        self.show_move(played);
        let number = self.record.half_moves().saturating_add(1);
        let spent = self.spent(self.record.position().turn(), !unpressed);
        let account = self.account(world, None);
        self.counting = Stamp::of(at);
        self.emit(EventKind::Moved { number, played, removal, unpressed, absent, spent, account });
        if removal == Removal::Irregular {
            let squares = played.captured();
            self.emit(EventKind::Notice { article: Article::new(5, 12), squares, light: None });
        }
        if let Some((squares, cell)) = beside {
            let article = Article::new(7, 5);
            self.emit(EventKind::Notice { article, squares, light: Some(cell) });
        }
        let new = surplus - self.asked_about;
        self.asked_about = surplus;
        if !new.is_empty() {
            self.ask_arbiter(new, true);
        }
    }

    /// The worlds after a move has counted.
    pub(super) fn worlds_after(&mut self, played: Move, before: &crate::rules::Position) {
        let (at, now) = (self.counting, Stamp::of(self.now));
        let legal = before.legal_moves();
        let (timings, window) = (self.settings.hand_timings(), self.window);
        let trusted = self.worlds.contacts().trusted();
        let turn = Turn {
            position: before,
            legal: &legal,
            touchable: Squares::EMPTY,
            adjusting: false,
            timings,
            window,
            trusted,
            last: None,
            kept: None,
        };
        self.with_worlds(|worlds, next| worlds.count(played, at, now, &turn, next));
    }

    /// The cells that cannot be trusted from now on.
    pub(super) fn distrust(&mut self, cells: Cells) {
        let now = Stamp::of(self.now);
        self.with_worlds(|worlds, turn| worlds.distrust(cells, now, turn));
        self.board_changed();
    }
}

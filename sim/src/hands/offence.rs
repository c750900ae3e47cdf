//! One act against the rules, what has to be reported, and how the game goes on.

use damiera::event::Breach;
use damiera::rules::{
    CapturePriority, Cell, Colour, Direction, Edition, Move, Piece, Position, Rank, Setup, Square,
    Squares,
};
use damiera::sense::Key;

use super::habits::{Player, neighbours};
use super::step::{Begin, Step, Turn};
use super::temperament::{Span, Temperament};
use crate::random::Random;
use crate::scenario::{Act, Button, Expectation, Path};

/// What is done against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Article {
    /// 8.1.1
    TwoMoves,
    /// 8.1.2
    Displacement,
    /// 8.1.2 with 7.5
    LightSquare,
    /// 8.1.3
    OtherPiece,
    /// 8.1.4, the move taken back
    Withdrawal,
    /// 8.1.4, another move instead
    Replacement,
    /// 8.1.5
    ForeignPiece,
    /// 8.1.5, after a lawful move of one's own
    ForeignAfterMove,
    /// 8.1.6
    CaptureLeft,
    /// 8.1.7
    PiecesOff,
    /// 8.1.7 or 8.1.12, of a piece that could be the reply in hand
    ReplyOff,
    /// 8.1.8
    TooMany,
    /// 8.1.9
    Stopped,
    /// 8.1.10
    OneLeftOn,
    /// 8.1.11
    SomeLeftOn,
    /// 8.1.12
    NotCaptured,
    /// 8.1.13
    OwnOff,
    /// 8.1.14
    Impossible,
    /// 8.1.15
    Priority,
    /// 5.12, out of order
    OutOfOrder,
    /// 5.12, before the capturing piece has come to rest
    TakenEarly,
    /// Capo III 4.4.5
    EmptyPress,
}

impl Article {
    /// All of them.
    pub const ALL: [Self; 22] = [
        Self::TwoMoves,
        Self::Displacement,
        Self::LightSquare,
        Self::OtherPiece,
        Self::Withdrawal,
        Self::Replacement,
        Self::ForeignPiece,
        Self::ForeignAfterMove,
        Self::CaptureLeft,
        Self::PiecesOff,
        Self::ReplyOff,
        Self::TooMany,
        Self::Stopped,
        Self::OneLeftOn,
        Self::SomeLeftOn,
        Self::NotCaptured,
        Self::OwnOff,
        Self::Impossible,
        Self::Priority,
        Self::OutOfOrder,
        Self::TakenEarly,
        Self::EmptyPress,
    ];
}

/// A moment at which somebody may break a rule.
pub(super) struct Moment<'a> {
    pub(super) random: &'a mut Random,
    pub(super) temperament: &'a Temperament,
    /// The position, with the side on move.
    pub(super) position: Position,
    /// The position before the last move, if that was pressed for, and the move.
    pub(super) last: Option<(Position, Move)>,
    /// Whether the player has pressed for his own last move.
    pub(super) pressed: bool,
}

/// What somebody did.
struct Done {
    /// Up to the press, or to the moment of the report.
    steps: Vec<Step>,
    breach: Breach,
    /// Who did it.
    offender: Colour,
    /// Whether a press brings the report.
    pressed: bool,
    /// What the board shows then.
    board: Squares,
    light: Option<Cell>,
    /// What the board has to show after a correction.
    target: Squares,
    /// What follows a correction.
    then: Then,
    /// The position if it is kept, where the pieces are known.
    kept: Option<Position>,
}

enum Then {
    /// The press counts this move.
    Counts(Move),
    /// A lawful move is played, with this piece if it binds.
    Plays(Option<Square>),
    /// The opponent is on move.
    Passes,
}

impl Moment<'_> {
    /// A turn with an offence in it, whether corrected or kept, and the position
    /// from which the game goes on. `None` where the position does not permit it.
    pub(super) fn turn(&mut self, article: Article) -> Option<(Turn, Position)> {
        let (steps, after) = match article {
            Article::OutOfOrder => self.out_of_order()?,
            Article::TakenEarly => self.taken_early()?,
            Article::ReplyOff => self.reply_off()?,
            _ => {
                let done = self.done(article)?;
                self.report(done)?
            }
        };
        let mut steps = steps;
        if article == Article::LightSquare {
            // Whoever stands there for two seconds is noticed anyway.
            for step in &mut steps {
                step.bounds = (step.bounds.0, 400);
                step.wait = step.wait.min(400);
            }
        }
        let turn = Turn {
            before: self.position,
            played: None,
            begin: Begin::AfterPress(self.temperament.thinks.any(self.random)),
            steps,
            asides: Vec::new(),
            press: None,
            offence: true,
            midway: false,
            follows: matches!(
                article,
                Article::TwoMoves | Article::Withdrawal | Article::Replacement
            ),
        };
        Some((turn, after))
    }

    fn done(&mut self, article: Article) -> Option<Done> {
        match article {
            Article::TwoMoves => self.two_moves(),
            Article::Displacement => self.displacement(),
            Article::LightSquare => self.light_square(),
            Article::OtherPiece => self.other_piece(),
            Article::Withdrawal => self.withdrawal(),
            Article::Replacement => self.replacement(),
            Article::ForeignPiece => self.foreign_piece(),
            Article::ForeignAfterMove => self.foreign_after_move(),
            Article::CaptureLeft => self.capture_left(),
            Article::PiecesOff => self.pieces_off(),
            Article::TooMany => self.too_many(),
            Article::Stopped => self.stopped(),
            Article::OneLeftOn => self.left_on(true),
            Article::SomeLeftOn => self.left_on(false),
            Article::NotCaptured => self.not_captured(),
            Article::OwnOff => self.own_off(),
            Article::Impossible => self.impossible(),
            Article::Priority => self.priority(),
            Article::EmptyPress => self.empty_press(),
            Article::OutOfOrder | Article::TakenEarly | Article::ReplyOff => None,
        }
    }

    /// The report, the opponent's choice, and what follows from it.
    fn report(&mut self, done: Done) -> Option<(Vec<Step>, Position)> {
        let mut steps = done.steps;
        let report = Expectation::Irregularity {
            article: done.breach.article(Edition::Year2008),
            by: done.breach.priority(),
            squares: None,
        };
        if done.pressed {
            steps.push(self.press(done.offender).wants([report]));
        } else {
            steps.last_mut()?.wanted.push(report);
        }
        let chooser = done.offender.opponent();
        match done.kept {
            Some(kept) if self.random.chance(50) => {
                // Whoever lifts what the correction takes off may be correcting.
                let legal = kept.legal_moves();
                let stays = |m: &&Move| done.target.contains(m.from());
                let touches: Vec<Move> = legal.iter().filter(stays).copied().collect();
                let reply = self.any(&touches).filter(|_| kept.turn() == chooser);
                if let Some(played) = reply
                    && self.random.chance(50)
                {
                    let mut reply = self.plain(kept, played);
                    // Lifted for long enough, it is touched.
                    reply[0].wanted_later = Some((150, Expectation::Keep));
                    let second = &mut reply[1];
                    second.bounds = (180, u32::MAX);
                    second.wait = second.wait.max(180);
                    steps.extend(reply);
                    steps.push(self.press(chooser).wants([moved(played)]));
                    Some((steps, kept.play_unchecked(played)))
                } else {
                    steps.push(self.key(Key::Plus).wants([Expectation::Keep]));
                    Some((steps, kept))
                }
            }
            _ => {
                let whole = done.board == done.target && done.light.is_none();
                let mut choice =
                    if self.random.chance(70) { self.press(chooser) } else { self.key(Key::Minus) };
                choice.wanted.push(Expectation::Correct);
                if whole {
                    choice.wanted.push(Expectation::Restored);
                }
                steps.push(choice);
                steps.extend(self.restored(done.board, done.light, done.target));
                self.goes_on(done.then, done.offender, steps)
            }
        }
    }

    fn goes_on(
        &mut self,
        then: Then,
        offender: Colour,
        mut steps: Vec<Step>,
    ) -> Option<(Vec<Step>, Position)> {
        let position = self.position;
        match then {
            Then::Counts(played) => {
                steps.push(self.press(offender).wants([moved(played)]));
                Some((steps, position.play_unchecked(played)))
            }
            Then::Plays(bound) => {
                let played = self.any_move(&position, bound)?;
                steps.extend(self.plain(position, played));
                steps.push(self.press(offender).wants([moved(played)]));
                Some((steps, position.play_unchecked(played)))
            }
            Then::Passes => {
                steps.push(self.press(offender));
                Some((steps, position))
            }
        }
    }

    /// What is too much goes, what is missing comes.
    fn restored(&mut self, board: Squares, light: Option<Cell>, target: Squares) -> Vec<Step> {
        let mut steps = Vec::new();
        let too_much = (board - target).iter().map(Square::cell).chain(light);
        for cell in too_much {
            steps.push(Step::new(self.time(), Act::Lift(cell)));
        }
        for square in target - board {
            steps.push(Step::drop(self.time(), square));
        }
        if let Some(last) = steps.last_mut() {
            last.wanted.push(Expectation::Restored);
        }
        steps
    }

    fn time(&mut self) -> u32 {
        Span(40, 700).any(self.random)
    }

    fn press(&mut self, colour: Colour) -> Step {
        let wait = Span(160, 900).any(self.random);
        Step::new(wait, Act::Press(Button::Of(colour))).within(160, u32::MAX)
    }

    fn key(&mut self, key: Key) -> Step {
        Step::new(Span(160, 900).any(self.random), Act::Key { key, held: 80 })
    }

    fn any<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        (!things.is_empty()).then(|| *self.random.one_of(things))
    }

    fn any_move(&mut self, position: &Position, bound: Option<Square>) -> Option<Move> {
        let legal = position.legal_moves();
        let free = |m: &Move| bound.is_none_or(|bound| m.from() == bound);
        let moves: Vec<Move> = legal.iter().copied().filter(free).collect();
        self.any(&moves)
    }

    fn plain(&mut self, position: Position, played: Move) -> Vec<Step> {
        let (random, temperament) = (&mut *self.random, self.temperament);
        Player { random, temperament, before: position }.plain_turn(played)
    }

    fn legal(&self) -> Vec<Move> {
        self.position.legal_moves().iter().copied().collect()
    }

    fn player(&self) -> Colour {
        self.position.turn()
    }

    fn own(&self) -> Squares {
        self.position.pieces(self.player())
    }

    fn foreign(&self) -> Squares {
        self.position.pieces(self.player().opponent())
    }

    fn playable(&self) -> Squares {
        self.legal().iter().map(|m| m.from()).collect()
    }

    fn binds(&self, square: Square) -> Option<Square> {
        self.playable().contains(square).then_some(square)
    }

    /// An own piece goes somewhere, then these come off.
    fn goes(&mut self, from: Square, to: Square, off: &[Square]) -> Vec<Step> {
        let mut steps = vec![Step::lift(self.time(), from), Step::drop(self.time(), to)];
        for square in off {
            steps.push(Step::lift(self.time(), *square));
        }
        steps
    }

    /// The board after it, as the pieces really are.
    fn really(&self, from: Square, to: Square, off: Squares) -> Option<Position> {
        shifted(&self.position, Some((from, to)), off, self.player().opponent())
    }

    /// The player on move has displaced one own piece and taken some off.
    fn displaced(
        &mut self,
        breach: Breach,
        (from, to): (Square, Square),
        off: &[Square],
        then: Option<Move>,
    ) -> Done {
        let gone: Squares = off.iter().copied().collect();
        let former = self.position.occupied();
        let target = then.map_or(former, |played| self.position.play_unchecked(played).occupied());
        Done {
            steps: self.goes(from, to, off),
            breach,
            offender: self.player(),
            pressed: true,
            board: (former.without(from) - gone).with(to),
            light: None,
            target,
            then: then.map_or(Then::Plays(self.binds(from)), Then::Counts),
            kept: self.really(from, to, gone),
        }
    }

    /// Captures with this start and this end, or through it.
    fn on_a_capture(&self, from: Square, to: Square) -> bool {
        let mut found = false;
        self.position.each_capture(|capture, _| {
            found |= capture.from() == from && capture.path().any(|stop| stop == to);
        });
        found
    }

    /// Whether jumps over the opponent's pieces lead there, lawful or not.
    fn jumps_lead(&self, from: Square, to: Square) -> bool {
        fn search(
            moment: &Moment<'_>,
            at: Square,
            to: Square,
            start: Square,
            over: Squares,
        ) -> bool {
            Direction::ALL.into_iter().any(|towards| {
                let (Some(next), Some(landing)) = (at.step(towards), at.jump(towards)) else {
                    return false;
                };
                let free = landing == start || moment.position.empty().contains(landing);
                moment.foreign().contains(next)
                    && !over.contains(next)
                    && free
                    && (landing == to || search(moment, landing, to, start, over.with(next)))
            })
        }
        search(self, from, to, from, Squares::EMPTY)
    }

    /// Whether it would be a simple move if nothing else were due.
    fn is_a_step(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.position.piece_at(from) else { return false };
        Direction::ALL.into_iter().any(|towards| {
            from.step(towards) == Some(to)
                && (piece.rank == Rank::King || towards.is_forward_for(piece.colour))
        })
    }

    fn two_moves(&mut self) -> Option<Done> {
        let (before, _) = self.last?;
        let offender = self.player().opponent();
        let mut found = Vec::new();
        for from in self.foreign() {
            for to in neighbours(from).filter(|to| self.position.empty().contains(*to)) {
                let board = self.position.occupied().without(from).with(to);
                let instead = before
                    .legal_moves()
                    .iter()
                    .any(|m| before.play_unchecked(*m).occupied() == board);
                if self.is_a_step(from, to) && board != before.occupied() && !instead {
                    found.push((from, to));
                }
            }
        }
        let (from, to) = self.any(&found)?;
        Some(Done {
            steps: self.goes(from, to, &[]),
            breach: Breach::TwoMoves,
            offender,
            pressed: true,
            board: self.position.occupied().without(from).with(to),
            light: None,
            target: self.position.occupied(),
            then: Then::Passes,
            kept: shifted(&self.position, Some((from, to)), Squares::EMPTY, self.player()),
        })
    }

    fn withdrawal(&mut self) -> Option<Done> {
        let (before, played) = self.last?;
        let mut steps = Vec::new();
        if played.from() != played.to() {
            steps.push(Step::lift(self.time(), played.to()));
            steps.push(Step::drop(self.time(), played.from()));
        }
        for square in played.captured() {
            steps.push(Step::drop(self.time(), square));
        }
        Some(Done {
            steps,
            breach: Breach::Withdrawal,
            offender: before.turn(),
            pressed: false,
            board: before.occupied(),
            light: None,
            target: self.position.occupied(),
            then: Then::Passes,
            kept: Some(before),
        })
    }

    fn replacement(&mut self) -> Option<Done> {
        let (before, played) = self.last?;
        let others: Vec<Move> = before
            .legal_moves()
            .iter()
            .copied()
            .filter(|m| !m.is_capture() && m.from() == played.from() && m.to() != played.to())
            .collect();
        let other = self.any(&others)?;
        Some(Done {
            steps: self.goes(played.to(), other.to(), &[]),
            breach: Breach::Withdrawal,
            offender: before.turn(),
            pressed: true,
            board: before.play_unchecked(other).occupied(),
            light: None,
            target: self.position.occupied(),
            then: Then::Passes,
            kept: Some(before.play_unchecked(other)),
        })
    }

    fn displacement(&mut self) -> Option<Done> {
        // Beside an opponent's piece it could be meant as a capture.
        let alone = |from: &Square| neighbours(*from).all(|next| !self.foreign().contains(next));
        let own: Vec<Square> = self.own().iter().filter(alone).collect();
        let from = self.any(&own)?;
        let fits: Vec<Square> =
            self.position.empty().iter().filter(|to| !self.is_a_step(from, *to)).collect();
        let to = self.any(&fits)?;
        Some(self.displaced(Breach::Displacement, (from, to), &[], None))
    }

    fn light_square(&mut self) -> Option<Done> {
        let own: Vec<Square> = self.own().iter().collect();
        let from = self.any(&own)?;
        let light: Vec<Cell> = Cell::all().filter(|cell| cell.dark().is_none()).collect();
        let cell = self.any(&light)?;
        let steps = vec![Step::lift(self.time(), from), Step::new(self.time(), Act::Drop(cell))];
        Some(Done {
            steps,
            breach: Breach::Displacement,
            offender: self.player(),
            pressed: true,
            board: self.position.occupied().without(from),
            light: Some(cell),
            target: self.position.occupied(),
            then: Then::Plays(self.binds(from)),
            kept: None,
        })
    }

    fn other_piece(&mut self) -> Option<Done> {
        let legal = self.legal();
        let played = self.any(&legal)?;
        let others: Vec<Square> = self.playable().without(played.from()).iter().collect();
        let touched = self.any(&others)?;
        let hold = Span(200, 900).any(self.random);
        let mut steps =
            vec![Step::lift(self.time(), touched), Step::drop(hold, touched).within(180, u32::MAX)];
        steps.extend(self.plain(self.position, played));
        let after = self.position.play_unchecked(played);
        Some(Done {
            steps,
            breach: Breach::OtherPiece,
            offender: self.player(),
            pressed: true,
            board: after.occupied(),
            light: None,
            target: self.position.occupied(),
            then: Then::Plays(Some(touched)),
            kept: Some(after),
        })
    }

    fn foreign_piece(&mut self) -> Option<Done> {
        // 7.3: the first piece of a game that moves tells the colours.
        let (before, _) = self.last?;
        let mut found = Vec::new();
        for from in self.foreign() {
            for to in neighbours(from).filter(|to| self.position.empty().contains(*to)) {
                let board = self.position.occupied().without(from).with(to);
                if board != before.occupied() {
                    found.push((from, to));
                }
            }
        }
        let (from, to) = self.any(&found)?;
        Some(Done {
            steps: self.goes(from, to, &[]),
            breach: Breach::ForeignPiece,
            offender: self.player(),
            pressed: true,
            board: self.position.occupied().without(from).with(to),
            light: None,
            target: self.position.occupied(),
            then: Then::Plays(None),
            kept: self.really(from, to, Squares::EMPTY),
        })
    }

    /// A lawful move, and then a piece of the opponent's goes where no reply
    /// leads.
    fn foreign_after_move(&mut self) -> Option<Done> {
        let played = self.told_by_pieces(0)?;
        let after = self.position.play_unchecked(played);
        let replies = after.legal_moves();
        let mut found = Vec::new();
        for from in after.pieces(after.turn()) {
            for to in neighbours(from).filter(|to| after.empty().contains(*to)) {
                let lawful = |m: &Move| m.from() == from && m.path().any(|stop| stop == to);
                if !replies.iter().any(lawful) {
                    found.push((from, to));
                }
            }
        }
        let (from, to) = self.any(&found)?;
        let mut steps = self.plain(self.position, played);
        steps.extend(self.goes(from, to, &[]));
        Some(Done {
            steps,
            breach: Breach::ForeignPiece,
            offender: self.player(),
            pressed: true,
            board: after.occupied().without(from).with(to),
            light: None,
            target: self.position.occupied(),
            then: Then::Plays(self.binds(played.from())),
            kept: shifted(&after, Some((from, to)), Squares::EMPTY, after.turn()),
        })
    }

    /// A lawful move, and a piece of the opponent's taken off that could be in
    /// his own hand by now: only he can tell, by asking for it back.
    fn reply_off(&mut self) -> Option<(Vec<Step>, Position)> {
        let played = self.told_by_pieces(0)?;
        let after = self.position.play_unchecked(played);
        let mut pieces: Vec<Square> = after.legal_moves().iter().map(|m| m.from()).collect();
        // 4.4: the king just made may be in the hand that stacks it.
        let crowned = self.last.filter(|(before, last)| {
            let player = after.turn();
            before.men(player).contains(last.from()) && after.kings(player).contains(last.to())
        });
        pieces.extend(crowned.map(|(_, last)| last.to()));
        let square = self.any(&pieces)?;
        let breach = if played.is_capture() { Breach::NotCaptured } else { Breach::PiecesOff };
        let article = breach.article(Edition::Year2008);
        let report = Expectation::Irregularity { article, by: None, squares: None };
        let mut steps = self.plain(self.position, played);
        steps.push(Step::lift(self.time(), square));
        let (offender, chooser) = (self.player(), after.turn());
        steps.push(self.press(offender).wants([moved(played)]));
        steps.push(self.press(chooser).wants([report, Expectation::Correct]));
        steps.push(Step::drop(self.time(), square).wants([Expectation::Restored]));
        steps.push(self.press(offender));
        Some((steps, after))
    }

    fn capture_left(&mut self) -> Option<Done> {
        if !self.legal().first()?.is_capture() {
            return None;
        }
        let mut found = Vec::new();
        for from in self.own() {
            let free = neighbours(from).filter(|to| self.position.empty().contains(*to));
            found.extend(free.filter(|to| self.is_a_step(from, *to)).map(|to| (from, to)));
        }
        let act = self.any(&found)?;
        Some(self.displaced(Breach::CaptureLeft, act, &[], None))
    }

    /// Pieces of the opponent whose absence is no reply in hand after a move.
    fn no_reply(&mut self, after: &Position) -> Option<Vec<Square>> {
        let movable: Squares = after.legal_moves().iter().map(|m| m.from()).collect();
        // 4.4: the king just made may be in the hand that stacks it: see `reply_off`.
        let stacked = |square: &Square| self.last.is_some_and(|(_, last)| last.to() == *square);
        let pieces = after.pieces(after.turn());
        let all: Vec<Square> = pieces.iter().filter(|square| !stacked(square)).collect();
        let stuck: Vec<Square> = all.iter().copied().filter(|s| !movable.contains(*s)).collect();
        if self.random.chance(60)
            && let Some(one) = self.any(&stuck)
        {
            return Some(vec![one]);
        }
        let (one, other) = (self.any(&all)?, self.any(&all)?);
        (one != other).then(|| vec![one, other])
    }

    fn pieces_off(&mut self) -> Option<Done> {
        let legal = self.legal();
        if self.random.chance(25) {
            return self.off_without_a_move();
        }
        let played = self.any(&legal).filter(|m| !m.is_capture())?;
        let off = if self.random.chance(60) {
            self.no_reply(&self.position.play_unchecked(played))?
        } else {
            let reaches = |square: &Square| {
                legal.iter().any(|m| m.from() == *square && m.to() == played.to())
            };
            let own = self.own().without(played.from());
            let own: Vec<Square> = own.iter().filter(|square| !reaches(square)).collect();
            vec![self.any(&own)?]
        };
        let act = (played.from(), played.to());
        Some(self.displaced(Breach::PiecesOff, act, &off, Some(played)))
    }

    fn off_without_a_move(&mut self) -> Option<Done> {
        // 7.3: the first piece of a game that is lifted tells the colours.
        self.last?;
        let foreign: Vec<Square> = self.foreign().iter().collect();
        let square = self.any(&foreign)?;
        let gone = Squares::of(square);
        Some(Done {
            steps: vec![Step::lift(self.time(), square)],
            breach: Breach::PiecesOff,
            offender: self.player(),
            pressed: true,
            board: self.position.occupied() - gone,
            light: None,
            target: self.position.occupied(),
            then: Then::Plays(None),
            kept: shifted(&self.position, None, gone, self.player().opponent()),
        })
    }

    /// A legal capture that its start and its end tell from all others.
    fn capture(&mut self, fits: impl Fn(Move) -> bool) -> Option<Move> {
        let legal = self.legal();
        let only = |m: &Move| {
            let alike = |o: &&Move| (o.from(), o.to()) == (m.from(), m.to());
            m.is_capture() && m.from() != m.to() && legal.iter().filter(alike).count() == 1
        };
        let captures: Vec<Move> = legal.iter().copied().filter(|m| only(m) && fits(*m)).collect();
        self.any(&captures)
    }

    fn too_many(&mut self) -> Option<Done> {
        let men = self.position.men(self.player());
        let played = self.capture(|m| men.contains(m.from()))?;
        let mut found = Vec::new();
        for towards in Direction::ALL {
            let (Some(over), Some(to)) = (played.to().step(towards), played.to().jump(towards))
            else {
                continue;
            };
            let fits = (self.foreign() - played.captured()).contains(over)
                && self.position.empty().contains(to)
                && !self.on_a_capture(played.from(), to);
            if fits {
                found.push((over, to));
            }
        }
        let (over, to) = self.any(&found)?;
        let off: Vec<Square> = played.captured_in_order().chain([over]).collect();
        Some(self.displaced(Breach::TooMany, (played.from(), to), &off, None))
    }

    fn stopped(&mut self) -> Option<Done> {
        let played = self.capture(|m| m.captured().len() > 1)?;
        let inner = self.random.below(played.captured().len() - 1);
        let stop = played.path().nth(inner)?;
        let through = |m: &&Move| m.from() == played.from() && m.path().any(|s| s == stop);
        if stop == played.from() || self.legal().iter().filter(through).count() != 1 {
            return None;
        }
        let passed = *self.random.one_of(&[0, inner + 1, played.captured().len()]);
        let off: Vec<Square> = played.captured_in_order().take(passed).collect();
        let act = (played.from(), stop);
        Some(self.displaced(Breach::Stopped, act, &off, Some(played)))
    }

    fn left_on(&mut self, one: bool) -> Option<Done> {
        let played = self.capture(|m| (m.captured().len() == 1) == one)?;
        let number = self.random.below(played.captured().len());
        let off: Vec<Square> = played.captured_in_order().take(number).collect();
        let breach = if one { Breach::OneLeftOn } else { Breach::SomeLeftOn };
        Some(self.displaced(breach, (played.from(), played.to()), &off, Some(played)))
    }

    fn not_captured(&mut self) -> Option<Done> {
        let played = self.capture(|_| true)?;
        let extra = self.no_reply(&self.position.play_unchecked(played))?;
        let off: Vec<Square> = played.captured_in_order().chain(extra).collect();
        let act = (played.from(), played.to());
        Some(self.displaced(Breach::NotCaptured, act, &off, Some(played)))
    }

    fn own_off(&mut self) -> Option<Done> {
        let played = self.capture(|_| true)?;
        let mut reaching = Squares::of(played.from());
        self.position.each_capture(|capture, _| {
            if capture.path().any(|stop| stop == played.to()) {
                reaching = reaching.with(capture.from());
            }
        });
        let own: Vec<Square> = (self.own() - reaching)
            .iter()
            .filter(|from| !self.is_a_step(*from, played.to()))
            .collect();
        let extra = self.any(&own)?;
        let off: Vec<Square> = played.captured_in_order().chain([extra]).collect();
        let act = (played.from(), played.to());
        Some(self.displaced(Breach::OwnOff, act, &off, Some(played)))
    }

    fn impossible(&mut self) -> Option<Done> {
        let mut found = Vec::new();
        for from in self.own() {
            for towards in Direction::ALL {
                let (Some(over), Some(to)) = (from.step(towards), from.jump(towards)) else {
                    continue;
                };
                let own = self.own().contains(over);
                let prey = own || self.foreign().contains(over);
                let step = own && self.is_a_step(over, to);
                if prey && !step && self.position.empty().contains(to)
                    && !self.on_a_capture(from, to)
                    // An own piece may have another way there.
                    && !(own && (self.on_a_capture(over, to) || self.jumps_lead(from, to)))
                {
                    found.push((from, over, to, own));
                }
            }
        }
        let (from, over, to, own) = self.any(&found)?;
        Some(self.displaced(Breach::Impossible { own }, (from, to), &[over], None))
    }

    fn priority(&mut self) -> Option<Done> {
        let legal = self.legal();
        let mut all: Vec<(Move, CapturePriority)> = Vec::new();
        self.position.each_capture(|capture, worth| all.push((capture, worth)));
        let best = all.iter().map(|(_, worth)| *worth).max()?;
        let on_a_legal_one = |m: &Move| {
            legal.iter().any(|l| l.from() == m.from() && l.path().any(|stop| stop == m.to()))
        };
        let alike = |m: &Move| {
            let shape = |m: &Move| (m.from(), m.to(), m.captured());
            all.iter().filter(|(other, _)| shape(other) == shape(m)).count()
        };
        let forbidden: Vec<(Move, CapturePriority)> = all
            .iter()
            .copied()
            .filter(|(m, worth)| {
                *worth < best && m.from() != m.to() && !on_a_legal_one(m) && alike(m) == 1
            })
            .collect();
        let (played, worth) = self.any(&forbidden)?;
        let by = worth.surpassed_by(best)?;
        let off: Vec<Square> = played.captured_in_order().collect();
        let act = (played.from(), played.to());
        Some(self.displaced(Breach::Priority(by), act, &off, None))
    }

    fn empty_press(&mut self) -> Option<Done> {
        // A late press belongs to the move before.
        if !self.pressed {
            return None;
        }
        let own: Vec<Square> = self.own().iter().collect();
        let square = self.any(&own)?;
        let (mut steps, mut bound, mut board) = (Vec::new(), None, self.position.occupied());
        let how = self.random.below(3);
        if how > 0 {
            steps.push(Step::lift(self.time(), square));
            // The press comes late enough for a touch.
            bound = self.binds(square);
            board = board.without(square);
        }
        if how == 2 {
            let hold = Span(200, 900).any(self.random);
            steps.push(Step::drop(hold, square).within(180, u32::MAX));
            board = board.with(square);
        }
        let player = self.player();
        Some(Done {
            steps,
            breach: Breach::EmptyPress,
            offender: player,
            pressed: true,
            board,
            light: None,
            target: self.position.occupied(),
            then: Then::Plays(bound),
            kept: (how != 1).then(|| self.position.with_turn(player.opponent())),
        })
    }

    /// A capture that start, end and the pieces removed tell from all others.
    fn told_by_pieces(&mut self, least: usize) -> Option<Move> {
        let legal = self.legal();
        let shape = |m: &Move| (m.from(), m.to(), m.captured());
        let captures: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| m.captured().len() >= least)
            .filter(|m| legal.iter().filter(|o| shape(o) == shape(m)).count() == 1)
            .collect();
        self.any(&captures)
    }

    fn counts_with_notice(&mut self, mut steps: Vec<Step>, played: Move) -> (Vec<Step>, Position) {
        let article = damiera::rules::Article::new(5, 12);
        let notice = Expectation::Notice { article, squares: None };
        steps.push(self.press(self.position.turn()).wants([moved(played), notice]));
        (steps, self.position.play_unchecked(played))
    }

    fn out_of_order(&mut self) -> Option<(Vec<Step>, Position)> {
        let played = self.told_by_pieces(3)?;
        let direct: Vec<Square> = played.captured_in_order().collect();
        let mut order = direct.clone();
        let swapped = self.random.below(order.len() - 1);
        order.swap(swapped, swapped + 1);
        if direct.len() == 3 && self.random.chance(50) {
            order.reverse();
        }
        if order.iter().rev().eq(direct.iter()) {
            return None;
        }
        let mut steps = self.plain(self.position, played);
        let rest = steps.iter().position(|step| step.rests)?;
        steps.truncate(rest + 1);
        for square in order {
            steps.push(Step::lift(self.time(), square).within(40, u32::MAX));
        }
        Some(self.counts_with_notice(steps, played))
    }

    fn taken_early(&mut self) -> Option<(Vec<Step>, Position)> {
        let played = self.told_by_pieces(1)?;
        let captured: Vec<Square> = played.captured_in_order().collect();
        let early = *self.random.one_of(&captured);
        let mut steps = self.plain(self.position, played);
        // Nor is it put back after a second thought: it is off by then.
        let of_early = |act: &Act| [Act::Lift(early.cell()), Act::Drop(early.cell())].contains(act);
        steps.retain(|step| !of_early(&step.act));
        // Before the piece is taken up, or while it is in hand.
        let place = self.random.below(2);
        steps.insert(place, Step::lift(self.time(), early));
        Some(self.counts_with_notice(steps, played))
    }
}

fn moved(played: Move) -> Expectation {
    Expectation::Move { path: Path::from(played), unpressed: false }
}

/// A position after somebody moved a piece anyhow and took some off.
fn shifted(
    position: &Position,
    moved: Option<(Square, Square)>,
    off: Squares,
    turn: Colour,
) -> Option<Position> {
    let mut setup = Setup::empty(turn);
    let gone = off | moved.map_or(Squares::EMPTY, |(from, _)| Squares::of(from));
    for square in position.occupied() - gone {
        setup.put(position.piece_at(square)?, square);
    }
    if let Some((from, to)) = moved {
        let Piece { colour, rank } = position.piece_at(from)?;
        let crowned = Squares::crowning_row(colour).contains(to);
        setup.put(Piece { colour, rank: if crowned { Rank::King } else { rank } }, to);
    }
    Position::try_from(setup).ok()
}

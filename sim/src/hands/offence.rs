//! Acts against the rules, what has to be reported, and how the game goes on.

use damiera::event::Breach;
use damiera::rules::{Cell, Colour, Direction, Move, Position, Square, Squares};

use super::article::{Displacement, breach, is_a_step, jump};
use super::pieces::Pieces;
use super::reed::whole;
use crate::random::Random;

/// An act against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OffenceKind {
    /// 8.1.1: a second move after the press, and another press.
    SecondMove,
    /// 8.1.1: two moves before one press.
    TwoMoves,
    /// 8.1.2.
    Displacement,
    /// 8.1.2 with 7.5: onto a light square.
    LightSquare,
    /// 8.1.3.
    OtherPiece,
    /// 8.1.4: the former position again.
    Withdrawal,
    /// 8.1.4: another move instead of the one pressed for.
    Replacement,
    /// 8.1.5.
    ForeignPiece,
    /// 8.1.5 after a lawful move.
    ForeignAfterMove,
    /// 8.1.6.
    CaptureLeft,
    /// 8.1.7.
    PiecesOff,
    /// 8.1.7 or 8.1.12: a piece off that could be the reply in hand.
    ReplyOff,
    /// 8.1.8.
    TooMany,
    /// 8.1.9.
    Stopped,
    /// 8.1.10.
    OneLeftOn,
    /// 8.1.11.
    SomeLeftOn,
    /// 8.1.12.
    NotCaptured,
    /// 8.1.13.
    OwnOff,
    /// 8.1.14.
    Impossible,
    /// 8.1.15.
    Priority,
    /// 5.12: out of order.
    OutOfOrder,
    /// 5.12: before the capturing piece has come to rest.
    TakenEarly,
    /// Capo III 4.4.5.
    EmptyPress,
}

impl OffenceKind {
    /// All of them.
    pub const ALL: [Self; 23] = [
        Self::SecondMove,
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

    /// Whether it follows a move of the same player.
    pub const fn follows_own_move(self) -> bool {
        matches!(self, Self::SecondMove | Self::Withdrawal | Self::Replacement)
    }
}

/// One thing that the offender's hands do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A whole lawful move with everything it captures.
    Play(Move),
    /// The same, with the captured pieces in another order: a number for the order.
    PlayUnordered(Move, u8),
    /// The same, with the first captured piece taken before the landing.
    PlayGrabbing(Move),
    /// A piece goes to another cell.
    Carry(Square, Cell),
    /// A piece comes off the board.
    Off(Square),
    /// A piece that was off comes back.
    Back(Square),
    /// A piece is lifted and put back, in so many ms.
    Touch(Square, u32),
    /// A piece is lifted and kept in hand.
    Raise(Square),
}

/// What the opponent chooses (8.2), and by which act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Corrected by the opponent's button.
    CorrectByPress,
    /// Corrected by MINUS.
    CorrectByMinus,
    /// Kept by PLUS.
    KeepByPlus,
    /// Kept by touching a movable piece: his move follows.
    KeepByMove,
    /// There is no choice: 5.12.
    None,
}

/// What follows a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The offender presses for this move, which counts.
    Counts(Move),
    /// The offender plays on, with this piece if it binds (8.4, 3.8).
    Plays(Option<Square>),
    /// The offender presses, and his opponent is on move.
    Passes,
}

/// An act against the rules with everything that has to come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Offence {
    /// Its kind.
    pub kind: OffenceKind,
    /// Who does it.
    pub offender: Colour,
    /// What his hands do before the press.
    pub deeds: Vec<Deed>,
    /// Whether the report takes his press; a withdrawal is reported at once.
    pub presses: bool,
    /// Whether it is reported at the opponent's press only, which then means "correct".
    pub asked_back: bool,
    /// What has to be reported; `None` for 5.12, where the move counts.
    pub breach: Option<Breach>,
    /// Squares that the report names at least.
    pub must: Squares,
    /// Squares that it may name.
    pub may: Squares,
    /// The light cell that it names.
    pub light: Option<Cell>,
    /// Moves that count besides, before the report or after the correction.
    pub counts: Vec<Move>,
    /// Moves that may count besides.
    pub may_count: Vec<Move>,
    /// The opponent's choice.
    pub choice: Choice,
    /// The move that a correction leaves on the board; `None` for the former position.
    pub target: Option<Move>,
    /// What follows a correction.
    pub then: Then,
    /// The position if it is kept.
    pub kept: Option<Position>,
}

impl Offence {
    /// The position from which the game goes on.
    pub fn after(&self, before: &Position) -> Option<Position> {
        let former = before.with_turn(self.offender);
        match self.choice {
            Choice::KeepByPlus | Choice::KeepByMove => self.kept,
            Choice::None => self.counts.first().map(|played| before.play_unchecked(*played)),
            Choice::CorrectByPress | Choice::CorrectByMinus => Some(match self.then {
                Then::Counts(played) => former.play_unchecked(played),
                Then::Plays(_) => *before,
                Then::Passes if self.asked_back => former.play_unchecked(*self.counts.first()?),
                Then::Passes => *before,
            }),
        }
    }

    /// Whether no whole move comes before the offence in its turn.
    fn follows_nothing(&self) -> bool {
        !self.deeds.iter().any(|deed| matches!(deed, Deed::Play(_)))
    }

    /// From where to where it carries pieces.
    pub(super) fn displaced(&self) -> Vec<(Square, Square)> {
        let carried = |deed: &Deed| match *deed {
            Deed::Carry(from, to) => Some((from, to.dark()?)),
            _ => None,
        };
        self.deeds.iter().filter_map(carried).collect()
    }

    /// The piece that binds the player who goes on.
    pub fn binds(&self) -> Option<Square> {
        match (self.choice, self.then) {
            (Choice::CorrectByPress | Choice::CorrectByMinus, Then::Plays(bound)) => bound,
            _ => None,
        }
    }
}

/// A moment at which a player may break a rule.
pub(super) struct Moment<'a> {
    pub(super) random: &'a mut Random,
    /// The position, with the side on move.
    pub(super) position: Position,
    /// The position before the last move, which was pressed for, and that move.
    pub(super) last: Option<(Position, Move)>,
}

impl Moment<'_> {
    /// An offence of this kind; `None` where the position does not permit it.
    pub(super) fn offence(&mut self, kind: OffenceKind) -> Option<Offence> {
        let goes_on = |position: &Position| {
            position.can_move() && !position.pieces(position.turn()).is_empty()
        };
        if !goes_on(&self.position) {
            return None;
        }
        let mut offence = self.acted(kind)?;
        // A move that ends the game is complete before anything that follows it (9.2).
        let ends = |played: &Move| !goes_on(&self.position.play_unchecked(*played));
        if !offence.follows_nothing() && offence.target.iter().any(ends) {
            return None;
        }
        if offence.breach.is_some() && !offence.asked_back {
            let kept =
                offence.kept.filter(|kept| !kept.pieces(kept.turn()).is_empty() && kept.can_move());
            let chooser = offence.offender.opponent();
            offence.choice = match (self.random.below(10), kept) {
                (0..3, Some(_)) => Choice::KeepByPlus,
                (3..5, Some(kept)) if kept.turn() == chooser => Choice::KeepByMove,
                (5..7, _) => Choice::CorrectByMinus,
                _ => Choice::CorrectByPress,
            };
        }
        Some(offence)
    }

    fn acted(&mut self, kind: OffenceKind) -> Option<Offence> {
        use OffenceKind as K;
        match kind {
            K::SecondMove => self.second_move(),
            K::TwoMoves => self.two_moves(),
            K::LightSquare => self.light_square(),
            K::OtherPiece => self.other_piece(),
            K::Withdrawal => self.withdrawal(),
            K::Replacement => self.replacement(),
            K::ForeignPiece => self.foreign_piece(),
            K::ForeignAfterMove => self.foreign_after_move(),
            K::ReplyOff => self.reply_off(),
            K::OutOfOrder => self.out_of_order(),
            K::TakenEarly => self.taken_early(),
            K::EmptyPress => self.empty_press(),
            _ => self.displaced(kind),
        }
    }

    fn us(&self) -> Colour {
        self.position.turn()
    }

    fn own(&self) -> Squares {
        self.position.pieces(self.us())
    }

    fn foreign(&self) -> Squares {
        self.position.pieces(self.us().opponent())
    }

    fn any<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        (!things.is_empty()).then(|| *self.random.one_of(things))
    }

    fn any_of(&mut self, squares: Squares) -> Option<Square> {
        let squares: Vec<Square> = squares.iter().collect();
        self.any(&squares)
    }

    fn any_move(&mut self, fits: impl Fn(&Move) -> bool) -> Option<Move> {
        let moves: Vec<Move> = self.position.legal_moves().iter().copied().filter(fits).collect();
        self.any(&moves)
    }

    /// The piece binds if it can be played (3.7).
    fn binds(&self, square: Square) -> Option<Square> {
        self.position.legal_moves().iter().any(|m| m.from() == square).then_some(square)
    }

    /// An offence that is reported at the offender's press and has these squares.
    fn reported(&self, kind: OffenceKind, breach: Breach, deeds: Vec<Deed>) -> Offence {
        let mut pieces = Pieces::of(&self.position);
        let mut may = Squares::EMPTY;
        for deed in &deeds {
            match *deed {
                Deed::Play(m) | Deed::PlayUnordered(m, _) | Deed::PlayGrabbing(m) => {
                    pieces.play(m);
                    may = m.path().fold(may | m.captured(), Squares::with).with(m.from());
                }
                Deed::Carry(from, to) => {
                    may = may.with(from);
                    match to.dark() {
                        Some(to) => {
                            may = may.with(to);
                            pieces.shift(from, to);
                        }
                        None => {
                            pieces.remove(from);
                        }
                    }
                }
                Deed::Off(square) => {
                    may = may.with(square);
                    pieces.remove(square);
                }
                Deed::Back(square) | Deed::Touch(square, _) => may = may.with(square),
                Deed::Raise(square) => may = may.with(square),
            }
        }
        Offence {
            kind,
            offender: self.us(),
            deeds,
            presses: true,
            asked_back: false,
            breach: Some(breach),
            must: pieces.occupied() ^ self.position.occupied(),
            may,
            light: None,
            counts: Vec::new(),
            may_count: Vec::new(),
            choice: Choice::CorrectByPress,
            target: None,
            then: Then::Plays(None),
            kept: pieces.position(self.us().opponent()),
        }
    }

    /// One own piece goes somewhere and some pieces come off: the article is that of the table.
    fn displaced(&mut self, kind: OffenceKind) -> Option<Offence> {
        for _ in 0..40 {
            let Some((from, to, off, then)) = self.act(kind) else { continue };
            let act = Displacement { from, to, off: &off };
            let Some(breach) = breach(&self.position, &act) else { continue };
            if !fits(kind, breach) {
                continue;
            }
            let mut deeds = vec![Deed::Carry(from, to.cell())];
            deeds.extend(off.iter().map(|square| Deed::Off(*square)));
            let mut offence = self.reported(kind, breach, deeds);
            if breach == Breach::TooMany && self.crowns_within(from, &off) {
                offence.kept = self.kept_as_king(from, to, &off);
            }
            if let Some(played) = then.filter(|_| completes(breach)) {
                offence.target = Some(played);
                offence.then = Then::Counts(played);
                let path = played.path().fold(Squares::of(played.from()), Squares::with);
                offence.may |= path | played.captured();
            } else {
                // 3.8: the first playable piece touched, an own one that was jumped among them.
                let touched = core::iter::once(from).chain(off.iter().copied());
                let own = self.own();
                let bound = touched.filter(|square| own.contains(*square));
                offence.then = Then::Plays(bound.into_iter().find_map(|square| self.binds(square)));
            }
            return Some(offence);
        }
        None
    }

    /// Whether a man makes a whole capture that ends on the far base before it goes on (8.1.8).
    fn crowns_within(&self, from: Square, off: &[Square]) -> bool {
        let base = Squares::crowning_row(self.us());
        let off: Squares = off.iter().copied().collect();
        let ends =
            |m: &Move| m.from() == from && base.contains(m.to()) && (m.captured() - off).is_empty();
        self.position.men(self.us()).contains(from) && self.position.legal_moves().iter().any(ends)
    }

    /// 4.2: it has reached the base and is a king.
    fn kept_as_king(&self, from: Square, to: Square, off: &[Square]) -> Option<Position> {
        let mut pieces = Pieces::of(&self.position);
        off.iter().for_each(|square| {
            pieces.remove(*square);
        });
        pieces.crown(from);
        pieces.shift(from, to);
        pieces.position(self.us().opponent())
    }

    /// A displacement that may break the article of this kind.
    fn act(&mut self, kind: OffenceKind) -> Option<(Square, Square, Vec<Square>, Option<Move>)> {
        use OffenceKind as K;
        match kind {
            K::Displacement => {
                let (own, free) = (self.own(), self.position.empty());
                Some((self.any_of(own)?, self.any_of(free)?, Vec::new(), None))
            }
            K::CaptureLeft => {
                let own = self.own();
                let from = self.any_of(own)?;
                let to = from.step(*self.random.one_of(&Direction::ALL))?;
                let free = self.position.empty().contains(to);
                (free && is_a_step(&self.position, from, to)).then(|| (from, to, Vec::new(), None))
            }
            K::PiecesOff => {
                let played = self.any_move(|m| !m.is_capture())?;
                let after = self.position.play_unchecked(played);
                let off = if self.random.chance(30) {
                    let own = self.own().without(played.from());
                    vec![self.any_of(own)?]
                } else {
                    self.not_in_hand(&after)?
                };
                Some((played.from(), played.to(), off, Some(played)))
            }
            K::TooMany => {
                let played = self.any_move(|m| m.is_capture())?;
                let to = played.to().jump(*self.random.one_of(&Direction::ALL))?;
                let over = jump(played.to(), to)?;
                let prey = (self.foreign() - played.captured()).contains(over);
                let free = self.position.empty().contains(to);
                let off = played.captured_in_order().chain([over]).collect();
                (prey && free).then_some((played.from(), to, off, None))
            }
            K::Stopped => {
                let played = self.any_move(|m| m.captured().len() > 1)?;
                let inner = self.random.below(played.captured().len() - 1);
                let stop = played.path().nth(inner)?;
                let taken = *self.random.one_of(&[0, inner + 1, played.captured().len()]);
                let off = played.captured_in_order().take(taken).collect();
                let only = self.only_through(played, stop);
                (stop != played.from() && only).then_some((played.from(), stop, off, Some(played)))
            }
            K::OneLeftOn | K::SomeLeftOn => {
                let one = kind == K::OneLeftOn;
                let played = self.any_move(|m| {
                    m.is_capture() && (m.captured().len() == 1) == one && m.from() != m.to()
                })?;
                let taken = self.random.below(played.captured().len());
                let off = played.captured_in_order().take(taken).collect();
                let only = self.only_between(played);
                only.then_some((played.from(), played.to(), off, Some(played)))
            }
            K::NotCaptured => {
                let played = self.any_move(|m| m.is_capture() && m.from() != m.to())?;
                let after = self.position.play_unchecked(played);
                let extra = self.not_in_hand(&after)?;
                let off = played.captured_in_order().chain(extra).collect();
                let only = self.only_between(played);
                only.then_some((played.from(), played.to(), off, Some(played)))
            }
            K::OwnOff => {
                let played = self.any_move(|m| m.is_capture() && m.from() != m.to())?;
                let own = self.own().without(played.from());
                let extra = self.any_of(own)?;
                let off = played.captured_in_order().chain([extra]).collect();
                let only = self.only_between(played);
                only.then_some((played.from(), played.to(), off, Some(played)))
            }
            K::Impossible => {
                let own = self.own();
                let from = self.any_of(own)?;
                let to = from.jump(*self.random.one_of(&Direction::ALL))?;
                let over = jump(from, to)?;
                let there = self.position.occupied().contains(over);
                let free = self.position.empty().contains(to);
                (there && free).then(|| (from, to, vec![over], None))
            }
            K::Priority => {
                let mut all = Vec::new();
                self.position.each_capture(|m, _| all.push(m));
                let m = self.any(&all)?;
                let off = m.captured_in_order().collect();
                (m.from() != m.to()).then(|| (m.from(), m.to(), off, None))
            }
            _ => None,
        }
    }

    /// Whether no other legal capture has the same ends.
    fn only_between(&self, played: Move) -> bool {
        let same = |m: &&Move| (m.from(), m.to()) == (played.from(), played.to());
        self.position.legal_moves().iter().filter(same).count() == 1
    }

    /// Whether no other legal capture by this piece passes here.
    fn only_through(&self, played: Move, stop: Square) -> bool {
        let same = |m: &&Move| m.from() == played.from() && m.path().any(|s| s == stop);
        self.position.legal_moves().iter().filter(same).count() == 1
    }

    /// Pieces of the side on move whose absence is no reply in hand: one that cannot move, or two. A
    /// king just made may be in the hand that stacks it (4.4).
    fn not_in_hand(&mut self, after: &Position) -> Option<Vec<Square>> {
        let movable: Squares = after.legal_moves().iter().map(|m| m.from()).collect();
        let made = self.last.map_or(Squares::EMPTY, |(_, last)| Squares::of(last.to()));
        let all = after.pieces(after.turn()) - made;
        if self.random.chance(60)
            && let Some(one) = self.any_of(all - movable)
        {
            return Some(vec![one]);
        }
        let (one, other) = (self.any_of(all)?, self.any_of(all)?);
        (one != other).then(|| vec![one, other])
    }

    /// A displacement by the side that has just moved and pressed.
    fn by_the_other_side(
        &mut self,
        from: Square,
        to: Square,
        kind: OffenceKind,
        breach: Breach,
        turn: Colour,
    ) -> Offence {
        let mut offence = self.reported(kind, breach, vec![Deed::Carry(from, to.cell())]);
        let mut pieces = Pieces::of(&self.position);
        pieces.shift(from, to);
        offence.offender = self.us().opponent();
        offence.then = Then::Passes;
        offence.kept = pieces.position(turn);
        offence
    }

    fn second_move(&mut self) -> Option<Offence> {
        let (before, last) = self.last?;
        let theirs = self.foreign();
        let from = self.any_of(theirs)?;
        let to = from.step(*self.random.one_of(&Direction::ALL))?;
        let board = self.position.occupied().without(from).with(to);
        // 8.1.4 goes before 8.1.1.
        let instead =
            before.legal_moves().iter().any(|m| before.play_unchecked(*m).occupied() == board);
        let fits = self.position.empty().contains(to)
            && is_a_step(&self.position, from, to)
            && board != before.occupied()
            && !instead
            // The same piece moved on: 3.6 allows it before the press, and after it the table has
            // no row of its own.
            && from != last.to();
        let kind = OffenceKind::SecondMove;
        let turn = self.us();
        fits.then(|| self.by_the_other_side(from, to, kind, Breach::TwoMoves, turn))
    }

    fn replacement(&mut self) -> Option<Offence> {
        let (before, last) = self.last?;
        let other = |m: &&Move| !m.is_capture() && m.from() == last.from() && m.to() != last.to();
        let others: Vec<Move> = before.legal_moves().iter().filter(other).copied().collect();
        let other = self.any(&others)?;
        let kind = OffenceKind::Replacement;
        let turn = self.us();
        Some(self.by_the_other_side(last.to(), other.to(), kind, Breach::Withdrawal, turn))
    }

    fn withdrawal(&mut self) -> Option<Offence> {
        let (before, last) = self.last?;
        if last.from() == last.to() {
            return None;
        }
        let mut deeds = vec![Deed::Carry(last.to(), last.from().cell())];
        deeds.extend(last.captured().iter().map(Deed::Back));
        let mut offence = self.reported(OffenceKind::Withdrawal, Breach::Withdrawal, deeds);
        offence.must = before.occupied() ^ self.position.occupied();
        offence.may |= offence.must | last.path().fold(Squares::EMPTY, Squares::with);
        offence.offender = before.turn();
        offence.presses = false;
        offence.then = Then::Passes;
        offence.kept = Some(before);
        Some(offence)
    }

    fn two_moves(&mut self) -> Option<Offence> {
        let played = self.any_move(|m| m.from() != m.to())?;
        let after = self.position.play_unchecked(played);
        let own = after.pieces(self.us()).without(played.to());
        let from = self.any_of(own)?;
        let to = from.step(*self.random.one_of(&Direction::ALL))?;
        if !after.empty().contains(to) || !is_a_step(&after, from, to) || to == played.from() {
            return None;
        }
        let deeds = vec![Deed::Play(played), Deed::Carry(from, to.cell())];
        let mut offence = self.reported(OffenceKind::TwoMoves, Breach::TwoMoves, deeds);
        offence.target = Some(played);
        offence.then = Then::Counts(played);
        offence.may_count = vec![played];
        Some(offence)
    }

    fn light_square(&mut self) -> Option<Offence> {
        let own = self.own();
        let from = self.any_of(own)?;
        let light: Vec<Cell> = Cell::all().filter(|cell| cell.dark().is_none()).collect();
        let cell = self.any(&light)?;
        let deeds = vec![Deed::Carry(from, cell)];
        let mut offence = self.reported(OffenceKind::LightSquare, Breach::Displacement, deeds);
        offence.light = Some(cell);
        offence.then = Then::Plays(self.binds(from));
        offence.kept = None;
        Some(offence)
    }

    fn other_piece(&mut self) -> Option<Offence> {
        let played = self.any_move(|_| true)?;
        let playable: Squares = self.position.legal_moves().iter().map(|m| m.from()).collect();
        let touched = self.any_of(playable.without(played.from()))?;
        let lasts = whole(self.random, 350, 1_200);
        let deeds = vec![Deed::Touch(touched, lasts), Deed::Play(played)];
        let mut offence = self.reported(OffenceKind::OtherPiece, Breach::OtherPiece, deeds);
        offence.then = Then::Plays(Some(touched));
        Some(offence)
    }

    fn foreign_piece(&mut self) -> Option<Offence> {
        // 7.3: the first piece of a game that moves tells the colours.
        let (before, _) = self.last?;
        let theirs = self.foreign();
        let from = self.any_of(theirs)?;
        let to = from.step(*self.random.one_of(&Direction::ALL))?;
        let board = self.position.occupied().without(from).with(to);
        // 8.1.4 goes first: to reeds the opponent could have taken his move back.
        if !self.position.empty().contains(to) || board == before.occupied() {
            return None;
        }
        let deeds = vec![Deed::Carry(from, to.cell())];
        Some(self.reported(OffenceKind::ForeignPiece, Breach::ForeignPiece, deeds))
    }

    fn foreign_after_move(&mut self) -> Option<Offence> {
        let played = self.any_move(|m| m.from() != m.to())?;
        let after = self.position.play_unchecked(played);
        let theirs = after.pieces(after.turn());
        let from = self.any_of(theirs)?;
        let to = from.step(*self.random.one_of(&Direction::ALL))?;
        // A lawful reply, or a landing of one, would be the opponent's own.
        let reply = |m: &Move| m.from() == from && m.path().any(|stop| stop == to);
        if !after.empty().contains(to) || after.legal_moves().iter().any(reply) {
            return None;
        }
        let deeds = vec![Deed::Play(played), Deed::Carry(from, to.cell())];
        let mut offence = self.reported(OffenceKind::ForeignAfterMove, Breach::ForeignPiece, deeds);
        offence.then = Then::Plays(self.binds(played.from()));
        Some(offence)
    }

    fn reply_off(&mut self) -> Option<Offence> {
        let played = self.any_move(|m| m.from() != m.to())?;
        let after = self.position.play_unchecked(played);
        let movable: Squares = after.legal_moves().iter().map(|m| m.from()).collect();
        let square = self.any_of(movable)?;
        let breach = if played.is_capture() { Breach::NotCaptured } else { Breach::PiecesOff };
        let deeds = vec![Deed::Play(played), Deed::Off(square)];
        let mut offence = self.reported(OffenceKind::ReplyOff, breach, deeds);
        offence.must = Squares::of(square);
        offence.asked_back = true;
        offence.counts = vec![played];
        offence.target = Some(played);
        offence.then = Then::Passes;
        Some(offence)
    }

    fn empty_press(&mut self) -> Option<Offence> {
        // The first press of a game, and one that comes late, have other meanings.
        self.last?;
        let own = self.own();
        let square = self.any_of(own)?;
        let deeds = match self.random.below(3) {
            0 => Vec::new(),
            1 => vec![Deed::Raise(square)],
            _ => vec![Deed::Touch(square, whole(self.random, 350, 1_000))],
        };
        let bound = if deeds.is_empty() { None } else { self.binds(square) };
        let in_hand = matches!(deeds.first(), Some(Deed::Raise(_)));
        let mut offence = self.reported(OffenceKind::EmptyPress, Breach::EmptyPress, deeds);
        offence.must = Squares::EMPTY;
        offence.then = Then::Plays(bound);
        offence.kept = (!in_hand).then(|| self.position.with_turn(self.us().opponent()));
        Some(offence)
    }

    /// 5.12: the move counts, and the order of removal is reported.
    fn counted(&self, kind: OffenceKind, played: Move, deed: Deed) -> Offence {
        let mut offence = self.reported(kind, Breach::Displacement, vec![deed]);
        offence.breach = None;
        offence.counts = vec![played];
        offence.choice = Choice::None;
        offence.kept = None;
        offence
    }

    fn out_of_order(&mut self) -> Option<Offence> {
        let played = self.any_told_by_pieces(3)?;
        let order = self.random.below(6) as u8;
        let deed = Deed::PlayUnordered(played, order);
        Some(self.counted(OffenceKind::OutOfOrder, played, deed))
    }

    fn taken_early(&mut self) -> Option<Offence> {
        let played = self.any_told_by_pieces(1)?;
        Some(self.counted(OffenceKind::TakenEarly, played, Deed::PlayGrabbing(played)))
    }

    /// A capture of so many pieces at least that its ends and these pieces tell from all others.
    fn any_told_by_pieces(&mut self, least: usize) -> Option<Move> {
        let legal = self.position.legal_moves();
        let shape = |m: &Move| (m.from(), m.to(), m.captured());
        self.any_move(|played| {
            let same = |m: &&Move| shape(m) == shape(played);
            played.captured().len() >= least && legal.iter().filter(same).count() == 1
        })
    }
}

/// Whether an act of this kind was to break this article.
fn fits(kind: OffenceKind, breach: Breach) -> bool {
    use OffenceKind as K;
    match kind {
        K::Displacement => breach == Breach::Displacement,
        K::CaptureLeft => breach == Breach::CaptureLeft,
        K::PiecesOff => breach == Breach::PiecesOff,
        K::TooMany => breach == Breach::TooMany,
        K::Stopped => breach == Breach::Stopped,
        K::OneLeftOn => breach == Breach::OneLeftOn,
        K::SomeLeftOn => breach == Breach::SomeLeftOn,
        K::NotCaptured => breach == Breach::NotCaptured,
        K::OwnOff => breach == Breach::OwnOff,
        K::Impossible => matches!(breach, Breach::Impossible { .. }),
        K::Priority => matches!(breach, Breach::Priority(_)),
        _ => true,
    }
}

/// 8.4: whether the correction completes the move that was begun.
fn completes(breach: Breach) -> bool {
    matches!(
        breach,
        Breach::PiecesOff
            | Breach::Stopped
            | Breach::OneLeftOn
            | Breach::SomeLeftOn
            | Breach::NotCaptured
            | Breach::OwnOff
    )
}

//! What has to come of a turn: from the intent and the raw contacts, by the regulations.

use damiera::rules::{Cell, Move, Position, Square, Squares};
use damiera::sense::Contact;

use super::game::{Game, Intent, Turn};
use super::offence::{Deed, OffenceKind};
use super::perform::{Performance, TurnTimes};
use crate::virtual_board::Change;

/// Changes of one contact that are no farther apart are one change with its bounces, in ms.
const BOUNCE: u64 = 2;
/// Pieces lifted within one debounce window came off at once, in ms.
const AT_ONCE: u64 = 8;
/// An opening that is shorter, and closes on its square again, is a brush, in ms.
const BRUSH: u64 = 150;
/// A landing that is closed for less is not shown, in ms.
const SHOWN: u64 = 10;

/// Two acts that reeds cannot tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CannotTell {
    /// Several lawful captures have these ends and captured pieces, and neither the landings nor the
    /// order of removal tell which it was: flown straight, or hovered above a landing of another.
    Path,
    /// Two captured pieces were taken at once, and the second reed opened first by more than a
    /// debounce window.
    TwoAtOnce,
    /// A captured piece was grabbed in the very instant of the landing.
    GrabbedAtLanding,
    /// A captured piece was grabbed while the capturing piece hovered above its last square.
    GrabbedUnderHover,
    /// A sleeve, a magnet or the opponent's hand kept a playable piece off its square for longer than
    /// a brush: 3.7 would bind.
    LongBrush,
    /// A piece to be touched (3.7) was lifted for less than a brush.
    ShortTouch,
    /// The press came so long before the last captured piece came off that it could have been meant
    /// to stay (8.1.10, 8.1.11).
    LateCollection,
    /// A reply put down aside, or begun with the piece that it captures, for longer than a brush before
    /// the press: 8.1.5 or 8.1.13 look the same.
    ReplyAside,
}

impl CannotTell {
    /// All classes with a sentence for a person.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Path, "which of several captures with the same ends and pieces it was"),
        (Self::TwoAtOnce, "which of two captured pieces taken at once came off first"),
        (Self::GrabbedAtLanding, "a captured piece grabbed in the instant of the landing"),
        (
            Self::GrabbedUnderHover,
            "a captured piece grabbed while the mover hovers above its square",
        ),
        (
            Self::LongBrush,
            "a sleeve or another hand that keeps a piece off for longer than a brush",
        ),
        (Self::ShortTouch, "a touch shorter than a brush"),
        (Self::LateCollection, "a captured piece collected long after the press"),
        (Self::ReplyAside, "a reply put aside, or its prey taken first, before the press"),
    ];
}

/// Whether captured pieces came off as 5.12 requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// They did.
    Regular,
    /// They did not.
    Broken,
    /// Reeds cannot tell.
    Unclear(CannotTell),
}

/// What has to come of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Whether the path of its move can be told.
    pub path: Result<(), CannotTell>,
    /// Whether its captured pieces came off in order.
    pub order: Order,
    /// Why an accusation cannot be called wrong.
    pub blame: Option<CannotTell>,
    /// Whether a piece lay on a light cell, for longer than a brush, when the turn was pressed for
    /// (7.5).
    pub lay_beside: bool,
}

impl Truth {
    const PLAIN: Self =
        Self { path: Ok(()), order: Order::Regular, blame: None, lay_beside: false };
}

/// The contacts of each cell without their bounces.
struct Contacts([Vec<(u64, bool)>; Cell::COUNT]);

impl Contacts {
    fn of(changes: &[Change]) -> Self {
        let mut runs: [Vec<(u64, u64, bool)>; Cell::COUNT] = [const { Vec::new() }; Cell::COUNT];
        for change in changes {
            let Contact::Cell(cell) = change.contact else { continue };
            let of_cell = &mut runs[cell.index()];
            match of_cell.last_mut() {
                Some((_, last, closed)) if change.at - *last <= BOUNCE => {
                    (*last, *closed) = (change.at, change.closed);
                }
                _ => of_cell.push((change.at, change.at, change.closed)),
            }
        }
        Self(runs.map(|runs| {
            let mut clean: Vec<(u64, bool)> = Vec::new();
            for (at, _, closed) in runs {
                if clean.last().is_none_or(|(_, before)| *before != closed) {
                    clean.push((at, closed));
                }
            }
            clean
        }))
    }

    fn of_cell(&self, square: Square) -> &[(u64, bool)] {
        &self.0[square.cell().index()]
    }

    /// Whether a light cell is closed then, and has been for longer than a brush.
    fn light_is_closed(&self, at: u64) -> bool {
        Cell::all().filter(|cell| cell.dark().is_none()).any(|cell| {
            let last = self.0[cell.index()].iter().rfind(|(change, _)| *change <= at);
            last.is_some_and(|(since, closed)| *closed && at - since > BRUSH)
        })
    }

    /// The first opening at this time or later.
    fn opens(&self, square: Square, from: u64) -> Option<u64> {
        let found = self.of_cell(square).iter().find(|(at, closed)| !closed && *at >= from);
        found.map(|(at, _)| *at)
    }

    /// The last closing at this time or before.
    fn closes(&self, square: Square, until: u64) -> Option<u64> {
        let found = self.of_cell(square).iter().rfind(|(at, closed)| *closed && *at <= until);
        found.map(|(at, _)| *at)
    }

    /// The times in which a cell was closed, begun within these.
    fn closed_within(&self, square: Square, from: u64, to: u64) -> impl Iterator<Item = u64> {
        let list = self.of_cell(square);
        list.iter().enumerate().filter_map(move |(number, (at, closed))| {
            let within = *closed && (from..=to).contains(at);
            let end = list.get(number + 1).map_or(to.max(*at), |next| next.0);
            within.then_some(end - at)
        })
    }

    /// The times for which a cell was open, begun within these, and closed again.
    fn open_within(&self, square: Square, from: u64, to: u64) -> impl Iterator<Item = u64> {
        let pairs = self.of_cell(square).windows(2);
        pairs.filter_map(move |pair| {
            let [(opens, false), (closes, true)] = *pair else { return None };
            (from..to).contains(&opens).then_some(closes - opens)
        })
    }
}

/// What has to come of each turn of a game.
pub fn truths(game: &Game, performance: &Performance) -> Vec<Truth> {
    let contacts = Contacts::of(&performance.contacts);
    let mut begins = 0;
    let mut truths = Vec::with_capacity(game.turns.len());
    for (turn, times) in game.turns.iter().zip(&performance.turns) {
        truths.push(match &turn.intent {
            Intent::Move { played, .. } => lawful(turn, *played, times, begins, &contacts),
            Intent::Offence(offence) => {
                let mut truth = Truth::PLAIN;
                for deed in &offence.deeds {
                    truth.order = match *deed {
                        Deed::PlayUnordered(..) => unordered(times, &contacts),
                        Deed::PlayGrabbing(played) => grabbed(played, times, &contacts),
                        Deed::Touch(square, lasts) => {
                            let open = contacts.opens(square, times.begin);
                            let until = open.map_or(0, |at| at + u64::from(lasts));
                            let long = contacts
                                .open_within(square, times.begin, until.max(times.begin + 1))
                                .any(|open| open > BRUSH + AT_ONCE);
                            if !long {
                                truth.blame = Some(CannotTell::ShortTouch);
                            }
                            truth.order
                        }
                        Deed::Carry(from, to) => {
                            // What comes down shortly before the press is taken for a reply.
                            let foreign = turn.before.pieces(turn.before.turn().opponent());
                            let shortly = to.dark().zip(times.press).is_some_and(|(to, press)| {
                                let put = contacts.closes(to, press);
                                put.is_some_and(|put| put + BRUSH + AT_ONCE >= press)
                            });
                            let after_move = offence.kind == OffenceKind::ForeignAfterMove;
                            if after_move && foreign.contains(from) && shortly {
                                truth.blame = Some(CannotTell::ReplyAside);
                            }
                            truth.order
                        }
                        _ => truth.order,
                    };
                }
                truth
            }
        });
        if let (Some(last), Intent::Move { played, .. }) =
            (truths.len().checked_sub(2), &turn.intent)
            && let Some(press) = performance.turns[last].press
            && replied_aside(turn, *played, &performance.turns[last], press, &contacts)
        {
            truths[last].blame = Some(CannotTell::ReplyAside);
            // The question to the arbiter may follow the move that is answered.
            truths[last + 1].blame = Some(CannotTell::ReplyAside);
        }
        // The notice follows the move that counts.
        if let [.., before, last] = &mut truths[..] {
            last.lay_beside |= before.lay_beside;
        }
        // 3.11: until the press a touch by the other side has no consequence.
        begins = times.press.unwrap_or(times.rests);
    }
    truths
}

/// Whether, when the opponent presses, the piece of a reply has stood aside of its path for longer
/// than a brush, or a piece that it captures is off although its own piece is not lifted.
fn replied_aside(
    turn: &Turn,
    played: Move,
    before_it: &TurnTimes,
    press: u64,
    contacts: &Contacts,
) -> bool {
    let before = turn.before.occupied();
    let since = press.saturating_sub(BRUSH - AT_ONCE);
    let lasts = |square: Square, closed: bool| {
        let last = contacts.of_cell(square).iter().rev().find(|(at, _)| *at <= press);
        last.is_some_and(|(at, is)| *is == closed && *at <= since)
    };
    let path = |square: Square| played.path().any(|stop| stop == square);
    let aside = Square::all()
        .any(|square| !before.contains(square) && !path(square) && lasts(square, true));
    let lifted = contacts.opens(played.from(), before_it.begin).is_some_and(|at| at <= press);
    let prey = played.captured().iter().any(|square| lasts(square, false));
    aside || (prey && !lifted)
}

fn lawful(turn: &Turn, played: Move, times: &TurnTimes, begins: u64, contacts: &Contacts) -> Truth {
    let mut truth = Truth::PLAIN;
    truth.path = path(turn, played, times, contacts);
    truth.order = if turn.habits.grabs.is_some() && played.is_capture() {
        grabbed(played, times, contacts)
    } else {
        in_order(times, contacts)
    };
    // 3.7: a playable own piece that was up for longer than a brush before the one that is played.
    let legal = turn.before.legal_moves();
    // 7.3: before the first move of the game a piece of either side.
    let first = turn.before == Position::start();
    let touchable: Squares = legal.iter().map(|m| m.from()).collect();
    let touchable = if first { turn.before.occupied() } else { touchable };
    let mut others = touchable.without(played.from()).iter();
    let long = |square| {
        let mut open = contacts.open_within(square, begins, times.lifted);
        open.any(|open| open >= BRUSH)
    };
    if turn.habits.adjusts.is_none() && others.any(long) {
        truth.blame = Some(CannotTell::LongBrush);
    }
    truth.lay_beside = times.press.is_some_and(|press| contacts.light_is_closed(press));
    let late = |(square, at): &(Square, u64)| {
        let opens = contacts.opens(*square, *at);
        opens.zip(times.press).is_some_and(|(opens, press)| opens > press + BRUSH - 2 * AT_ONCE)
    };
    if times.taken.iter().any(late) {
        truth.blame = Some(CannotTell::LateCollection);
    }
    truth
}

/// Landings shown choose among the captures with these ends and pieces; else the order of removal.
fn path(
    turn: &Turn,
    played: Move,
    times: &TurnTimes,
    contacts: &Contacts,
) -> Result<(), CannotTell> {
    let shape = |m: &Move| (m.from(), m.to(), m.captured());
    let legal = turn.before.legal_moves();
    let others: Vec<Move> =
        legal.iter().copied().filter(|m| shape(m) == shape(&played) && *m != played).collect();
    if others.is_empty() {
        return Ok(());
    }
    let shown = |square: Square| {
        let mut closed = contacts.closed_within(square, times.lifted, times.rests);
        closed.any(|lasts| lasts >= SHOWN)
    };
    let all = |m: &Move| m.path().filter(|stop| *stop != m.to()).all(shown);
    let any = |m: &Move| m.path().filter(|stop| *stop != m.to()).any(shown);
    if all(&played) {
        return if others.iter().any(all) { Err(CannotTell::Path) } else { Ok(()) };
    }
    if any(&played) || others.iter().any(any) {
        return Err(CannotTell::Path);
    }
    let taken: Vec<Square> = times.taken.iter().map(|(square, _)| *square).collect();
    let fits = |m: &Move| {
        let mut direct: Vec<Square> = m.captured_in_order().collect();
        let same = direct == taken;
        direct.reverse();
        same || direct == taken
    };
    if fits(&played) && !others.iter().any(fits) { Ok(()) } else { Err(CannotTell::Path) }
}

/// 5.12 of a player who took the pieces in order.
fn in_order(times: &TurnTimes, contacts: &Contacts) -> Order {
    let opens: Vec<u64> =
        times.taken.iter().filter_map(|(square, at)| contacts.opens(*square, *at)).collect();
    let apart = |pair: &[u64]| pair[0] > pair[1] + AT_ONCE;
    if opens.len() > 2 && opens.windows(2).any(apart) {
        return Order::Unclear(CannotTell::TwoAtOnce);
    }
    Order::Regular
}

/// 5.12 of a player who took the pieces out of order.
fn unordered(times: &TurnTimes, contacts: &Contacts) -> Order {
    let mut opens: Vec<u64> =
        times.taken.iter().filter_map(|(square, at)| contacts.opens(*square, *at)).collect();
    let apart = opens.windows(2).all(|pair| pair[0] + AT_ONCE < pair[1]);
    opens.sort_unstable();
    if apart { Order::Broken } else { Order::Unclear(CannotTell::TwoAtOnce) }
}

/// 5.12 of a player who took the first piece before the landing.
fn grabbed(played: Move, times: &TurnTimes, contacts: &Contacts) -> Order {
    let Some((square, at)) = times.taken.first() else { return Order::Regular };
    let opens = contacts.opens(*square, *at);
    let closes = contacts.closes(played.to(), times.rests);
    let (Some(opens), Some(closes)) = (opens, closes) else { return Order::Regular };
    // Above its last square the piece may have closed the reed before.
    let mut hovered = contacts.closed_within(played.to(), times.lifted, closes.saturating_sub(1));
    if hovered.any(|lasts| lasts >= SHOWN) {
        return Order::Unclear(CannotTell::GrabbedUnderHover);
    }
    if opens + AT_ONCE < closes {
        Order::Broken
    } else if opens <= closes + AT_ONCE {
        Order::Unclear(CannotTell::GrabbedAtLanding)
    } else {
        Order::Regular
    }
}

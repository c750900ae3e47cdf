use heapless::Deque;

use super::{Colour, Position, Square, Squares};

/// Room for the history of a game, in words of two bytes.
///
/// A game may last 600 half-moves. Each takes one word, and a capture six more;
/// 24 pieces can be captured, so 600 + 24 · 6 = 744 words hold any lawful game of
/// that length. The rest is for irregular moves that were kept: seven words each.
/// A longer game loses its oldest half-moves; [`History::has_forgotten`] tells.
pub const HISTORY_WORDS: usize = 768;

/// The half-moves of a game, from which every earlier position is rebuilt backwards.
///
/// It holds what changed, not the positions. Repetitions are compared piece by
/// piece, without the collisions of a hash, and a move can be taken back.
///
/// A word is one displacement:
///
/// ```text
///  bit 15   14..11   10        9..5   4..0
///  +------+--------+---------+------+------+
///  |  0   |   0    | crowned |  to  | from |
///  +------+--------+---------+------+------+
/// ```
///
/// Anything else (a capture, a kept irregularity, a passed turn) is six words,
/// the changed squares of White, of Black and of the kings, low half first, then
/// a word with bit 15 set, whose bit 0 says whether the turn changed.
#[derive(Clone, Debug, Default)]
pub struct History {
    words: Deque<u16, HISTORY_WORDS>,
    forgotten: bool,
}

const TO: u16 = 5;
const CROWNED: u16 = 1 << 10;
const LONG: u16 = 1 << 15;
const TURN_CHANGED: u16 = 1;

impl History {
    /// A game that has just begun.
    pub const fn new() -> Self {
        Self { words: Deque::new(), forgotten: false }
    }

    /// Adds the half-move that led from one position to the other, legal or
    /// not.
    pub fn record(&mut self, before: &Position, after: &Position) {
        if let Some(word) = displacement(before, after) {
            self.push(word);
            return;
        }
        let changed = |squares: fn(&Position) -> Squares| squares(before) ^ squares(after);
        for squares in [
            changed(|position| position.pieces(Colour::White)),
            changed(|position| position.pieces(Colour::Black)),
            changed(Position::all_kings),
        ] {
            self.push(squares.raw() as u16);
            self.push((squares.raw() >> 16) as u16);
        }
        let turn_changed = before.turn() != after.turn();
        self.push(LONG | if turn_changed { TURN_CHANGED } else { 0 });
    }

    fn push(&mut self, word: u16) {
        if self.words.is_full() {
            self.words.pop_front();
            self.forgotten = true;
        }
        // There is room now.
        let _ = self.words.push_back(word);
    }

    /// The number of times that the current position has occurred with the same
    /// side on move, this time included (9.3 b).
    pub fn occurrences(&self, current: &Position) -> usize {
        1 + self.back_from(current).filter(|earlier| earlier == current).count()
    }

    /// The number of occurrences of the most repeated position, with the same side
    /// on move; `current` is the latest.
    pub fn most_occurrences(&self, current: &Position) -> usize {
        let mut most = self.occurrences(current);
        let mut at = (*current, self.words.len());
        while let Some(earlier) = self.before(at) {
            at = earlier;
            let alike = |(position, _): &(Position, usize)| *position == at.0;
            let mut before = at;
            let earlier = core::iter::from_fn(|| {
                before = self.before(before)?;
                Some(before)
            });
            most = most.max(1 + earlier.filter(alike).count());
        }
        most
    }

    /// Every position before this one, the latest first.
    pub fn back_from(&self, current: &Position) -> impl Iterator<Item = Position> {
        let mut at = (*current, self.words.len());
        core::iter::from_fn(move || {
            at = self.before(at)?;
            Some(at.0)
        })
    }

    /// Removes the last half-move and returns the position before it.
    pub fn take_back(&mut self, current: &Position) -> Option<Position> {
        let (position, length) = self.before((*current, self.words.len()))?;
        while self.words.len() > length {
            self.words.pop_back();
        }
        Some(position)
    }

    /// Whether the game was too long to be remembered whole; a repetition may
    /// then have begun before what is left.
    pub const fn has_forgotten(&self) -> bool {
        self.forgotten
    }

    /// Removes every half-move.
    pub fn clear(&mut self) {
        self.words.clear();
        self.forgotten = false;
    }

    /// One half-move back: the position then, and how many words it had.
    fn before(&self, (now, length): (Position, usize)) -> Option<(Position, usize)> {
        let length = length.checked_sub(1)?;
        let last = *self.words.get(length)?;
        if last & LONG == 0 {
            return Some((undo(&now, last), length));
        }
        // Where the oldest words are forgotten, the rest of theirs means nothing.
        let start = length.checked_sub(6)?;
        let half = |n| self.words.get(start + n).copied().map(u32::from);
        let squares = |n| Some(Squares::from_raw(half(n)? | half(n + 1)? << 16));
        let turn = if last & TURN_CHANGED == 0 { now.turn() } else { now.turn().opponent() };
        let position = Position::from_parts(
            now.pieces(Colour::White) ^ squares(0)?,
            now.pieces(Colour::Black) ^ squares(2)?,
            now.all_kings() ^ squares(4)?,
            turn,
        );
        Some((position, start))
    }
}

/// The word for a half-move in which one piece went to another square and
/// nothing else happened.
fn displacement(before: &Position, after: &Position) -> Option<u16> {
    let player = before.turn();
    let (old, new) = (before.pieces(player), after.pieces(player));
    let (left, reached) = (old - new, new - old);
    let from = left.first()?;
    let to = reached.first()?;
    let crowned = before.men(player).contains(from) && after.kings(player).contains(to);
    let word =
        u16::from(from.bit()) | u16::from(to.bit()) << TO | if crowned { CROWNED } else { 0 };
    // A half-move that the word cannot hold is not undone by it.
    (undo(after, word) == *before).then_some(word)
}

fn undo(after: &Position, word: u16) -> Position {
    let from = Square::from_bit(word as u8);
    let to = Square::from_bit((word >> TO) as u8);
    let player = after.turn().opponent();
    let moved_back = after.pieces(player).without(to).with(from);
    let kings = after.all_kings();
    let was_king = kings.contains(to) && word & CROWNED == 0;
    let others = after.pieces(after.turn());
    let (white, black) = match player {
        Colour::White => (moved_back, others),
        Colour::Black => (others, moved_back),
    };
    let kings = kings.without(to);
    Position::from_parts(white, black, if was_king { kings.with(from) } else { kings }, player)
}

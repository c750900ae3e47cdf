//! The rules of movement a second time, slow and obvious.
//!
//! Written from the articles of Capo I alone: an array of 64 cells, copies of
//! boards, lists of everything that could be captured, and then one sieve for
//! each of 6.6 to 6.9. It shares nothing with the rules core, so that a mistake
//! in one of them is not a mistake in both. Only [`Board::of`] knows the core,
//! to take over a position.

use std::fmt::Write;
use std::sync::LazyLock;

use damiera::rules::{Colour, Position, Rank, Square};
use serde::Deserialize;

/// 2.7: each player has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// *Il Bianco*: at the bottom of the diagram (2.6).
    White,
    /// *Il Nero*: at the top.
    Black,
}

/// 3.1: pieces are *pedine* or *dame*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One disc.
    Pedina,
    /// Two discs of the same colour.
    Dama,
}

/// A piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    side: Side,
    kind: Kind,
}

/// A cell of the diagram, row 0 at the top, column 0 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    row: usize,
    column: usize,
}

/// Rows down and columns right of one diagonal step.
type Diagonal = (isize, isize);

const UP: [Diagonal; 2] = [(-1, -1), (-1, 1)];
const DOWN: [Diagonal; 2] = [(1, -1), (1, 1)];

/// The number of each dark cell, 0 for light ones.
static NUMBERS: LazyLock<[[u8; 8]; 8]> = LazyLock::new(|| {
    let mut numbers = [[0; 8]; 8];
    let mut next = 1;
    for (row, cells) in numbers.iter_mut().enumerate() {
        for (column, number) in cells.iter_mut().enumerate() {
            // 2.3: the cell at the bottom right is dark, and 2.1: colours alternate.
            let dark = ((7 - row) + (7 - column)) % 2 == 0;
            if dark {
                // 2.4: from left to right, row by row, from the top left on.
                *number = next;
                next += 1;
            }
        }
    }
    numbers
});

impl Place {
    /// Where a number stands (2.4).
    fn numbered(number: u8) -> Self {
        Self::all().find(|place| place.number() == number).expect("squares are numbered 1 to 32")
    }

    /// The number of a dark cell (2.4).
    pub fn number(self) -> u8 {
        NUMBERS[self.row][self.column]
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..8).flat_map(|row| (0..8).map(move |column| Self { row, column }))
    }

    /// The cell one step along a diagonal, if the board goes on there.
    fn along(self, (down, right): Diagonal) -> Option<Self> {
        let row = self.row.checked_add_signed(down).filter(|row| *row < 8)?;
        let column = self.column.checked_add_signed(right).filter(|column| *column < 8)?;
        Some(Self { row, column })
    }
}

/// A position: what stands where, and who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [[Option<Piece>; 8]; 8],
    turn: Side,
}

/// A capture that the pieces allow, whether or not another one goes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    from: Place,
    by: Kind,
    /// The cell reached by each jump.
    path: Vec<Place>,
    /// The piece passed by each jump (5.1: *in sequenza*).
    taken: Vec<(Place, Kind)>,
}

impl Capture {
    /// The number of the start.
    pub fn from(&self) -> u8 {
        self.from.number()
    }

    /// The numbers of the landings.
    pub fn path(&self) -> Vec<u8> {
        self.path.iter().map(|place| place.number()).collect()
    }

    fn kings(&self) -> usize {
        self.taken.iter().filter(|(_, kind)| *kind == Kind::Dama).count()
    }
}

/// A legal move, in numbers and with the position after it, so that two
/// generators can be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub struct PlainMove {
    /// The start.
    pub from: u8,
    /// Each landing.
    pub path: Vec<u8>,
    /// Each piece taken, in order.
    pub captured: Vec<u8>,
    /// The resulting position as a FEN.
    pub after: String,
}

/// The captures left over by each article in turn.
#[derive(Debug)]
pub struct Sieves {
    /// Every capture that is carried through to its end (5.7, 5.9).
    pub all: Vec<Capture>,
    /// Those that take most pieces.
    pub after_6_6: Vec<Capture>,
    /// Of those, the ones made by a king if there is one.
    pub after_6_7: Vec<Capture>,
    /// Of those, the ones that take most kings.
    pub after_6_8: Vec<Capture>,
    /// Of those, the ones that meet kings first: free to choose from (6.10).
    pub after_6_9: Vec<Capture>,
}

impl Sieves {
    /// The article whose sieve a capture did not pass, `None` if it may be played.
    pub fn stopped_by(&self, capture: &Capture) -> Option<(u8, u8)> {
        [
            (&self.after_6_6, (6, 6)),
            (&self.after_6_7, (6, 7)),
            (&self.after_6_8, (6, 8)),
            (&self.after_6_9, (6, 9)),
        ]
        .into_iter()
        .find(|(left, _)| !left.contains(capture))
        .map(|(_, article)| article)
    }
}

impl Board {
    /// The same position as the core's.
    pub fn of(position: &Position) -> Self {
        let mut cells = [[None; 8]; 8];
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square) {
                let place = Place::numbered(square.number());
                let kind = match piece.rank {
                    Rank::Man => Kind::Pedina,
                    Rank::King => Kind::Dama,
                };
                cells[place.row][place.column] = Some(Piece { side: side(piece.colour), kind });
            }
        }
        Self { cells, turn: side(position.turn()) }
    }

    fn at(&self, place: Place) -> Option<Piece> {
        self.cells[place.row][place.column]
    }

    fn put(&mut self, place: Place, piece: Option<Piece>) {
        self.cells[place.row][place.column] = piece;
    }

    /// Every legal move, sorted.
    pub fn moves(&self) -> Vec<PlainMove> {
        let sieves = self.sieves();
        // 6.1: capturing is obligatory.
        let mut moves: Vec<_> = if sieves.all.is_empty() {
            self.steps()
        } else {
            sieves.after_6_9.iter().map(|capture| self.carried_out(capture)).collect()
        };
        moves.sort();
        moves
    }

    /// Simple displacements (3.2 a), as if nothing could be captured.
    pub fn steps(&self) -> Vec<PlainMove> {
        let mut steps = Vec::new();
        for (from, piece) in self.own_pieces() {
            for diagonal in self.diagonals(piece) {
                // 4.1, 4.7: to a free contiguous cell.
                let Some(to) = from.along(diagonal) else { continue };
                if self.at(to).is_some() {
                    continue;
                }
                let mut after = self.clone();
                after.put(from, None);
                after.put(to, Some(self.at_rest(piece, to)));
                after.turn = other(self.turn);
                steps.push(PlainMove {
                    from: from.number(),
                    path: vec![to.number()],
                    captured: Vec::new(),
                    after: after.fen(),
                });
            }
        }
        steps
    }

    /// All captures, and what each of 6.6 to 6.9 leaves of them.
    pub fn sieves(&self) -> Sieves {
        let all = self.captures();
        let after_6_6 = with_most(&all, |capture| capture.taken.len());
        let after_6_7 = by_a_king_if_possible(&after_6_6);
        let after_6_8 = with_most(&after_6_7, Capture::kings);
        let after_6_9 = meeting_kings_first(&after_6_8);
        Sieves { all, after_6_6, after_6_7, after_6_8, after_6_9 }
    }

    fn captures(&self) -> Vec<Capture> {
        let mut all = Vec::new();
        for (from, piece) in self.own_pieces() {
            // The piece is in the hand: its own cell is free, and 6.4 lets it pass
            // free cells as often as it likes.
            let mut without_it = self.clone();
            without_it.put(from, None);
            let begun = Capture { from, by: piece.kind, path: Vec::new(), taken: Vec::new() };
            without_it.go_on_capturing(piece, from, begun, &mut all);
        }
        all
    }

    /// Carries a capture on from a cell in every possible way. The pieces passed
    /// stay on the board until the whole capture is over (5.12).
    fn go_on_capturing(&self, piece: Piece, at: Place, so_far: Capture, all: &mut Vec<Capture>) {
        let mut goes_on = false;
        // 6.5: a man that reached the far base by a capture waits for its next move.
        let waits = !so_far.path.is_empty() && self.at_rest(piece, at) != piece;
        for diagonal in self.diagonals(piece) {
            let Some(over) = at.along(diagonal) else { continue };
            let Some(landing) = over.along(diagonal) else { continue };
            // 6.2, 6.3: one's own pieces are neither captured nor passed.
            let Some(prey) = self.at(over).filter(|prey| prey.side != piece.side) else { continue };
            // 5.3 b: a man captures men only.
            if piece.kind == Kind::Pedina && prey.kind == Kind::Dama {
                continue;
            }
            // 6.4: no piece is passed twice.
            if so_far.taken.contains(&(over, prey.kind)) {
                continue;
            }
            // 5.2: the cell behind it, on the same diagonal, is free.
            if self.at(landing).is_some() || waits {
                continue;
            }
            goes_on = true;
            let mut further = so_far.clone();
            further.path.push(landing);
            further.taken.push((over, prey.kind));
            self.go_on_capturing(piece, landing, further, all);
        }
        // 5.7, 5.9: it ends only where nothing more is in reach.
        if !goes_on && !so_far.path.is_empty() {
            all.push(so_far);
        }
    }

    /// The position after a capture.
    fn carried_out(&self, capture: &Capture) -> PlainMove {
        let mut after = self.clone();
        let piece = self.at(capture.from).expect("a capture begins with a piece");
        after.put(capture.from, None);
        for (place, _) in &capture.taken {
            after.put(*place, None);
        }
        let to = *capture.path.last().expect("a capture has a landing");
        after.put(to, Some(self.at_rest(piece, to)));
        after.turn = other(self.turn);
        PlainMove {
            from: capture.from(),
            path: capture.path(),
            captured: capture.taken.iter().map(|(place, _)| place.number()).collect(),
            after: after.fen(),
        }
    }

    fn own_pieces(&self) -> impl Iterator<Item = (Place, Piece)> {
        Place::all()
            .filter_map(|place| Some((place, self.at(place)?)))
            .filter(|(_, piece)| piece.side == self.turn)
    }

    /// Which ways a piece moves (4.1, 4.7) and captures (5.3 a, 5.3 c).
    fn diagonals(&self, piece: Piece) -> Vec<Diagonal> {
        match (piece.kind, piece.side) {
            (Kind::Dama, _) => [UP, DOWN].concat(),
            (Kind::Pedina, Side::White) => UP.to_vec(),
            (Kind::Pedina, Side::Black) => DOWN.to_vec(),
        }
    }

    /// The piece after its move ends on a cell: a man on the far base is a king (4.2).
    fn at_rest(&self, piece: Piece, place: Place) -> Piece {
        let far_base = match piece.side {
            Side::White => 0,
            Side::Black => 7,
        };
        if place.row == far_base { Piece { kind: Kind::Dama, ..piece } } else { piece }
    }

    /// Side on move, White's pieces, Black's pieces; kings with a K.
    pub fn fen(&self) -> String {
        let letter = |side| if side == Side::White { 'W' } else { 'B' };
        let mut fen = letter(self.turn).to_string();
        for side in [Side::White, Side::Black] {
            let mut pieces = Vec::new();
            for place in Place::all() {
                if let Some(piece) = self.at(place).filter(|piece| piece.side == side) {
                    let king = if piece.kind == Kind::Dama { "K" } else { "" };
                    pieces.push(format!("{king}{}", place.number()));
                }
            }
            let _ = write!(fen, ":{}{}", letter(side), pieces.join(","));
        }
        fen
    }
}

/// 6.6 and 6.8 alike: those of which there is most.
fn with_most(captures: &[Capture], of: impl Fn(&Capture) -> usize) -> Vec<Capture> {
    let most = captures.iter().map(&of).max();
    captures.iter().filter(|capture| Some(of(capture)) == most).cloned().collect()
}

/// 6.7.
fn by_a_king_if_possible(captures: &[Capture]) -> Vec<Capture> {
    let by_a_king = |capture: &&Capture| capture.by == Kind::Dama;
    if captures.iter().any(|capture| by_a_king(&capture)) {
        captures.iter().filter(by_a_king).cloned().collect()
    } else {
        captures.to_vec()
    }
}

/// 6.9: the sequences are compared piece by piece; wherever some of those that
/// are left take a king and others a man, the king decides.
fn meeting_kings_first(captures: &[Capture]) -> Vec<Capture> {
    let mut left = captures.to_vec();
    let length = captures.first().map_or(0, |capture| capture.taken.len());
    for place_in_sequence in 0..length {
        let a_king = |capture: &Capture| capture.taken[place_in_sequence].1 == Kind::Dama;
        if left.iter().any(a_king) {
            left.retain(a_king);
        }
    }
    left
}

fn other(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

fn side(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
    }
}

/// The core's legal moves, told in the same way and sorted.
pub fn moves_of_the_core(position: &Position) -> Vec<PlainMove> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|&legal| PlainMove {
            from: legal.from().number(),
            path: legal.path().map(Square::number).collect(),
            captured: legal.captured_in_order().map(Square::number).collect(),
            after: position.play_unchecked(legal).to_string(),
        })
        .collect();
    moves.sort();
    moves
}

//! What the player whose clock stands has done since his move counted: 8.1.4 and 8.1.1.

use super::Game;
use crate::event::{Breach, Irregularity, Target};
use crate::rules::{Colour, Direction, Move, Piece, Position, Rank, Setup, Square, Squares};
use crate::sense::Cells;
use crate::worlds::{Contacts, World};

/// The turn of the opponent, seen from the move before it.
pub(super) struct Afterwards<'a> {
    /// Before that move; its player was on move.
    before: &'a Position,
    /// After it.
    position: &'a Position,
    last: Move,
    /// The king that the move made, which may be stacked (4.4).
    crowned: Option<Square>,
    world: &'a World,
    contacts: &'a Contacts,
    /// The squares on which pieces stand in that world.
    board: Squares,
}

impl Game {
    /// `None` if the last move was not pressed for.
    pub(super) fn afterwards<'a>(&'a self, world: &'a World) -> Option<Afterwards<'a>> {
        let position = self.record.position();
        let contacts = self.worlds.contacts();
        let untrusted = contacts.board() - contacts.trusted();
        Some(Afterwards {
            before: self.record.pressed_from()?,
            position,
            last: self.record.last()?,
            crowned: self.record.crowned(),
            world,
            contacts,
            board: untrusted | world.squares(position) & contacts.trusted(),
        })
    }
}

impl Afterwards<'_> {
    fn offender(&self) -> Colour {
        self.before.turn()
    }

    /// 8.1.4: the move was put back, its piece and all that it captured.
    pub(super) fn withdrawn(&self) -> Option<Irregularity> {
        let (from, to) = (self.last.from(), self.last.to());
        let back = self.world.arrivals().iter().map(|arrival| arrival.cell).collect::<Cells>()
            == Cells::from(self.last.captured());
        let away = self.world.away();
        let withdrawn = if from == to {
            // 6.4: a capture that ended where it began is put back by its pieces alone.
            back && away.is_empty() && self.last.is_capture()
        } else {
            let mover = self.world.piece(to).and_then(|mover| mover.elsewhere());
            back && mover == Some(from.cell()) && away == Squares::of(to)
        };
        withdrawn.then(|| self.report(Breach::Withdrawal, self.board))
    }

    /// At a second press: 8.1.4 if another move stands instead, 8.1.1 if a second one was made.
    pub(super) fn second_press(&self) -> Option<Irregularity> {
        // The opponent may hold a piece meanwhile.
        let theirs = self.position.pieces(self.position.turn());
        let held = self.world.in_hand() & theirs;
        let boards = [self.board, self.board | if held.len() == 1 { held } else { Squares::EMPTY }];
        let withdrawn =
            |board: &Squares| self.shows(*board, self.before) || self.instead(*board).is_some();
        if let Some(board) = boards.iter().find(|board| withdrawn(board)) {
            return Some(self.report(Breach::Withdrawal, *board));
        }
        let second = self.second()?;
        Some(Irregularity { squares: second, ..self.report(Breach::TwoMoves, boards[0]) })
    }

    /// The position if the board stands as it is.
    pub(super) fn kept(&self) -> Option<Position> {
        let board = self.board;
        let known = [self.position, self.before].into_iter().find(|known| self.shows(board, known));
        if let Some(known) = known {
            return Some(*known);
        }
        if let Some(other) = self.instead(board) {
            return Some(self.before.play_unchecked(other));
        }
        let offended = self.world.pieces().iter().filter(|piece| self.own().contains(piece.home));
        let mut setup = Setup::empty(self.position.turn());
        let jumped = self.jumped();
        for square in self.position.occupied() - jumped {
            let Some(piece) = self.position.piece_at(square) else { continue };
            let moved = offended.clone().find(|moved| moved.home == square);
            let to = match moved.map(|moved| moved.place) {
                Some(Some(cell)) => cell.dark()?,
                Some(None) => return None,
                None => square,
            };
            let crowned = Squares::crowning_row(piece.colour).contains(to);
            let rank = if crowned { Rank::King } else { piece.rank };
            setup.put(Piece { rank, ..piece }, to);
        }
        Position::try_from(setup).ok()
    }

    fn own(&self) -> Squares {
        self.position.pieces(self.offender())
    }

    fn shows(&self, board: Squares, position: &Position) -> bool {
        ((board ^ position.occupied()) & self.contacts.trusted()).is_empty()
    }

    /// The lawful move that stands on the board in place of the one that counted.
    fn instead(&self, board: Squares) -> Option<Move> {
        if self.shows(board, self.position) {
            return None;
        }
        let stands = |m: &&Move| self.shows(board, &self.before.play_unchecked(**m));
        self.before.legal_moves().iter().find(stands).copied()
    }

    /// The squares of a second displacement: own pieces, where they went, and what they jumped.
    fn second(&self) -> Option<Squares> {
        let moved = || {
            let own = self.own();
            self.world
                .pieces()
                .iter()
                .filter(move |piece| own.contains(piece.home))
                .filter(|piece| Some(piece.home) != self.crowned || !piece.is_in_hand())
        };
        let went: Squares =
            moved().filter_map(|piece| piece.elsewhere()).filter_map(|cell| cell.dark()).collect();
        let from: Squares =
            moved().filter(|piece| piece.elsewhere().is_some()).map(|piece| piece.home).collect();
        (!went.is_empty()).then(|| went | from | self.jumped())
    }

    /// The opponent's pieces that a second move jumped and took off.
    fn jumped(&self) -> Squares {
        let off = self.world.in_hand() - self.own();
        let mut jumped = Squares::EMPTY;
        for piece in self.world.pieces().iter().filter(|piece| self.own().contains(piece.home)) {
            let to = piece.elsewhere().and_then(|cell| cell.dark());
            let over = to.and_then(|to| {
                let towards = Direction::ALL.into_iter().find(|d| piece.home.jump(*d) == Some(to));
                piece.home.step(towards?)
            });
            jumped |= over.map_or(Squares::EMPTY, Squares::of) & off;
        }
        jumped
    }

    fn report(&self, breach: Breach, board: Squares) -> Irregularity {
        Irregularity {
            offender: self.offender(),
            breach,
            squares: (board ^ self.position.occupied()) & self.contacts.trusted(),
            light: self.contacts.light().iter().next(),
            correct: Target::Position(*self.position),
        }
    }
}

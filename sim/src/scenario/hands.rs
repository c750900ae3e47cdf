//! Performs acts as timed changes of contacts. Times are in ms.

use damiera::game::Input;
use damiera::rules::{Cell, Direction, Position, Square, Squares};
use damiera::sense::{Contact, Key, Line, Side};

use super::act::HELD;
use super::problem::Failure;
use super::write::Spot;
use super::{Act, Button, Path, people};
use crate::virtual_board::VirtualBoard;

/// Between two pieces that are taken off or put down.
const EACH_PIECE: u64 = 150;
/// Between two squares of a slide.
const EACH_SLIDE: u64 = 60;
/// Time for which a sliding piece closes a square that it passes.
const ON_THE_WAY: u64 = 30;
/// Time for which a sliding piece closes two squares.
const BRIDGING: u64 = 15;
/// Between the lift and the first landing, and between two landings.
const EACH_LANDING: u64 = 200;
/// Time for which a piece stands on a landing that is not the last.
const ON_A_LANDING: u64 = 100;
/// Time within which a knock changes all its contacts.
const KNOCK: u64 = 3;
/// Between two changes of a chattering contact.
const CHATTER: u64 = 20;

/// Time for which MENU is held when the power is back.
const MENU_AT_POWER_ON: u64 = 3_000;

/// Hands that act on a board.
pub(super) struct Hands<'a>(pub(super) &'a mut VirtualBoard);

impl Hands<'_> {
    /// Performs an act and returns the time of its end.
    pub(super) fn perform(&mut self, act: &Act, begin: u64) -> Result<u64, Failure> {
        if let Some(ended) = people::perform(self.0, act, begin) {
            return ended;
        }
        let lasts = match act {
            Act::Lift(cell) => {
                self.lift(*cell, begin)?;
                0
            }
            Act::Drop(cell) => {
                self.set(*cell, true, begin)?;
                0
            }
            Act::Take(cells) => {
                self.each(cells, begin, Self::lift)?;
                EACH_PIECE * (cells.len() as u64).saturating_sub(1)
            }
            Act::Put(cells) => {
                self.each(cells, begin, |hands, cell, at| hands.set(cell, true, at))?;
                EACH_PIECE * (cells.len() as u64).saturating_sub(1)
            }
            Act::Slide { from, to, via, bridging: false } => self.slide(*from, *to, via, begin)?,
            Act::Slide { from, to, via, bridging: true } => self.bridge(*from, *to, via, begin)?,
            Act::Move(path) => self.play(path, begin)?,
            Act::Press(button) => self.press(*button, HELD, begin)?,
            Act::Hold(button, held) => self.press(*button, *held, begin)?,
            Act::Key { key, held } => self.hold(&[Contact::Key(*key)], (*held).into(), begin)?,
            Act::Knock(cells) => {
                for (cell, number) in cells.iter().zip(0..) {
                    let closed = self.has_piece(*cell);
                    self.set(*cell, !closed, begin + number * KNOCK / cells.len() as u64)?;
                }
                KNOCK
            }
            Act::Chatter(cell, lasts) => {
                let before = self.has_piece(*cell);
                let end = begin + u64::from(*lasts);
                for (at, number) in (begin..end).step_by(CHATTER as usize).zip(0u64..) {
                    self.set(*cell, before != number.is_multiple_of(2), at)?;
                }
                self.set(*cell, before, end)?;
                (*lasts).into()
            }
            Act::Flicker(cell, lasts) => {
                self.lift(*cell, begin)?;
                self.set(*cell, true, begin + u64::from(*lasts))?;
                (*lasts).into()
            }
            Act::Unplug { off, menu } => {
                let back = begin + u64::from(*off);
                self.run_to(begin)?;
                self.0.restart(back, *menu)?;
                if *menu {
                    self.set_key(Key::Menu, false, back + MENU_AT_POWER_ON)?;
                    u64::from(*off) + MENU_AT_POWER_ON
                } else {
                    (*off).into()
                }
            }
            Act::Wait(millis) => (*millis).into(),
            _ => {
                self.run_to(begin)?;
                self.apply_at_once(act);
                0
            }
        };
        Ok(begin + lasts)
    }

    /// Performs an act that takes no time and moves no contact.
    fn apply_at_once(&mut self, act: &Act) {
        let mut line = |line: &Line, closed| self.0.break_line(*line, closed);
        match act {
            Act::Cut(wire) => line(wire, Some(false)),
            Act::Short(wire) => line(wire, Some(true)),
            Act::Mend(wire) => line(wire, None),
            Act::Bounce(millis) => self.0.bounce((*millis).into()),
            Act::Stick(cell, closed) => self.0.stick(Contact::Cell(*cell), Some(*closed)),
            Act::Unstick(cell) => self.0.stick(Contact::Cell(*cell), None),
            Act::Declare { breach, by } => {
                self.0.send(Input::Declare { breach: *breach, by: *by });
            }
            Act::Random(number) => self.0.send(Input::Random((*number).into())),
            Act::Storage(fault) => self.0.send(Input::Storage(*fault)),
            // `perform` handles all others.
            _ => {}
        }
    }

    fn run_to(&mut self, millis: u64) -> Result<(), Failure> {
        Ok(self.0.run_to(millis)?)
    }

    fn set(&mut self, cell: Cell, closed: bool, at: u64) -> Result<(), Failure> {
        Ok(self.0.set(Contact::Cell(cell), closed, at)?)
    }

    fn set_key(&mut self, key: Key, closed: bool, at: u64) -> Result<(), Failure> {
        Ok(self.0.set(Contact::Key(key), closed, at)?)
    }

    fn has_piece(&self, cell: Cell) -> bool {
        self.0.is_closed(Contact::Cell(cell))
    }

    /// Opens the contact of a cell; an error if no piece is there.
    fn lift(&mut self, cell: Cell, at: u64) -> Result<(), Failure> {
        if self.has_piece(cell) {
            self.set(cell, false, at)
        } else {
            let message = format!("there is no piece on {} that a hand could move", Spot(cell));
            Err(Failure::syntax(message))
        }
    }

    fn each(
        &mut self,
        cells: &[Cell],
        begin: u64,
        mut act: impl FnMut(&mut Self, Cell, u64) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (cell, number) in cells.iter().zip(0..) {
            act(self, *cell, begin + EACH_PIECE * number)?;
        }
        Ok(())
    }

    fn press(&mut self, button: Button, held: u32, begin: u64) -> Result<u64, Failure> {
        let buttons = match button {
            Button::Of(colour) => vec![self.0.button(colour)],
            Button::At(side) => vec![Contact::Key(Key::Player(side))],
            Button::Both => Side::ALL.map(|side| Contact::Key(Key::Player(side))).to_vec(),
        };
        self.hold(&buttons, held.into(), begin)
    }

    fn hold(&mut self, keys: &[Contact], held: u64, begin: u64) -> Result<u64, Failure> {
        for (closed, at) in [(true, begin), (false, begin + held)] {
            for key in keys {
                self.0.set(*key, closed, at)?;
            }
        }
        Ok(held)
    }

    fn slide(&mut self, from: Cell, to: Cell, via: &[Cell], begin: u64) -> Result<u64, Failure> {
        self.lift(from, begin)?;
        let mut at = begin;
        for cell in via {
            at += EACH_SLIDE;
            // The contact of another piece stays closed.
            if !self.has_piece(*cell) {
                self.set(*cell, true, at)?;
                self.set(*cell, false, at + ON_THE_WAY)?;
            }
        }
        at += EACH_SLIDE;
        self.set(to, true, at)?;
        Ok(at - begin)
    }

    fn bridge(&mut self, from: Cell, to: Cell, via: &[Cell], begin: u64) -> Result<u64, Failure> {
        if !self.has_piece(from) {
            return self.lift(from, begin).map(|()| 0);
        }
        let mut at = begin;
        let mut behind = Some(from);
        for cell in via.iter().chain([&to]) {
            let free = !self.has_piece(*cell);
            self.set(*cell, true, at)?;
            if let Some(behind) = behind {
                self.set(behind, false, at + BRIDGING)?;
            }
            behind = Some(*cell).filter(|_| free);
            at += EACH_SLIDE;
        }
        Ok(at - EACH_SLIDE + BRIDGING - begin)
    }

    fn play(&mut self, path: &Path, begin: u64) -> Result<u64, Failure> {
        let captured = self.captured(path)?;
        self.lift(path.from, begin)?;
        let mut at = begin;
        for (number, stop) in path.stops.iter().enumerate() {
            at += EACH_LANDING;
            let free = !self.has_piece(*stop);
            self.set(*stop, true, at)?;
            if number + 1 < path.stops.len() && free {
                self.set(*stop, false, at + ON_A_LANDING)?;
            }
        }
        for cell in captured {
            // An earlier act may have taken it.
            if self.has_piece(cell) {
                at += EACH_PIECE;
                self.set(cell, false, at)?;
            }
        }
        Ok(at - begin)
    }

    /// The pieces that a move captures, in order.
    fn captured(&self, path: &Path) -> Result<Vec<Cell>, Failure> {
        if !path.capture {
            return Ok(Vec::new());
        }
        let position = self.0.game().record().position();
        let hops = std::iter::once(&path.from).chain(&path.stops).zip(&path.stops);
        // Every jump is written: the pieces jumped over, lawful or not.
        let jumped: Option<Vec<_>> = hops
            .map(|(from, to)| between(*from, *to).filter(|over| self.has_piece(*over)))
            .collect();
        if let Some(jumped) = jumped {
            return Ok(jumped);
        }
        // Some jumps are left out: the legal capture that fits, if there is only one.
        let lawful: Vec<_> = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|legal| legal.is_capture() && path.is_within(&Path::from(*legal)))
            .collect();
        match lawful.as_slice() {
            [] => {}
            [only] => return Ok(only.captured_in_order().map(Square::cell).collect()),
            _ => return Err(several(lawful.len(), path)),
        }
        let mut captured = Vec::new();
        let mut at = path.from;
        for stop in &path.stops {
            captured.extend(self.flown_over(position, path, at, *stop)?);
            at = *stop;
        }
        Ok(captured)
    }

    /// The pieces captured between two squares of a path that need not be one jump apart: first by
    /// jumps over the opponent's pieces, then over any, then along the diagonal.
    fn flown_over(
        &self,
        position: &Position,
        path: &Path,
        from: Cell,
        to: Cell,
    ) -> Result<Vec<Cell>, Failure> {
        if let Some(over) = between(from, to) {
            return Ok(Some(over).filter(|over| self.has_piece(*over)).into_iter().collect());
        }
        let (Some(start), Some(end)) = (from.dark(), to.dark()) else { return Ok(Vec::new()) };
        let mover = path.from.dark().and_then(|from| position.piece_at(from));
        let opponents = |square: Square| {
            let piece = position.piece_at(square);
            piece.is_some_and(|piece| mover.is_none_or(|mover| piece.colour != mover.colour))
        };
        let opponents: Squares = Square::all().filter(|square| opponents(*square)).collect();
        for targets in [opponents, !Squares::EMPTY] {
            let mut search = Search { hands: self, origin: path.from, end, targets, found: vec![] };
            search.from(start, &mut Vec::new());
            match search.found.as_mut_slice() {
                [] => {}
                [only] => return Ok(std::mem::take(only)),
                found => return Err(several(found.len(), path)),
            }
        }
        Ok(on_diagonal(start, end).filter(|cell| self.has_piece(*cell)).collect())
    }
}

fn several(number: usize, path: &Path) -> Failure {
    Failure::syntax(format!(
        "{number} ways lead along {path}: write the squares between as well, like 30x21x14"
    ))
}

/// The square in the middle of a jump.
fn between(from: Cell, to: Cell) -> Option<Cell> {
    let (from, to) = (from.dark()?, to.dark()?);
    let towards = Direction::ALL.into_iter().find(|towards| from.jump(*towards) == Some(to))?;
    from.step(towards).map(Square::cell)
}

/// The squares strictly between two on a diagonal.
fn on_diagonal(from: Square, to: Square) -> impl Iterator<Item = Cell> {
    let line = |towards| {
        let mut squares = Vec::new();
        let mut at: Square = from;
        while let Some(next) = at.step(towards) {
            if next == to {
                return Some(squares);
            }
            squares.push(next.cell());
            at = next;
        }
        None
    };
    Direction::ALL.into_iter().find_map(line).unwrap_or_default().into_iter()
}

/// Search for all sequences of jumps to a square, over each piece at most once.
struct Search<'a> {
    hands: &'a Hands<'a>,
    /// Free: the moving piece was lifted from it.
    origin: Cell,
    end: Square,
    /// The squares that may be jumped over if a piece stands there.
    targets: Squares,
    found: Vec<Vec<Cell>>,
}

impl Search<'_> {
    fn from(&mut self, at: Square, taken: &mut Vec<Cell>) {
        if at == self.end && !taken.is_empty() {
            self.found.push(taken.clone());
        }
        for towards in Direction::ALL {
            let (Some(over), Some(landing)) = (at.step(towards), at.jump(towards)) else {
                continue;
            };
            let cell = over.cell();
            let target =
                cell != self.origin && self.hands.has_piece(cell) && self.targets.contains(over);
            let free = landing.cell() == self.origin || !self.hands.has_piece(landing.cell());
            if target && free && !taken.contains(&cell) {
                taken.push(cell);
                self.from(landing, taken);
                taken.pop();
            }
        }
    }
}

//! What the hands did, as a strip of boards.

use std::collections::BTreeMap;

use damiera::rules::{Cell, Piece, Position, Square, Squares};
use damiera::view::Language;

use super::language::Words;
use super::telling::Telling;
use super::{Action, ActionKind};

/// Boards from left to right: before, the steps of the hands, what was decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Strip {
    pub(crate) frames: Vec<Frame>,
}

/// One board of a strip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Lines below the board.
    pub(crate) captions: Vec<String>,
    /// The pieces that stand.
    pub(crate) pieces: Vec<(Piece, Cell)>,
    /// The pieces in hand, drawn beside the board.
    pub(crate) in_hand: Vec<Piece>,
    /// Squares that a piece has left in this frame, drawn as a dashed ring with the number of the step.
    pub(crate) left: Vec<(Cell, u32)>,
    /// Displacements with the number of the step.
    pub(crate) arrows: Vec<(Cell, Cell, u32)>,
    /// Pieces taken off, with the number of the step: drawn crossed out.
    pub(crate) off: Vec<(Piece, Cell, u32)>,
    /// Contacts that changed without consequence, each with its duration.
    pub(crate) noise: Vec<(Cell, String)>,
    /// Cells closed without a piece that is known to stand there.
    pub(crate) unknown: Vec<Cell>,
    /// The cells concerned.
    pub(crate) marked: Vec<Cell>,
}

/// Consecutive actions that one frame shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    None,
    /// A piece on its way.
    Piece(Square),
    /// Pieces that come off.
    Off,
    /// A piece too many.
    Unknown,
}

impl Strip {
    /// One board on which nothing happens.
    pub(super) fn still(position: &Position, concerned: Squares, light: Option<Cell>) -> Self {
        let mut marked = cells(concerned);
        marked.extend(light);
        let frame = Frame { pieces: pieces(position), marked, ..Frame::default() };
        Self { frames: vec![frame] }
    }

    /// The position before, and the steps of the hands.
    pub(super) fn of_hands(telling: &Telling<'_>, concerned: Squares, light: Option<Cell>) -> Self {
        let before = Frame {
            captions: vec![
                telling.language.of("Prima", "Before").to_owned(),
                match telling.press {
                    Some(_) => telling.language.of("0 s: la pressione", "0 s: the press"),
                    None => telling.language.of("0 s: la decisione", "0 s: the decision"),
                }
                .to_owned(),
            ],
            pieces: pieces(telling.position),
            ..Frame::default()
        };
        let standing = telling.position.occupied().iter().filter_map(|square| {
            Some((square, (telling.position.piece_at(square)?, Some(square.cell()))))
        });
        let mut steps = Steps {
            telling,
            frames: vec![before],
            group: Group::None,
            number: 0,
            standing: standing.collect(),
            from: BTreeMap::new(),
            unknown: Vec::new(),
            waiting: Vec::new(),
        };
        for action in &telling.actions {
            steps.take(action);
        }
        steps.end();
        let mut frames = steps.frames;
        if let Some(last) = frames.last_mut() {
            last.marked = cells(concerned);
            last.marked.extend(light);
        }
        Self { frames }
    }

    /// Adds the position that was decided, or that a correction leads to.
    pub(super) fn decided(&mut self, position: &Position, concerned: Squares, caption: String) {
        self.frames.push(Frame {
            captions: vec![caption],
            pieces: pieces(position),
            marked: cells(concerned),
            ..Frame::default()
        });
    }
}

struct Steps<'a> {
    telling: &'a Telling<'a>,
    frames: Vec<Frame>,
    group: Group,
    /// Number of the last step.
    number: u32,
    /// Every piece by its square before; its cell, or `None` in hand.
    standing: BTreeMap<Square, (Piece, Option<Cell>)>,
    /// Where each piece in hand was lifted, and when.
    from: BTreeMap<Square, (Cell, u32)>,
    unknown: Vec<Cell>,
    /// Noise before the first step.
    waiting: Vec<(Cell, String)>,
}

impl Steps<'_> {
    fn take(&mut self, action: &Action) {
        let duration = |millis: u32| self.telling.language.duration(millis);
        match (action.what, action.piece) {
            (ActionKind::Brushed { at, millis }, _) => self.noise(at, duration(millis)),
            (ActionKind::Closed { at, millis: Some(millis) }, _) => {
                self.noise(at, duration(millis));
            }
            (ActionKind::Closed { at, millis: None }, _) => {
                self.go_to(Group::Unknown);
                self.unknown.push(at);
                let caption = format!(
                    "? {} ({})",
                    self.telling.language.cell(at),
                    self.telling.short(action.before)
                );
                self.frame().captions.push(caption);
            }
            (ActionKind::Lifted { from }, Some(piece)) if self.telling.is_taken_off(piece) => {
                self.go_to(Group::Off);
                self.number += 1;
                let number = self.number;
                if let Some(standing) = self.standing.get_mut(&piece) {
                    standing.1 = None;
                    let off = (standing.0, from, number);
                    self.frame().off.push(off);
                }
                let caption = format!(
                    "{number}  {} {} ({})",
                    self.telling.language.cell(from),
                    self.telling.language.of("tolta", "off"),
                    self.telling.short(action.before)
                );
                self.frame().captions.push(caption);
            }
            (ActionKind::Lifted { from }, Some(piece)) => {
                self.go_to(Group::Piece(piece));
                if let Some(standing) = self.standing.get_mut(&piece) {
                    standing.1 = None;
                }
                self.from.insert(piece, (from, action.before));
            }
            (ActionKind::Put { to }, Some(piece)) => {
                self.go_to(Group::Piece(piece));
                let from = self.from.remove(&piece);
                self.arrive(piece, from, to, action.before);
            }
            (ActionKind::Slid { from, to }, Some(piece)) => {
                self.go_to(Group::Piece(piece));
                self.arrive(piece, Some((from, action.before)), to, action.before);
            }
            _ => {}
        }
    }

    fn arrive(&mut self, piece: Square, from: Option<(Cell, u32)>, to: Cell, at: u32) {
        self.number += 1;
        let number = self.number;
        if let Some(standing) = self.standing.get_mut(&piece) {
            standing.1 = Some(to);
        }
        let telling = self.telling;
        let (words, put) = (telling.language, telling.short(at));
        let (from, lifted) = from.unwrap_or((piece.cell(), at));
        let frame = self.frame();
        let caption = if from == to {
            frame.left.push((from, number));
            let back = words.of("alzata e rimessa", "lifted and put back");
            format!("{number}  {} {back} ({} → {put})", words.cell(from), telling.short(lifted))
        } else {
            frame.arrows.push((from, to, number));
            let times = match lifted == at {
                true => put,
                false => format!("{} → {put}", telling.short(lifted)),
            };
            format!("{number}  {} → {} ({times})", short_cell(from, words), short_cell(to, words))
        };
        frame.captions.push(caption);
    }

    fn noise(&mut self, at: Cell, duration: String) {
        match self.group {
            Group::None => self.waiting.push((at, duration)),
            _ => self.frame().noise.push((at, duration)),
        }
    }

    /// The frame of the current group.
    fn frame(&mut self) -> &mut Frame {
        if self.frames.len() == 1 && self.group != Group::None {
            self.frames.push(Frame::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn go_to(&mut self, group: Group) {
        if group == self.group {
            return;
        }
        if self.group != Group::None {
            self.finish();
        }
        self.group = group;
        let noise = std::mem::take(&mut self.waiting);
        self.frames.push(Frame { noise, ..Frame::default() });
    }

    /// Puts the pieces into the frame as they stand now.
    fn finish(&mut self) {
        let standing = self.standing.values();
        let pieces = standing.clone().filter_map(|(piece, cell)| Some((*piece, (*cell)?)));
        let pieces: Vec<_> = pieces.collect();
        let in_hand: Vec<(Piece, Cell, u32)> = self
            .from
            .iter()
            .filter_map(|(home, (cell, at))| Some((self.standing.get(home)?.0, *cell, *at)))
            .collect();
        let unknown = self.unknown.clone();
        let telling = self.telling;
        let held = match self.group {
            Group::Piece(piece) => self.from.get(&piece).copied(),
            _ => None,
        };
        if held.is_some() {
            self.number += 1;
        }
        let number = self.number;
        let frame = self.frame();
        frame.pieces = pieces;
        frame.in_hand = in_hand.iter().map(|(piece, ..)| *piece).collect();
        frame.unknown = unknown;
        if let Some((cell, at)) = held {
            frame.left.push((cell, number));
            let in_hand = telling.language.of("in mano", "in hand");
            let cell = short_cell(cell, telling.language);
            frame.captions.push(format!("{number}  {cell} {in_hand} ({})", telling.short(at)));
        }
    }

    fn end(&mut self) {
        if self.group != Group::None {
            self.finish();
        } else if !self.waiting.is_empty() {
            // Nothing but noise.
            self.frames[0].noise = std::mem::take(&mut self.waiting);
        }
    }
}

/// A square by its number; which light cell it is, the arrow shows.
fn short_cell(cell: Cell, language: Language) -> String {
    match cell.dark() {
        Some(square) => square.number().to_string(),
        None => language.of("casella chiara", "light square").to_owned(),
    }
}

fn cells(squares: Squares) -> Vec<Cell> {
    squares.iter().map(Square::cell).collect()
}

fn pieces(position: &Position) -> Vec<(Piece, Cell)> {
    let squares = position.occupied().iter();
    squares.filter_map(|square| Some((position.piece_at(square)?, square.cell()))).collect()
}

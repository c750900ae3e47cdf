use damiera::rules::{Cell, Square};
use damiera::sense::Contact;

use super::magnets::{Track, strength};
use super::motion::{Course, Motion};
use super::point::Point;
use super::reed::{Reach, real};
use crate::random::Random;

/// Height at which a piece is when it has left its square for good: no reed reaches higher.
const CLEAR: f64 = 0.9;
/// Height of the lower disc of a king, on which the second one is put.
const DISC: f64 = 0.25;

/// The pieces on and beside the board, with all motions planned so far.
///
/// Pieces are solid: a piece comes down only where no other one stands, and is moved by one hand at
/// a time.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) tracks: Vec<Track>,
    /// The piece that stands on each cell after the last motion planned.
    on: [Option<usize>; Cell::COUNT],
    /// Time in ms from which each cell is free for another piece.
    vacated: [u64; Cell::COUNT],
    /// Keys that go down (`true`) and up.
    pub(super) keys: Vec<(u64, Contact, bool)>,
    reach: Reach,
    random: Random,
}

/// When a motion began and ended, in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) start: u64,
    pub(super) end: u64,
}

impl Table {
    /// A board with pieces on these squares.
    pub(super) fn new(
        pieces: impl Iterator<Item = Square>,
        reach: Reach,
        off_centre: f64,
        random: Random,
    ) -> Self {
        let mut table = Self {
            tracks: Vec::new(),
            on: [None; Cell::COUNT],
            vacated: [0; Cell::COUNT],
            keys: Vec::new(),
            reach,
            random,
        };
        for square in pieces {
            let at = table.near(square.cell(), off_centre);
            table.on[square.cell().index()] = Some(table.tracks.len());
            let strength = strength(reach, &mut table.random);
            table.tracks.push(Track::new(strength, at));
        }
        table
    }

    /// The piece on a cell.
    pub(super) fn on(&self, cell: Cell) -> Option<usize> {
        self.on[cell.index()]
    }

    /// The cell on which a piece stands; `None` beside the board and in hand.
    pub(super) fn cell_of(&self, piece: usize) -> Option<Cell> {
        Cell::all().find(|cell| self.on(*cell) == Some(piece))
    }

    /// The pieces and their cells.
    pub(super) fn placed(&self) -> Vec<(usize, Cell)> {
        Cell::all().filter_map(|cell| Some((self.on(cell)?, cell))).collect()
    }

    /// Time in ms from which a cell is free.
    pub(super) fn vacated(&self, cell: Cell) -> u64 {
        self.vacated[cell.index()]
    }

    /// A point on a cell, as far from its centre as this at most.
    pub(super) fn near(&mut self, cell: Cell, off_centre: f64) -> Point {
        let most = off_centre * core::f64::consts::FRAC_1_SQRT_2;
        let (x, y) = (real(&mut self.random, -most, most), real(&mut self.random, -most, most));
        Point::of(cell).plus(Point::new(x, y, 0.0))
    }

    /// Moves a piece through the air or over the surface to a point; where it stands is not told.
    pub(super) fn fly(
        &mut self,
        piece: usize,
        at: u64,
        lasts: u32,
        to: Point,
        course: Course,
    ) -> Done {
        let track = &mut self.tracks[piece];
        let from = track.rests();
        let start = at.max(track.free());
        let motion = Motion { start, lasts: u64::from(lasts).max(1), from, to, course };
        track.insert(motion);
        Done { start, end: motion.end() }
    }

    /// Holds a piece where it is for a time.
    pub(super) fn hold(&mut self, piece: usize, at: u64, lasts: u32) -> Done {
        let to = self.tracks[piece].rests();
        self.fly(piece, at, lasts, to, Course::Slid)
    }

    /// Takes a piece from its cell and puts it on another one, as soon as that is free.
    pub(super) fn carry(
        &mut self,
        piece: usize,
        at: u64,
        lasts: u32,
        (cell, off_centre): (Cell, f64),
        apex: f64,
    ) -> Done {
        // Down only where no other piece stands.
        let free = self.vacated(cell).saturating_sub(u64::from(lasts) / 2);
        let to = self.near(cell, off_centre);
        let course = if apex > 0.0 { Course::Carried(apex) } else { Course::Slid };
        let done = self.fly(piece, at.max(free), lasts, to, course);
        self.lifted(piece, done.start + u64::from(lasts) / 2);
        debug_assert!(self.on(cell).is_none(), "two pieces on one square");
        self.on[cell.index()] = Some(piece);
        done
    }

    /// Says that a piece leaves the cell on which it stands, which is free from this time on.
    pub(super) fn lifted(&mut self, piece: usize, free: u64) {
        if let Some(cell) = self.cell_of(piece) {
            self.on[cell.index()] = None;
            self.vacated[cell.index()] = free;
        }
    }

    /// Lifts a piece straight up and puts it back, `lasts` in all.
    pub(super) fn lift_and_back(&mut self, piece: usize, at: u64, lasts: u32, off: f64) -> Done {
        let Some(cell) = self.cell_of(piece) else { return Done { start: at, end: at } };
        let to = self.near(cell, off);
        self.fly(piece, at, lasts, to, Course::Carried(CLEAR))
    }

    /// Takes a piece off the board.
    pub(super) fn take_off(&mut self, piece: usize, at: u64, lasts: u32, apex: f64) -> Done {
        let to = self.beside(piece);
        let done = self.fly(piece, at, lasts, to, Course::Carried(apex));
        self.lifted(piece, done.start + u64::from(lasts) / 2);
        done
    }

    /// A place beside the board, on the side that is nearer.
    pub(super) fn beside(&mut self, piece: usize) -> Point {
        let from = self.tracks[piece].rests();
        let out = real(&mut self.random, 1.8, 3.5);
        let x = if from.x > 3.5 { 7.0 + out } else { -out };
        Point::new(x, from.y + real(&mut self.random, -0.4, 0.4), 0.0)
    }

    /// Brings a disc from beside the board and puts it on a piece.
    pub(super) fn stack(&mut self, piece: usize, at: u64, lasts: u32, apex: f64) -> Done {
        let onto = self.tracks[piece].rests();
        let x = if onto.x > 3.5 { 9.5 } else { -2.5 };
        let strength = strength(self.reach, &mut self.random);
        let disc = self.tracks.len();
        self.tracks.push(Track::new(strength, Point::new(x, onto.y, 0.0)));
        let to = Point { z: DISC, ..onto };
        let done = self.fly(disc, at, lasts, to, Course::Carried(apex.max(DISC + 0.1)));
        self.tracks[disc].stacked = Some(done.end);
        done
    }

    /// Tilts a piece that rests, if one does for all of this time.
    pub(super) fn tilt(&mut self, at: u64, lasts: u32, which: u32, by: f64) {
        let until = at + u64::from(lasts);
        let mut standing: Vec<(usize, Point)> = Vec::new();
        for (number, track) in self.tracks.iter().enumerate() {
            if let Some(rests) = track.rests_from_to(at.saturating_sub(2), until + 2)
                && rests.cell().is_some()
                && track.stacked.is_none()
            {
                standing.push((number, rests));
            }
        }
        if standing.is_empty() {
            return;
        }
        let (piece, from) = standing[which as usize % standing.len()];
        // A disc that leans lifts one edge, and its middle moves a little to the side.
        let aside = |bit: u32| if which & bit == 0 { 0.2 } else { -0.2 };
        let course = Course::Leant(Point::new(by * aside(1 << 20), by * aside(1 << 21), by));
        self.tracks[piece].insert(Motion {
            start: at,
            lasts: u64::from(lasts),
            from,
            to: from,
            course,
        });
    }

    /// Presses a key for a time.
    pub(super) fn press(&mut self, key: Contact, at: u64, lasts: u32) -> u64 {
        self.keys.push((at, key, true));
        self.keys.push((at + u64::from(lasts), key, false));
        at + u64::from(lasts)
    }
}

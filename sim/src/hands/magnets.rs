//! Moving magnets close and open reeds: motions become raw contacts, a sample every millisecond.

use damiera::rules::Cell;
use damiera::sense::Contact;

use super::motion::Motion;
use super::point::Point;
use super::reed::{Reach, Reed, real};
use crate::random::Random;
use crate::virtual_board::Change;

/// No magnet reaches farther, in units of squares.
const FARTHEST: f64 = 1.0;

/// A disc with its magnet, and all its motions.
#[derive(Clone, Debug)]
pub struct Track {
    /// Strength of the magnet: distances are divided by it.
    pub strength: f64,
    /// Where it rests before its first motion.
    pub begins: Point,
    /// Its motions in order; none begins before the last one ends.
    pub motions: Vec<Motion>,
    /// Time in ms from which its magnet counts for nothing: the disc lies on another one.
    pub stacked: Option<u64>,
}

impl Track {
    /// A disc that rests here.
    pub fn new(strength: f64, begins: Point) -> Self {
        Self { strength, begins, motions: Vec::new(), stacked: None }
    }

    /// Where it rests after its last motion.
    pub fn rests(&self) -> Point {
        self.motions.last().map_or(self.begins, |last| last.to)
    }

    /// Time in ms at which its last motion ends.
    pub fn free(&self) -> u64 {
        self.motions.last().map_or(0, Motion::end)
    }

    /// Where it rests for all of this time; `None` if it moves in it.
    pub fn rests_from_to(&self, from: u64, to: u64) -> Option<Point> {
        let next = self.motions.partition_point(|motion| motion.end() <= from);
        let waits = self.motions.get(next).is_none_or(|motion| motion.start >= to);
        let before = if next == 0 { self.begins } else { self.motions[next - 1].to };
        waits.then_some(before)
    }

    /// Adds a motion among the others.
    pub fn insert(&mut self, motion: Motion) {
        let place = self.motions.partition_point(|other| other.start < motion.start);
        self.motions.insert(place, motion);
    }
}

/// The reeds of a board, and what its contacts do when they change.
#[derive(Clone, Debug)]
pub struct Reeds {
    reeds: [Reed; Cell::COUNT],
    /// Longest time in ms for which a contact bounces; 0 for clean contacts.
    bounce: u32,
    random: Random,
}

impl Reeds {
    /// The reeds of a board with this reach; each one differs a little.
    pub fn new(reach: Reach, bounce: u32, mut random: Random) -> Self {
        let reed = Reed::new(reach, &mut random);
        let mut reeds = [reed; Cell::COUNT];
        for reed in &mut reeds {
            *reed = Reed::new(reach, &mut random);
        }
        Self { reeds, bounce, random }
    }

    /// The cells that read closed with every disc where it begins.
    pub fn at_rest(&mut self, tracks: &[Track]) -> Vec<Cell> {
        for cell in Cell::all() {
            let near = |track: &Track| distance(track.begins, cell) / track.strength;
            let nearest = tracks.iter().map(near).fold(f64::MAX, f64::min);
            self.reeds[cell.index()].feel(nearest);
        }
        Cell::all().filter(|cell| self.reeds[cell.index()].is_closed()).collect()
    }

    /// The raw contacts that these motions cause, in order. [`at_rest`](Self::at_rest) comes first.
    pub fn changes(mut self, tracks: &[Track]) -> Vec<Change> {
        let mut field = Field::new(tracks);
        let mut starts: Vec<(u64, usize, usize)> = Vec::new();
        for (disc, track) in tracks.iter().enumerate() {
            let motions = track.motions.iter().enumerate();
            starts.extend(motions.map(|(number, motion)| (motion.start, disc, number)));
        }
        starts.sort_unstable();
        let mut starts = starts.into_iter().peekable();
        let mut active: Vec<(usize, Motion)> = Vec::new();
        let mut changes = Vec::new();
        let mut dirty: u64 = 0;
        let mut now = 0;
        loop {
            if active.is_empty() {
                let Some(next) = starts.peek() else { break };
                now = next.0;
            }
            while let Some((_, disc, number)) = starts.next_if(|start| start.0 <= now) {
                active.push((disc, tracks[disc].motions[number]));
                field.lift(disc);
            }
            // The cells near a disc now, and those near it a millisecond ago.
            let before = dirty;
            dirty = 0;
            for (disc, motion) in &active {
                let at = motion.at(now);
                field.places[*disc] = at;
                dirty |= around(at);
            }
            let mut cells = before | dirty;
            while cells != 0 {
                let index = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let Some(cell) = Cell::from_index(index as u8) else { continue };
                let moving = active.iter().map(|(disc, _)| field.distance(*disc, cell));
                let nearest = moving.fold(field.resting[index], f64::min);
                if self.reeds[index].feel(nearest) {
                    self.change(cell, now, &mut changes);
                }
            }
            let over = |motion: &Motion| motion.end() <= now;
            for number in 0..active.len() {
                let (disc, motion) = active[number];
                // The next motion of the same disc may have begun already.
                let goes_on = active.iter().any(|(other, next)| *other == disc && !over(next));
                if over(&motion) && !goes_on {
                    let stacked = tracks[disc].stacked.is_some_and(|at| at <= now);
                    field.rest(disc, stacked);
                }
            }
            active.retain(|(_, motion)| !over(motion));
            now += 1;
        }
        changes.sort_by_key(|change: &Change| change.at);
        changes
    }

    /// The contact of a cell changes, and bounces.
    fn change(&mut self, cell: Cell, at: u64, changes: &mut Vec<Change>) {
        let closed = self.reeds[cell.index()].is_closed();
        let contact = Contact::Cell(cell);
        // A change of the same contact ends the bouncing of the one before.
        while self.bounce > 0
            && let Some(last) = changes.iter().rposition(|c| c.contact == contact && c.at >= at)
        {
            changes.remove(last);
        }
        let lasts = if self.bounce == 0 { 0 } else { self.random.below(self.bounce as usize + 1) };
        changes.push(Change { at, contact, closed });
        for swing in 1..=lasts as u64 {
            let closed = if swing.is_multiple_of(2) { closed } else { !closed };
            changes.push(Change { at: at + swing, contact, closed });
        }
        if lasts % 2 == 1 {
            changes.push(Change { at: at + lasts as u64 + 1, contact, closed });
        }
    }
}

/// The distances of discs from the centres of cells.
struct Field<'a> {
    tracks: &'a [Track],
    places: Vec<Point>,
    moves: Vec<bool>,
    gone: Vec<bool>,
    /// For each cell, the distance of the nearest disc at rest.
    resting: [f64; Cell::COUNT],
}

impl<'a> Field<'a> {
    fn new(tracks: &'a [Track]) -> Self {
        let mut field = Self {
            tracks,
            places: tracks.iter().map(|track| track.begins).collect(),
            moves: vec![false; tracks.len()],
            gone: vec![false; tracks.len()],
            resting: [f64::MAX; Cell::COUNT],
        };
        field.refresh(u64::MAX);
        field
    }

    fn distance(&self, disc: usize, cell: Cell) -> f64 {
        distance(self.places[disc], cell) / self.tracks[disc].strength
    }

    fn lift(&mut self, disc: usize) {
        self.moves[disc] = true;
        self.refresh(around(self.places[disc]));
    }

    fn rest(&mut self, disc: usize, stacked: bool) {
        self.moves[disc] = false;
        self.gone[disc] |= stacked;
        self.refresh(around(self.places[disc]));
    }

    /// Finds the nearest disc at rest for these cells again.
    fn refresh(&mut self, mut cells: u64) {
        while cells != 0 {
            let index = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let Some(cell) = Cell::from_index(index as u8) else { continue };
            let still = |disc: &usize| !self.moves[*disc] && !self.gone[*disc];
            let discs = (0..self.tracks.len()).filter(still);
            let nearest = discs.map(|disc| self.distance(disc, cell)).fold(f64::MAX, f64::min);
            self.resting[index] = nearest;
        }
    }
}

fn distance(from: Point, cell: Cell) -> f64 {
    from.distance(Point::of(cell))
}

/// The cells that a disc here can act on, as bits.
fn around(at: Point) -> u64 {
    let (row, column) = ((at.y + 0.5).floor() as i32, (at.x + 0.5).floor() as i32);
    if at.z > FARTHEST || !(-1..=8).contains(&row) || !(-1..=8).contains(&column) {
        return 0;
    }
    let mut cells = 0;
    for y in (row - 1).max(0)..=(row + 1).min(7) {
        for x in (column - 1).max(0)..=(column + 1).min(7) {
            cells |= 1 << (y * 8 + x);
        }
    }
    cells
}

/// The strength of a disc's magnet on a board with this reach.
pub(super) fn strength(reach: Reach, random: &mut Random) -> f64 {
    1.0 + reach.magnets * real(random, -1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::super::motion::Course;
    use super::*;

    fn exact(reach: Reach) -> Reeds {
        Reeds::new(Reach { reeds: 0.0, ..reach }, 0, Random::new(1))
    }

    fn played(reach: Reach, track: Track) -> Vec<(u64, usize, bool)> {
        let tracks = [track];
        let mut reeds = exact(reach);
        reeds.at_rest(&tracks);
        let index = |contact| match contact {
            Contact::Cell(cell) => cell.index(),
            Contact::Key(_) => unreachable!("hands move pieces here"),
        };
        let changes = reeds.changes(&tracks);
        changes.iter().map(|c| (c.at, index(c.contact), c.closed)).collect()
    }

    fn at(row: u8, column: u8) -> Point {
        Point::new(f64::from(column), f64::from(row), 0.0)
    }

    fn one(course: Course, to: Point, lasts: u64) -> Track {
        let mut track = Track::new(1.0, at(2, 2));
        track.insert(Motion { start: 1_000, lasts, from: at(2, 2), to, course });
        track
    }

    #[test]
    fn a_high_flight_opens_one_reed_and_closes_another() {
        let seen = played(Reach::USUAL, one(Course::Carried(1.3), at(3, 3), 300));
        let what: Vec<_> = seen.iter().map(|(_, cell, closed)| (*cell, *closed)).collect();
        assert_eq!(what, [(18, false), (27, true)]);
        assert!(seen[0].0 < 1_100 && seen[1].0 > 1_200, "{seen:?}");
    }

    #[test]
    fn a_low_flight_closes_what_it_passes_over() {
        let seen = played(Reach::USUAL, one(Course::Carried(0.3), at(4, 4), 400));
        let over: Vec<_> = seen.iter().filter(|(_, cell, _)| *cell == 27).collect();
        assert_eq!(over.len(), 2, "{seen:?}");
        let lasts = over[1].0 - over[0].0;
        assert!((10..200).contains(&lasts), "{lasts} ms");
    }

    #[test]
    fn a_strong_magnet_bridges_and_a_weak_one_leaves_a_gap() {
        for (reach, bridges) in [(Reach::STRONG, true), (Reach::WEAK, false)] {
            let seen = played(reach, one(Course::Slid, at(3, 3), 300));
            let time = |cell, closed| {
                seen.iter().find(|(_, c, to)| (*c, *to) == (cell, closed)).map(|(at, ..)| *at)
            };
            let (opens, closes) = (time(18, false), time(27, true));
            assert_eq!(closes < opens, bridges, "{seen:?}");
        }
    }

    #[test]
    fn a_tilt_opens_its_reed_for_less_than_it_lasts() {
        for lasts in [30, 60, 90, 120, 150] {
            let by = Point::new(0.2, 0.1, 0.65);
            let seen = played(Reach::USUAL, one(Course::Leant(by), at(2, 2), lasts));
            assert_eq!(seen.len(), 2, "{seen:?}");
            let open = seen[1].0 - seen[0].0;
            assert!(open < lasts && open > lasts / 4, "{open} of {lasts} ms");
        }
    }

    #[test]
    fn a_bouncing_contact_ends_as_it_should() {
        let tracks = [one(Course::Carried(1.3), at(3, 3), 300)];
        let mut swings = 0;
        for seed in 0..50 {
            let mut reeds = Reeds::new(Reach::USUAL, 3, Random::new(seed));
            reeds.at_rest(&tracks);
            let changes = reeds.changes(&tracks);
            swings += changes.len() - 2;
            let ends = |row, column| {
                let cell = Cell::new(row, column).map(Contact::Cell);
                changes.iter().rfind(|c| Some(c.contact) == cell).map(|c| c.closed)
            };
            assert_eq!((ends(2, 2), ends(3, 3)), (Some(false), Some(true)));
        }
        assert!(swings > 100, "contacts hardly bounce");
    }

    #[test]
    fn a_disc_that_hovers_leaves_nothing_behind() {
        let above = Point::new(3.0, 3.0, 0.3);
        let mut track = one(Course::Carried(0.9), above, 300);
        let hold =
            Motion { start: 1_300, lasts: 200, from: above, to: above, course: Course::Slid };
        track.insert(hold);
        let (course, to) = (Course::Carried(0.9), at(4, 4));
        track.insert(Motion { start: 1_500, lasts: 300, from: above, to, course });
        let seen = played(Reach::USUAL, track);
        let what: Vec<_> = seen.iter().map(|(_, cell, closed)| (*cell, *closed)).collect();
        assert_eq!(what, [(18, false), (27, true), (27, false), (36, true)]);
    }

    #[test]
    fn a_disc_beside_its_square_closes_the_light_cell() {
        let beside = Point::new(2.64, 2.0, 0.0);
        let seen = played(Reach::USUAL, one(Course::Slid, beside, 200));
        let what: Vec<_> = seen.iter().map(|(_, cell, closed)| (*cell, *closed)).collect();
        assert!(what.contains(&(18, false)) && what.contains(&(19, true)), "{what:?}");
    }
}

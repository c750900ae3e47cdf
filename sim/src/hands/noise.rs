//! Noise of hands around timed acts that does not change what they mean: pieces tilt, a piece carried
//! low closes the reeds below, a pushed piece lies on two squares for a moment.

use damiera::rules::Cell;
use damiera::sense::{Cells, Contact, Key};

use super::reed::whole;
use crate::random::Random;
use crate::virtual_board::Change;

/// Time in ms for which a tilted piece's reed is open, as far as that is shorter than a brush.
const TILTS: (u32, u32) = (20, 120);
/// Time in ms for which a piece carried low closes a reed below.
const PASSES: (u32, u32) = (10, 40);
/// Time in ms for which a pushed piece closes two reeds: less than the longest overlap of a slide (50 ms).
const BRIDGES: (u32, u32) = (3, 45);
/// No noise comes nearer in ms to another change of the same cell: they stay two things.
const APART: u64 = 25;
/// Longest time in ms from a lift to a drop that can be one slide.
const SLIDE: u64 = 800;
/// Shortest time in ms between a slide and another act with a piece: no other hand is about.
const ALONE: u64 = 100;
/// Time in ms within which a cell changes at most [`MOST_CHANGES`] times before a piece tilts on it: a
/// contact that changes eight times in a second chatters, whatever the piece on it does.
const RESTS: u64 = 1_000;
/// See [`RESTS`].
const MOST_CHANGES: usize = 4;
/// Cells that change within this time in ms are knocked, not lifted: nobody carries their pieces.
const KNOCK: u64 = 3;

/// One thing that hands do besides the acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// The piece that is lifted at this place among the contacts and put down at the next one is
    /// pushed: the first reed opens when the piece would have been put down, `overlap` ms after the
    /// second one has closed.
    Slide {
        /// Position of the lift among the contacts.
        lift: usize,
        /// Milliseconds.
        overlap: u64,
    },
    /// A reed changes for a moment: a standing piece tilts, or a piece is carried low over a free cell.
    Moment {
        /// The cell.
        cell: Cell,
        /// Whether it closes, under a piece carried low; otherwise it opens, under a tilt.
        closes: bool,
        /// Time of the change in ms.
        at: u64,
        /// Time until the change back in ms.
        lasts: u64,
    },
}

impl Disturbance {
    /// Whether it is a slide whose piece leaves its square with this contact.
    const fn lifts_at(&self, number: usize) -> bool {
        matches!(self, Self::Slide { lift, .. } if *lift + 1 == number)
    }
}

/// The contacts with noise mixed in, the same for the same seed. `begins` are the cells that are
/// closed before the first contact; contacts come in order and without bounces. A tilt is shorter
/// than a `brush`, in ms.
pub fn mix(begins: Cells, contacts: &[Change], brush: u32, seed: u64) -> Vec<Change> {
    apply(contacts, &draw(begins, contacts, brush, seed))
}

/// The noise that [`mix`] mixes in.
///
/// Only cells that stay as they are for long enough get noise: a closed one opens for less than a
/// brush, an open one on the way of a carried piece closes for a moment. A drop on a neighbouring
/// square may come a few ms before the lift that it follows, which then waits for it. Nothing else
/// moves.
pub fn draw(begins: Cells, contacts: &[Change], brush: u32, seed: u64) -> Vec<Disturbance> {
    let mut random = Random::new(seed ^ 0x006e_6f69_7365);
    let mut drawn = slides(contacts, &mut random);
    let acts = apply(contacts, &drawn);
    let mut noise = Noise { begins, brush, mixed: acts.clone(), drawn: Vec::new(), random };
    for (number, act) in acts.iter().enumerate() {
        match act.contact {
            Contact::Cell(cell) if !act.closed => {
                let slides = drawn.iter().any(|slide| slide.lifts_at(number));
                if !slides && !is_knocked(&acts, number) && noise.random.chance(35) {
                    noise.carry_low(cell, act.at, &acts[number + 1..]);
                }
                if noise.random.chance(20) {
                    let at = act.at + u64::from(whole(&mut noise.random, 0, 600));
                    noise.tilt(at);
                }
            }
            Contact::Key(Key::Player(_)) if act.closed => {
                for _ in 0..noise.random.below(3) {
                    let shift = u64::from(whole(&mut noise.random, 0, 200));
                    noise.tilt((act.at + shift).saturating_sub(150));
                }
            }
            _ => {}
        }
    }
    drawn.append(&mut noise.drawn);
    drawn
}

/// The contacts with this noise. Slides name contacts by their places before any noise.
pub fn apply(contacts: &[Change], noise: &[Disturbance]) -> Vec<Change> {
    let mut mixed = contacts.to_vec();
    for disturbance in noise {
        if let Disturbance::Slide { lift, overlap } = *disturbance {
            let (from, to) = (mixed[lift], mixed[lift + 1]);
            mixed[lift] = Change { at: to.at - overlap, ..to };
            mixed[lift + 1] = Change { at: to.at, ..from };
        }
    }
    for disturbance in noise {
        if let Disturbance::Moment { cell, closes, at, lasts } = *disturbance {
            insert(&mut mixed, cell, closes, at, lasts);
        }
    }
    mixed
}

/// A lift and the drop on a neighbouring square that follows it become a slide, now and then.
fn slides(contacts: &[Change], random: &mut Random) -> Vec<Disturbance> {
    let cells = |change: &&Change| matches!(change.contact, Contact::Cell(_));
    let mut slides = Vec::new();
    for lift in 0..contacts.len().saturating_sub(1) {
        let (up, down) = (contacts[lift], contacts[lift + 1]);
        let (Contact::Cell(from), Contact::Cell(to)) = (up.contact, down.contact) else {
            continue;
        };
        let near = from.row().abs_diff(to.row()) == 1 && from.column().abs_diff(to.column()) == 1;
        let follows = !up.closed && down.closed && down.at - up.at <= SLIDE;
        // Another piece in hand could be the one that is put down.
        let before = contacts[..lift].iter().rev().find(cells);
        let before = before.is_none_or(|c| up.at - c.at > if c.closed { ALONE } else { SLIDE });
        let after = contacts[lift + 2..].iter().find(cells);
        let after = after.is_none_or(|c| c.at - down.at > if c.closed { SLIDE } else { ALONE });
        if near && follows && before && after && random.chance(15) {
            let overlap = u64::from(whole(random, BRIDGES.0, BRIDGES.1)).min(down.at - up.at);
            slides.push(Disturbance::Slide { lift, overlap });
        }
    }
    slides
}

/// Whether another cell changes together with this one.
fn is_knocked(acts: &[Change], number: usize) -> bool {
    let cell = |change: &Change| matches!(change.contact, Contact::Cell(_));
    let act = acts[number];
    let beside = |other: Option<&Change>| {
        other.is_some_and(|other| cell(other) && other.at.abs_diff(act.at) <= KNOCK)
    };
    beside(number.checked_sub(1).and_then(|before| acts.get(before)))
        || beside(acts.get(number + 1))
}

/// Whether a cell is closed at a time; `None` if it changes near that time.
fn steady(begins: Cells, contacts: &[Change], cell: Cell, from: u64, to: u64) -> Option<bool> {
    let mut closed = begins.contains(cell);
    for change in contacts.iter().filter(|change| change.contact == Contact::Cell(cell)) {
        if change.at + APART >= from && change.at <= to + APART {
            return None;
        }
        if change.at < from {
            closed = change.closed;
        }
    }
    Some(closed)
}

/// Puts a change and the change back among the contacts.
fn insert(contacts: &mut Vec<Change>, cell: Cell, closed: bool, at: u64, lasts: u64) {
    let contact = Contact::Cell(cell);
    for change in
        [Change { at, contact, closed }, Change { at: at + lasts, contact, closed: !closed }]
    {
        let place = contacts.partition_point(|other| other.at <= change.at);
        contacts.insert(place, change);
    }
}

/// Noise that is being drawn.
struct Noise {
    begins: Cells,
    /// Milliseconds.
    brush: u32,
    /// The contacts with the noise so far.
    mixed: Vec<Change>,
    drawn: Vec<Disturbance>,
    random: Random,
}

impl Noise {
    fn add(&mut self, cell: Cell, closes: bool, at: u64, lasts: u64) {
        insert(&mut self.mixed, cell, closes, at, lasts);
        self.drawn.push(Disturbance::Moment { cell, closes, at, lasts });
    }

    fn steady(&self, cell: Cell, from: u64, to: u64) -> Option<bool> {
        steady(self.begins, &self.mixed, cell, from, to)
    }

    /// Whether a contact has not changed so often that it would chatter.
    fn rests(&self, cell: Cell, from: u64, to: u64) -> bool {
        let near = |change: &&Change| {
            change.contact == Contact::Cell(cell)
                && change.at + RESTS >= from
                && change.at <= to + RESTS
        };
        self.mixed.iter().filter(near).count() <= MOST_CHANGES
    }

    /// A piece somewhere tilts.
    fn tilt(&mut self, at: u64) {
        let longest = TILTS.1.min(self.brush * 4 / 5);
        let lasts = u64::from(whole(&mut self.random, TILTS.0.min(longest), longest));
        let standing: Vec<Cell> = Cell::all()
            .filter(|cell| self.steady(*cell, at, at + lasts) == Some(true))
            .filter(|cell| self.rests(*cell, at, at + lasts))
            .collect();
        // Not before the first act: the pieces may still be set up.
        let begun = self.mixed.first().is_some_and(|first| first.at < at);
        if begun && !standing.is_empty() {
            let cell = *self.random.one_of(&standing);
            self.add(cell, false, at, lasts);
        }
    }

    /// A lifted piece closes the reeds between its square and the next drop, or the edge of the board.
    fn carry_low(&mut self, from: Cell, lifted: u64, later: &[Change]) {
        let drop = later.iter().find_map(|change| match change.contact {
            Contact::Cell(to) if change.closed => Some((to, change.at)),
            _ => None,
        });
        let next = later.iter().find(|change| matches!(change.contact, Contact::Cell(_)));
        // Put down next, or taken off.
        let lands = drop.filter(|(_, at)| next.is_some_and(|next| next.at == *at));
        let (row, column) = (i16::from(from.row()), i16::from(from.column()));
        let (to_row, to_column, lasts) = match lands {
            Some((to, at)) if at > lifted => {
                (i16::from(to.row()), i16::from(to.column()), (at - lifted).min(600))
            }
            Some(_) => return,
            None => (row, if column > 3 { 8 } else { -1 }, 250),
        };
        let steps = (to_row - row).abs().max((to_column - column).abs());
        for step in 1..steps {
            let part = |a: i16, b: i16| a + (b - a) * step / steps;
            let (r, c) = (part(row, to_row), part(column, to_column));
            let cell = match (u8::try_from(r), u8::try_from(c)) {
                (Ok(r), Ok(c)) => Cell::new(r, c),
                _ => None,
            };
            let Some(cell) = cell else { continue };
            let at = lifted + lasts * step as u64 / steps as u64;
            let passes = u64::from(whole(&mut self.random, PASSES.0, PASSES.1));
            let within = lands.is_none_or(|(_, down)| at + passes + APART < down);
            if within && self.steady(cell, at, at + passes) == Some(false) {
                self.add(cell, true, at, passes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use damiera::rules::{Position, Square};

    use super::*;

    fn acts() -> Vec<Change> {
        let cell = |number| Contact::Cell(Square::new(number).expect("a square").cell());
        let key = Contact::Key(Key::Player(damiera::sense::Side::South));
        let act = |at, contact, closed| Change { at, contact, closed };
        vec![
            act(1_000, cell(22), false),
            act(1_300, cell(18), true),
            act(2_000, key, true),
            act(2_080, key, false),
            act(3_000, cell(9), false),
            act(3_400, cell(13), true),
        ]
    }

    #[test]
    fn noise_is_the_same_for_the_same_seed_and_leaves_the_end_as_it_was() {
        let begins = Cells::from(Position::start().occupied());
        let last = |contacts: &[Change]| {
            contacts.iter().fold(begins, |cells, change| match (change.contact, change.closed) {
                (Contact::Cell(cell), true) => cells.with(cell),
                (Contact::Cell(cell), false) => cells.without(cell),
                _ => cells,
            })
        };
        let mut added = 0;
        for seed in 0..200 {
            let noisy = mix(begins, &acts(), 150, seed);
            assert_eq!(noisy, mix(begins, &acts(), 150, seed));
            assert_eq!(last(&noisy), last(&acts()));
            assert!(noisy.is_sorted_by_key(|change| change.at));
            added += noisy.len() - acts().len();
        }
        assert!(added > 200, "hardly any noise: {added}");
    }

    #[test]
    fn a_slide_closes_its_square_shortly_before_it_leaves_the_last() {
        let begins = Cells::from(Position::start().occupied());
        let mut slides = 0;
        for seed in 0..200 {
            for one in draw(begins, &acts(), 150, seed) {
                let Disturbance::Slide { lift, overlap } = one else { continue };
                slides += 1;
                assert!((1..50).contains(&overlap));
                let slid = apply(&acts(), &[one]);
                let (up, down) = (acts()[lift], acts()[lift + 1]);
                assert_eq!(slid[lift], Change { at: down.at - overlap, ..down });
                assert_eq!(slid[lift + 1], Change { at: down.at, ..up });
            }
        }
        assert!(slides > 20, "hardly any slide: {slides}");
    }

    #[test]
    fn knocked_pieces_are_not_carried_and_no_contact_chatters() {
        let begins = Cells::from(Position::start().occupied());
        let cell = |number| Contact::Cell(Square::new(number).expect("a square").cell());
        let key = Contact::Key(Key::Player(damiera::sense::Side::South));
        let mut acts: Vec<Change> = [21, 25, 29]
            .map(|number| Change { at: 1_000, contact: cell(number), closed: false })
            .to_vec();
        for at in (2_000..8_000).step_by(200) {
            acts.push(Change { at, contact: key, closed: true });
            acts.push(Change { at: at + 80, contact: key, closed: false });
        }
        // Few pieces, so that each tilts often.
        let few = begins.iter().filter(|cell| cell.row() == 0).collect();
        for seed in 0..50 {
            let noise = draw(few, &acts, 150, seed);
            assert!(
                noise.iter().all(|one| matches!(one, Disturbance::Moment { closes: false, .. }))
            );
            let mixed = apply(&acts, &noise);
            for (number, change) in mixed.iter().enumerate() {
                let again = mixed[number..].iter().filter(|later| {
                    later.contact == change.contact && later.at < change.at + 1_000
                });
                let cell = matches!(change.contact, Contact::Cell(_));
                assert!(!cell || again.count() < 8, "{change:?} chatters");
            }
        }
    }

    #[test]
    fn a_tilt_is_shorter_than_a_brush() {
        let begins = Cells::from(Position::start().occupied());
        for seed in 0..100 {
            let noisy = mix(begins, &acts(), 150, seed);
            for (number, change) in noisy.iter().enumerate() {
                let played = acts().iter().any(|act| act.contact == change.contact);
                let stands =
                    |contact| matches!(contact, Contact::Cell(cell) if begins.contains(cell));
                if change.closed || played || !stands(change.contact) {
                    continue;
                }
                let back = noisy[number..].iter().find(|c| c.contact == change.contact && c.closed);
                let back = back.expect("it comes back");
                assert!(back.at - change.at < 150);
            }
        }
    }
}

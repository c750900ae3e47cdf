//! Noise of hands around timed acts that does not change what they mean: pieces tilt, a piece carried
//! low closes the reeds below, a pushed piece lies on two squares for a moment.

use damiera::rules::Cell;
use damiera::sense::{Cells, Contact, Key};

use super::reed::whole;
use crate::random::Random;
use crate::virtual_board::Change;

/// Longest time in ms for which a tilted piece's reed is open: less than a brush (150 ms).
const TILTS: (u32, u32) = (20, 120);
/// Time in ms for which a piece carried low closes a reed below.
const PASSES: (u32, u32) = (10, 40);
/// Time in ms for which a pushed piece closes two reeds.
const BRIDGES: (u32, u32) = (3, 15);
/// No noise comes nearer in ms to another change of the same cell: they stay two things.
const APART: u64 = 25;
/// Longest time in ms from a lift to a drop that can be one slide.
const SLIDE: u64 = 800;

/// The contacts with noise mixed in, the same for the same seed. `begins` are the cells that are
/// closed before the first contact; contacts come in order and without bounces.
///
/// Only cells that stay as they are for long enough get noise: a closed one opens for less than a
/// brush, an open one on the way of a carried piece closes for a moment. A drop on a neighbouring
/// square may come a few ms before the lift that it follows. Nothing else moves.
pub fn mix(begins: Cells, contacts: &[Change], seed: u64) -> Vec<Change> {
    let mut random = Random::new(seed ^ 0x006e_6f69_7365);
    let mut mixed = contacts.to_vec();
    slide(&mut mixed, &mut random);
    let acts = mixed.clone();
    for (number, act) in acts.iter().enumerate() {
        match act.contact {
            Contact::Cell(cell) if !act.closed => {
                if random.chance(35) {
                    carry_low(begins, &mut mixed, cell, act.at, &acts[number + 1..], &mut random);
                }
                if random.chance(20) {
                    let at = act.at + u64::from(whole(&mut random, 0, 600));
                    tilt(begins, &mut mixed, at, &mut random);
                }
            }
            Contact::Key(Key::Player(_)) if act.closed => {
                for _ in 0..random.below(3) {
                    let at = (act.at + u64::from(whole(&mut random, 0, 200))).saturating_sub(150);
                    tilt(begins, &mut mixed, at, &mut random);
                }
            }
            _ => {}
        }
    }
    mixed
}

/// A lift and the drop on a neighbouring square that follows it become a slide, now and then.
fn slide(contacts: &mut [Change], random: &mut Random) {
    for number in 1..contacts.len() {
        let (lift, drop) = (contacts[number - 1], contacts[number]);
        let (Contact::Cell(from), Contact::Cell(to)) = (lift.contact, drop.contact) else {
            continue;
        };
        let near = from.row().abs_diff(to.row()) == 1 && from.column().abs_diff(to.column()) == 1;
        let follows = !lift.closed && drop.closed && drop.at - lift.at <= SLIDE;
        // No other hand may be about.
        let alone = |other: Option<&Change>, at: u64| other.is_none_or(|c| c.at.abs_diff(at) > 200);
        let before = number.checked_sub(2).and_then(|other| contacts.get(other));
        let quiet = alone(before, lift.at) && alone(contacts.get(number + 1), drop.at);
        if near && follows && quiet && random.chance(15) {
            let at = lift.at + u64::from(whole(random, BRIDGES.0, BRIDGES.1));
            contacts[number - 1] = Change { at: lift.at, ..drop };
            contacts[number] = Change { at, ..lift };
        }
    }
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

/// A piece somewhere tilts.
fn tilt(begins: Cells, contacts: &mut Vec<Change>, at: u64, random: &mut Random) {
    let lasts = u64::from(whole(random, TILTS.0, TILTS.1));
    let standing: Vec<Cell> = Cell::all()
        .filter(|cell| steady(begins, contacts, *cell, at, at + lasts) == Some(true))
        .collect();
    // Not before the first act: the pieces may still be set up.
    if contacts.first().is_some_and(|first| first.at < at) && !standing.is_empty() {
        let cell = *random.one_of(&standing);
        insert(contacts, cell, false, at, lasts);
    }
}

/// A lifted piece closes the reeds between its square and the next drop, or the edge of the board.
fn carry_low(
    begins: Cells,
    contacts: &mut Vec<Change>,
    from: Cell,
    lifted: u64,
    later: &[Change],
    random: &mut Random,
) {
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
        let passes = u64::from(whole(random, PASSES.0, PASSES.1));
        let within = lands.is_none_or(|(_, down)| at + passes + APART < down);
        if within && steady(begins, contacts, cell, at, at + passes) == Some(false) {
            insert(contacts, cell, true, at, passes);
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
            let noisy = mix(begins, &acts(), seed);
            assert_eq!(noisy, mix(begins, &acts(), seed));
            assert_eq!(last(&noisy), last(&acts()));
            assert!(noisy.is_sorted_by_key(|change| change.at));
            added += noisy.len() - acts().len();
        }
        assert!(added > 200, "hardly any noise: {added}");
    }

    #[test]
    fn a_tilt_is_shorter_than_a_brush() {
        let begins = Cells::from(Position::start().occupied());
        for seed in 0..100 {
            let noisy = mix(begins, &acts(), seed);
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

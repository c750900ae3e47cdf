//! Performances as scenario files of raw contacts.

use std::fmt::Write;

use damiera::rules::Cell;
use damiera::sense::{Contact, Key, Side};

use super::game::{Game, Intent};
use super::perform::Performance;
use crate::virtual_board::Change;

/// A scenario file with the raw contacts of a game and comments that say what was intended.
pub fn scenario(game: &Game, performance: &Performance, heading: &[String]) -> String {
    let mut text = String::new();
    for line in heading {
        text += &format!("# {line}\n");
    }
    text += &game.settings().to_string();
    let mut turns = game.turns.iter().zip(&performance.turns).peekable();
    for change in &performance.contacts {
        while let Some((turn, _)) = turns.next_if(|(_, times)| times.begin <= change.at) {
            let us = turn.before.turn();
            let _ = match &turn.intent {
                Intent::Move { played, .. } => writeln!(text, "\n# {us:?} plays {played:?}"),
                Intent::Offence(offence) => {
                    let Some(breach) = offence.breach else {
                        let _ = writeln!(text, "\n# {us:?} breaks 5.12: {:?}", offence.deeds);
                        continue;
                    };
                    let article = breach.article(game.edition);
                    let (by, deeds) = (offence.offender, &offence.deeds);
                    writeln!(text, "\n# {by:?} breaks {article}: {deeds:?}, {:?}", offence.choice)
                }
            };
        }
        text += &line(change, game.white);
        text.push('\n');
    }
    text
}

/// One raw contact as a line of a scenario.
pub fn line(change: &Change, white: Side) -> String {
    let Change { at, contact, closed } = *change;
    match contact {
        Contact::Cell(cell) => {
            let verb = if closed { "close" } else { "open" };
            format!("@{at} {verb} {}", name(cell))
        }
        Contact::Key(key) => {
            let verb = if closed { "down" } else { "up" };
            let key = match key {
                Key::Player(side) if side == white => "white",
                Key::Player(_) => "black",
                Key::Menu => "menu",
                Key::Minus => "minus",
                Key::Plus => "plus",
            };
            format!("@{at} {verb} {key}")
        }
    }
}

fn name(cell: Cell) -> String {
    match cell.dark() {
        Some(square) => square.to_string(),
        None => format!("r{}c{}", cell.row() + 1, cell.column() + 1),
    }
}

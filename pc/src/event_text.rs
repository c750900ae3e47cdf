use std::fmt::{Debug, Write};

use damiera::clock::Reading;
use damiera::event::{Decision, Event, What};
use damiera::protocol::{Deframed, Deframer, Entry, ToPc};
use damiera::rules::{Colour, Edition, Move, Side, Square};
use damiera::sense::{Contact, Key};
use serde::Serialize;

/// A message of the stream for people: the page has the words, in two languages.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    /// The variant, with that of the event inside.
    pub(crate) kind: String,
    /// Which game and event it is, if it has a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<(u32, u32)>,
    /// Milliseconds on the game's line, or since the board woke up.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    /// What matters about it.
    pub(crate) text: String,
    /// All of it.
    whole: String,
    /// Its bytes, without frame and check.
    bytes: usize,
}

/// Reads what goes over the wire.
#[derive(Debug, Default)]
pub(crate) struct MessageReader {
    deframer: Deframer,
    edition: Edition,
}

impl MessageReader {
    /// Takes bytes on their way to the PC, and gives the messages that they complete.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        for byte in bytes {
            if let Some(Deframed::Message(message)) = self.deframer.push(*byte) {
                let message = message.to_vec();
                lines.extend(line(&message, self));
            }
        }
        lines
    }

    /// The kind of an event, and what matters about it.
    pub(crate) fn event(&mut self, event: &Event) -> (String, String) {
        if let What::Started { edition, .. } = event.what {
            self.edition = edition;
        }
        (name(&event.what), text(&event.what, self.edition))
    }
}

fn line(message: &[u8], reader: &mut MessageReader) -> Option<Line> {
    let bytes = message.len();
    if let Some(entry) = Entry::in_message(message) {
        let event = entry.ok()?.event().ok()?;
        let (kind, text) = reader.event(&event);
        let Event { game, number, at, what } = event;
        return Some(Line {
            kind,
            place: Some((game, number)),
            at: Some(at.into()),
            text,
            whole: format!("{what:?}"),
            bytes,
        });
    }
    let message = ToPc::read(message).ok()?;
    let (at, text) = match message {
        ToPc::Contact(change) => {
            let place = match change.contact {
                Contact::Cell(cell) => match cell.dark() {
                    Some(square) => square.number().to_string(),
                    None => format!("r{}c{}", cell.row() + 1, cell.column() + 1),
                },
                Contact::Key(key) => match key {
                    Key::Player(Side::South) => "S",
                    Key::Player(Side::North) => "N",
                    Key::Menu => "MENU",
                    Key::Minus => "MINUS",
                    Key::Plus => "PLUS",
                }
                .to_owned(),
            };
            (Some(change.at), format!("{place} {}", if change.closed { "↓" } else { "↑" }))
        }
        ToPc::Clocks(clocks) => {
            let sides = [(clocks.white, Colour::White), (clocks.black, Colour::Black)];
            let [white, black] = sides.map(|(millis, colour)| {
                let runs = if clocks.running == Some(colour) { "▸" } else { "" };
                format!("{runs}{}", time(millis))
            });
            (Some(clocks.at), format!("{white}  {black}"))
        }
        ToPc::Hello(hello) => (None, format!("{} {:x}", hello.board.as_str(), hello.id)),
        ToPc::Reply(reply) => (None, format!("{} {:?}", reply.id, reply.answer)),
        ToPc::Stored(stored) => (None, stored.game.to_string()),
        ToPc::Log(line) => (Some(line.at), line.text.as_str().to_owned()),
        ToPc::Lost(lost) => (None, lost.live.to_string()),
        // It was an entry above.
        ToPc::Event(_) => return None,
    };
    Some(Line { kind: name(&message), place: None, at, text, whole: format!("{message:?}"), bytes })
}

/// The name of a variant, as it is written in the source.
fn name(value: &impl Debug) -> String {
    let debug = format!("{value:?}");
    debug.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
}

fn text(what: &What, edition: Edition) -> String {
    let squares = |squares: damiera::rules::Squares| {
        squares
            .iter()
            .map(|square: Square| square.number().to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match what {
        What::Started { position, opening, .. } => match opening {
            Some(opening) => format!("{position} № {}", opening.number()),
            None => position.to_string(),
        },
        What::Seated(side) => format!("{side:?}"),
        What::Pressed { by, .. } => by.letter().to_string(),
        What::Touched(square) => square.number().to_string(),
        What::Moved { number, played, unpressed, .. } => {
            let dots = if number % 2 == 1 { "." } else { "…" };
            let unpressed = if *unpressed { " *" } else { "" };
            format!("{}{dots} {}{unpressed}", number.div_ceil(2), written(*played))
        }
        What::Irregularity(irregularity, _) => {
            let mut text = irregularity.breach.article(edition).to_string();
            if let Some(priority) = irregularity.breach.priority() {
                // A string takes everything.
                let _ = write!(text, " ({priority})");
            }
            format!("{text}: {}", squares(irregularity.squares))
        }
        What::Decided { decision, .. } => match decision {
            Decision::Correct => "8.4".to_owned(),
            Decision::Keep(_) => "8.3".to_owned(),
        },
        What::Notice { article, squares: where_, .. } => format!("{article}: {}", squares(*where_)),
        What::AskedArbiter(where_) => squares(*where_),
        What::NotTheOpening { expected } => written(*expected),
        What::Flag { of, clock } => format!("{} {}", of.letter(), reading(clock)),
        What::Ended { winner, reason, .. } => {
            let score = match winner {
                Some(Colour::White) => "2-0",
                Some(Colour::Black) => "0-2",
                None if *reason == damiera::event::Reason::BrokenOff => "*",
                None => "1-1",
            };
            match reason.article() {
                Some(article) => format!("{score} ({article})"),
                None => score.to_owned(),
            }
        }
        What::Tagged { tag, text } => format!("{tag:?}: {}", text.as_str()),
        What::Fault { fault, cleared } => format!("{fault:?}{}", if *cleared { " ✓" } else { "" }),
        What::Corrected { of, correction, .. } => format!("{} {correction:?}", of.letter()),
        What::PositionSet(position) => position.to_string(),
        _ => String::new(),
    }
}

fn written(played: Move) -> String {
    let sign = if played.is_capture() { 'x' } else { '-' };
    played.path().fold(played.from().number().to_string(), |text, square| {
        format!("{text}{sign}{}", square.number())
    })
}

fn reading(clock: &Reading) -> String {
    format!("{clock:?}").chars().take(40).collect()
}

fn time(millis: u32) -> String {
    let seconds = millis / 1_000;
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

//! Names and texts of the messages of a board, for `record --json`, `replay` and the page of `sim`.
//!
//! Other programs read these words, so each of them is written out here: a rename in the core
//! changes none. Only the sentence of a fault is the core's own
//! ([`Fault`](damiera::sense::Fault)). The test `tests/event_names.rs` pins them all.

use damiera::clock::ClockState;
use damiera::event::{ClockChange, Decision, Event, EventKind, Reason, Tag};
use damiera::protocol::{Answer, Deframed, Deframer, Denied, Entry, Invalid, ToPc};
use damiera::rules::{Colour, Edition, Move, Side, Square, Squares};
use damiera::sense::{Contact, Key};
use damiera::time::Duration;
use serde::Serialize;

use crate::pdn::Hms;

/// A message of the stream as one line for people.
#[derive(Debug, Serialize)]
pub(crate) struct MessageLine {
    /// Name of the message; of the event, if it carries one.
    pub(crate) kind: &'static str,
    /// Game and number of an event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<(u32, u32)>,
    /// Milliseconds of game time for an event, of uptime for other messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    /// Summary: the move, the article and the squares, the score.
    pub(crate) text: String,
    /// The whole message as JSON, in the shapes of `docs/protocol.json`.
    whole: String,
    /// Length of the message in bytes, without framing and checksum.
    bytes: usize,
}

/// Decodes the bytes of one connection into lines.
#[derive(Debug, Default)]
pub(crate) struct MessageReader {
    deframer: Deframer,
    /// The edition that numbers the articles of the current game.
    edition: Edition,
}

impl MessageReader {
    /// Takes bytes on their way to the PC and returns the messages that they complete.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Vec<MessageLine> {
        let mut lines = Vec::new();
        for byte in bytes {
            if let Some(Deframed::Message(message)) = self.deframer.push(*byte) {
                let message = message.to_vec();
                lines.extend(self.line(&message));
            }
        }
        lines
    }

    /// Returns the name and the summary of an event.
    pub(crate) fn event(&mut self, event: &Event) -> (&'static str, String) {
        if let EventKind::Started { edition, .. } = event.what {
            self.edition = edition;
        }
        (event_name(&event.what), event_text(&event.what, self.edition))
    }

    /// `None` for a message that this program does not know.
    fn line(&mut self, message: &[u8]) -> Option<MessageLine> {
        let bytes = message.len();
        if let Some(entry) = Entry::in_message(message) {
            let event = entry.ok()?.event().ok()?;
            let (kind, text) = self.event(&event);
            return Some(MessageLine {
                kind,
                place: Some((event.game, event.number)),
                at: Some(event.at.into()),
                text,
                whole: json(&event.what),
                bytes,
            });
        }
        let message = ToPc::read(message).ok()?;
        let (kind, at, text) = match &message {
            ToPc::Hello(hello) => {
                ("Hello", None, format!("{} {:x}", hello.board.as_str(), hello.id))
            }
            ToPc::Reply(reply) => {
                ("Reply", None, format!("{} {}", reply.id, answer_text(&reply.answer)))
            }
            ToPc::Stored(stored) => ("Stored", None, stored.game.to_string()),
            ToPc::Contact(change) => {
                let arrow = if change.closed { "↓" } else { "↑" };
                ("Contact", Some(change.at), format!("{} {arrow}", contact_text(change.contact)))
            }
            ToPc::Clocks(clocks) => {
                let sides = [(clocks.white, Colour::White), (clocks.black, Colour::Black)];
                let [white, black] = sides.map(|(millis, colour)| {
                    let running = if clocks.running == Some(colour) { "▸" } else { "" };
                    format!("{running}{}", hours_minutes_seconds(millis.into()))
                });
                ("Clocks", Some(clocks.at), format!("{white}  {black}"))
            }
            ToPc::Log(line) => ("Log", Some(line.at), line.text.as_str().to_owned()),
            ToPc::Lost(lost) => ("Lost", None, lost.live.to_string()),
            // `Entry::in_message` above has found every event.
            ToPc::Event(_) => return None,
        };
        Some(MessageLine { kind, place: None, at, text, whole: json(&message), bytes })
    }
}

fn json(value: &impl Serialize) -> String {
    // The types of the protocol have only strings as keys, so this cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// The name of an event, as docs/PROTOCOL.md lists it.
const fn event_name(what: &EventKind) -> &'static str {
    match what {
        EventKind::Started { .. } => "Started",
        EventKind::Seated(_) => "Seated",
        EventKind::Pressed { .. } => "Pressed",
        EventKind::Recharged { .. } => "Recharged",
        EventKind::Accomodo => "Accomodo",
        EventKind::Touched(_) => "Touched",
        EventKind::Moved { .. } => "Moved",
        EventKind::Irregularity(..) => "Irregularity",
        EventKind::Decided { .. } => "Decided",
        EventKind::Notice { .. } => "Notice",
        EventKind::Halted { .. } => "Halted",
        EventKind::Restored { .. } => "Restored",
        EventKind::AskedArbiter { .. } => "AskedArbiter",
        EventKind::Tagged { .. } => "Tagged",
        EventKind::NotTheOpening { .. } => "NotTheOpening",
        EventKind::Paused { .. } => "Paused",
        EventKind::Resumed { .. } => "Resumed",
        EventKind::Flag { .. } => "Flag",
        EventKind::Ended { .. } => "Ended",
        EventKind::Claimed { .. } => "Claimed",
        EventKind::Refused { .. } => "Refused",
        EventKind::Count(_) => "Count",
        EventKind::Corrected { .. } => "Corrected",
        EventKind::TakenBack { .. } => "TakenBack",
        EventKind::PositionSet(_) => "PositionSet",
        EventKind::Fault { .. } => "Fault",
        EventKind::Storage(_) => "Storage",
        EventKind::Recovered { .. } => "Recovered",
        EventKind::Restarted { .. } => "Restarted",
        EventKind::RestartRefused { .. } => "RestartRefused",
        EventKind::EnteredByArbiter => "EnteredByArbiter",
        EventKind::SecondsAnnulled { .. } => "SecondsAnnulled",
        EventKind::NotCrowned { .. } => "NotCrowned",
        EventKind::CrownedLate { .. } => "CrownedLate",
    }
}

fn event_text(what: &EventKind, edition: Edition) -> String {
    match what {
        EventKind::Started { position, opening, .. } => match opening {
            Some(opening) => format!("{position} № {}", opening.number()),
            None => position.to_string(),
        },
        EventKind::Seated(side) => side_name(*side).to_owned(),
        EventKind::Pressed { by, .. } => by.letter().to_string(),
        EventKind::Touched(square)
        | EventKind::NotCrowned { square, .. }
        | EventKind::CrownedLate { square, .. } => square.number().to_string(),
        EventKind::Moved { number, played, unpressed, .. } => {
            let dots = if number % 2 == 1 { "." } else { "…" };
            let unpressed = if *unpressed { " *" } else { "" };
            format!("{}{dots} {}{unpressed}", number.div_ceil(2), move_text(*played))
        }
        EventKind::Irregularity(irregularity, _) => {
            let article = irregularity.breach.article(edition);
            let squares = square_numbers(irregularity.squares);
            match irregularity.breach.priority() {
                Some(priority) => format!("{article} ({priority}): {squares}"),
                None => format!("{article}: {squares}"),
            }
        }
        EventKind::Decided { decision, .. } => match decision {
            Decision::Correct => "8.4".to_owned(),
            Decision::Keep(_) => "8.3".to_owned(),
        },
        EventKind::Notice { article, squares, .. } => {
            let article = article.in_edition(edition).unwrap_or(*article);
            format!("{article}: {}", square_numbers(*squares))
        }
        EventKind::AskedArbiter { squares, plays_on, .. } => {
            let plays_on = if *plays_on { " *" } else { "" };
            format!("{}{plays_on}", square_numbers(*squares))
        }
        EventKind::NotTheOpening { expected } => move_text(*expected),
        EventKind::Flag { of, clock } => format!("{}; {}", flag_text(*of), clocks_text(clock)),
        EventKind::Ended { winner, reason, .. } => {
            let score = match winner {
                Some(Colour::White) => "2-0",
                Some(Colour::Black) => "0-2",
                None if *reason == Reason::BrokenOff => "*",
                None => "1-1",
            };
            match reason.article(edition) {
                Some(article) => format!("{score} ({article})"),
                None => score.to_owned(),
            }
        }
        EventKind::Tagged { tag, text } => format!("{}: {}", tag_name(*tag), text.as_str()),
        EventKind::Fault { fault, cleared } => {
            format!("{}{fault}", if *cleared { "over: " } else { "" })
        }
        EventKind::Corrected { of, correction, .. } => correction_text(*of, correction),
        EventKind::PositionSet(position) => position.to_string(),
        EventKind::Restarted { article, full, .. } => {
            format!("{article}{}", if *full { " (7.4.3)" } else { "" })
        }
        EventKind::RestartRefused { article } => article.to_string(),
        EventKind::Recharged { of, .. } | EventKind::SecondsAnnulled { of, .. } => {
            of.letter().to_string()
        }
        EventKind::Accomodo
        | EventKind::Halted { .. }
        | EventKind::Restored { .. }
        | EventKind::Paused { .. }
        | EventKind::Resumed { .. }
        | EventKind::Claimed { .. }
        | EventKind::Refused { .. }
        | EventKind::Count(_)
        | EventKind::TakenBack { .. }
        | EventKind::Storage(_)
        | EventKind::Recovered { .. }
        | EventKind::EnteredByArbiter => String::new(),
    }
}

fn square_numbers(squares: Squares) -> String {
    let numbers = squares.iter().map(|square: Square| square.number().to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

/// A move with its whole path: `22-18`, `30x21x14`.
fn move_text(played: Move) -> String {
    let sign = if played.is_capture() { 'x' } else { '-' };
    played.path().fold(played.from().number().to_string(), |text, square| {
        format!("{text}{sign}{}", square.number())
    })
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::South => "South",
        Side::North => "North",
    }
}

const fn tag_name(tag: Tag) -> &'static str {
    match tag {
        Tag::White => "White",
        Tag::Black => "Black",
        Tag::Event => "Event",
        Tag::Round => "Round",
        Tag::Table => "Table",
        Tag::Site => "Site",
    }
}

/// A square by its number, a light cell by row and column from 1, a key by its name.
fn contact_text(contact: Contact) -> String {
    match contact {
        Contact::Cell(cell) => match cell.dark() {
            Some(square) => square.number().to_string(),
            None => format!("r{}c{}", cell.row() + 1, cell.column() + 1),
        },
        Contact::Key(Key::Player(Side::South)) => "S".to_owned(),
        Contact::Key(Key::Player(Side::North)) => "N".to_owned(),
        Contact::Key(Key::Menu) => "MENU".to_owned(),
        Contact::Key(Key::Minus) => "MINUS".to_owned(),
        Contact::Key(Key::Plus) => "PLUS".to_owned(),
    }
}

/// Returns what a correction of a clock changes, in Italian and English, and its value before and
/// after, with times in the form of `time`.
pub(crate) fn correction_parts(
    correction: &ClockChange,
    time: impl Fn(Duration) -> String,
) -> ([&'static str; 2], [String; 2]) {
    match *correction {
        ClockChange::Time { before, after } => (["tempo", "time"], [before, after].map(time)),
        ClockChange::Moves { before, after } => {
            (["mosse", "moves"], [before, after].map(|moves| moves.to_string()))
        }
        ClockChange::Period { before, after } => {
            (["periodo", "period"], [before, after].map(|period| period.to_string()))
        }
    }
}

/// A correction of a clock, for people.
pub(crate) fn correction_text(of: Colour, correction: &ClockChange) -> String {
    let time = |time: Duration| hours_minutes_seconds(time.as_millis());
    let ([_, what], [before, after]) = correction_parts(correction, time);
    format!("{what} of {of} from {before} to {after}")
}

/// A fallen flag, for people.
pub(crate) fn flag_text(of: Colour) -> String {
    format!("the flag of {of} has fallen")
}

/// Both clocks: the time left, or the time used where the pace counts up.
fn clocks_text(clock: &ClockState) -> String {
    let [white, black] = [Colour::White, Colour::Black]
        .map(|colour| hours_minutes_seconds(clock.left(colour).as_millis()));
    format!("White {white}, Black {black}")
}

fn answer_text(answer: &Answer) -> String {
    match answer {
        Answer::Done => "Done".to_owned(),
        Answer::Denied(why) => format!("Denied({})", denied_text(why)),
        Answer::Invalid(why) => format!("Invalid({})", invalid_name(why)),
        Answer::Busy => "Busy".to_owned(),
    }
}

fn denied_text(why: &Denied) -> String {
    let name = match why {
        Denied::WrongCode { tries, wait } => {
            return format!("WrongCode {{ tries: {tries}, wait: {wait} }}");
        }
        Denied::TooSoon { wait } => return format!("TooSoon {{ wait: {wait} }}"),
        Denied::NeedsCode => "NeedsCode",
        Denied::NoCode => "NoCode",
        Denied::Protocol => "Protocol",
        Denied::NoGame => "NoGame",
        Denied::GameGoesOn => "GameGoesOn",
        Denied::ClockRuns => "ClockRuns",
        Denied::NotRunning => "NotRunning",
        Denied::GameOver => "GameOver",
        Denied::Unsettled => "Unsettled",
    };
    name.to_owned()
}

const fn invalid_name(why: &Invalid) -> &'static str {
    match why {
        Invalid::Unknown => "Unknown",
        Invalid::Malformed => "Malformed",
        Invalid::NoSuchGame => "NoSuchGame",
        Invalid::Ahead => "Ahead",
        Invalid::Code => "Code",
        Invalid::TooLong => "TooLong",
        Invalid::TooManyMoves => "TooManyMoves",
        Invalid::NoSuchPeriod => "NoSuchPeriod",
        Invalid::TooFarBack => "TooFarBack",
        Invalid::OpeningElsewhere => "OpeningElsewhere",
        Invalid::NotFitted => "NotFitted",
    }
}

/// Milliseconds as `1:02:03`.
fn hours_minutes_seconds(millis: u64) -> String {
    Hms((millis / 1_000) as u32).to_string()
}

//! The contacts of a capture as a scenario of raw changes.

use damiera::clock::AfterFlag;
use damiera::event::{Event, EventKind};
use damiera::game::{QUIETS, Record};
use damiera::protocol::{ContactChange, Deframed, Deframer, ToPc};
use damiera::rules::{Colour, Position, Side};
use damiera::sense::{Contact, Key};
use damiera_sim::scenario::{RawChange, RawContact, Scenario, Set, Settings, Start, White};

use crate::capture::Run;
use crate::link::{BoardUpdate, Follower};

/// Time in ms of the first change in the scenario, when the first act of a scenario may begin.
const FIRST: u64 = 1_000;
/// The longest time that a scenario may write, in ms.
const LONGEST: u64 = 86_400_000;

/// Returns the scenario of the last game whose contacts the capture has, and the game's number.
pub(super) fn scenario(runs: &[Run], file: &str) -> Option<(u32, Scenario)> {
    let mut reader = Reader::default();
    let (mut follower, mut deframer) = (Follower::default(), Deframer::new());
    follower.connected(false);
    for byte in runs.iter().flat_map(|run| &run.bytes) {
        follower.read(&[*byte], &mut |update| reader.update(&update));
        if let Some(Deframed::Message(message)) = deframer.push(*byte) {
            match ToPc::read(message) {
                Ok(ToPc::Contact(change)) => reader.contact(change),
                Ok(ToPc::Lost(lost)) => reader.lost += u64::from(lost.live),
                _ => {}
            }
        }
    }
    let played = reader.current.or(reader.last)?;
    Some((played.game, played.scenario(file, reader.lost)))
}

/// Reads a connection.
#[derive(Default)]
struct Reader {
    record: Record,
    started: Option<EventKind>,
    current: Option<Played>,
    /// The contacts of the game before the current one.
    last: Option<Played>,
    /// Number of live messages that the board has dropped.
    lost: u64,
}

/// The contacts of a game, from the first that the capture has.
struct Played {
    game: u32,
    settings: Settings,
    white: Option<Side>,
    changes: Vec<ContactChange>,
}

impl Reader {
    fn update(&mut self, update: &BoardUpdate) {
        match update {
            BoardUpdate::Event(_, Some(event)) => self.event(event),
            // After a restart the board counts its time anew.
            BoardUpdate::Hello(_) => self.close(),
            _ => {}
        }
    }

    fn event(&mut self, event: &Event) {
        if let EventKind::Started { .. } = event.what {
            self.close();
            self.started = Some(event.what);
        }
        self.record.apply(event);
        if let Some(played) = &mut self.current {
            played.white = self.record.white();
        }
    }

    fn close(&mut self) {
        self.last = self.current.take().or(self.last.take());
    }

    fn contact(&mut self, change: ContactChange) {
        // Contacts and events have a queue each: the end of a game may come before its last contacts.
        if self.current.is_none() && self.record.is_over() {
            return;
        }
        let Some(started) = &self.started else { return };
        let played = self.current.get_or_insert_with(|| Played {
            game: self.record.game(),
            settings: settings(started, &self.record),
            white: self.record.white(),
            changes: Vec::new(),
        });
        let first = played.changes.first().map_or(change.at, |first| first.at);
        if change.at.saturating_sub(first) <= LONGEST - FIRST {
            played.changes.push(change);
        }
    }
}

/// The settings of the board as far as the events have them, and the position at the first contact.
fn settings(started: &EventKind, record: &Record) -> Settings {
    let mut settings = Settings { edition: record.edition(), ..Settings::default() };
    let EventKind::Started { control, opening, after_flag, .. } = started else { return settings };
    let position = *record.position();
    settings.start = match opening.filter(|_| record.half_moves() == 0) {
        Some(opening) => Start::Opening(opening),
        None if position == Position::start() => Start::Standard,
        None => Start::Position(position),
    };
    match control {
        Some(control) => settings.control = *control,
        None => settings.quiet = Some(QUIETS[0].as_millis() as u32),
    }
    if *after_flag != AfterFlag::default() {
        settings.set.push(Set::AfterFlag(*after_flag));
    }
    // With a known seat the clock of a scenario runs from its beginning.
    let waits = control.is_some() && record.running().is_none() && opening.is_none();
    settings.white = match record.white().filter(|_| !waits) {
        Some(Side::South) => White::South,
        Some(Side::North) => White::North,
        None => White::Unknown,
    };
    settings
}

impl Played {
    fn scenario(mut self, file: &str, lost: u64) -> Scenario {
        let white = self.white.unwrap_or(Side::South);
        let mut settings = self.settings;
        if settings.white == White::Unknown && white == Side::North {
            settings.white = White::UnknownNorth;
        }
        let mut heading = vec![
            format!("Game {} of {file}: its debounced contacts.", self.game),
            "Not in a capture: times used before, settings past the game, commands of a PC."
                .to_owned(),
        ];
        if lost > 0 {
            heading.push(format!("{lost} live messages were lost: contacts may be missing."));
        }
        let mut scenario = Scenario { heading, settings, ..Scenario::default() };
        self.changes.sort_by_key(|change| change.at);
        let first = self.changes.first().map_or(0, |first| first.at);
        for ContactChange { at, contact, closed } in self.changes {
            // At most `LONGEST`.
            let at = (at - first + FIRST) as u32;
            scenario.raw(RawChange { at, contact: named(contact, white), closed });
        }
        scenario
    }
}

/// A contact of the board as a scenario names it, by the diagram and the players.
fn named(contact: Contact, white: Side) -> RawContact {
    match contact {
        Contact::Cell(cell) if white == Side::North => RawContact::Cell(cell.turned()),
        Contact::Cell(cell) => RawContact::Cell(cell),
        Contact::Key(Key::Player(side)) if side == white => RawContact::Button(Colour::White),
        Contact::Key(Key::Player(_)) => RawContact::Button(Colour::Black),
        Contact::Key(key) => RawContact::Key(key),
    }
}

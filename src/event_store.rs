//! The event store: encodes events and settings for the journal, and reads them for the session.
//!
//! An event is stored before the session sends it. If the journal is full, encoded events wait in a
//! RAM buffer until a pause lets the journal erase a sector.

use embedded_storage::nor_flash::MultiwriteNorFlash;
use heapless::Vec;

use crate::event::{Event, EventKind, Record, StorageFault};
use crate::game::Settings;
pub use crate::journal::Error;
use crate::journal::{
    Geometry, Journal, MAX_RECORD, MAX_SETTINGS, Prepared, Recovered, Report, Why,
};
use crate::protocol::{Entry, EventPosition, Log, MAX_EVENT, StoredGame};
use crate::time::Duration;

/// Capacity of the buffer for events that wait for erased flash, in bytes: some fifty half-moves.
/// Before that the journal takes ten hours without a pause
/// (`host-tests/tests/journal_long_game.rs`).
const WAITING: usize = 4_096;

/// Version of the settings' encoding. Settings of another version are ignored: the board starts
/// with the defaults and asks for the language again.
const SETTINGS: u16 = 2;

/// The journal and the buffer of events that wait for it.
#[derive(Clone, Debug)]
pub struct Store<F> {
    journal: Journal<F>,
    /// Encoded events one after another, each behind a byte with its length.
    waiting: Vec<u8, WAITING>,
    /// Position of the next event of the current game.
    end: EventPosition,
    /// The fault that was returned last; a repeated one is not returned again.
    last_reported: Option<StorageFault>,
}

/// The state with which a board starts, beside the record of the last game.
#[derive(Clone, Copy, Debug)]
pub struct BootState {
    /// The stored settings, or the defaults.
    pub settings: Settings,
    /// Time that a clock ran after the last event of an unfinished game; `None` if the last game
    /// has ended, cannot be read whole or was set aside.
    pub interrupted: Option<Duration>,
    /// The storage fault to report.
    pub fault: Option<StorageFault>,
}

impl<F> Store<F> {
    /// A store that knows nothing of its flash: [`recover`](Self::recover) reads it.
    pub const fn new(flash: F, geometry: Geometry) -> Self {
        Self {
            journal: Journal::new(flash, geometry),
            waiting: Vec::new(),
            end: EventPosition { game: 0, number: 0 },
            last_reported: None,
        }
    }
}

impl<F: MultiwriteNorFlash> Store<F> {
    /// Opens the journal after a boot, with the fold of the last game's events.
    ///
    /// # Errors
    ///
    /// Only those of the flash driver itself, and a region that does not fit it.
    pub fn open(
        flash: F,
        geometry: Geometry,
    ) -> Result<(Self, Record, BootState), Error<F::Error>> {
        let (mut store, mut record) = (Self::new(flash, geometry), Record::new());
        let found = store.recover(&mut record, true)?;
        Ok((store, record, found))
    }

    /// Reads the journal, once after [`new`](Self::new) and before anything else. `record`
    /// is empty; the last game's events are folded into it.
    ///
    /// Without `restore_game` the last game is left alone, for a board that it may have
    /// crashed: it stays in the log as it is, and its number is not used again.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn recover(
        &mut self,
        record: &mut Record,
        restore_game: bool,
    ) -> Result<BootState, Error<F::Error>> {
        let Recovered { report, last } = self.journal.recover()?;
        let settings = self.read_settings();
        match last {
            None => record.follow(self.journal.next_game() - 1),
            Some(last) if restore_game => self.fold(last.game, record),
            Some(last) => record.follow(last.game),
        }
        self.end = match last {
            Some(last) => EventPosition { game: last.game, number: last.next_number },
            None => EventPosition { game: self.journal.next_game() - 1, number: 0 },
        };
        let interrupted = last
            .filter(|last| restore_game && !last.ended && record.number() == last.next_number)
            .map(|last| Duration::from_secs(last.elapsed.into()));
        let fault = match report {
            Report::Repaired { lost, .. } if lost > 0 => Some(StorageFault::Damaged),
            Report::StartedAnew { why: Why::OtherFormat { .. } | Why::Unreadable } => {
                Some(StorageFault::Damaged)
            }
            _ => None,
        };
        Ok(BootState { settings, interrupted, fault })
    }

    /// The journal.
    pub const fn journal_mut(&mut self) -> &mut Journal<F> {
        &mut self.journal
    }

    fn read_settings(&mut self) -> Settings {
        let mut buffer = [0; MAX_SETTINGS];
        match self.journal.settings(&mut buffer) {
            Ok(Some(blob)) if blob.version == SETTINGS => {
                let bytes = buffer.get(..blob.length).unwrap_or_default();
                postcard::from_bytes(bytes).unwrap_or_default()
            }
            _ => Settings::default(),
        }
    }

    /// Stores the settings. Returns a storage fault, once for each.
    pub fn keep_settings(&mut self, settings: &Settings) -> Option<StorageFault> {
        let mut buffer = [0; MAX_SETTINGS];
        let Ok(bytes) = postcard::to_slice(settings, &mut buffer) else {
            return Some(StorageFault::Write);
        };
        let stored = self.journal.store_settings(SETTINGS, bytes);
        self.fault_of(stored)
    }

    /// Folds the events of a game into an empty record, up to the first missing event.
    fn fold(&mut self, game: u32, record: &mut Record) {
        record.follow(game.saturating_sub(1));
        let Ok(mut cursor) = self.journal.cursor(game, 0) else { return };
        let mut buffer = [0; MAX_RECORD];
        while let Ok(Some(read)) = self.journal.read(&mut cursor, &mut buffer)
            && let Some(bytes) = buffer.get(..read.length)
            && let Ok(event) = postcard::from_bytes::<Event>(bytes)
            && event.number == record.number()
        {
            record.apply(&event);
        }
        if record.number() == 0 {
            record.follow(game);
        }
    }

    /// Stores an event, or queues it in RAM if that fails. Returns a storage fault, once for each.
    pub fn keep(&mut self, event: &Event) -> Option<StorageFault> {
        let mut buffer = [0; MAX_EVENT];
        let Ok(bytes) = postcard::to_slice(event, &mut buffer) else {
            return Some(StorageFault::Write);
        };
        self.end = EventPosition { game: event.game, number: event.number }.next();
        let mut stored = if self.waiting.is_empty() {
            self.write(event.game, event.number, bytes)
        } else {
            Err(Error::Full)
        };
        if stored.is_ok() && matches!(event.what, EventKind::Ended { .. }) {
            stored = self.journal.end_game();
        }
        if stored.is_err() {
            self.queue(bytes);
        }
        self.fault_of(stored)
    }

    fn write(&mut self, game: u32, number: u32, bytes: &[u8]) -> Result<(), Error<F::Error>> {
        if number == 0 && game >= self.journal.next_game() {
            self.journal.begin_game(game)?;
        }
        self.journal.append(game, number, bytes)
    }

    /// Queues an event in RAM; a full buffer drops its oldest events.
    fn queue(&mut self, bytes: &[u8]) {
        let length = bytes.len() as u8;
        while self.waiting.len() + bytes.len() + 1 > WAITING {
            self.forget_oldest();
        }
        // The loop has made room.
        let _ = self.waiting.push(length);
        let _ = self.waiting.extend_from_slice(bytes);
    }

    /// Removes the oldest event from the buffer.
    fn forget_oldest(&mut self) {
        let all = self.waiting.len();
        let oldest = self.waiting.first().map_or(0, |length| usize::from(*length) + 1).min(all);
        self.waiting.copy_within(oldest.., 0);
        self.waiting.truncate(all - oldest);
    }

    /// Stores the seconds that a clock has run since the last event.
    pub fn tick(&mut self, seconds: u64) -> Option<StorageFault> {
        let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        let ticked = match self.journal.tick(seconds) {
            // No game has begun, or the event after a boot has not been stored yet.
            Err(Error::NoGame | Error::RecordFirst) => Ok(()),
            ticked => ticked,
        };
        self.fault_of(ticked)
    }

    /// Erases one sector if needed, and writes the buffered events. Call it only while no clock
    /// runs. Returns whether another sector has to be erased.
    pub fn erase_ahead(&mut self) -> bool {
        let prepared = self.journal.prepare();
        while let Some(length) = self.waiting.first().map(|length| usize::from(*length)) {
            let mut event = [0; MAX_EVENT];
            event[..length].copy_from_slice(&self.waiting[1..=length]);
            let bytes = &event[..length];
            let Ok(Entry { place, .. }) = Entry::of(bytes) else { break };
            if self.write(place.game, place.number, bytes).is_err() {
                break;
            }
            self.forget_oldest();
        }
        matches!(prepared, Ok(Prepared::More))
    }

    /// Whether [`erase_ahead`](Self::erase_ahead) has a sector to erase or an event to write.
    pub fn needs_erase(&self) -> bool {
        self.journal.erase_needed() || !self.waiting.is_empty()
    }

    /// Number of stored games, and the share of the journal's slots they take, in percent.
    pub fn fill(&self) -> (u16, u8) {
        let mut games = 0_u16;
        let mut game = 0;
        while let Some(next) = self.journal.game_above(game) {
            games = games.saturating_add(1);
            game = next;
        }
        let slots = self.journal.slots().max(1);
        (games, (usize::from(games).min(slots) * 100 / slots) as u8)
    }

    /// The storage fault of a result, unless it is the one that was returned last.
    fn fault_of<T>(&mut self, done: Result<T, Error<F::Error>>) -> Option<StorageFault> {
        let fault = match done {
            Ok(_) => None,
            Err(Error::Full) => Some(StorageFault::Full),
            Err(_) => Some(StorageFault::Write),
        };
        let news = fault.filter(|_| fault != self.last_reported);
        self.last_reported = fault;
        news
    }

    /// Reads the first event at or behind `from` in the buffer.
    fn read_waiting(
        &self,
        from: EventPosition,
        into: &mut [u8; MAX_EVENT],
    ) -> Option<(EventPosition, usize)> {
        let mut left = &self.waiting[..];
        while let Some((length, rest)) = left.split_first() {
            let (bytes, rest) = rest.split_at_checked(usize::from(*length))?;
            let place = Entry::of(bytes).ok()?.place;
            if place >= from {
                into.get_mut(..bytes.len())?.copy_from_slice(bytes);
                return Some((place, bytes.len()));
            }
            left = rest;
        }
        None
    }
}

impl<F: MultiwriteNorFlash> Log for Store<F> {
    fn end(&self) -> EventPosition {
        self.end
    }

    fn read(
        &mut self,
        from: EventPosition,
        into: &mut [u8; MAX_EVENT],
    ) -> Option<(EventPosition, usize)> {
        let mut buffer = [0; MAX_RECORD];
        let (mut game, mut number) = (from.game, from.number);
        loop {
            let found = match self.journal.cursor(game, number) {
                Ok(mut cursor) => self.journal.read(&mut cursor, &mut buffer).ok().flatten(),
                Err(_) => None,
            };
            if let Some(record) = found {
                let bytes = buffer.get(..record.length)?;
                into.get_mut(..bytes.len())?.copy_from_slice(bytes);
                return Some((EventPosition { game, number: record.number }, record.length));
            }
            match self.journal.game_above(game) {
                Some(next) => (game, number) = (next, 0),
                None => return self.read_waiting(from, into),
            }
        }
    }

    fn game(&mut self, from: u32) -> Option<StoredGame> {
        let game = self.journal.game_above(from.saturating_sub(1)).or_else(|| {
            // All events of the game are still in the buffer.
            self.read_waiting(EventPosition { game: from, number: 0 }, &mut [0; MAX_EVENT])
                .map(|(place, _)| place.game)
        })?;
        let (mut events, mut bytes) = (0_u32, 0_u32);
        let (mut place, mut event) = (EventPosition { game, number: 0 }, [0; MAX_EVENT]);
        while let Some((at, length)) = self.read(place, &mut event).filter(|(p, _)| p.game == game)
        {
            events = events.saturating_add(1);
            bytes = bytes.saturating_add(length as u32);
            place = at.next();
        }
        Some(StoredGame { game, events, bytes })
    }
}

use damiera::event::Event;
use damiera::protocol::{Entry, EventPosition, Log, MAX_EVENT, StoredGame};

use super::bytes;

/// A log of events in memory; on the board, the journal is the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VecLog {
    entries: Vec<(EventPosition, Vec<u8>)>,
}

impl VecLog {
    /// Appends an event.
    pub fn push(&mut self, event: &Event) {
        self.push_bytes(&bytes(event));
    }

    /// Appends an encoded event, which may be of a newer protocol version. Panics if its position is
    /// not behind the last one.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        let place = Entry::of(bytes).expect("an event").place;
        assert!(self.entries.last().is_none_or(|(last, _)| *last < place), "{place:?} is late");
        self.entries.push((place, bytes.to_vec()));
    }

    /// Drops the oldest game, as a full journal does.
    pub fn drop_oldest(&mut self) {
        if let Some(&(EventPosition { game, .. }, _)) = self.entries.first() {
            self.entries.retain(|(place, _)| place.game != game);
        }
    }

    /// The bytes of every event, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.entries.iter().map(|(_, bytes)| bytes.as_slice())
    }

    fn at(&self, from: EventPosition) -> Option<&(EventPosition, Vec<u8>)> {
        self.entries.get(self.entries.partition_point(|(place, _)| *place < from))
    }
}

impl Log for VecLog {
    fn end(&self) -> EventPosition {
        self.entries.last().map_or(EventPosition::default(), |(place, _)| place.next())
    }

    fn read(
        &mut self,
        from: EventPosition,
        into: &mut [u8; MAX_EVENT],
    ) -> Option<(EventPosition, usize)> {
        let (place, bytes) = self.at(from)?;
        into[..bytes.len()].copy_from_slice(bytes);
        Some((*place, bytes.len()))
    }

    fn game(&mut self, from: u32) -> Option<StoredGame> {
        let (EventPosition { game, .. }, _) = *self.at(EventPosition { game: from, number: 0 })?;
        let of_game = || self.entries.iter().filter(move |(place, _)| place.game == game);
        let bytes = of_game().map(|(_, bytes)| bytes.len() as u32).sum();
        Some(StoredGame { game, events: of_game().count() as u32, bytes })
    }
}

use damiera::game::Record;
use damiera::protocol::{
    Answer, Command, Deframed, Deframer, Entry, EventPosition, Log, NEWEST, OLDEST, Reply, Session,
    ToBoard, ToPc,
};
use damiera::text::Text;
use damiera_sim::wire::{bytes, frame};

/// A program on a PC that follows the game: it folds the events, and after every
/// interruption asks for those that it has not seen.
#[derive(Debug, Default)]
pub struct Reader {
    deframer: Deframer,
    /// The fold of the events received.
    pub record: Record,
    /// The bytes of every event, once each.
    pub events: Vec<Vec<u8>>,
    /// All other messages.
    pub others: Vec<ToPc>,
    /// Position of the next event.
    pub next: EventPosition,
    /// Id of a `Replay` that is not answered yet. Events before its answer were sent before it and
    /// are skipped.
    waits: Option<u16>,
    /// Id of the last command.
    id: u16,
    /// Number of events that came a second time or before the answer to a `Replay`.
    pub passed_over: u32,
    /// Number of events of a kind that this version does not know.
    pub unknown_events: u32,
    /// Number of messages of a kind that this version does not know.
    pub unknown: u32,
}

impl Reader {
    /// The first bytes after the port is opened: a zero, `Hello`, and `Replay` from the next event.
    pub fn greeting(&mut self) -> Vec<u8> {
        let program = Text::cut("host-tests");
        let hello = Command::Hello { oldest: OLDEST, newest: NEWEST, program };
        let mut greeting = vec![0];
        for command in [hello, Command::Replay(self.next)] {
            self.id = self.id.wrapping_add(1);
            greeting.extend(frame(&bytes(&ToBoard { id: self.id, command })));
        }
        self.waits = Some(self.id);
        greeting
    }

    /// The port was opened again: a frame that was cut is not continued.
    pub fn reconnect(&mut self) {
        self.deframer = Deframer::new();
    }

    /// Takes bytes from the board.
    ///
    /// # Panics
    ///
    /// If an event is missing.
    pub fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let Some(Deframed::Message(message)) = self.deframer.push(*byte) else { continue };
            let message = message.to_vec();
            match Entry::in_message(&message) {
                Some(entry) => self.take(&entry.expect("an event has a place")),
                None => match ToPc::read(&message) {
                    Ok(other) => {
                        let waits = |id: &u16| {
                            other != ToPc::Reply(Reply { id: *id, answer: Answer::Done })
                        };
                        self.waits = self.waits.filter(waits);
                        self.others.push(other);
                    }
                    Err(_) => self.unknown += 1,
                },
            }
        }
    }

    /// Takes everything that the session has to send.
    pub fn read_all(&mut self, session: &mut Session, log: &mut impl Log) {
        loop {
            let output = session.output(log).to_vec();
            if output.is_empty() {
                return;
            }
            self.read(&output);
            session.sent(output.len());
        }
    }

    /// Takes an event, the next one or a known one.
    fn take(&mut self, entry: &Entry<'_>) {
        let (place, next) = (entry.place, self.next);
        if self.waits.is_some() || place < next {
            self.passed_over += 1;
            return;
        }
        let new_game = place.number == 0 && place.game > next.game;
        assert!(place == next || new_game, "{place:?} came, {next:?} is missing");
        self.next = place.next();
        self.events.push(entry.bytes.to_vec());
        match entry.event() {
            Ok(event) => self.record.apply(&event),
            Err(_) => self.unknown_events += 1,
        }
    }

    /// Takes the replies received so far.
    pub fn replies(&mut self) -> Vec<Reply> {
        let replies = self.others.iter().filter_map(|other| match other {
            ToPc::Reply(reply) => Some(*reply),
            _ => None,
        });
        let replies = replies.collect();
        self.others.retain(|other| !matches!(other, ToPc::Reply(_)));
        replies
    }

    /// Frames that were cut or damaged.
    pub fn damaged(&self) -> u32 {
        self.deframer.dropped().frames
    }
}

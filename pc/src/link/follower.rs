use damiera::event::Event;
use damiera::protocol::{
    Answer, Clocks, Command, Deframed, Deframer, Entry, EventPosition, Hello, Invalid, MAX_FRAME,
    NEWEST, OLDEST, Reply, ToBoard, ToPc, common, encode_frame,
};
use damiera::text::Text;

/// A message of a board, as its follower passes it on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // Mostly events.
pub(crate) enum BoardUpdate {
    /// The greeting.
    Hello(Hello),
    /// The next event; `None` for a kind that this program does not know.
    Event(EventPosition, Option<Event>),
    /// The state of the clocks.
    Clocks(Clocks),
    /// The log of the board was erased: numbers of games begin anew.
    Erased,
}

/// Follows one board over any number of connections: passes on every event once and in order, and
/// requests missing events again.
///
/// It does no I/O: bytes go in, updates and bytes to send come out.
#[derive(Debug, Default)]
pub(crate) struct Follower {
    deframer: Deframer,
    /// Serial number of the board, from its greeting. Events of another board are followed from its
    /// first event.
    board: Option<u64>,
    /// The first event not seen yet.
    next: EventPosition,
    /// Number of a replay request that is not yet answered. Events until then were sent before it,
    /// and are ignored.
    waits: Option<u16>,
    id: u16,
    /// Number of damaged frames at the last replay request.
    damaged: u32,
    /// Whether the other end takes commands: false for a recording.
    can_ask: bool,
    /// Whether the board has sent its greeting in this connection.
    greeted: bool,
    /// Oldest protocol version of a board that has none in common with this program.
    foreign: Option<u16>,
    /// Number of events behind a gap.
    gaps: u32,
    to_send: Vec<u8>,
}

impl Follower {
    /// Returns a follower that shares its port with another program that sends commands: its
    /// command numbers begin at 0x8000.
    pub(crate) fn beside_others() -> Self {
        Self { id: 0x8000, ..Self::default() }
    }

    /// Begins a new connection: discards an incomplete frame. The greeting and the replay request
    /// are in [`outgoing`](Self::outgoing).
    pub(crate) fn connected(&mut self, can_ask: bool) {
        self.deframer = Deframer::new();
        self.damaged = 0;
        self.can_ask = can_ask;
        self.greeted = false;
        self.waits = None;
        self.to_send.clear();
        if can_ask {
            // Ends a frame that was sent incompletely.
            self.to_send.push(0);
            let program = Text::cut(concat!("damiera ", env!("CARGO_PKG_VERSION")));
            self.ask(Command::Hello { oldest: OLDEST, newest: NEWEST, program });
            self.replay();
        }
    }

    /// Takes the bytes that are to be sent.
    pub(crate) fn outgoing(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.to_send)
    }

    /// Whether the board has sent its greeting in this connection.
    pub(crate) const fn greeted(&self) -> bool {
        self.greeted
    }

    /// Oldest protocol version of the board, if none is in common.
    pub(crate) const fn foreign(&self) -> Option<u16> {
        self.foreign
    }

    /// Number of incomplete or damaged frames in this connection.
    pub(crate) fn damaged(&self) -> u32 {
        self.deframer.dropped().frames
    }

    /// Number of events that came behind a gap and were not passed on.
    pub(crate) const fn gaps(&self) -> u32 {
        self.gaps
    }

    /// Sends a command and ignores its answer.
    pub(crate) fn order(&mut self, command: Command) {
        self.ask(command);
    }

    fn ask(&mut self, command: Command) {
        self.id = self.id.wrapping_add(1);
        self.to_send.extend(frame(&ToBoard { id: self.id, command }));
    }

    fn replay(&mut self) {
        self.ask(Command::Replay(self.next));
        self.waits = Some(self.id);
        self.damaged = self.damaged();
    }

    /// Decodes received bytes and passes on the updates in them.
    pub(crate) fn read(&mut self, bytes: &[u8], tell: &mut impl FnMut(BoardUpdate)) {
        for byte in bytes {
            let Some(Deframed::Message(message)) = self.deframer.push(*byte) else { continue };
            let message = message.to_vec();
            match Entry::in_message(&message) {
                Some(Ok(entry)) => self.take(&entry, tell),
                Some(Err(_)) => {}
                // Kinds of messages that this program does not know are skipped.
                None => {
                    if let Ok(message) = ToPc::read(&message) {
                        self.hear(&message, tell);
                    }
                }
            }
        }
        // The damaged frame may have been the last event of a game: no later number would reveal
        // the gap.
        if self.can_ask && self.greeted && self.waits.is_none() && self.damaged() > self.damaged {
            self.replay();
        }
    }

    fn take(&mut self, entry: &Entry<'_>, tell: &mut impl FnMut(BoardUpdate)) {
        let (place, next) = (entry.place, self.next);
        if self.waits.is_some() || place < next {
            return;
        }
        let new_game = place.number == 0 && place.game > next.game;
        if place != next && !new_game {
            if self.can_ask {
                self.replay();
            } else {
                self.gaps += 1;
            }
            return;
        }
        self.next = place.next();
        tell(BoardUpdate::Event(place, entry.event().ok()));
    }

    fn hear(&mut self, message: &ToPc, tell: &mut impl FnMut(BoardUpdate)) {
        match message {
            ToPc::Hello(hello) => {
                // A second greeting: the board has restarted and sends only new events.
                let again = std::mem::replace(&mut self.greeted, true);
                let restarted = again && self.can_ask && self.waits.is_none();
                self.foreign = match common(hello.oldest, hello.newest) {
                    Some(_) => None,
                    None => Some(hello.oldest),
                };
                let known = self.board.replace(hello.id);
                let other = known.is_some_and(|known| known != hello.id);
                if other {
                    self.next = EventPosition::default();
                }
                if restarted || other && self.can_ask {
                    self.replay();
                }
                tell(BoardUpdate::Hello(*hello));
            }
            ToPc::Reply(Reply { id, answer }) if self.waits == Some(*id) => {
                self.waits = None;
                match answer {
                    Answer::Done => {}
                    // The memory of the board was erased.
                    Answer::Invalid(Invalid::Ahead) => {
                        self.next = EventPosition::default();
                        tell(BoardUpdate::Erased);
                        self.replay();
                    }
                    _ => self.replay(),
                }
            }
            ToPc::Clocks(clocks) => tell(BoardUpdate::Clocks(*clocks)),
            _ => {}
        }
    }
}

/// Encodes a message as a frame.
pub(super) fn frame(message: &ToBoard) -> Vec<u8> {
    let mut out = [0; MAX_FRAME];
    // Every command fits a frame: host-tests `wire_sizes.rs`.
    let length = encode_frame(message, &mut out).unwrap_or(0);
    out[..length].to_vec()
}

use damiera::event::Event;
use damiera::protocol::{
    Answer, Clocks, Command, Deframed, Deframer, Entry, Hello, Invalid, MAX_FRAME, NEWEST, OLDEST,
    Place, Reply, ToBoard, ToPc, common, write_frame,
};
use damiera::text::Text;

/// What a board has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // Mostly events.
pub(crate) enum BoardUpdate {
    /// Who speaks.
    Hello(Hello),
    /// The next event, `None` where only newer programs know what happened.
    Event(Place, Option<Event>),
    /// The clocks, now.
    Clocks(Clocks),
    /// The log was erased: what comes now are other games.
    Erased,
}

/// Follows one board over any number of connections: hands on every event once and
/// in order, and asks again for what is missing.
///
/// It reads and writes nothing itself: bytes go in, news and bytes to send come out.
#[derive(Debug, Default)]
pub(crate) struct Follower {
    deframer: Deframer,
    /// Who speaks, once that is known. Another board begins from its own start.
    board: Option<u64>,
    /// The first event not seen yet.
    next: Place,
    /// The replay with this number has been asked for and not been answered:
    /// whatever comes until then was on its way before.
    waits: Option<u16>,
    id: u16,
    /// Frames damaged before the last replay was asked for.
    damaged: u32,
    /// Somebody listens at the other end.
    can_ask: bool,
    /// In this connection the board has said who it is.
    greeted: bool,
    /// The board speaks no protocol of ours, but these from this one on.
    foreign: Option<u16>,
    /// Events that could not be placed.
    gaps: u32,
    to_send: Vec<u8>,
}

impl Follower {
    /// One that shares its port with a program that also asks: the numbers of its commands
    /// are others.
    pub(crate) fn beside_others() -> Self {
        Self { id: 0x8000, ..Self::default() }
    }

    /// The port was opened: a frame that was cut is not continued. What is to be sent
    /// first is in [`outgoing`](Self::outgoing).
    pub(crate) fn connected(&mut self, can_ask: bool) {
        self.deframer = Deframer::new();
        self.damaged = 0;
        self.can_ask = can_ask;
        self.greeted = false;
        self.waits = None;
        self.to_send.clear();
        if can_ask {
            // Ends whatever was half sent.
            self.to_send.push(0);
            let program = Text::cut(concat!("damiera ", env!("CARGO_PKG_VERSION")));
            self.ask(Command::Hello { oldest: OLDEST, newest: NEWEST, program });
            self.replay();
        }
    }

    /// What is to be sent, taken out.
    pub(crate) fn outgoing(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.to_send)
    }

    /// Whether the board has said in this connection who it is.
    pub(crate) const fn greeted(&self) -> bool {
        self.greeted
    }

    /// The oldest protocol of a board with which we have none in common.
    pub(crate) const fn foreign(&self) -> Option<u16> {
        self.foreign
    }

    /// Frames of this connection that were cut or damaged.
    pub(crate) fn damaged(&self) -> u32 {
        self.deframer.dropped().frames
    }

    /// Events that stood behind a gap and were not handed on.
    pub(crate) const fn gaps(&self) -> u32 {
        self.gaps
    }

    /// Sends a command whose answer nobody waits for.
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

    /// Takes what has come, and says what was in it.
    pub(crate) fn read(&mut self, bytes: &[u8], news: &mut impl FnMut(BoardUpdate)) {
        for byte in bytes {
            let Some(Deframed::Message(message)) = self.deframer.push(*byte) else { continue };
            let message = message.to_vec();
            match Entry::in_message(&message) {
                Some(Ok(entry)) => self.take(&entry, news),
                Some(Err(_)) => {}
                // Of a newer board: nothing that this program has to know.
                None => {
                    if let Ok(message) = ToPc::read(&message) {
                        self.hear(&message, news);
                    }
                }
            }
        }
        // The damaged frame may have been the last event of a game, whose loss no
        // number would tell.
        if self.can_ask && self.greeted && self.waits.is_none() && self.damaged() > self.damaged {
            self.replay();
        }
    }

    fn take(&mut self, entry: &Entry<'_>, news: &mut impl FnMut(BoardUpdate)) {
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
        news(BoardUpdate::Event(place, entry.event().ok()));
    }

    fn hear(&mut self, message: &ToPc, news: &mut impl FnMut(BoardUpdate)) {
        match message {
            ToPc::Hello(hello) => {
                // Unasked: the board has started anew and tells what happens from now on.
                let again = std::mem::replace(&mut self.greeted, true);
                let restarted = again && self.can_ask && self.waits.is_none();
                self.foreign = match common(hello.oldest, hello.newest) {
                    Some(_) => None,
                    None => Some(hello.oldest),
                };
                let known = self.board.replace(hello.id);
                let other = known.is_some_and(|known| known != hello.id);
                if other {
                    self.next = Place::default();
                }
                if restarted || other && self.can_ask {
                    self.replay();
                }
                news(BoardUpdate::Hello(*hello));
            }
            ToPc::Reply(Reply { id, answer }) if self.waits == Some(*id) => {
                self.waits = None;
                match answer {
                    Answer::Done => {}
                    // Its memory was erased.
                    Answer::Invalid(Invalid::Ahead) => {
                        self.next = Place::default();
                        news(BoardUpdate::Erased);
                        self.replay();
                    }
                    _ => self.replay(),
                }
            }
            ToPc::Clocks(clocks) => news(BoardUpdate::Clocks(*clocks)),
            _ => {}
        }
    }
}

/// A message as a frame.
pub(super) fn frame(message: &ToBoard) -> Vec<u8> {
    let mut bytes = [0; MAX_FRAME];
    let mut out = [0; MAX_FRAME];
    // Every command is shorter than a frame: the tests of the protocol see to that.
    let length = postcard::to_slice(message, &mut bytes)
        .ok()
        .and_then(|message| write_frame(&[message], &mut out).ok())
        .unwrap_or(0);
    out[..length].to_vec()
}

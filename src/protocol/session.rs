use heapless::Deque;

use super::{
    Answer, Command, DecodeError, Deframed, Deframer, Denied, DropCounts, Entry, EventPosition,
    Hello, Invalid, Live, Log, LogLine, MAX_EVENT, MAX_FRAME, Reply, ToBoard, ToPc, TooLong,
    common, encode_frame, write_frame,
};

/// How many live messages wait for a slow reader; then the oldest is dropped.
///
/// A capture of nine pieces is some twenty contacts in a few seconds, and a reader
/// that keeps up has none waiting.
pub const LIVE_QUEUE: usize = 16;

/// One connection with a PC: bytes in, commands for the game out; the log and live
/// messages in, bytes out.
///
/// It executes the commands that only read. All others it decodes and hands out, and
/// encodes their [answer](Self::answer): the game authorises and executes them. There is
/// one command at a time: until it is answered no byte is taken in, and the PC waits.
///
/// ```text
///                    for the game                  answered
///   Idle ------------------------------> Asked ----------------+
///    |  ---- list, fetch ---> Listing, Fetching --- the end ---+---> Answering
///    |  ---- anything else ------------------------------------+         |
///    +<------------------------------ the answer is out -----------------+
/// ```
///
/// Numbered events are not handed in: they are read from the log when there is room
/// for them on the wire, so a slow reader gets all of them, later. Of the live
/// messages it loses the oldest.
#[derive(Debug)]
pub struct Session {
    hello: Hello,
    deframer: Deframer,
    work: Work,
    live: Deque<Live, LIVE_QUEUE>,
    /// What every connection hears first of all that is live.
    notice: Option<LogLine>,
    /// The next event to be sent.
    next: EventPosition,
    /// The hello is to be sent.
    greet: bool,
    /// An event was sent last: a live message has its turn.
    live_first: bool,
    drops: DropCounts,
    /// What the reader has been told of that.
    last_reported: DropCounts,
    /// What the deframer had dropped when the connection began.
    dropped_before: u32,
    /// Which connection this is, so that no answer reaches the next one.
    connection: u32,
    out: [u8; MAX_FRAME + 1],
    /// Of `out`, what is still to be sent.
    begin: usize,
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Idle,
    Asked(Ticket),
    Listing { id: u16, from: u32 },
    Fetching { id: u16, from: EventPosition },
    Answering(Reply),
}

/// Which command of which connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticket {
    id: u16,
    connection: u32,
}

/// What the bytes of a PC ask the board to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// The PC has greeted: the permission of this connection ends.
    Reset,
    /// A command to be authorised, executed and [answered](Session::answer).
    Command(PendingCommand),
}

/// A decoded command that waits for its [answer](Session::answer).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingCommand {
    ticket: Ticket,
    /// Decoded, and not yet authorised.
    pub command: Command,
}

impl Session {
    /// Nobody is connected yet.
    pub fn new(hello: Hello) -> Self {
        Self {
            hello,
            deframer: Deframer::new(),
            work: Work::Idle,
            live: Deque::new(),
            notice: None,
            next: EventPosition::default(),
            greet: false,
            live_first: false,
            drops: DropCounts::default(),
            last_reported: DropCounts::default(),
            dropped_before: 0,
            connection: 0,
            out: [0; MAX_FRAME + 1],
            begin: 0,
            end: 0,
        }
    }

    /// The port was opened: from now on what happens is told, and whatever belonged
    /// to the connection before is over.
    pub fn connected(&mut self, log: &impl Log) {
        self.connection = self.connection.wrapping_add(1);
        self.deframer = Deframer::new();
        self.work = Work::Idle;
        self.next = log.end();
        (self.begin, self.end) = (0, 0);
        self.reset_connection();
    }

    /// Takes bytes in up to the end of a command or a greeting, and returns how many, and
    /// what the caller has to do. Takes none as long as a command is not answered: the
    /// caller keeps the rest and tries again.
    pub fn receive(&mut self, bytes: &[u8], log: &impl Log) -> (usize, Option<Received>) {
        for (taken, byte) in bytes.iter().enumerate() {
            if self.work != Work::Idle {
                return (taken, None);
            }
            let read = match self.deframer.push(*byte) {
                None => continue,
                Some(Deframed::Start) => {
                    self.reset_connection();
                    return (taken + 1, Some(Received::Reset));
                }
                Some(Deframed::Message(message)) => ToBoard::read(message),
            };
            if let Some(received) = self.command(read, log) {
                return (taken + 1, Some(received));
            }
        }
        (bytes.len(), None)
    }

    /// Sends the answer to a command. The answer to a command of an earlier connection is
    /// dropped.
    pub fn answer(&mut self, pending: &PendingCommand, answer: Answer) {
        let PendingCommand { ticket, .. } = *pending;
        if self.work == Work::Asked(ticket) {
            self.work = Work::Answering(Reply { id: ticket.id, answer });
        }
    }

    /// Something to be told while it happens.
    pub fn tell(&mut self, live: Live) {
        if self.live.is_full() {
            self.live.pop_front();
            self.drops.live = self.drops.live.saturating_add(1);
        }
        // There is room now.
        let _ = self.live.push_back(live);
    }

    /// Something that every connection is to be told as soon as it begins: why the
    /// board had to start again.
    pub const fn notice(&mut self, line: LogLine) {
        self.notice = Some(line);
    }

    /// The bytes to be sent next, as many of them as can be: nothing if there is
    /// nothing to say. Say by [`sent`](Self::sent) how many went out.
    pub fn output(&mut self, log: &mut impl Log) -> &[u8] {
        if self.begin == self.end {
            (self.begin, self.end) = (0, 0);
            self.fill(log);
        }
        &self.out[self.begin..self.end]
    }

    /// So many of the bytes of [`output`](Self::output) went out.
    pub fn sent(&mut self, bytes: usize) {
        self.begin = self.end.min(self.begin.saturating_add(bytes));
    }

    /// The other end begins anew.
    fn reset_connection(&mut self) {
        self.live.clear();
        if let Some(line) = self.notice {
            // There is room now.
            let _ = self.live.push_back(Live::Log(line));
        }
        (self.drops, self.last_reported) = (DropCounts::default(), DropCounts::default());
        self.dropped_before = self.deframer.dropped().frames;
        self.greet = true;
    }

    /// Executes a command that only reads, or hands it out.
    fn command(
        &mut self,
        read: Result<ToBoard, (Option<u16>, DecodeError)>,
        log: &impl Log,
    ) -> Option<Received> {
        let ToBoard { id, command } = match read {
            Ok(read) => read,
            Err((id, error)) => {
                self.drops.unread = self.drops.unread.saturating_add(1);
                let why = match error {
                    DecodeError::Unknown => Invalid::Unknown,
                    DecodeError::Malformed => Invalid::Malformed,
                };
                if let Some(id) = id {
                    self.work = Work::Answering(Reply { id, answer: Answer::Invalid(why) });
                }
                return None;
            }
        };
        let answer = match command {
            Command::Hello { oldest, newest, .. } => {
                self.reset_connection();
                let answer = match common(oldest, newest) {
                    Some(_) => Answer::Done,
                    None => Answer::Denied(Denied::Protocol),
                };
                self.work = Work::Answering(Reply { id, answer });
                return Some(Received::Reset);
            }
            Command::Replay(from) if from > log.end() => Answer::Invalid(Invalid::Ahead),
            Command::Replay(from) => {
                self.next = from;
                Answer::Done
            }
            Command::ListGames => {
                self.work = Work::Listing { id, from: 0 };
                return None;
            }
            Command::FetchGame(game) => {
                self.work = Work::Fetching { id, from: EventPosition { game, number: 0 } };
                return None;
            }
            _ => {
                let ticket = Ticket { id, connection: self.connection };
                self.work = Work::Asked(ticket);
                return Some(Received::Command(PendingCommand { ticket, command }));
            }
        };
        self.work = Work::Answering(Reply { id, answer });
        None
    }

    /// Writes the next frame, if there is something to say.
    fn fill(&mut self, log: &mut impl Log) {
        if self.greet {
            self.greet = false;
            // A zero ends whatever the reader had half received.
            self.out[0] = 0;
            self.end = 1;
            return self.write(ToPc::Hello(self.hello));
        }
        match self.work {
            Work::Answering(reply) => self.reply(reply.id, reply.answer),
            Work::Listing { id, from } => match log.game(from) {
                Some(stored) if stored.game >= from => {
                    self.work = match stored.game.checked_add(1) {
                        Some(from) => Work::Listing { id, from },
                        None => Work::Answering(Reply { id, answer: Answer::Done }),
                    };
                    self.write(ToPc::Stored(stored));
                }
                _ => self.reply(id, Answer::Done),
            },
            Work::Fetching { id, from } => match self.event(from, log) {
                Some(place) if place.game == from.game => {
                    self.work = Work::Fetching { id, from: place.next() };
                }
                _ => {
                    (self.begin, self.end) = (0, 0);
                    let nothing = from.number == 0;
                    let answer = Answer::Invalid(Invalid::NoSuchGame);
                    self.reply(id, if nothing { answer } else { Answer::Done });
                }
            },
            Work::Idle | Work::Asked(_) => self.stream(log),
        }
    }

    fn reply(&mut self, id: u16, answer: Answer) {
        self.work = Work::Idle;
        self.write(ToPc::Reply(Reply { id, answer }));
    }

    /// What nobody asked for: events and live messages, by turns.
    fn stream(&mut self, log: &mut impl Log) {
        if core::mem::take(&mut self.live_first) && self.live() {
            return;
        }
        if self.next < log.end()
            && let Some(place) = self.event(self.next, log)
        {
            self.next = place.next();
            self.live_first = true;
            return;
        }
        self.live();
    }

    /// Writes the oldest live message, if there is one; before it, where some are
    /// missing, how many.
    fn live(&mut self) -> bool {
        let dropped = self.deframer.dropped().frames;
        self.drops.damaged = dropped.saturating_sub(self.dropped_before);
        if self.drops != self.last_reported {
            self.last_reported = self.drops;
            self.write(ToPc::Lost(self.drops));
            return true;
        }
        let Some(oldest) = self.live.pop_front() else { return false };
        self.write(oldest.into());
        true
    }

    /// Writes the first event at this place or behind it, and says which it was.
    fn event(&mut self, from: EventPosition, log: &mut impl Log) -> Option<EventPosition> {
        let mut stored = [0; MAX_EVENT];
        let (place, length) = log.read(from, &mut stored)?;
        let bytes = stored.get(..length)?;
        debug_assert_eq!(Entry::of(bytes).map(|entry| entry.place), Ok(place));
        self.append(|room| write_frame(&[&[ToPc::EVENT], bytes], room));
        Some(place)
    }

    fn write(&mut self, message: ToPc) {
        self.append(|room| encode_frame(&message, room));
    }

    /// Appends a frame to `out`, by a function that says how long it is.
    fn append(&mut self, frame: impl FnOnce(&mut [u8]) -> Result<usize, TooLong>) {
        let room = self.out.get_mut(self.end..).unwrap_or_default();
        match frame(room) {
            Ok(length) => self.end += length,
            Err(error) => debug_assert!(false, "{error}"),
        }
    }
}

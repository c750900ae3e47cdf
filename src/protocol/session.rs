use heapless::Deque;

use super::{
    Answer, Command, DecodeError, Deframed, Deframer, Denied, DropCounts, Entry, EventPosition,
    Hello, Invalid, Live, Log, LogLine, MAX_EVENT, MAX_FRAME, Reply, ToBoard, ToPc, TooLong,
    common, encode_frame, write_frame,
};

/// Capacity of the queue of live messages; a full queue drops its oldest message.
///
/// A capture of nine pieces is some twenty contacts in a few seconds, and the queue of a reader
/// that keeps up is empty: 16 hold most of such a capture for a reader that pauses.
pub const LIVE_QUEUE: usize = 16;

/// One connection with a PC: bytes in, commands for the game out; the log and live
/// messages in, bytes out.
///
/// The session executes the commands that only read. It decodes all others, returns them to the
/// caller, and encodes their [answer](Self::answer): the game authorises and executes them. There
/// is one command at a time: until it is answered, `receive` takes no byte.
///
/// ```text
///                    for the game                  answered
///   Idle ------------------------------> Asked ----------------+
///    |  ---- list, fetch ---> Listing, Fetching --- the end ---+---> Answering
///    |  ---- anything else ------------------------------------+         |
///    +<------------------------------ the answer is out -----------------+
/// ```
///
/// Numbered events are not queued: `output` reads them from the log, so a slow reader gets all of
/// them, later. Of the live messages it loses the oldest
/// (`wire_session.rs::a_slow_reader_loses_live_messages_only`).
#[derive(Debug)]
pub struct Session {
    hello: Hello,
    deframer: Deframer,
    work: Work,
    live: Deque<Live, LIVE_QUEUE>,
    /// The first live message of every connection.
    notice: Option<LogLine>,
    /// Position of the next event to send.
    next: EventPosition,
    /// The hello has to be sent.
    greet: bool,
    /// The last message was an event: a live message comes next.
    live_first: bool,
    drops: DropCounts,
    /// The drop counts that were sent last.
    last_reported: DropCounts,
    /// Frames that the deframer had dropped when the connection began.
    dropped_before: u32,
    /// Number of the connection, so that no answer reaches the next one.
    connection: u32,
    out: [u8; MAX_FRAME + 1],
    /// Start of the bytes in `out` that are not sent yet.
    begin: usize,
    /// End of the bytes in `out`.
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

/// Identifies a command: its id and its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticket {
    id: u16,
    connection: u32,
}

/// The result of [`Session::receive`]: an action of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// The PC has sent a zero or a hello: the permission of this connection ends.
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
    /// A session without a connection.
    pub const fn new(hello: Hello) -> Self {
        Self {
            hello,
            deframer: Deframer::new(),
            work: Work::Idle,
            live: Deque::new(),
            notice: None,
            next: EventPosition { game: 0, number: 0 },
            greet: false,
            live_first: false,
            drops: DropCounts::NONE,
            last_reported: DropCounts::NONE,
            dropped_before: 0,
            connection: 0,
            out: [0; MAX_FRAME + 1],
            begin: 0,
            end: 0,
        }
    }

    /// Replaces the hello, before the first connection.
    pub(crate) const fn set_hello(&mut self, hello: Hello) {
        self.hello = hello;
    }

    /// The port was opened: drops the state of the connection before, and sends new events from
    /// now on.
    pub fn connected(&mut self, log: &impl Log) {
        self.connection = self.connection.wrapping_add(1);
        self.deframer = Deframer::new();
        self.work = Work::Idle;
        self.next = log.end();
        (self.begin, self.end) = (0, 0);
        self.reset_connection();
    }

    /// Takes bytes up to the end of a command or a greeting. Returns the number of bytes taken and
    /// the action for the caller. Takes none while a command is not answered: the caller keeps the
    /// rest and retries.
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

    /// Queues a live message; a full queue drops its oldest message and counts it.
    pub fn tell(&mut self, live: Live) {
        if self.live.is_full() {
            self.live.pop_front();
            self.drops.live = self.drops.live.saturating_add(1);
        }
        // There is room now.
        let _ = self.live.push_back(live);
    }

    /// Sets the log line that every connection receives first: the reason of the last restart.
    pub const fn notice(&mut self, line: LogLine) {
        self.notice = Some(line);
    }

    /// The bytes to send next; empty if there is no message. The caller reports by
    /// [`sent`](Self::sent) how many were sent.
    pub fn output(&mut self, log: &mut impl Log) -> &[u8] {
        if self.begin == self.end {
            (self.begin, self.end) = (0, 0);
            self.fill(log);
        }
        &self.out[self.begin..self.end]
    }

    /// Removes the first `bytes` bytes of [`output`](Self::output): they were sent.
    pub fn sent(&mut self, bytes: usize) {
        self.begin = self.end.min(self.begin.saturating_add(bytes));
    }

    /// Clears live messages and drop counts, and sends the hello.
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

    /// Executes a command that only reads, or returns it for the game.
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

    /// Writes the next frame into `out`, if there is a message.
    fn fill(&mut self, log: &mut impl Log) {
        if self.greet {
            self.greet = false;
            // A zero ends a frame of which the reader has received only a part.
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
                    let none_sent = from.number == 0;
                    let answer = Answer::Invalid(Invalid::NoSuchGame);
                    self.reply(id, if none_sent { answer } else { Answer::Done });
                }
            },
            Work::Idle | Work::Asked(_) => self.stream(log),
        }
    }

    fn reply(&mut self, id: u16, answer: Answer) {
        self.work = Work::Idle;
        self.write(ToPc::Reply(Reply { id, answer }));
    }

    /// Writes the next event or live message, in turns.
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

    /// Writes the drop counts if they have changed, otherwise the oldest live message. Returns
    /// whether it has written a message.
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

    /// Writes the first event at or behind `from`, and returns its position.
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

    /// Appends the frame that `frame` writes and whose length it returns to `out`.
    fn append(&mut self, frame: impl FnOnce(&mut [u8]) -> Result<usize, TooLong>) {
        let room = self.out.get_mut(self.end..).unwrap_or_default();
        match frame(room) {
            Ok(length) => self.end += length,
            Err(error) => debug_assert!(false, "{error}"),
        }
    }
}

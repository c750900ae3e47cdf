use std::collections::VecDeque;

use damiera::protocol::{
    Answer, Capabilities, Command, Deframed, Deframer, Denied, Entry, Hello, Invalid, Live, Log,
    MAX_EVENT, NEWEST, OLDEST, Received, Session, ToPc, Version,
};
use damiera::text::Text;
use damiera_sim::wire::VecLog;

use crate::capture::Run;

/// A board that is played back from a capture: sends each message at its time, answers requests for
/// stored events, and refuses commands that would change something.
#[derive(Debug)]
pub(super) struct Recital {
    session: Session,
    log: VecLog,
    /// Messages not yet sent, with their times in microseconds.
    messages: VecDeque<(u64, Message)>,
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // A few thousand at most.
enum Message {
    /// The encoded event.
    Entry(Vec<u8>),
    Live(Live),
}

impl Recital {
    /// Takes the bytes that the board sent.
    pub(super) fn of(runs: &[Run]) -> Self {
        let mut deframer = Deframer::new();
        let mut messages = VecDeque::new();
        let mut hello = None;
        for run in runs {
            for byte in &run.bytes {
                let Some(Deframed::Message(message)) = deframer.push(*byte) else { continue };
                let message = match Entry::in_message(message) {
                    Some(Ok(entry)) if entry.bytes.len() <= MAX_EVENT => {
                        Message::Entry(entry.bytes.to_vec())
                    }
                    Some(_) => continue,
                    None => match ToPc::read(message) {
                        Ok(ToPc::Hello(heard)) => {
                            hello.get_or_insert(heard);
                            continue;
                        }
                        Ok(ToPc::Contact(change)) => Message::Live(Live::Contact(change)),
                        Ok(ToPc::Clocks(clocks)) => Message::Live(Live::Clocks(clocks)),
                        Ok(ToPc::Log(line)) => Message::Live(Live::Log(line)),
                        // Answers to the program that recorded, and unknown messages.
                        _ => continue,
                    },
                };
                messages.push_back((run.at, message));
            }
        }
        let session = Session::new(hello.unwrap_or_else(unknown_board));
        Self { session, log: VecLog::default(), messages }
    }

    /// Begins a new connection.
    pub(super) fn connect(&mut self) {
        self.session.connected(&self.log);
    }

    /// Sends the messages up to this time in microseconds.
    pub(super) fn advance(&mut self, now: u64) {
        while let Some((_, message)) = self.messages.pop_front_if(|(at, _)| *at <= now) {
            match message {
                Message::Live(live) => self.session.tell(live),
                Message::Entry(bytes) => {
                    // The capture has events twice if they were requested again.
                    let place = Entry::of(&bytes).map(|entry| entry.place);
                    if place.is_ok_and(|place| place >= self.log.end()) {
                        self.log.push_bytes(&bytes);
                    }
                }
            }
        }
    }

    /// Handles bytes from the reader; returns how many were consumed.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> usize {
        let (taken, received) = self.session.receive(bytes, &self.log);
        if let Some(Received::Command(pending)) = received {
            // A game goes on, and there is no arbiter who could call up a code.
            let answer = match pending.command {
                Command::Unlock(1_000_000..) => Answer::Invalid(Invalid::Code),
                Command::Unlock(_) => Answer::Denied(Denied::NoCode),
                _ => Answer::Denied(Denied::NeedsCode),
            };
            self.session.answer(&pending, answer);
        }
        taken
    }

    pub(super) fn output(&mut self) -> &[u8] {
        self.session.output(&mut self.log)
    }

    pub(super) fn sent(&mut self, bytes: usize) {
        self.session.sent(bytes);
    }
}

/// Returns the greeting for a capture that has none.
fn unknown_board() -> Hello {
    Hello {
        oldest: OLDEST,
        newest: NEWEST,
        version: Version { major: 0, minor: 0, patch: 0 },
        build: Text::EMPTY,
        board: Text::cut("capture"),
        id: 0,
        capabilities: Capabilities::JOURNAL,
    }
}

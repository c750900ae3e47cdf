use std::collections::VecDeque;

use damiera::protocol::{
    Answer, Capabilities, Command, Deframed, Deframer, Denied, Entry, Hello, Invalid, Live, Log,
    MAX_EVENT, NEWEST, OLDEST, Received, Session, ToPc, Version,
};
use damiera::text::Text;
use host_tests::wire::VecLog;

use crate::capture::Run;

/// A board that has only its memory: it tells at the right time what was once told, and
/// answers questions about that as any board does. Orders it does not take.
#[derive(Debug)]
pub(super) struct Recital {
    session: Session,
    log: VecLog,
    /// What is still to come.
    messages: VecDeque<(u64, Message)>,
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // A few thousand at most.
enum Message {
    /// The bytes of an event.
    Entry(Vec<u8>),
    Live(Live),
}

impl Recital {
    /// All that a board said.
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
                        // Answers to somebody else, and what only newer programs know.
                        _ => continue,
                    },
                };
                messages.push_back((run.at, message));
            }
        }
        let session = Session::new(hello.unwrap_or_else(nobody));
        Self { session, log: VecLog::default(), messages }
    }

    /// Somebody has come, or gone.
    pub(super) fn connect(&mut self) {
        self.session.connected(&self.log);
    }

    /// Tells what was told up to this microsecond.
    pub(super) fn advance(&mut self, now: u64) {
        while let Some((_, message)) = self.messages.pop_front_if(|(at, _)| *at <= now) {
            match message {
                Message::Live(live) => self.session.tell(live),
                Message::Entry(bytes) => {
                    // Some was told twice, to somebody who asked again.
                    let place = Entry::of(&bytes).map(|entry| entry.place);
                    if place.is_ok_and(|place| place >= self.log.end()) {
                        self.log.push_bytes(&bytes);
                    }
                }
            }
        }
    }

    /// Takes what a reader says, and says how much of it.
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

/// Of a capture that has no greeting in it.
fn nobody() -> Hello {
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

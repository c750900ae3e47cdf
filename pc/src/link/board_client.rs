use std::time::{Duration, Instant};

use damiera::event::Event;
use damiera::protocol::{
    Answer, Command, Deframed, Deframer, Entry, Hello, NEWEST, OLDEST, Reply, StoredGame, ToBoard,
    ToPc, common,
};
use damiera::text::Text;

use super::follower::frame;
use super::port::Got;
use super::{Address, Fault, Port};

/// Timeout for an answer. The longest command, sending a game, takes much less.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends commands to one board and waits for each answer.
pub(crate) struct BoardClient {
    port: Port,
    name: String,
    deframer: Deframer,
    id: u16,
    /// The greeting of the board.
    pub(crate) hello: Hello,
}

/// An answer, and the messages received before it.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) answer: Answer,
    /// Events of any game: of the one that was requested, or of the one being played.
    pub(crate) events: Vec<Event>,
    pub(crate) stored: Vec<StoredGame>,
}

impl BoardClient {
    /// Opens a port and exchanges greetings.
    pub(crate) fn open(address: &Address) -> Result<Self, Fault> {
        let name = address.to_string();
        let mut port = Port::open(address)?;
        let program = Text::cut(concat!("damiera ", env!("CARGO_PKG_VERSION")));
        let command = Command::Hello { oldest: OLDEST, newest: NEWEST, program };
        let mut greeting = vec![0];
        greeting.extend(frame(&ToBoard { id: 0, command }));
        port.write(&greeting).map_err(|error| Fault::Broken(name.clone(), error))?;
        let mut hello = None;
        let mut deframer = Deframer::new();
        let replied = exchange(&mut port, &name, &mut deframer, 0, &mut |message, _| {
            if let Some(ToPc::Hello(heard)) = message {
                hello = Some(heard);
            }
        });
        match (hello, replied) {
            (Some(hello), Ok(_)) => Ok(Self { port, name, deframer, id: 0, hello }),
            (_, Err(fault @ (Fault::Broken(..) | Fault::Protocol { .. }))) => Err(fault),
            _ => Err(Fault::WrongDevice(name)),
        }
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn ask(&mut self, command: Command) -> Result<Answered, Fault> {
        self.id = self.id.wrapping_add(1);
        let asked = frame(&ToBoard { id: self.id, command });
        self.port.write(&asked).map_err(|error| Fault::Broken(self.name.clone(), error))?;
        let (mut events, mut stored) = (Vec::new(), Vec::new());
        let answer = exchange(
            &mut self.port,
            &self.name,
            &mut self.deframer,
            self.id,
            &mut |message, event| {
                events.extend(event);
                if let Some(ToPc::Stored(game)) = message {
                    stored.push(game);
                }
            },
        )?;
        Ok(Answered { answer, events, stored })
    }
}

/// Reads messages until the answer with this number.
fn exchange(
    port: &mut Port,
    name: &str,
    deframer: &mut Deframer,
    id: u16,
    heard: &mut impl FnMut(Option<ToPc>, Option<Event>),
) -> Result<Answer, Fault> {
    let until = Instant::now() + ANSWER_TIMEOUT;
    let mut buffer = [0; 1];
    while Instant::now() < until {
        // One byte at a time: bytes behind the answer belong to the next call.
        match port.read(&mut buffer).map_err(|e| Fault::Broken(name.to_owned(), e))? {
            Got::Quiet => continue,
            Got::End => break,
            Got::Bytes(_) => {}
        }
        let Some(Deframed::Message(message)) = deframer.push(buffer[0]) else { continue };
        if let Some(entry) = Entry::in_message(message) {
            heard(None, entry.ok().and_then(|entry| entry.event().ok()));
            continue;
        }
        match ToPc::read(message) {
            Ok(ToPc::Reply(Reply { id: of, answer })) if of == id => return Ok(answer),
            // The other messages of such a board cannot be decoded.
            Ok(ToPc::Hello(hello)) if common(hello.oldest, hello.newest).is_none() => {
                return Err(Fault::Protocol { port: name.to_owned(), oldest: hello.oldest });
            }
            Ok(message) => heard(Some(message), None),
            Err(_) => {}
        }
    }
    Err(Fault::WrongDevice(name.to_owned()))
}

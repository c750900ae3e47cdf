//! A PC whose cable is pulled: it collects every event over several connections.

use damiera::event::Event;
use damiera::protocol::{
    Answer, Command, Deframed, Deframer, Entry, EventPosition, NEWEST, OLDEST, Reply, ToPc,
};
use damiera::text::Text;

use crate::{Bench, Happened, Stopped, UsbState, happening};

/// A program that collects every event once, by `docs/PROTOCOL.md`: on each connection it asks for a
/// replay from its last event, and skips the events before the reply.
#[derive(Debug, Default)]
pub struct Pc {
    events: Vec<Event>,
    /// Number of happenings of the emulator that have been read.
    seen: usize,
    deframer: Deframer,
    /// The id of this connection's `Replay`.
    asked: Option<u16>,
    /// Whether the reply to it has come: events are collected.
    follows: bool,
    /// Number of `Hello`s of the board.
    greeted: usize,
}

impl Pc {
    /// Returns all events collected so far, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the number of connections that came as far as the board's `Hello`.
    pub fn connections(&self) -> usize {
        self.greeted
    }

    /// Lets so many microseconds pass, and reads and sends messages every 5 ms.
    pub fn run(&mut self, bench: &mut Bench, micros: u64) -> Result<(), Stopped> {
        let end = bench.emulator.now() + micros;
        while bench.emulator.now() < end {
            let left = end - bench.emulator.now();
            bench.run(left.min(5_000))?;
            self.look(bench)?;
        }
        Ok(())
    }

    /// Reads the messages that have come, and answers them.
    fn look(&mut self, bench: &mut Bench) -> Result<(), Stopped> {
        let mut messages = Vec::new();
        let mut is_open = None;
        for happening in &bench.emulator.happened()[self.seen..] {
            match &happening.what {
                Happened::Usb { state, .. } => {
                    self.deframer = Deframer::new();
                    (self.asked, self.follows) = (None, false);
                    messages.clear();
                    is_open = Some(*state == UsbState::Open);
                }
                Happened::UsbData { hex } => {
                    for byte in happening::bytes(hex).unwrap_or_default() {
                        if let Some(Deframed::Message(message)) = self.deframer.push(byte) {
                            messages.push(message.to_vec());
                        }
                    }
                }
                _ => {}
            }
        }
        self.seen = bench.emulator.happened().len();
        if is_open == Some(false) {
            return Ok(());
        }
        messages.iter().try_for_each(|message| self.hear(message, bench))
    }

    fn hear(&mut self, message: &[u8], bench: &mut Bench) -> Result<(), Stopped> {
        let refused = |why: String| Stopped::Refused(why);
        if let Some(entry) = Entry::in_message(message) {
            let event = entry.and_then(|entry| entry.event());
            let event =
                event.map_err(|error| refused(format!("an event cannot be decoded: {error:?}")))?;
            let place = EventPosition { game: event.game, number: event.number };
            let next = self.next();
            // The first event of the journal gives the number of the first game.
            let follows = place == next || (self.events.is_empty() && place.number == 0);
            return match (self.follows, follows) {
                (false, _) => Ok(()),
                (true, true) => {
                    self.events.push(event);
                    Ok(())
                }
                (true, false) => Err(refused(format!("{place:?} comes instead of {next:?}"))),
            };
        }
        match ToPc::read(message) {
            Ok(ToPc::Hello(_)) if self.asked.is_none() => {
                self.greeted += 1;
                let program = Text::cut("cable");
                bench.command(Command::Hello { oldest: OLDEST, newest: NEWEST, program })?;
                self.asked = Some(bench.command(Command::Replay(self.next()))?);
            }
            Ok(ToPc::Reply(Reply { id, answer })) if Some(id) == self.asked => {
                if answer != Answer::Done {
                    return Err(refused(format!("the board answers {answer:?}")));
                }
                self.follows = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the position of the next event.
    fn next(&self) -> EventPosition {
        let last = self.events.last();
        last.map_or_else(EventPosition::default, |last| {
            EventPosition { game: last.game, number: last.number }.next()
        })
    }
}

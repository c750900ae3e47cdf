//! One connection between a `Session` and a reader.

use damiera::event::{Event, EventKind};
use damiera::protocol::{
    Answer, Clocks, Command, Denied, DropCounts, EventPosition, Invalid, LIVE_QUEUE, Live, NEWEST,
    Names, OLDEST, PendingCommand, Received, Reply, Session, StoredGame, ToBoard, ToPc,
};
use damiera::rules::{Position, Square};
use damiera::text::Text;
use damiera_sim::wire::{VecLog, bytes, frame, hello};
use host_tests::wire::Reader;

/// A session with its log, and a reader connected to it.
struct Wire {
    session: Session,
    log: VecLog,
    reader: Reader,
    ids: u16,
}

impl Wire {
    /// A log with these games (number, events), and a reader that has just opened the port.
    fn with_games(games: &[(u32, u32)]) -> Self {
        let mut wire = Self {
            session: Session::new(hello(7)),
            log: VecLog::default(),
            reader: Reader::default(),
            ids: 0,
        };
        for &(game, events) in games {
            (0..events).for_each(|number| wire.happens(game, number));
        }
        wire.session.connected(&wire.log);
        wire
    }

    fn happens(&mut self, game: u32, number: u32) {
        let what = match number {
            0 => EventKind::Started {
                position: Position::start(),
                edition: Default::default(),
                opening: None,
                white: None,
                control: None,
                after_flag: Default::default(),
                date: None,
            },
            _ => EventKind::Touched(Square::all().nth(number as usize % 32).expect("a square")),
        };
        self.log.push(&Event { game, number, at: 100 * number, what });
    }

    /// Hands all output of the session to the reader.
    fn drain(&mut self) {
        loop {
            let output = self.session.output(&mut self.log);
            if output.is_empty() {
                return;
            }
            // At most seven bytes at a time, so that frames are split.
            let length = output.len().min(7);
            self.reader.read(&output[..length]);
            self.session.sent(length);
        }
    }

    fn send(&mut self, bytes: &[u8]) -> (usize, Option<Received>) {
        self.session.receive(bytes, &self.log)
    }

    fn command(&mut self, command: Command) -> Option<Received> {
        self.ids += 1;
        let bytes = frame(&bytes(&ToBoard { id: self.ids, command }));
        let (taken, received) = self.send(&bytes);
        assert_eq!(taken, bytes.len());
        received
    }

    /// A command that the game executes.
    fn pending(&mut self, command: Command) -> PendingCommand {
        match self.command(command) {
            Some(Received::Command(pending)) if pending.command == command => pending,
            other => panic!("{command:?}: {other:?}"),
        }
    }

    /// A command that the session answers by itself.
    fn ask(&mut self, command: Command) -> Answer {
        let hello = matches!(command, Command::Hello { .. });
        assert_eq!(self.command(command), hello.then_some(Received::Reset));
        self.drain();
        match self.reader.replies()[..] {
            [Reply { id, answer }] if id == self.ids => answer,
            ref other => panic!("{command:?}: {other:?}"),
        }
    }

    fn others(&mut self) -> Vec<ToPc> {
        std::mem::take(&mut self.reader.others)
    }
}

fn clocks(white: u32) -> Clocks {
    Clocks { at: 0, white, black: 0, running: None, flag: None }
}

#[test]
fn a_connection_begins_with_a_zero_and_a_hello() {
    let mut wire = Wire::with_games(&[(1, 3)]);
    let mut expected = vec![0];
    expected.extend(frame(&bytes(&ToPc::Hello(hello(7)))));
    assert_eq!(wire.session.output(&mut wire.log), expected);
    wire.drain();
    assert_eq!(wire.others(), [ToPc::Hello(hello(7))]);
    assert!(wire.reader.events.is_empty(), "old events are not sent without a `Replay`");
}

#[test]
fn a_silent_reader_receives_new_events() {
    let mut wire = Wire::with_games(&[(1, 3)]);
    wire.reader.next = EventPosition { game: 1, number: 3 };
    wire.happens(1, 3);
    wire.session.tell(Live::Clocks(clocks(5)));
    wire.happens(1, 4);
    wire.drain();
    assert_eq!(wire.reader.events.len(), 2);
    assert_eq!(wire.others(), [ToPc::Hello(hello(7)), ToPc::Clocks(clocks(5))]);
}

#[test]
fn a_hello_is_answered_by_a_hello() {
    let mut wire = Wire::with_games(&[]);
    wire.drain();
    wire.others();
    let program = Text::cut("test");
    assert_eq!(wire.ask(Command::Hello { oldest: 1, newest: 9, program }), Answer::Done);
    assert_eq!(wire.others(), [ToPc::Hello(hello(7))]);
    let newer = Command::Hello { oldest: NEWEST + 1, newest: 9, program };
    assert_eq!(wire.ask(newer), Answer::Denied(Denied::Protocol));
    assert_eq!(wire.others(), [ToPc::Hello(hello(7))], "the hello has the supported versions");
    let older = Command::Hello { oldest: 0, newest: OLDEST - 1, program };
    assert_eq!(wire.ask(older), Answer::Denied(Denied::Protocol));
}

#[test]
fn a_replay_goes_on_with_what_happens() {
    let mut wire = Wire::with_games(&[(1, 3), (5, 4)]);
    wire.reader.next = EventPosition { game: 1, number: 1 };
    assert_eq!(wire.ask(Command::Replay(EventPosition { game: 1, number: 1 })), Answer::Done);
    assert_eq!(wire.reader.events.len(), 6);
    wire.happens(5, 4);
    wire.drain();
    assert_eq!(wire.reader.events.len(), 7);
    assert_eq!(wire.reader.next, EventPosition { game: 5, number: 5 });
    let stored: Vec<_> = wire.log.iter().skip(1).map(<[u8]>::to_vec).collect();
    assert_eq!(wire.reader.events, stored, "the same bytes as stored");
}

#[test]
fn a_replay_from_a_game_that_is_gone_begins_with_the_oldest() {
    let mut wire = Wire::with_games(&[(1, 3), (2, 3)]);
    wire.log.drop_oldest();
    assert_eq!(wire.ask(Command::Replay(EventPosition::default())), Answer::Done);
    assert_eq!(wire.reader.next, EventPosition { game: 2, number: 3 });
    assert_eq!(wire.reader.events.len(), 3);
}

#[test]
fn a_replay_from_the_future_is_refused() {
    let mut wire = Wire::with_games(&[(3, 5)]);
    let ahead = Answer::Invalid(Invalid::Ahead);
    assert_eq!(wire.ask(Command::Replay(EventPosition { game: 3, number: 6 })), ahead);
    assert_eq!(wire.ask(Command::Replay(EventPosition { game: 4, number: 0 })), ahead);
    assert_eq!(wire.ask(Command::Replay(EventPosition { game: 3, number: 5 })), Answer::Done);
}

#[test]
fn games_are_listed_and_fetched() {
    let mut wire = Wire::with_games(&[(3, 5), (4, 1), (9, 2)]);
    wire.drain();
    wire.others();
    assert_eq!(wire.ask(Command::ListGames), Answer::Done);
    let games: Vec<_> = wire
        .others()
        .into_iter()
        .map(|other| match other {
            ToPc::Stored(StoredGame { game, events, bytes }) => {
                assert!(bytes > 4 * events, "{bytes} bytes");
                (game, events)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(games, [(3, 5), (4, 1), (9, 2)]);

    assert_eq!(wire.ask(Command::FetchGame(3)), Answer::Done);
    assert_eq!(wire.reader.events.len(), 5);
    assert_eq!(wire.ask(Command::FetchGame(4)), Answer::Done);
    assert_eq!(wire.reader.events.len(), 6);
    for missing in [0, 5, 10, u32::MAX] {
        let answer = wire.ask(Command::FetchGame(missing));
        assert_eq!(answer, Answer::Invalid(Invalid::NoSuchGame));
    }
    assert_eq!(wire.reader.events.len(), 6, "no events of another game");
}

#[test]
fn an_empty_log_has_nothing() {
    let mut wire = Wire::with_games(&[]);
    assert_eq!(wire.ask(Command::ListGames), Answer::Done);
    assert_eq!(wire.ask(Command::FetchGame(0)), Answer::Invalid(Invalid::NoSuchGame));
    assert_eq!(wire.ask(Command::Replay(EventPosition::default())), Answer::Done);
    assert!(wire.reader.events.is_empty());
}

#[test]
fn writing_commands_are_returned_and_answered() {
    let mut wire = Wire::with_games(&[(1, 1)]);
    let names = Command::SetNames(Names::default());
    for command in [names, Command::Pause, Command::Reboot, Command::Unlock(1)] {
        let pending = wire.pending(command);
        wire.session.answer(&pending, Answer::Busy);
        wire.drain();
        assert_eq!(wire.reader.replies(), [Reply { id: wire.ids, answer: Answer::Busy }]);
    }
}

#[test]
fn a_lone_zero_resets_the_connection() {
    let mut wire = Wire::with_games(&[(1, 1)]);
    wire.drain();
    wire.others();
    assert_eq!(wire.send(&[0, 0]), (1, Some(Received::Reset)), "and the rest waits");
    wire.drain();
    assert_eq!(wire.others(), [ToPc::Hello(hello(7))]);
}

#[test]
fn one_command_after_the_other() {
    let mut wire = Wire::with_games(&[(1, 2)]);
    wire.drain();
    let mut two = frame(&bytes(&ToBoard { id: 1, command: Command::Pause }));
    let first = two.len();
    two.extend(frame(&bytes(&ToBoard { id: 2, command: Command::ListGames })));
    let (taken, Some(Received::Command(pending))) = wire.send(&two) else { panic!("a command") };
    assert_eq!(taken, first);
    assert_eq!(wire.send(&two[taken..]), (0, None), "the first is not answered");
    wire.session.answer(&pending, Answer::Denied(Denied::NoGame));
    assert_eq!(wire.send(&two[taken..]), (0, None), "the answer is not out");
    wire.drain();
    assert_eq!(wire.send(&two[taken..]), (two.len() - taken, None));
    wire.drain();
    let ids: Vec<_> = wire.reader.replies().iter().map(|reply| reply.id).collect();
    assert_eq!(ids, [1, 2]);
}

#[test]
fn an_answer_to_a_closed_connection_is_dropped() {
    let mut wire = Wire::with_games(&[]);
    let old = wire.pending(Command::Pause);
    wire.session.connected(&wire.log);
    wire.ids = 0;
    let new = wire.pending(Command::Resume);
    wire.session.answer(&old, Answer::Busy);
    wire.drain();
    assert_eq!(wire.reader.replies(), []);
    wire.session.answer(&new, Answer::Done);
    wire.session.answer(&new, Answer::Busy);
    wire.drain();
    assert_eq!(wire.reader.replies(), [Reply { id: 1, answer: Answer::Done }]);
}

#[test]
fn the_stream_goes_on_while_a_command_waits() {
    let mut wire = Wire::with_games(&[(1, 1)]);
    wire.reader.next = EventPosition { game: 1, number: 1 };
    let pending = wire.pending(Command::Pause);
    wire.happens(1, 1);
    wire.drain();
    assert_eq!(wire.reader.events.len(), 1);
    wire.session.answer(&pending, Answer::Done);
}

#[test]
fn a_slow_reader_loses_live_messages_only() {
    let mut wire = Wire::with_games(&[(1, 1)]);
    wire.drain();
    wire.others();
    wire.reader.next = EventPosition { game: 1, number: 1 };
    for number in 1..=200 {
        wire.happens(1, number);
        wire.session.tell(Live::Clocks(clocks(number)));
    }
    wire.drain();
    assert_eq!(wire.reader.events.len(), 200);
    let lost = 200 - LIVE_QUEUE as u32;
    let mut expected = vec![ToPc::Lost(DropCounts { live: lost, damaged: 0, unread: 0 })];
    expected.extend((lost + 1..=200).map(|white| ToPc::Clocks(clocks(white))));
    assert_eq!(wire.others(), expected);
}

#[test]
fn live_messages_have_their_turn_during_a_replay() {
    let mut wire = Wire::with_games(&[(1, 100)]);
    wire.drain();
    wire.others();
    assert_eq!(wire.command(Command::Replay(EventPosition::default())), None);
    wire.session.tell(Live::Clocks(clocks(1)));
    // The answer, an event, then the clock.
    for _ in 0..3 {
        let output = wire.session.output(&mut wire.log).to_vec();
        wire.reader.read(&output);
        wire.session.sent(output.len());
    }
    assert_eq!(wire.reader.events.len(), 1);
    assert!(wire.others().contains(&ToPc::Clocks(clocks(1))));
}

#[test]
fn damaged_frames_are_counted_and_reported() {
    let mut wire = Wire::with_games(&[]);
    wire.drain();
    wire.others();
    assert_eq!(wire.send(&[5, 5, 5, 0, 9, 0]), (6, None));
    assert_eq!(wire.ask(Command::ListGames), Answer::Done);
    assert_eq!(wire.others(), [ToPc::Lost(DropCounts { live: 0, damaged: 2, unread: 0 })]);
    // A new connection resets the counts.
    wire.session.connected(&wire.log);
    wire.drain();
    assert_eq!(wire.others(), [ToPc::Hello(hello(7))]);
}

#[test]
fn a_new_connection_ends_a_half_sent_frame() {
    let mut wire = Wire::with_games(&[(1, 1)]);
    wire.drain();
    wire.happens(1, 1);
    let output = wire.session.output(&mut wire.log).to_vec();
    wire.reader.read(&output[..4]);
    wire.session.sent(4);
    // The reader misses that the port was opened again.
    wire.session.connected(&wire.log);
    wire.drain();
    assert_eq!(wire.reader.damaged(), 1);
    assert_eq!(wire.others(), [ToPc::Hello(hello(7)), ToPc::Hello(hello(7))]);
    assert_eq!(wire.ask(Command::ListGames), Answer::Done);
}

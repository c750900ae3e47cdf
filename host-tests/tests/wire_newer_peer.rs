//! A peer with a newer version: messages of unknown kinds are skipped and counted, and no other
//! message is lost.

use damiera::event::{Event, EventKind};
use damiera::game::Record;
use damiera::protocol::{
    Answer, Command, DecodeError, DropCounts, Entry, EventPosition, Invalid, Reply, Session,
    ToBoard, ToPc,
};
use damiera::rules::{Position, Side, Square};
use damiera_sim::wire::{VecLog, bytes, frame, hello};
use host_tests::wire::Reader;
use serde::Serialize;

/// Event kinds of a newer version: those of today, and another one.
#[derive(Serialize)]
#[allow(dead_code)] // The unused variants keep the numbers of the others.
enum NewerWhat {
    Started,
    Restarted,
    RestartRefused,
    Seated,
    Tagged,
    Pressed,
    Recharged,
    Accomodo,
    Touched(Square),
    Moved,
    NotTheOpening,
    Irregularity,
    Later(LaterVariants),
}

/// The data of the unknown variant.
struct LaterVariants;

impl Serialize for LaterVariants {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("a trophy was handed over")
    }
}

#[derive(Serialize)]
struct NewerEvent {
    game: u32,
    number: u32,
    at: u32,
    what: NewerWhat,
}

/// The bytes of an event of an unknown kind, with the variant number 120.
fn event_of_tomorrow(game: u32, number: u32) -> Vec<u8> {
    let mut written =
        bytes(&NewerEvent { game, number, at: 5, what: NewerWhat::Later(LaterVariants) });
    let at = written.iter().position(|byte| *byte == 12).expect("the variant's number");
    written[at] = 120;
    written
}

fn event_of_today(game: u32, number: u32) -> Event {
    Event { game, number, at: 5, what: EventKind::Seated(Side::South) }
}

#[test]
fn the_variants_of_today_have_the_numbers_they_have() {
    // The other tests here rely on it.
    let newer = bytes(&NewerEvent { game: 1, number: 2, at: 5, what: NewerWhat::Accomodo });
    let today = bytes(&Event { game: 1, number: 2, at: 5, what: EventKind::Accomodo });
    assert_eq!(newer, today);
}

#[test]
fn the_position_of_an_unknown_event_can_be_decoded() {
    let tomorrow = event_of_tomorrow(4, 2);
    let entry = Entry::of(&tomorrow).expect("an event");
    assert_eq!(entry.place, EventPosition { game: 4, number: 2 });
    assert_eq!(entry.at, 5);
    assert_eq!(entry.event(), Err(DecodeError::Unknown));
}

#[test]
fn a_reader_of_today_follows_a_newer_board() {
    let mut log = VecLog::default();
    log.push(&event_of_today(1, 0));
    log.push_bytes(&event_of_tomorrow(1, 1));
    log.push(&event_of_today(1, 2));
    let mut session = Session::new(hello(7));
    session.connected(&log);
    let mut reader = Reader::default();
    let greeting = reader.greeting();
    let mut left = greeting.as_slice();
    while !left.is_empty() {
        let (taken, _) = session.receive(left, &log);
        left = &left[taken..];
        reader.read_all(&mut session, &mut log);
    }
    // A message of an unknown kind.
    reader.read(&frame(&[90, 1, 2, 3]));
    assert_eq!(reader.events, log.iter().map(<[u8]>::to_vec).collect::<Vec<_>>());
    assert_eq!((reader.unknown_events, reader.unknown), (1, 1));
    let mut record = Record::new();
    record.apply(&event_of_today(1, 0));
    record.apply(&event_of_today(1, 2));
    assert_eq!(reader.record, record);
}

#[test]
fn an_unknown_value_inside_makes_a_message_unknown() {
    // A third side.
    let mut message = vec![ToPc::EVENT];
    message.extend(bytes(&event_of_today(1, 0)));
    *message.last_mut().expect("the side") = 2;
    assert_eq!(ToPc::read(&message), Err(DecodeError::Unknown));
    // A message with missing or additional bytes is malformed.
    let reply = bytes(&ToPc::Reply(Reply { id: 1, answer: Answer::Done }));
    assert_eq!(ToPc::read(&reply[..2]), Err(DecodeError::Malformed));
    assert_eq!(ToPc::read(&[reply, vec![0]].concat()), Err(DecodeError::Malformed));
}

#[test]
fn a_refused_value_is_unknown_and_bad_encoding_is_malformed() {
    fn decoded(message: &[u8]) -> Result<Command, (Option<u16>, DecodeError)> {
        ToBoard::read(message).map(|read| read.command)
    }
    let names = |white: &[u8]| [&[7, 4, white.len() as u8], white, &[0]].concat();
    assert!(decoded(&names(b"Anna")).is_ok());
    let game = |opening: &[u8]| [&[7, 7], &bytes(&Position::start())[..], opening].concat();
    assert!(decoded(&game(&[1, 174])).is_ok());
    let unknown = [
        ("a name of more bytes than its text holds", names(&[b'a'; 120])),
        ("a name with a control character", names(b"An\nna")),
        ("an opening behind the last one", game(&[1, 175])),
        ("a variant of a nested enum", vec![7, 8, 4]),
    ];
    for (case, message) in unknown {
        assert_eq!(decoded(&message), Err((Some(7), DecodeError::Unknown)), "{case}");
    }
    let malformed = [
        ("a name that is not UTF-8", names(&[0xff])),
        ("a name of more bytes than the message has", vec![7, 4, 20, b'a']),
        ("an option that is neither there nor not", game(&[2, 174])),
        ("a variant number of more than 32 bits", vec![7, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    ];
    for (case, message) in malformed {
        assert_eq!(decoded(&message), Err((Some(7), DecodeError::Malformed)), "{case}");
    }
}

#[test]
fn a_command_of_a_newer_program_is_answered() {
    let mut log = VecLog::default();
    let mut session = Session::new(hello(7));
    session.connected(&log);
    let mut reader = Reader::default();
    let pause = bytes(&ToBoard { id: 300, command: Command::Pause });
    let mut command_of_tomorrow = pause.clone();
    *command_of_tomorrow.last_mut().expect("the variant") = 100;
    let malformed = [pause.as_slice(), &[0]].concat();
    let messages: [(&[u8], _); 3] = [
        (&command_of_tomorrow, Some(Invalid::Unknown)),
        (&malformed, Some(Invalid::Malformed)),
        // The id cannot be decoded either.
        (&[0xff, 0xff, 0xff, 0xff], None),
    ];
    for (message, why) in messages {
        let frame = frame(message);
        assert_eq!(session.receive(&frame, &log), (frame.len(), None));
        reader.read_all(&mut session, &mut log);
        let answer = why.map(|why| Reply { id: 300, answer: Answer::Invalid(why) });
        assert_eq!(reader.replies(), answer.into_iter().collect::<Vec<_>>());
    }
    let lost = reader.others.iter().rfind(|other| matches!(other, ToPc::Lost(_)));
    assert_eq!(lost, Some(&ToPc::Lost(DropCounts { live: 0, damaged: 0, unread: 3 })));
}

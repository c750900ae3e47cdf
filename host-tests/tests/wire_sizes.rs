//! Lengths of messages and events on the wire and in flash, in bytes.

use damiera::event::{Event, EventKind};
use damiera::protocol::{MAX_EVENT, MAX_FRAME, MAX_MESSAGE};
use damiera::rules::{Colour, Position};
use damiera_sim::random::Random;
use damiera_sim::scenario::Scenario;
use damiera_sim::wire::frame;
use host_tests::wire::{samples::samples, schema};

#[test]
fn every_message_fits_its_maximum() {
    let registry = schema::registry();
    let longest = |name| schema::longest(&registry, name);
    let (to_pc, to_board, event) = (longest("ToPc"), longest("ToBoard"), longest("Event"));
    println!("the longest message of a board: {to_pc} bytes, of a PC: {to_board}");
    println!("the longest event: {event} bytes");
    println!("the largest frame: {} bytes of {MAX_FRAME}", to_pc.max(to_board) + 6);
    assert!(to_pc <= MAX_MESSAGE && to_board <= MAX_MESSAGE);
    assert!(event <= MAX_EVENT);
}

/// Compares the computed bound with real messages.
#[test]
fn no_sample_is_longer_than_the_computed_bound() {
    let registry = schema::registry();
    let (to_pc, to_board) =
        (schema::longest(&registry, "ToPc"), schema::longest(&registry, "ToBoard"));
    let mut longest = 0;
    for sample in samples() {
        let length = sample.vector().message.len();
        assert!(length <= to_pc.max(to_board), "{}: {length} bytes", sample.title);
        longest = longest.max(length);
    }
    println!("the longest sample: {longest} bytes");
    // The hello with every field at its longest meets its bound exactly.
    let hello = samples().into_iter().find(|sample| sample.title == "Every field at its longest");
    let hello = hello.expect("the longest hello").vector().message.len();
    assert_eq!(hello, 1 + schema::longest(&registry, "Hello"));
}

/// A scenario with sixty random moves of each side.
fn sixty_moves() -> String {
    for seed in 1.. {
        let mut random = Random::new(seed);
        let (mut position, mut text) = (Position::start(), String::new());
        for half_move in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = *random.one_of(&moves);
            let press = if position.turn() == Colour::White { "white" } else { "black" };
            // Between two and thirty seconds for a move.
            let thought = 2_000 + random.below(28_000);
            let written = position.write_move(played);
            text.push_str(&format!("+{thought} move {written}\npress {press}\n"));
            position = position.play_unchecked(played);
            if half_move == 119 {
                return text;
            }
        }
    }
    unreachable!("some game lasts so long")
}

#[test]
fn a_game_of_sixty_moves() {
    let scenario = Scenario::read(&sixty_moves()).unwrap_or_else(|problem| panic!("{problem}"));
    let mut board = scenario.board().expect("a board");
    scenario.run_on(&mut board);
    assert_eq!(board.game().record().half_moves(), 120);
    let stored: Vec<_> = board.log().iter().collect();
    let total: usize = stored.iter().map(|bytes| bytes.len()).sum();
    let framed: usize = stored.iter().map(|bytes| frame(bytes).len() + 1).sum();
    let mut moves: Vec<_> = stored
        .iter()
        .filter(|bytes| {
            let event: Event = postcard::from_bytes(bytes).expect("an event");
            matches!(event.what, EventKind::Moved { .. })
        })
        .map(|bytes| bytes.len())
        .collect();
    moves.sort_unstable();
    assert_eq!(moves.len(), 120);
    println!(
        "the event of a half-move: {} bytes typically, {} at most in this game; {} on the wire",
        moves[60],
        moves[119],
        moves[60] + 7
    );
    println!("all events of a half-move: {} bytes", total / 120);
    println!(
        "a game of 60 moves: {} events, {total} bytes stored, {framed} on the wire",
        stored.len()
    );
    // A slot of the journal has 32 KiB.
    assert!(total < 16 * 1024, "{total} bytes");
}

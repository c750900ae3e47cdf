//! Properties that hold for any bytes. The fuzz targets call these with random bytes,
//! `tests/corpus.rs` with those stored in `fuzz/corpus`.

use damiera::clock::{Clock, Counts};
use damiera::event::{Event, EventKind};
use damiera::game::Record;
use damiera::journal::{Error, Journal, MAX_RECORD, MAX_SETTINGS, Prepared};
use damiera::protocol::{
    Answer, Deframed, Deframer, Entry, EventPosition, MAX_MESSAGE, Received, Session, ToBoard, ToPc,
};
use damiera::rules::{
    Colour, Fen, MoveError, Piece, Position, Rank, Setup, Square, Squares, Written,
};
use damiera::time::{Duration, GameTime};
use damiera_sim::nor::Nor;
use damiera_sim::wire::{VecLog, bytes as written, frame, hello};

use crate::contacts::{self, Act, POSITIONS, Play};
use crate::journal::{SMALL, forge};
use crate::plain_rules::{Board, moves_of_the_core};

/// Parsing any text as a FEN with moves behind it does not panic.
///
/// The first line is the FEN; the others are moves, played as long as they can be.
pub fn fen_and_moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let fen = lines.next().unwrap_or_default();
    let start = match fen.parse::<Position>() {
        Ok(position) => {
            reads_back(&position);
            position
        }
        Err(error) => {
            points_into(fen, error.column);
            assert!(!error.to_string().is_empty());
            Position::start()
        }
    };
    if let Ok(read) = Fen::read(fen) {
        // A text that can be read can be written and read again, playable or not.
        assert_eq!(read.setup.to_string().parse(), Ok(read.setup));
    }

    let mut position = start;
    for line in lines {
        if let Ok(written) = line.parse::<Written>() {
            assert_eq!(written.to_string().parse(), Ok(written), "{line:?}");
        }
        match position.read_move(line) {
            Ok(found) => {
                let text = position.write_move(found).to_string();
                assert_eq!(position.read_move(&text), Ok(found), "{position} {text}");
                position = position.play(found).expect("what was found can be played");
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                if let MoveError::Ambiguous(number) = error {
                    assert!(number > 1);
                }
            }
        }
    }
}

/// Any contacts, presses and times: nothing panics, every world explains the board, there is always
/// one, and the events fold to the game.
///
/// The first byte chooses the settings, the second the position; each further two are an [`Act`].
pub fn contacts_to_the_game(bytes: &[u8]) {
    let Some(([kind, position], acts)) = bytes.split_first_chunk() else { return };
    let position = POSITIONS[usize::from(*position) % POSITIONS.len()];
    let position = position.parse().expect("a position");
    let mut play = Play::from(position, contacts::settings(*kind));
    // Enough for several turns, few enough to stay quick.
    for act in acts.as_chunks().0.iter().take(120) {
        play.take(Act::of(*act));
    }
    play.wait(1_000);
}

/// Any setup is a position or not; of a position every legal move can be played,
/// and the plain rules give the same ones.
///
/// Seventeen bytes are the setup, two squares a byte in four bits each and then
/// the turn; every further byte chooses a move.
pub fn setup_moves_play(bytes: &[u8]) {
    let Some((setup, choices)) = bytes.split_first_chunk() else { return };
    let setup = setup_from(setup);
    let Ok(mut position) = Position::try_from(setup) else {
        assert!(setup.check().is_err());
        return;
    };
    // Enough to see what a move makes of a position, few enough to stay quick.
    for choice in choices.iter().take(12) {
        check_moves(&position);
        let moves = position.legal_moves();
        let Some(legal) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        position = position.play_unchecked(*legal);
    }
    check_moves(&position);
}

/// A board that gets any bytes answers each command among them once, and its answers can be decoded.
///
/// If the first byte is odd, the others come as they are. Otherwise they are
/// messages, each behind a byte with its length, and come in sound frames: no
/// fuzzer would find the CRC.
pub fn bytes_to_the_board(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let mut stream = Vec::new();
    if kind & 1 == 1 {
        stream.extend(rest);
    } else {
        for message in messages(rest) {
            survives_encoding(message);
            stream.extend(frame(message));
        }
    }
    stream.push(0);

    // The deframer alone.
    let (mut deframer, mut commands) = (Deframer::new(), 0);
    for byte in &stream {
        if let Some(Deframed::Message(message)) = deframer.push(*byte) {
            assert!((1..=MAX_MESSAGE).contains(&message.len()));
            let numbered = !matches!(ToBoard::read(message), Err((None, _)));
            commands += usize::from(numbered);
        }
    }
    assert!(deframer.dropped().bytes as usize <= stream.len());

    // A whole board.
    let (mut session, mut log) = (Session::new(hello(1)), VecLog::default());
    let start = EventKind::Accomodo;
    log.push(&Event { game: 3, number: 0, at: 0, what: start });
    session.connected(&log);
    let mut replies = 0;
    let mut left = stream.as_slice();
    loop {
        let (taken, received) = session.receive(left, &log);
        left = &left[taken..];
        if let Some(Received::Command(pending)) = received {
            session.answer(&pending, Answer::Done);
        }
        let said = session.output(&mut log).to_vec();
        session.sent(said.len());
        if said.is_empty() && left.is_empty() {
            break;
        }
        assert!(taken > 0 || !said.is_empty(), "the board neither takes nor sends bytes");
        let mut deframer = Deframer::new();
        for byte in &said {
            if let Some(Deframed::Message(message)) = deframer.push(*byte) {
                let read = ToPc::read(message).expect("a board is understood");
                replies += usize::from(matches!(read, ToPc::Reply(_)));
            }
        }
        assert_eq!(deframer.dropped().frames, 0);
    }
    assert_eq!(replies, commands);
}

/// A message that can be decoded is encoded to bytes that decode to the same.
fn survives_encoding(message: &[u8]) {
    if let Ok(read) = ToBoard::read(message) {
        assert_eq!(ToBoard::read(&written(&read)), Ok(read));
    }
    if let Ok(read) = ToPc::read(message) {
        assert_eq!(ToPc::read(&written(&read)), Ok(read));
    }
}

fn messages(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut left = bytes;
    std::iter::from_fn(move || {
        let (&length, rest) = left.split_first()?;
        let (message, rest) = rest.split_at(rest.len().min(usize::from(length).min(MAX_MESSAGE)));
        left = rest;
        Some(message)
    })
    .filter(|message| !message.is_empty())
}

/// Any events that can be decoded fold to a valid game.
///
/// The bytes are events without their first three fields, one behind the other;
/// what cannot be read ends them.
pub fn event_fold(bytes: &[u8]) {
    let (mut record, mut again) = (Record::new(), Record::new());
    let (mut left, mut at) = (bytes, 0_u32);
    for number in 0.. {
        let Ok((what, rest)) = postcard::take_from_bytes::<EventKind>(left) else { break };
        // Games and numbers out of order, as in a corrupted log.
        at = at.wrapping_add(number).wrapping_mul(number_from(left));
        let (game, number) = (at % 3, if at % 7 == 0 { u32::MAX } else { number });
        left = rest;
        let event = Event { game, number, at, what };
        let stored = written(&event);
        let entry = Entry::of(&stored).expect("an event has a place");
        assert_eq!(entry.place, EventPosition { game, number });
        assert_eq!(entry.event(), Ok(event));
        record.apply(&event);
        again.apply(&entry.event().expect("just read"));
        sound(record.position());
        assert_eq!(record.position().legal_moves().is_empty(), !record.position().can_move());
        assert!(record.history().occurrences(record.position()) >= 1);
        record.clock().into_iter().for_each(goes_on);
    }
    assert!(record == again, "the same events fold to the same game");
}

/// Clocks folded from any events can be read and go on.
fn goes_on(clock: &Clock) {
    let stamp = clock.read().at();
    for now in [GameTime::ZERO, stamp, stamp + Duration::from_secs(500_000)] {
        for colour in [Colour::White, Colour::Black] {
            let mut clock = *clock;
            let _ = clock.next_flag();
            let _ = clock.next_visible_change(now);
            let _ = clock.period(colour, now);
            let _ = clock.used(colour, now);
            let _ = clock.remaining(colour, now).available();
            assert!(clock.face(colour, now).minutes < 60);
            clock.press(colour, now, Counts::Move);
            clock.withdraw(colour, now);
            clock.pause(now);
            let _ = clock.set_period(colour, 2);
            clock.resume(now);
            clock.advance(now + Duration::from_secs(500_000));
        }
    }
}

/// A number taken from the bytes, so that the fuzzer controls it.
fn number_from(bytes: &[u8]) -> u32 {
    bytes.last().copied().map_or(1, u32::from)
}

/// A journal region with any content is recovered or formatted, with the same result each time and
/// after a power cut; then games and settings can be stored and are found after a restart.
pub fn journal_recovery(bytes: &[u8]) {
    let (mut flash, rest) = forge::region(bytes);
    let mut again = flash.clone();
    let (_, recovered) = Journal::open(&mut flash, SMALL).expect("a journal on any content");
    let place = rest.first_chunk().map_or(0, |place| u64::from(u16::from_le_bytes(*place)));
    again.cut_at(place);
    // The recovery may end before the cut.
    let _ = Journal::open(&mut again, SMALL);
    again.restore_power();
    for flash in [flash, again] {
        let (journal, second) = Journal::open(flash, SMALL).expect("power");
        assert_eq!(second, recovered);
        play_on(journal);
    }
}

/// Reads everything, then plays a game.
fn play_on(mut journal: Journal<Nor>) {
    let mut buffer = [0; MAX_RECORD];
    let mut next = journal.game_above(0);
    while let Some(game) = next {
        assert!(game < journal.next_game() || game == u32::MAX);
        let summary = journal.summary(game).expect("power").expect("a game");
        assert!(summary.records <= summary.next_number);
        next = journal.game_above(game);
    }
    journal.settings(&mut buffer).expect("power");
    // A step for each sector, and one for each game that is dropped.
    let steps = SMALL.length / 4096 + SMALL.slots() as u32;
    let done = (0..=steps).any(|_| journal.prepare().expect("power") == Prepared::Done);
    assert!(done && !journal.erase_needed());

    let game = journal.next_game();
    match journal.begin_game(game) {
        Err(Error::NumberUsed) => assert_eq!(game, u32::MAX),
        begun => {
            begun.expect("a slot is ready");
            for number in 0..5 {
                journal.append(game, number, &[number as u8; 100]).expect("room");
                journal.tick(1 + number).expect("room");
            }
        }
    }
    journal.store_settings(7, b"settings").expect("room");
    let (mut journal, recovered) = Journal::open(journal.release(), SMALL).expect("power");
    if game != u32::MAX {
        let last = recovered.last.expect("a game");
        assert_eq!((last.game, last.next_number, last.elapsed), (game, 5, 5));
        let mut cursor = journal.cursor(game, 3).expect("power");
        let record = journal.read(&mut cursor, &mut buffer).expect("power").expect("a record");
        assert_eq!((record.number, &buffer[..record.length]), (3, &[3; 100][..]));
    }
    let mut settings = [0; MAX_SETTINGS];
    let blob = journal.settings(&mut settings).expect("power").expect("settings");
    assert_eq!((blob.version, &settings[..blob.length]), (7, &b"settings"[..]));
}

/// Two squares a byte; of the sixteen values a square can have, four are pieces
/// and one puts two pieces on it, as a careless setup would.
fn setup_from(bytes: &[u8; 17]) -> Setup {
    let turn = if bytes[16] & 1 == 0 { Colour::White } else { Colour::Black };
    let mut setup = Setup::empty(turn);
    for square in Square::all() {
        let byte = bytes[square.index() / 2];
        let value = if square.index().is_multiple_of(2) { byte & 15 } else { byte >> 4 };
        let pieces: &[(Colour, Rank)] = match value {
            1 => &[(Colour::White, Rank::Man)],
            2 => &[(Colour::White, Rank::King)],
            3 => &[(Colour::Black, Rank::Man)],
            4 => &[(Colour::Black, Rank::King)],
            15 => &[(Colour::White, Rank::Man), (Colour::Black, Rank::King)],
            _ => &[],
        };
        for &(colour, rank) in pieces {
            setup.put(Piece { colour, rank }, square);
        }
    }
    setup
}

/// Checks the moves of a position against `plain_rules` and against each other.
fn check_moves(position: &Position) {
    reads_back(position);
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_moves(), "{position}");
    assert_eq!(!moves.is_empty(), position.can_move(), "{position}");
    assert_eq!(moves_of_the_core(position), Board::of(position).moves(), "{position}");
    for &legal in &moves {
        assert_eq!(
            position.play(legal),
            Ok(position.play_unchecked(legal)),
            "{position} {legal:?}"
        );
        sound(&position.play_unchecked(legal));
    }
}

fn reads_back(position: &Position) {
    assert_eq!(position.to_string().parse(), Ok(*position));
}

/// Checks the invariants of a position.
fn sound(position: &Position) {
    let setup = Setup::from(*position);
    assert_eq!(setup.check(), Ok(()), "{position}");
    assert_eq!(Position::try_from(setup), Ok(*position));
    for colour in [Colour::White, Colour::Black] {
        assert!(!position.men(colour).meets(Squares::crowning_row(colour)), "{position}");
    }
}

/// Checks that the column of an error lies in the text or directly behind its end.
pub fn points_into(text: &str, column: u16) {
    let columns = text.chars().count().saturating_add(1);
    assert!((1..=columns.min(usize::from(u16::MAX))).contains(&usize::from(column)), "{text:?}");
}

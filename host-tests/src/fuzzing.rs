//! What must hold for any bytes whatsoever. The fuzz targets call these with
//! bytes that nobody chose, `tests/corpus.rs` with those kept in `fuzz/corpus`.

use damiera::journal::{Error, Journal, MAX_RECORD, MAX_SETTINGS, Prepared};
use damiera::rules::{
    Colour, Fen, MoveError, Piece, Position, Rank, Setup, Square, Squares, Written,
};

use crate::journal::{SMALL, forge};
use crate::nor::Nor;
use crate::plain_rules::{Board, moves_of_the_core};

/// Any text is a FEN or not, with moves behind it or not, and nothing panics.
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
        // Whatever can be read can be written and read again, playable or not.
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
        position = position.after(*legal);
    }
    check_moves(&position);
}

/// Any region is recovered or started anew, the same way each time and after a cut;
/// then games and settings can be stored, and are there after a boot.
pub fn journal_recovery(bytes: &[u8]) {
    let (mut flash, rest) = forge::region(bytes);
    let mut again = flash.clone();
    let (_, recovered) = Journal::open(&mut flash, SMALL).expect("a journal on any content");
    let place = rest.first_chunk().map_or(0, |place| u64::from(u16::from_le_bytes(*place)));
    again.cut_at(place);
    // There may be less to do than that, or nothing.
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

/// Everything that holds for the moves of any position.
fn check_moves(position: &Position) {
    reads_back(position);
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_moves(), "{position}");
    assert_eq!(!moves.is_empty(), position.can_move(), "{position}");
    assert_eq!(moves_of_the_core(position), Board::of(position).moves(), "{position}");
    for &legal in &moves {
        assert_eq!(position.play(legal), Ok(position.after(legal)), "{position} {legal:?}");
        sound(&position.after(legal));
    }
}

fn reads_back(position: &Position) {
    assert_eq!(position.to_string().parse(), Ok(*position));
}

/// What every position promises.
fn sound(position: &Position) {
    let setup = Setup::from(*position);
    assert_eq!(setup.check(), Ok(()), "{position}");
    assert_eq!(Position::try_from(setup), Ok(*position));
    for colour in [Colour::White, Colour::Black] {
        assert!(!position.men(colour).meets(Squares::crowning_row(colour)), "{position}");
    }
}

/// An error names a column of the text, or the one behind its end.
pub fn points_into(text: &str, column: u16) {
    let columns = text.chars().count().saturating_add(1);
    assert!((1..=columns.min(usize::from(u16::MAX))).contains(&usize::from(column)), "{text:?}");
}

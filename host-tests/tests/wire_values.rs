//! The encodings of the types inside events: the bytes of valid values, and bytes that are refused
//! as invalid.

use std::fmt::Debug;

use damiera::clock::{Award, Cadence, PRESETS, Pace, Period, Seconds, TimeControl};
use damiera::rules::{
    Article, Cell, Colour, Edition, Move, Opening, Position, Side, Square, Squares, openings,
};
use damiera::sense::{Cells, Contact, Fault, Key, Line};
use damiera_sim::random::{Kind, Random};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("anything here can be written")
}

/// Asserts that the value has this encoding and decodes from it.
fn is<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, expected: &[u8]) {
    assert_eq!(bytes(&value), expected, "{value:?}");
    there_and_back(&value);
}

fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let written = bytes(value);
    let (back, rest) = postcard::take_from_bytes::<T>(&written).expect("an encoded value");
    assert_eq!(&back, value);
    assert!(rest.is_empty(), "{value:?} leaves {rest:?}");
}

fn refused<T: DeserializeOwned + Debug>(bytes: &[u8]) {
    let read = postcard::from_bytes::<T>(bytes);
    assert!(read.is_err(), "{bytes:?} became {read:?}");
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

#[test]
fn squares_by_their_numbers() {
    for square in Square::all() {
        is(square, &[square.number()]);
        is(Squares::of(square), &bytes(&(1u32 << (square.number() - 1))));
    }
    refused::<Square>(&[0]);
    refused::<Square>(&[33]);
    is(Squares::EMPTY, &[0]);
    is([1, 2, 9].map(square).into_iter().collect::<Squares>(), &[0x83, 0x02]);
    is(Squares::ALL, &[0xff, 0xff, 0xff, 0xff, 0x0f]);
}

#[test]
fn cells_by_their_indices() {
    for cell in Cell::all() {
        is(cell, &[cell.index() as u8]);
        is(Cells::of(cell), &bytes(&(1u64 << cell.index())));
    }
    refused::<Cell>(&[64]);
}

#[test]
fn small_enums_by_the_order_of_their_variants() {
    is(Colour::White, &[0]);
    is(Colour::Black, &[1]);
    refused::<Colour>(&[2]);
    is(Side::South, &[0]);
    is(Side::North, &[1]);
    is(Edition::Year2006, &[0]);
    is(Edition::Year2008, &[1]);
    is(Contact::Cell(square(1).cell()), &[0, 0]);
    is(Contact::Key(Key::Player(Side::North)), &[1, 0, 1]);
    is(Contact::Key(Key::Plus), &[1, 3]);
}

#[test]
fn openings_by_their_numbers() {
    for opening in openings() {
        is(opening, &[opening.number()]);
    }
    refused::<Opening>(&[0]);
    refused::<Opening>(&[175]);
}

#[test]
fn articles_in_five_bytes() {
    is(Article::new(6, 9), &[1, 6, 9, 0, 0]);
    is(Article::new(8, 1).point(15), &[1, 8, 1, 15, 0]);
    is(Article::new(5, 3).letter('b'), &[1, 5, 3, 0, b'b']);
    is(Article::of_chapter_three(4, 4).point(5), &[3, 4, 4, 5, 0]);
    refused::<Article>(&[2, 6, 9, 0, 0]);
    refused::<Article>(&[1, 6, 9, 0, 0xc3]);
}

#[test]
fn lines_and_faults() {
    let numbers: Vec<_> = Line::all().map(|line| bytes(&line)).collect();
    assert_eq!(numbers, (0..16).map(|number| vec![number]).collect::<Vec<_>>());
    Line::all().for_each(|line| there_and_back(&line));
    refused::<Line>(&[16]);
    is(Fault::Chatter(square(1).cell()), &[0, 0]);
    is(Fault::AllOpen(Line::Column(7)), &[4, 15]);
}

#[test]
fn positions_by_colour_and_kings() {
    let start = [0x80, 0x80, 0xc0, 0xff, 0x0f, 0xff, 0x1f, 0, 0];
    is(Position::start(), &start);
    let mut random = Random::new(5);
    for kind in Kind::ALL {
        for _ in 0..500 {
            there_and_back(&random.position(kind));
        }
    }
}

#[test]
fn pieces_that_make_no_position_are_refused() {
    let bits = |numbers: &[u8]| numbers.iter().fold(0, |bits, number| bits | 1u32 << (number - 1));
    let parts = |white: &[u8], black: &[u8], kings: &[u8], turn: u8| {
        bytes(&(bits(white), bits(black), bits(kings), turn))
    };
    assert!(postcard::from_bytes::<Position>(&parts(&[30], &[2], &[2], 0)).is_ok());
    // 4.5: without transcription a man on its far base may not have been crowned.
    assert!(postcard::from_bytes::<Position>(&parts(&[2], &[7], &[], 0)).is_ok());
    // Two pieces on a square, a king that is no piece, no pieces, no such colour, thirteen pieces of
    // a side.
    refused::<Position>(&parts(&[30, 7], &[7], &[], 0));
    refused::<Position>(&parts(&[30], &[7], &[18], 0));
    refused::<Position>(&parts(&[], &[], &[], 0));
    refused::<Position>(&parts(&[30], &[7], &[], 2));
    refused::<Position>(&parts(&(20..=32).collect::<Vec<_>>(), &[7], &[], 0));
}

#[test]
fn moves_by_the_squares_they_stand_on() {
    let read = |fen: &str, text: &str| {
        let position: Position = fen.parse().expect("a FEN");
        position.read_move(text).expect("a legal move")
    };
    is(Position::start().read_move("22-18").expect("a legal move"), &[2, 22, 18]);
    is(read("W:W30:B18,19,26,27", "30x21x14"), &[3, 30, 21, 14]);
    is(read("W:W30:B18,19,26,27", "30x23x14"), &[3, 30, 23, 14]);
    let mut random = Random::new(6);
    let mut longest = 0;
    for kind in Kind::ALL {
        for _ in 0..2_000 {
            for legal in &random.position(kind).legal_moves() {
                there_and_back(legal);
                longest = longest.max(bytes(legal).len());
            }
        }
    }
    assert!(longest >= 8, "the longest took only {longest} bytes");
}

#[test]
fn squares_that_are_no_move_are_refused() {
    refused::<Move>(&[0]);
    refused::<Move>(&[1, 22]);
    // Too far, beside, two steps, a step after a jump, over the edge.
    refused::<Move>(&[2, 22, 14]);
    refused::<Move>(&[2, 22, 23]);
    refused::<Move>(&[3, 22, 18, 14]);
    refused::<Move>(&[3, 22, 13, 9]);
    refused::<Move>(&[2, 8, 13]);
    // The same piece twice (6.4), and there and back.
    refused::<Move>(&[3, 22, 13, 22]);
    // Round four pieces and over the first again.
    assert!(postcard::from_bytes::<Move>(&[5, 30, 21, 14, 23, 30]).is_ok());
    refused::<Move>(&[6, 30, 21, 14, 23, 30, 21]);
    // Longer than any move.
    refused::<Move>(&[11, 30, 21, 14, 23, 30, 21, 14, 23, 30, 21, 14]);
}

#[test]
fn time_controls_by_their_paces() {
    for preset in PRESETS {
        there_and_back(&preset.control);
    }
    let fischer = Pace::Fischer { base: Seconds::new(240), increment: Seconds::new(3) };
    let lampo = Pace::Lampo { time: Seconds::new(300) };
    is(TimeControl::new(fischer, lampo).expect("sound"), &[1, 0xf0, 1, 3, 0, 0xac, 2]);
    let periods = [Period::of(50, Seconds::new(7200)), Period::rest(Seconds::new(3600))];
    let cadence = Cadence::new(&periods, Award::AtZero).expect("sound");
    is(cadence, &[2, 1, 50, 0xa0, 0x38, 0, 0x90, 0x1c, 1]);
}

#[test]
fn invalid_time_controls_are_refused() {
    // No time, more than a day, no such pace.
    refused::<TimeControl>(&[0, 0, 0, 0xac, 2]);
    refused::<TimeControl>(&[0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 1]);
    refused::<TimeControl>(&[7, 6]);
    // A cadence without periods, with five, with a period of no moves, with the
    // rest first.
    refused::<Cadence>(&[0, 0]);
    refused::<Cadence>(&[5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    refused::<Cadence>(&[1, 1, 0, 60, 0]);
    refused::<Cadence>(&[2, 0, 60, 1, 1, 60, 0]);
}

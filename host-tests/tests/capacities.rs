//! Proofs by enumeration, and searches for counterexamples, of the capacities of the rules.
//!
//! A jump leads two rows and two columns away. So the squares a capturing piece
//! can ever reach are one of four families, each of eight squares joined by nine
//! jumps; each jump of a family passes a square of its own, so that "no piece
//! twice" (6.4) means "no jump twice". Everything that can happen in a family is
//! a choice of jumps with targets under them and of squares that are not free.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::ptr;
use std::thread;

use damiera::rules::{
    Colour, Direction, MAX_CAPTURES, MAX_MOVES, MAX_STOPS, Move, Piece, Position, Rank, Setup,
    Square,
};
use damiera_sim::random::Random;
use host_tests::data::position;
use host_tests::plain_rules::{Board, moves_of_the_core};

// The highest numbers that the search has found; the proofs below give upper bounds.

/// Nine captures in one move, in twelve ways.
const LONGEST_CAPTURE: &str = "W:WK8,K32:BK3,10,11,12,K17,18,19,20,25,26,27,28";
/// Most captures to choose from: eight pieces each.
const MOST_CAPTURES: &str = "W:WK1,K4,K25,K28:BK5,K6,K7,K13,K14,K15,K21,K22,K23";
/// Most captures by men.
const MOST_CAPTURES_BY_MEN: &str = "W:W25,29,30,31,32:B10,11,12,18,19,20,26,27,28";
/// Most simple moves.
const MOST_SIMPLE_MOVES: &str = "W:WK2,K9,K10,K11,K12,K18,K19,K20,K25,K26,K27,K28:B1,3,K4,17";

/// The squares a capturing piece can reach from one of them, and the jumps
/// between them, from rows and columns alone.
struct Family {
    squares: Vec<Square>,
    /// From, to (places in `squares`), whether it leads up the board.
    jumps: Vec<(usize, usize, bool)>,
    /// For each jump the number of the unordered pair: both ways pass one piece.
    pair: Vec<usize>,
}

fn families() -> Vec<Family> {
    let mut left: BTreeSet<Square> = Square::all().collect();
    let mut families = Vec::new();
    while let Some(&first) = left.first() {
        let mut squares = vec![first];
        let mut next = 0;
        while let Some(&from) = squares.get(next) {
            let new: Vec<_> =
                Square::all().filter(|to| two_away(from, *to) && !squares.contains(to)).collect();
            squares.extend(new);
            next += 1;
        }
        left.retain(|square| !squares.contains(square));

        let (mut jumps, mut pair, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        for (from, a) in squares.iter().enumerate() {
            for (to, b) in squares.iter().enumerate() {
                if two_away(*a, *b) {
                    let ends = (from.min(to), from.max(to));
                    if !pairs.contains(&ends) {
                        pairs.push(ends);
                    }
                    jumps.push((from, to, b.row() < a.row()));
                    pair.extend(pairs.iter().position(|other| *other == ends));
                }
            }
        }
        families.push(Family { squares, jumps, pair });
    }
    families
}

fn two_away(a: Square, b: Square) -> bool {
    a.row().abs_diff(b.row()) == 2 && a.column().abs_diff(b.column()) == 2
}

/// The square a jump passes.
fn between(a: Square, b: Square) -> (u8, u8) {
    ((a.row() + b.row()) / 2, (a.column() + b.column()) / 2)
}

/// The kind of the capturing piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capturer {
    King,
    /// A man that goes up the board, or down it.
    Man {
        up: bool,
    },
}

/// How many captures of each length go on to their end.
type Lengths = [u32; MAX_CAPTURES + 1];

impl Family {
    /// Every capture of one piece, carried through to its end.
    fn captures(&self, capturer: Capturer, at: usize, blocked: u32, targets: u32) -> Lengths {
        let mut ends = [0; MAX_CAPTURES + 1];
        // 6.4: the square it leaves is free.
        self.go_on(capturer, at, blocked & !(1 << at), targets, 0, &mut ends);
        ends
    }

    fn go_on(
        &self,
        capturer: Capturer,
        at: usize,
        blocked: u32,
        targets: u32,
        taken: usize,
        ends: &mut Lengths,
    ) {
        let mut onward = false;
        for (&(from, to, up), &pair) in self.jumps.iter().zip(&self.pair) {
            let this_way = capturer == Capturer::King || capturer == Capturer::Man { up };
            let possible = targets & (1 << pair) != 0 && blocked & (1 << to) == 0;
            if from == at && this_way && possible {
                onward = true;
                self.go_on(capturer, to, blocked, targets & !(1 << pair), taken + 1, ends);
            }
        }
        if !onward {
            ends[taken] += 1;
        }
    }

    /// The most captures that can compete with each other in this family, and the
    /// longest one, over all placements.
    fn extremes(&self, capturer: Capturer) -> Extremes {
        let mut extremes = Extremes::default();
        for targets in 0..1 << 9 {
            for blocked in 0..1_u32 << 8 {
                // Any square that is not free may hold a piece that captures; which
                // of them do is left open.
                let mut longest: Lengths = [0; MAX_CAPTURES + 1];
                let mut of_any_length: Lengths = [0; MAX_CAPTURES + 1];
                for start in (0..8).filter(|start| blocked & (1 << start) != 0) {
                    let ends = self.captures(capturer, start, blocked, targets);
                    let own_longest = ends.iter().rposition(|number| *number > 0).unwrap_or(0);
                    for length in 1..=MAX_CAPTURES {
                        of_any_length[length] += ends[length];
                        // 6.6: only pieces whose longest is as long as the longest
                        // of all may capture, so others add nothing.
                        if own_longest == length {
                            longest[length] += ends[length];
                        }
                    }
                    extremes.longest = extremes.longest.max(own_longest);
                }
                for length in 1..=MAX_CAPTURES {
                    if longest[length] > extremes.legal {
                        extremes.legal = longest[length];
                        extremes.legal_length = length;
                    }
                    extremes.of_any_length = extremes.of_any_length.max(of_any_length[length]);
                }
            }
        }
        extremes
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Extremes {
    /// The most captures of the greatest length.
    legal: u32,
    /// That length.
    legal_length: usize,
    /// The most captures of any one length, surpassed by others or not.
    of_any_length: u32,
    /// The longest capture.
    longest: usize,
}

#[test]
fn jumps_fall_into_four_families() {
    let families = families();
    assert_eq!(families.len(), 4);
    for family in &families {
        assert_eq!(family.squares.len(), 8);
        // Nine pairs, each passable both ways, each over a square of its own.
        assert_eq!(family.jumps.len(), 18);
        assert_eq!(family.pair.iter().collect::<BTreeSet<_>>().len(), 9);
        let squares = &family.squares;
        let passed: BTreeSet<_> = family
            .jumps
            .iter()
            .map(|(from, to, _)| between(squares[*from], squares[*to]))
            .collect();
        assert_eq!(passed.len(), 9);
    }
    // The core's jumps lead nowhere else.
    for family in &families {
        for from in &family.squares {
            for towards in Direction::ALL {
                if let Some(to) = from.jump(towards) {
                    assert!(family.squares.contains(&to), "{from} {to}");
                }
            }
        }
    }
}

#[test]
fn no_capture_takes_more_than_max_captures() {
    assert_eq!(MAX_CAPTURES, 9);
    assert_eq!(MAX_STOPS, MAX_CAPTURES + 1);
    for family in families() {
        let everywhere = (1 << 9) - 1;
        let longest = |start| {
            let ends = family.captures(Capturer::King, start, 0, everywhere);
            ends.iter().rposition(|number| *number > 0)
        };
        assert_eq!((0..8).map(longest).max(), Some(Some(9)));
    }
}

#[test]
fn no_position_has_more_than_max_moves() {
    assert_eq!(MAX_MOVES, 48);
    // Simple moves: at most twelve pieces with four neighbours each.
    assert_eq!(Setup::MAX_PIECES * Direction::ALL.len(), 48);

    let families = families();
    let by_kings: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> =
            families.iter().map(|family| scope.spawn(|| family.extremes(Capturer::King))).collect();
        runs.into_iter().map(|run| run.join().expect("it only counts")).collect()
    });
    println!("by kings: {by_kings:?}");
    for extremes in &by_kings {
        // No length at all has more: a list of equal captures that a better one will
        // replace has room for them, too.
        let expected = Extremes { legal: 12, legal_length: 8, of_any_length: 12, longest: 9 };
        assert_eq!(*extremes, expected);
    }
    // 6.7: of equally long captures either all are made by kings or all by men.
    let sum: u32 = by_kings.iter().map(|extremes| extremes.legal).sum();
    assert!(sum as usize <= MAX_MOVES);

    for up in [true, false] {
        let by_men: Vec<_> =
            families.iter().map(|family| family.extremes(Capturer::Man { up })).collect();
        println!("by men: {by_men:?}");
        for extremes in &by_men {
            let expected = Extremes { legal: 8, legal_length: 3, of_any_length: 8, longest: 3 };
            assert_eq!(*extremes, expected);
        }
    }
}

/// A legal move's captures and the number of moves beside it.
fn numbers(position: &Position) -> (usize, usize) {
    let moves = position.legal_moves();
    (moves.first().map_or(0, |legal| legal.captured().len()), moves.len())
}

#[test]
fn the_records_are_handled() {
    for (fen, captures, moves) in [
        (LONGEST_CAPTURE, 9, 12),
        (MOST_CAPTURES, 8, 24),
        (MOST_CAPTURES_BY_MEN, 3, 16),
        (MOST_SIMPLE_MOVES, 0, 42),
    ] {
        for position in [position(fen), position(fen).reversed()] {
            assert_eq!(numbers(&position), (captures, moves), "{position}");
            assert_eq!(moves_of_the_core(&position), Board::of(&position).moves(), "{position}");
            assert_eq!(position.count_moves(), moves);
            for &legal in &position.legal_moves() {
                assert_eq!(legal.captured_in_order().count(), captures);
                assert_eq!(position.play(legal), Ok(position.play_unchecked(legal)));
                let text = position.write_move(legal).to_string();
                assert_eq!(position.read_move(&text), Ok(legal), "{text}");
            }
        }
    }
}

/// The number that a search maximises.
type Goal = fn(&Position, &[Move]) -> usize;

/// Hill climbing: changes a few squares at a time and keeps a position that is at least as good.
fn search(goal: Goal, steps: usize) -> (usize, Position) {
    const PATIENCE: usize = 5_000;
    let mut random = Random::new(42);
    let mut found = (0, Position::start());
    let (mut pieces, mut score, mut since) = ([None; 32], 0, PATIENCE);
    for _ in 0..steps {
        if since >= PATIENCE {
            (score, since) = (0, 0);
            pieces = [None; 32].map(|_: Option<Piece>| any_piece(&mut random, 45));
        }
        let mut changed = pieces;
        for _ in 0..1 + random.below(4) {
            let square = random.below(32);
            if random.chance(30) {
                changed.swap(square, random.below(32));
            } else {
                changed[square] = any_piece(&mut random, 60);
            }
        }
        since += 1;
        let mut setup = Setup::empty(Colour::White);
        for (square, piece) in Square::all().zip(changed) {
            if let Some(piece) = piece {
                setup.put(piece, square);
            }
        }
        let Ok(position) = Position::try_from(setup) else { continue };
        let moves = position.legal_moves();
        let reached = goal(&position, &moves);
        if reached > score {
            since = 0;
        }
        if reached >= score {
            (pieces, score) = (changed, reached);
        }
        if reached > found.0 {
            found = (reached, position);
        }
    }
    found
}

fn any_piece(random: &mut Random, percent: usize) -> Option<Piece> {
    let rank = *random.one_of(&[Rank::Man, Rank::King]);
    let piece = Piece { colour: random.colour(), rank };
    random.chance(percent).then_some(piece)
}

/// `SEARCH_STEPS` in the environment sets the number of steps; the default takes seconds.
#[test]
fn search_finds_nothing_beyond_the_records() {
    let steps = std::env::var("SEARCH_STEPS").ok().and_then(|steps| steps.parse().ok());
    let steps = steps.unwrap_or(1_000_000);
    let goals: [(&str, Goal, usize, usize); 4] = [
        ("pieces in one capture", |_, moves| moves.first().map_or(0, |m| m.captured().len()), 8, 9),
        ("captures", |_, moves| moves.iter().filter(|legal| legal.is_capture()).count(), 12, 24),
        (
            "captures by men",
            |position, moves| {
                let men = position.men(Colour::White);
                moves.iter().filter(|one| one.is_capture() && men.contains(one.from())).count()
            },
            8,
            16,
        ),
        ("simple moves", |_, moves| moves.iter().filter(|m| !m.is_capture()).count(), 36, 42),
    ];
    thread::scope(|scope| {
        for (name, goal, at_least, record) in goals {
            scope.spawn(move || {
                let (found, position) = search(goal, steps);
                println!("{name}: {found} in {position}");
                assert!(found >= at_least, "the search no longer searches: {found} {name}");
                assert!(found <= record, "a new record, put it above: {found} {name}, {position}");
            });
        }
    });
}

/// How many bytes of stack a function uses.
///
/// Paints the unused part of this thread's stack, calls, and looks how far down the
/// paint is gone. Reading below the stack pointer is outside what the language
/// defines; it works because a thread's stack is ordinary mapped memory, nothing
/// else writes there (no signal handler runs on it), and all accesses are volatile.
#[inline(never)]
fn stack_used(work: fn(&Position), position: &Position) -> usize {
    const PAINT: u8 = 0xa5;
    /// Painted bytes: far fewer than the thread's stack has, far more than the function uses.
    const DEPTH: usize = 16 * 1024;
    /// This function's own frame and the calls it makes to paint.
    const MARGIN: usize = 256;

    let here = 0_u8;
    let top = ptr::from_ref(black_box(&here)).cast_mut();
    for below in MARGIN..DEPTH {
        // SAFETY: see above; 16 KiB of the thread's 1 MiB are below.
        unsafe { top.sub(below).write_volatile(PAINT) };
    }
    black_box(work)(black_box(position));
    let untouched = (MARGIN..DEPTH).rev().take_while(|below| {
        // SAFETY: the same bytes as above.
        unsafe { top.sub(*below).read_volatile() == PAINT }
    });
    DEPTH - untouched.count()
}

/// [`stack_used`] on a thread of its own.
fn stack_of(work: fn(&Position), fen: &'static str) -> usize {
    let measure = move || stack_used(work, &position(fen));
    let thread = thread::Builder::new().stack_size(1024 * 1024).spawn(measure);
    thread.expect("a thread").join().expect("it only measures")
}

#[inline(never)]
fn legal_moves(position: &Position) {
    black_box(position.legal_moves());
}

#[inline(never)]
fn count_moves(position: &Position) {
    black_box(position.count_moves());
}

#[test]
fn legal_moves_needs_less_than_two_kibibytes_of_stack() {
    for fen in [LONGEST_CAPTURE, MOST_CAPTURES, MOST_CAPTURES_BY_MEN, MOST_SIMPLE_MOVES] {
        let (all, number) = (stack_of(legal_moves, fen), stack_of(count_moves, fen));
        println!("legal_moves {all}, count_moves {number} bytes of stack for {fen}");
        // The list of moves is on the stack, too.
        assert!((size_of::<[Move; MAX_MOVES]>()..2_048).contains(&all), "{all} for {fen}");
        assert!(number < 2_048, "{number} for {fen}");
    }
}

/// `stack_used` finds the known stack use of a function.
#[test]
fn the_measure_of_stack_measures() {
    fn four_kibibytes(position: &Position) {
        let filled = [position.turn() as u8 + 1; 4_096];
        black_box(&filled);
    }
    let bytes = stack_of(four_kibibytes, MOST_SIMPLE_MOVES);
    assert!((4_096..4_096 + 1_024).contains(&bytes), "{bytes}");
}

//! The possible worlds of a turn, from contacts alone: each of them explains the board, and few remain.

use damiera::rules::{Cell, Move, MoveList, Position, Square, Squares};
use damiera::sense::Cells;
use damiera::time::{Duration, Instant};
use damiera::worlds::{
    HandTimings, LEAST_COST, MAX_PIECES, MAX_WORLDS, Stamp, Turn, World, Worlds,
};
use damiera_sim::random::{Kind, Random};

/// The RAM that the firmware has for the worlds of a game.
const MAX_SIZE: usize = 16 * 1024;

/// The contacts of one turn.
struct Hands {
    position: Position,
    legal: MoveList,
    worlds: Worlds,
}

fn turn<'a>(position: &'a Position, legal: &'a MoveList) -> Turn<'a> {
    Turn {
        position,
        legal,
        touchable: legal.iter().map(|legal| legal.from()).collect(),
        adjusting: false,
        timings: HandTimings::DEFAULT,
        window: Duration::from_millis(8),
        trusted: !Squares::EMPTY,
        last: None,
        kept: None,
    }
}

fn stamp(millis: u64) -> Stamp {
    Stamp::of(Instant::from_millis(millis))
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

impl Hands {
    /// The pieces stand as this position has them.
    fn on(position: Position) -> Self {
        let mut worlds = Worlds::new();
        for square in position.occupied() {
            worlds.set(square.cell(), true);
        }
        let legal = position.legal_moves();
        worlds.reset(Squares::EMPTY, stamp(0), &turn(&position, &legal));
        Self { position, legal, worlds }
    }

    fn on_fen(fen: &str) -> Self {
        Self::on(fen.parse().expect("a position"))
    }

    fn change(&mut self, cell: Cell, closed: bool, at: u64) {
        self.worlds.change(cell, closed, stamp(at), &turn(&self.position, &self.legal));
        self.check();
    }

    fn lift(&mut self, number: u8, at: u64) {
        self.change(square(number).cell(), false, at);
    }

    fn drop(&mut self, number: u8, at: u64) {
        self.change(square(number).cell(), true, at);
    }

    /// Between one and [`MAX_WORLDS`] worlds, each with exactly the cells closed that are closed; costs are
    /// counted from that of the cheapest.
    fn check(&self) {
        assert!((1..=MAX_WORLDS).contains(&self.worlds.len()), "{} worlds", self.worlds.len());
        let closed = |world: &World| -> Cells {
            Cell::all().filter(|cell| world.closes(*cell, &self.position)).collect()
        };
        for world in self.worlds.iter() {
            assert_eq!(closed(world), self.worlds.contacts().cells(), "{world:?}");
        }
        assert_eq!(self.worlds.iter().map(World::cost).min(), Some(LEAST_COST));
    }

    fn legal(&self, text: &str) -> Move {
        self.position.read_move(text).expect("a legal move")
    }

    fn best_makes(&self, text: &str) -> bool {
        let best = self.worlds.best().expect("a world");
        best.makes(self.legal(text), &turn(&self.position, &self.legal))
    }

    fn is_at_rest(&self) -> bool {
        self.worlds.iter().all(World::is_at_rest)
    }

    fn touched(&self, at: u64) -> Squares {
        let best = self.worlds.best().expect("a world");
        best.touched(stamp(at), HandTimings::DEFAULT.brush)
    }
}

#[test]
fn a_lifted_piece_is_put_down() {
    let mut hands = Hands::on(Position::start());
    hands.lift(22, 100);
    assert_eq!(hands.worlds.best().map(World::in_hand), Some(Squares::of(square(22))));
    hands.drop(18, 400);
    assert!(hands.best_makes("22-18"));
    assert_eq!(hands.touched(400), Squares::of(square(22)));
}

#[test]
fn a_brush_leaves_nothing_behind() {
    let mut hands = Hands::on(Position::start());
    hands.lift(22, 100);
    assert!(hands.touched(160).is_empty());
    hands.drop(22, 160);
    assert!(hands.is_at_rest());
    assert_eq!(hands.worlds.len(), 1);
    assert!(hands.touched(1_000).is_empty());
}

#[test]
fn a_piece_that_was_held_for_longer_is_touched() {
    let mut hands = Hands::on(Position::start());
    hands.lift(22, 100);
    hands.drop(22, 500);
    assert!(hands.is_at_rest());
    assert_eq!(hands.touched(500), Squares::of(square(22)));
}

#[test]
fn a_slide_closes_the_next_cell_before_it_leaves_its_own() {
    let mut hands = Hands::on(Position::start());
    hands.drop(18, 100);
    hands.lift(22, 130);
    assert!(hands.best_makes("22-18"));
    // One that lies on both for a second is on its way all the same (7.7).
    let mut slow = Hands::on(Position::start());
    slow.drop(18, 100);
    slow.lift(22, 1_100);
    let makes =
        |world: &World| world.makes(slow.legal("22-18"), &turn(&slow.position, &slow.legal));
    assert!(slow.worlds.iter().any(makes));
}

#[test]
fn of_two_pieces_in_hand_either_may_have_come_down() {
    let mut hands = Hands::on(Position::start());
    hands.lift(22, 100);
    hands.lift(23, 200);
    hands.drop(19, 500);
    let on_19 = |home: u8| {
        let stands = move |world: &World| {
            world.piece(square(home)).is_some_and(|p| p.place == Some(square(19).cell()))
        };
        hands.worlds.iter().any(stands)
    };
    assert!(on_19(22) && on_19(23));
    hands.drop(23, 700);
    assert!(hands.best_makes("22-19"));
}

#[test]
fn worlds_that_say_the_same_merge() {
    let mut hands = Hands::on(Position::start());
    hands.lift(22, 100);
    hands.lift(23, 200);
    hands.drop(18, 500);
    hands.drop(19, 600);
    assert!(hands.worlds.len() > 1);
    hands.lift(18, 900);
    hands.lift(19, 1_000);
    assert_eq!(hands.worlds.len(), 1, "both are in hand, however they came there");
}

#[test]
fn where_the_board_shows_the_position_nothing_is_displaced() {
    let mut hands = Hands::on(Position::start());
    hands.lift(22, 100);
    hands.lift(23, 200);
    hands.drop(22, 500);
    assert!(hands.worlds.len() > 1, "23 may stand on 22");
    hands.drop(23, 700);
    assert!(hands.is_at_rest());
}

#[test]
fn more_pieces_in_hand_than_a_world_has_room_for() {
    let mut hands = Hands::on(Position::start());
    let occupied: Vec<_> = hands.position.occupied().iter().collect();
    assert!(occupied.len() > MAX_PIECES);
    let mut at = 100;
    for square in &occupied[..MAX_PIECES] {
        hands.change(square.cell(), false, at);
        at += 300;
    }
    assert!(!hands.worlds.is_incomplete());
    for square in &occupied[MAX_PIECES..] {
        at += 300;
        let position = turn(&hands.position, &hands.legal);
        hands.worlds.change(square.cell(), false, stamp(at), &position);
        assert!(!hands.worlds.is_empty());
    }
    assert!(hands.worlds.is_incomplete(), "what was dropped may have been right");
}

/// A capture of nine pieces, every landing shown, is one world.
#[test]
fn the_longest_capture_fits() {
    let mut hands = Hands::on_fen("W:WK8,K32:BK3,10,11,12,K17,18,19,20,25,26,27,28");
    let longest = hands.legal.iter().copied().max_by_key(|legal| legal.captured().len());
    let longest = longest.expect("a move");
    assert_eq!(longest.captured().len(), 9);
    let mut at = 1_000;
    hands.change(longest.from().cell(), false, at);
    for stop in longest.path() {
        hands.change(stop.cell(), true, at + 200);
        if stop != longest.to() {
            hands.change(stop.cell(), false, at + 400);
        }
        at += 400;
    }
    for captured in longest.captured_in_order() {
        at += 300;
        hands.change(captured.cell(), false, at);
    }
    let position = turn(&hands.position, &hands.legal);
    let best = hands.worlds.best().expect("a world");
    assert!(
        best.makes(longest, &position) && best.removed_too_early(longest, &position, false) == 0
    );
    assert_eq!(best.landings_shown(longest), 9);
    assert!(!hands.worlds.is_incomplete());
}

/// Any contacts at any time: never no world, never too many, and every one explains the board.
#[test]
fn any_contacts_are_explained() {
    let mut most = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let kind = *random.one_of(&Kind::ALL);
        let mut hands = Hands::on(random.position(kind));
        let mut at = 1_000;
        let mut touched: Vec<Cell> = Vec::new();
        for _ in 0..300 {
            at += *random.one_of(&[0, 1, 5, 20, 40, 60, 120, 200, 400]);
            // Hands return to where they were; only some contacts are anywhere on the board.
            let again = touched.len() >= 6 || (!touched.is_empty() && random.chance(60));
            let cell = if again {
                *random.one_of(&touched)
            } else {
                Cell::from_index(random.below(Cell::COUNT) as u8).expect("a cell")
            };
            let closed = !hands.worlds.contacts().cells().contains(cell);
            match touched.iter().position(|other| *other == cell) {
                Some(place) => {
                    touched.remove(place);
                }
                None => touched.push(cell),
            }
            hands.change(cell, closed, at);
            most = most.max(hands.worlds.len());
        }
    }
    println!("at most {most} worlds at once");
    assert!(most == MAX_WORLDS, "the contacts do not fill the list: {most} worlds");
}

#[test]
fn the_worlds_fit_their_budget() {
    let size = size_of::<Worlds>();
    println!("the worlds take {size} bytes here, {} each", size_of::<World>());
    assert!(size < MAX_SIZE, "{size} bytes");
}

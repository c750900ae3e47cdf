//! The fault detector: when each fault appears, and when it clears.

use damiera::rules::{Cell, Colour, Square, Squares};
use damiera::sense::{
    Cells, Contact, Debouncer, Edge, Fault, FaultDetector, Faults, Frame, Key, Keys, Line, Side,
    Timing,
};
use damiera::time::Instant;
use damiera_sim::random::Random;

fn cell(number: u8) -> Cell {
    Square::new(number).expect("1 to 32").cell()
}

fn start() -> Squares {
    Squares::start(Colour::White) | Squares::start(Colour::Black)
}

/// A board with its debouncer, sampled every millisecond.
struct Board {
    debouncer: Debouncer,
    detector: FaultDetector,
    frame: Frame,
    expected: Option<Squares>,
    /// In milliseconds.
    now: u64,
    /// Time in milliseconds, fault, and whether it cleared.
    reports: Vec<(u64, Fault, bool)>,
}

impl Board {
    /// In the start position, with the game at rest.
    fn new() -> Self {
        Self::with(Cells::from(start()), Some(start()))
    }

    fn with(cells: Cells, expected: Option<Squares>) -> Self {
        let frame = Frame { cells, keys: Keys::EMPTY };
        Self {
            debouncer: Debouncer::new(Timing::default(), frame),
            detector: FaultDetector::new(cells, Instant::ZERO),
            frame,
            expected,
            now: 0,
            reports: Vec::new(),
        }
    }

    fn set(&mut self, cell: Cell, closed: bool) {
        self.frame = self.frame.with(Contact::Cell(cell), closed);
    }

    fn wait(&mut self, millis: u64) {
        for _ in 0..millis {
            self.now += 1;
            for edge in self.debouncer.sample(self.frame, Instant::from_millis(self.now)) {
                self.detector.note(edge);
            }
            for event in self.detector.look(self.expected, self.now()) {
                assert_eq!(event.at, self.now());
                self.reports.push((self.now, event.fault, event.cleared));
                assert_eq!(self.detector.faults().contains(event.fault), !event.cleared);
            }
        }
    }

    fn now(&self) -> Instant {
        Instant::from_millis(self.now)
    }

    /// The reports since the last call.
    fn take_reports(&mut self) -> Vec<(u64, Fault, bool)> {
        std::mem::take(&mut self.reports)
    }

    /// Changes a cell `times` times, every `every` milliseconds.
    fn toggle(&mut self, cell: Cell, times: usize, every: u64) {
        for _ in 0..times {
            let closed = self.frame.cells.contains(cell);
            self.set(cell, !closed);
            self.wait(every);
        }
    }
}

#[test]
fn a_board_at_rest_has_no_fault() {
    let mut board = Board::new();
    board.wait(30_000);
    assert_eq!(board.take_reports(), []);
    assert!(board.detector.faults().is_empty());
    assert_eq!(board.detector.untrusted(), Cells::EMPTY);
    assert_eq!(board.detector.next_deadline(), None);
}

#[test]
fn chatter_is_reported_and_clears_after_silence() {
    let mut board = Board::new();
    let chatter = Fault::Chatter(cell(14));
    board.toggle(cell(14), 40, 50);
    // The eighth edge is at 351 ms, and released 8 ms later.
    assert_eq!(board.take_reports(), [(359, chatter, false)]);
    assert_eq!(board.detector.untrusted(), Cells::of(cell(14)));
    board.wait(5_000);
    // The last edge is at 1951 ms.
    assert_eq!(board.take_reports(), [(3_951, chatter, true)]);
    assert_eq!(board.detector.untrusted(), Cells::EMPTY);
}

#[test]
fn eight_edges_in_a_second_chatter_and_seven_do_not() {
    // 7 · 142 ms < 1 s < 7 · 143 ms
    let mut board = Board::new();
    board.toggle(cell(14), 100, 143);
    assert_eq!(board.take_reports(), []);
    let mut board = Board::new();
    board.toggle(cell(14), 8, 142);
    assert_eq!(board.take_reports(), [(1 + 7 * 142 + 8, Fault::Chatter(cell(14)), false)]);
}

#[test]
fn every_cell_may_chatter_at_once() {
    let mut board = Board::with(Cells::EMPTY, None);
    for _ in 0..10 {
        board.frame.cells = !board.frame.cells;
        board.wait(30);
    }
    let chattering = |cleared| {
        let reports = board.reports.iter().filter(|report| report.2 == cleared);
        reports.filter(|report| matches!(report.1, Fault::Chatter(_))).count()
    };
    assert_eq!((chattering(false), chattering(true)), (64, 0));
    assert_eq!(board.detector.untrusted(), Cells::ALL);
    board.frame.cells = Cells::EMPTY;
    board.expected = Some(Squares::EMPTY);
    board.wait(5_000);
    assert!(board.detector.faults().is_empty());
}

#[test]
fn a_chattering_cell_hides_no_other_fault() {
    let mut board = Board::new();
    let light = Cell::new(4, 1).expect("on the board");
    board.set(light, true);
    board.toggle(cell(14), 100, 50);
    let faults: Vec<Fault> = board.take_reports().into_iter().map(|report| report.1).collect();
    assert_eq!(faults, [Fault::Chatter(cell(14)), Fault::LightClosed(light)]);
}

#[test]
fn a_short_circuit_is_reported_until_it_clears() {
    for line in Line::all() {
        let mut board = Board::new();
        board.frame.cells |= line.cells();
        board.wait(20);
        assert_eq!(board.take_reports(), [(9, Fault::AllClosed(line), false)]);
        assert_eq!(board.detector.untrusted(), line.cells());
        // Its light cells are not reported as closed, its dark ones not as stuck.
        board.wait(20_000);
        assert_eq!(board.take_reports(), []);
        board.frame.cells = Cells::from(start());
        board.wait(20);
        assert_eq!(board.take_reports(), [(20_029, Fault::AllClosed(line), true)]);
        board.wait(20_000);
        assert_eq!(board.take_reports(), []);
    }
}

#[test]
fn a_short_circuit_at_the_start_is_reported() {
    let mut board = Board::with(Cells::from(start()) | Cells::column(3), Some(start()));
    board.wait(1);
    assert_eq!(board.take_reports(), [(1, Fault::AllClosed(Line::Column(3)), false)]);
}

#[test]
fn a_lost_line_is_reported_until_it_is_back() {
    // Four pieces stand in a row of the start position, three in a column.
    let rows = [0, 1, 2, 5, 6, 7].map(Line::Row).into_iter();
    for line in rows.chain((0..8).map(Line::Column)) {
        let mut board = Board::new();
        board.frame.cells -= line.cells();
        board.wait(20);
        assert_eq!(board.take_reports(), [(9, Fault::AllOpen(line), false)]);
        assert_eq!(board.detector.untrusted(), line.cells());
        board.wait(20_000);
        assert_eq!(board.take_reports(), []);
        board.frame.cells = Cells::from(start());
        board.wait(20);
        assert_eq!(board.take_reports(), [(20_029, Fault::AllOpen(line), true)]);
    }
}

#[test]
fn a_line_may_be_lost_across_two_frames() {
    let mut board = Board::new();
    board.set(cell(1), false);
    board.set(cell(3), false);
    board.wait(1);
    board.set(cell(2), false);
    board.set(cell(4), false);
    board.wait(20);
    assert_eq!(board.take_reports(), [(10, Fault::AllOpen(Line::Row(0)), false)]);
}

#[test]
fn a_row_that_empties_piece_by_piece_is_no_fault() {
    for pause in [2, 5, 50, 400] {
        let mut board = Board::new();
        board.expected = None;
        for number in [21, 23, 22, 24] {
            board.set(cell(number), false);
            board.wait(pause);
        }
        board.wait(5_000);
        assert_eq!(board.take_reports(), [], "{pause} ms apart");
    }
}

#[test]
fn two_hands_that_empty_a_row_are_no_fault() {
    let mut board = Board::new();
    board.expected = None;
    for pair in [[21, 22], [23, 24]] {
        for number in pair {
            board.set(cell(number), false);
        }
        board.wait(2);
    }
    board.wait(5_000);
    assert_eq!(board.take_reports(), []);
}

#[test]
fn two_pieces_taken_at_once_are_no_fault() {
    let pieces: Squares = [21, 22].into_iter().filter_map(Square::new).collect();
    let mut board = Board::with(Cells::from(pieces), None);
    board.frame.cells = Cells::EMPTY;
    board.wait(5_000);
    assert_eq!(board.take_reports(), []);
}

#[test]
fn a_lost_line_clears_when_the_game_has_no_piece_on_it() {
    let mut board = Board::new();
    board.frame.cells -= Cells::row(5);
    board.wait(20);
    assert_eq!(board.take_reports(), [(9, Fault::AllOpen(Line::Row(5)), false)]);
    board.expected = Some((Cells::from(start()) - Cells::row(5)).dark());
    board.wait(1);
    assert_eq!(board.take_reports(), [(21, Fault::AllOpen(Line::Row(5)), true)]);
}

#[test]
fn a_lost_plug_is_reported_line_by_line() {
    let mut board = Board::new();
    board.frame.cells = Cells::EMPTY;
    board.wait(20);
    // Six rows and eight columns held three pieces or more.
    assert_eq!(board.take_reports().len(), 14);
    board.frame.cells = Cells::from(start());
    board.wait(20);
    assert_eq!(board.take_reports().len(), 14);
    assert!(board.detector.faults().is_empty());
}

#[test]
fn a_piece_at_rest_on_a_light_square_is_reported_until_it_leaves() {
    let mut board = Board::new();
    let light = Cell::new(4, 1).expect("on the board");
    board.set(cell(21), false);
    board.wait(300);
    board.set(light, true);
    board.wait(5_000);
    assert_eq!(board.take_reports(), [(2_301, Fault::LightClosed(light), false)]);
    // A piece stands there, so the cell is still trusted.
    assert_eq!(board.detector.untrusted(), Cells::EMPTY);
    board.set(light, false);
    board.wait(100);
    board.set(cell(17), true);
    board.wait(5_000);
    assert_eq!(board.take_reports(), [(5_309, Fault::LightClosed(light), true)]);
}

#[test]
fn a_light_square_is_never_stuck() {
    let mut board = Board::new();
    let light = Cell::new(3, 0).expect("on the board");
    board.set(light, true);
    board.wait(30_000);
    assert_eq!(board.take_reports(), [(2_001, Fault::LightClosed(light), false)]);
}

#[test]
fn a_piece_that_crosses_light_squares_is_no_fault() {
    let mut board = Board::new();
    board.expected = None;
    let light = Cell::new(5, 2).expect("on the board");
    board.set(light, true);
    board.wait(1_900);
    // Another edge: the hand is still at work.
    board.set(cell(21), false);
    board.wait(1_900);
    board.set(light, false);
    board.wait(5_000);
    assert_eq!(board.take_reports(), []);
}

#[test]
fn a_lone_square_that_contradicts_the_game_is_stuck_until_it_changes() {
    // Stuck open, and stuck closed.
    for number in [22, 18] {
        let mut board = Board::new();
        let there = board.frame.cells.contains(cell(number));
        board.set(cell(number), !there);
        board.wait(12_000);
        let stuck = Fault::Stuck(cell(number));
        assert_eq!(board.take_reports(), [(10_009, stuck, false)]);
        assert_eq!(board.detector.untrusted(), Cells::of(cell(number)));
        board.set(cell(number), there);
        board.wait(12_000);
        assert_eq!(board.take_reports(), [(12_009, stuck, true)]);
        assert_eq!(board.detector.untrusted(), Cells::EMPTY);
    }
}

#[test]
fn an_edge_restarts_the_time_to_stuck() {
    // Closed and open again between two calls of `look`: the ten seconds begin again.
    let missing = Cells::from(start()).without(cell(22));
    let mut detector = FaultDetector::new(missing, Instant::ZERO);
    let look = |detector: &mut FaultDetector, millis| {
        detector.look(Some(start()), Instant::from_millis(millis)).map(|event| event.fault).next()
    };
    assert_eq!(look(&mut detector, 1), None);
    for (millis, closed) in [(6_000, true), (6_100, false)] {
        let (at, contact) = (Instant::from_millis(millis), Contact::Cell(cell(22)));
        detector.note(Edge { at, contact, closed });
    }
    assert_eq!(look(&mut detector, 6_101), None);
    assert_eq!(look(&mut detector, 16_100), None);
    assert_eq!(look(&mut detector, 16_101), Some(Fault::Stuck(cell(22))));
}

#[test]
fn stuck_clears_when_the_game_agrees() {
    let mut board = Board::new();
    board.set(cell(22), false);
    board.wait(10_009);
    assert_eq!(board.take_reports(), [(10_009, Fault::Stuck(cell(22)), false)]);
    // While a hand may be at work, `stuck` stays as it is.
    board.expected = None;
    board.wait(100);
    assert_eq!(board.take_reports(), []);
    board.expected = Some(start() - Squares::of(Square::new(22).expect("1 to 32")));
    board.wait(1);
    assert_eq!(board.take_reports(), [(10_110, Fault::Stuck(cell(22)), true)]);
}

#[test]
fn two_squares_that_contradict_are_a_misplaced_piece() {
    let mut board = Board::new();
    board.set(cell(22), false);
    board.set(cell(18), true);
    board.wait(30_000);
    assert_eq!(board.take_reports(), []);
}

#[test]
fn a_second_stuck_square_is_reported_after_the_first() {
    let mut board = Board::new();
    board.set(cell(22), false);
    board.wait(10_009);
    board.set(cell(2), false);
    board.wait(12_000);
    let faults: Vec<Fault> = board.take_reports().into_iter().map(|report| report.1).collect();
    assert_eq!(faults, [Fault::Stuck(cell(22)), Fault::Stuck(cell(2))]);
}

#[test]
fn a_piece_held_in_hand_is_not_stuck() {
    let mut board = Board::new();
    board.set(cell(22), false);
    board.wait(4);
    board.expected = None;
    board.wait(60_000);
    board.set(cell(18), true);
    board.wait(20);
    let moved = start() - Squares::of(Square::new(22).expect("1 to 32"));
    board.expected = Some(moved | Squares::of(Square::new(18).expect("1 to 32")));
    board.wait(60_000);
    assert_eq!(board.take_reports(), []);
}

#[test]
fn keys_have_no_faults() {
    let mut board = Board::new();
    let key = Contact::Key(Key::Player(Side::North));
    for n in 0..100 {
        board.frame = board.frame.with(key, n % 2 == 0);
        board.wait(20);
    }
    board.wait(20_000);
    assert_eq!(board.take_reports(), []);
}

#[test]
fn fast_hands_make_no_fault() {
    // A blitz player needs a quarter of a second for a lift or a drop; both
    // players may do so at once, on any squares, the same ones over and over.
    let mut random = Random::new(7);
    let mut board = Board::new();
    board.expected = None;
    let squares: Vec<Square> = Square::all().take(6).collect();
    for _ in 0..2_000 {
        for _ in 0..2 {
            let cell = random.one_of(&squares).cell();
            let there = board.frame.cells.contains(cell);
            board.set(cell, !there);
            board.wait(1 + random.number() % 30);
        }
        board.wait(230 + random.number() % 200);
    }
    let chatter = |report: &(u64, Fault, bool)| matches!(report.1, Fault::Chatter(_));
    assert!(!board.take_reports().iter().any(chatter));
}

#[test]
fn looking_only_when_due_reports_the_same() {
    // One detector looks in every frame, the other after edges and at deadlines.
    let mut random = Random::new(3);
    let mut debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
    let mut often = FaultDetector::new(Cells::EMPTY, Instant::ZERO);
    let mut seldom = often.clone();
    let (mut reports, mut reports_seldom) = (Vec::new(), Vec::new());
    let mut frame = Frame::OPEN;
    let (mut expected, mut asked) = (None, None);
    for now in 1..=300_000 {
        let now = Instant::from_millis(now);
        if random.below(5_000) == 0 {
            expected = None;
        }
        if random.below(3_000) == 0 {
            frame.cells = Cells::from(start());
            expected = Some(start());
        }
        if random.below(700) == 0 {
            let line = *random.one_of(&Line::all().collect::<Vec<_>>());
            let cells = line.cells();
            if random.chance(50) { frame.cells |= cells } else { frame.cells -= cells }
        }
        // Calm, lively and wild by turns.
        if (random.number() % 9_000) < (now.as_millis() / 20_000 % 3) * 400 {
            let cell = Cell::from_index(random.below(6) as u8).expect("0 to 63");
            frame.cells ^= Cells::of(cell);
        }
        let edges = debouncer.sample(frame, now);
        let due = seldom.next_deadline().is_some_and(|due| due <= now);
        let news = !edges.is_quiet() || expected != asked;
        for edge in edges {
            often.note(edge);
            seldom.note(edge);
        }
        reports.extend(often.look(expected, now));
        if due || news {
            asked = expected;
            reports_seldom.extend(seldom.look(expected, now));
        }
    }
    assert_eq!(reports, reports_seldom);
    assert!(reports.len() > 200, "only {} events", reports.len());

    // The events, one by one, lead to the faults at the end; none is reported twice.
    let mut standing: Vec<Fault> = Vec::new();
    for event in reports {
        if event.cleared {
            let place = standing.iter().position(|fault| *fault == event.fault);
            standing.remove(place.expect("only a reported fault clears"));
        } else {
            assert!(!standing.contains(&event.fault), "{:?} is reported twice", event.fault);
            standing.push(event.fault);
        }
    }
    assert_eq!(standing.len(), often.faults().iter().count());
    assert!(standing.iter().all(|fault| often.faults().contains(*fault)));
}

#[test]
fn detector_and_debouncer_take_less_than_a_kilobyte_each() {
    for size in [size_of::<FaultDetector>(), size_of::<Debouncer>()] {
        assert!(size < 1_024, "{size} bytes");
    }
}

#[test]
fn each_fault_has_a_sentence() {
    let light = Cell::new(4, 1).expect("on the board");
    let sentences = [
        (Fault::Chatter(cell(14)), "square 14 chatters"),
        (Fault::Stuck(cell(32)), "square 32 is stuck"),
        (Fault::LightClosed(light), "the light square in row 5, column 2 is closed"),
        (Fault::AllClosed(Line::Row(0)), "row 1 is closed from end to end"),
        (Fault::AllOpen(Line::Column(7)), "column 8 has come off"),
    ];
    for (fault, sentence) in sentences {
        assert_eq!(fault.to_string(), sentence);
    }
    assert_eq!(Fault::AllOpen(Line::Column(7)).cells(), Cells::column(7));
    assert_eq!(Fault::LightClosed(light).cells(), Cells::of(light));
}

#[test]
fn sets_of_faults_join() {
    let mut detector = FaultDetector::new(Cells::row(2), Instant::ZERO);
    let row = detector.faults();
    let light = Cell::new(4, 1).expect("on the board");
    detector.note(Edge {
        at: Instant::from_millis(1),
        contact: Contact::Cell(light),
        closed: true,
    });
    let _ = detector.look(None, Instant::from_millis(2_001));
    let both = detector.faults();
    assert_eq!((both - row) | row, both);
    assert_eq!((both - row).iter().collect::<Vec<_>>(), [Fault::LightClosed(light)]);
    assert_eq!(both - both, Faults::default());
}

//! The drivers of matrix and keys against recorded pins.
//!
//! embedded-hal-mock checks each pin alone. What matters here is the order across pins: a row off
//! before the next is on, data before clock, columns read before the rows move on. So the pins are
//! also wired to a [`Bench`], which keeps every access in order, works out what a 74HC595 and the
//! reeds make of it, and counts the rows that are selected at the same time.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use damiera::drivers::keys::KeyPins;
use damiera::drivers::matrix::{ColumnPins, Columns, Matrix, RowPins, Rows, ShiftRegister};
use damiera::rules::Cell;
use damiera::sense::{Cells, Key, Keys, Side};
use damiera::wiring::{Active, LINES, RowWiring, Wiring};
use damiera_emulator::boards::BOARDS;
use embedded_hal::digital::{Error, ErrorKind, ErrorType, InputPin, OutputPin};
use embedded_hal_mock::eh1::digital::{Mock, State, Transaction};

/// A wire between the chip and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wire {
    Row(usize),
    Data,
    Clock,
    Latch,
    Column(usize),
}

/// An access to a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    High(Wire),
    Low(Wire),
    Read(Wire),
}

use Access::{High, Low, Read};
use Wire::{Clock, Column, Data, Latch, Row};

/// A pin that fails, as one on a port expander could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Broken;

impl Error for Broken {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }
}

/// The parts around the chip, and every access in order.
struct Bench {
    active: Active,
    accesses: Vec<Access>,
    levels: HashMap<Wire, bool>,
    /// The 74HC595: its shift register and its outputs, QA in the lowest bit.
    shifted: u8,
    outputs: u8,
    /// Whether the 74HC595 drives the rows.
    is_shifted: bool,
    /// Closed reeds: bit *n* of row *r* is column *n*.
    closed: [u8; LINES],
    most_selected: u32,
    broken: Option<Wire>,
}

type Shared = Rc<RefCell<Bench>>;

fn bench(active: Active, is_shifted: bool) -> Shared {
    let idle = active == Active::Low;
    let wires = (0..LINES).map(Row).chain([Data, Clock, Latch]);
    Rc::new(RefCell::new(Bench {
        active,
        accesses: Vec::new(),
        levels: wires.map(|wire| (wire, idle)).collect(),
        shifted: 0,
        outputs: if idle { 0xFF } else { 0 },
        is_shifted,
        closed: [0; LINES],
        most_selected: 0,
        broken: None,
    }))
}

impl Bench {
    /// The rows that are selected, row 0 in the lowest bit.
    fn selected(&self) -> u8 {
        let level = |row| match self.is_shifted {
            true => self.outputs >> row & 1 == 1,
            false => self.levels[&Row(row)],
        };
        let is_active = |row: &usize| level(*row) == (self.active == Active::High);
        (0..LINES).filter(is_active).fold(0, |bits, row| bits | 1 << row)
    }

    fn set(&mut self, wire: Wire, high: bool) -> Result<(), Broken> {
        if self.broken == Some(wire) {
            return Err(Broken);
        }
        self.accesses.push(if high { High(wire) } else { Low(wire) });
        let rises = high && !self.levels[&wire];
        self.levels.insert(wire, high);
        match wire {
            Clock if rises => self.shifted = self.shifted << 1 | u8::from(self.levels[&Data]),
            Latch if rises => self.outputs = self.shifted,
            _ => {}
        }
        self.most_selected = self.most_selected.max(self.selected().count_ones());
        Ok(())
    }

    fn is_high(&mut self, wire: Wire) -> Result<bool, Broken> {
        if self.broken == Some(wire) {
            return Err(Broken);
        }
        self.accesses.push(Read(wire));
        let Column(column) = wire else { panic!("{wire:?} is no input") };
        let selected = self.selected();
        let reaches = |row: usize| selected >> row & 1 == 1 && self.closed[row] >> column & 1 == 1;
        Ok((0..LINES).any(reaches) == (self.active == Active::High))
    }
}

/// A pin of the chip on its wire.
struct Pin(Wire, Shared);

impl ErrorType for Pin {
    type Error = Broken;
}

impl OutputPin for Pin {
    fn set_low(&mut self) -> Result<(), Broken> {
        self.1.borrow_mut().set(self.0, false)
    }

    fn set_high(&mut self) -> Result<(), Broken> {
        self.1.borrow_mut().set(self.0, true)
    }
}

impl InputPin for Pin {
    fn is_high(&mut self) -> Result<bool, Broken> {
        self.1.borrow_mut().is_high(self.0)
    }

    fn is_low(&mut self) -> Result<bool, Broken> {
        self.is_high().map(|high| !high)
    }
}

fn pins(wire: fn(usize) -> Wire, bench: &Shared) -> [Pin; LINES] {
    core::array::from_fn(|n| Pin(wire(n), Rc::clone(bench)))
}

fn row_pins(bench: &Shared) -> RowPins<Pin> {
    let active = bench.borrow().active;
    RowPins::new(pins(Row, bench), active).expect("pins that work")
}

fn register(bench: &Shared) -> ShiftRegister<Pin> {
    let active = bench.borrow().active;
    let [data, clock, latch] = [Data, Clock, Latch].map(|wire| Pin(wire, Rc::clone(bench)));
    ShiftRegister::new(data, clock, latch, active).expect("pins that work")
}

fn column_pins(bench: &Shared) -> ColumnPins<Pin> {
    let active = bench.borrow().active;
    ColumnPins::new(pins(Column, bench), active)
}

/// Takes the accesses since the last call.
fn taken(bench: &Shared) -> Vec<Access> {
    std::mem::take(&mut bench.borrow_mut().accesses)
}

/// The level of a wire, by what it means.
fn level(wire: Wire, high: bool) -> Access {
    if high { High(wire) } else { Low(wire) }
}

const POLARITIES: [Active; 2] = [Active::High, Active::Low];

#[test]
fn rows_by_pins_go_off_before_the_next_one_goes_on() {
    for active in POLARITIES {
        let on = active == Active::High;
        let bench = bench(active, false);
        let mut rows = row_pins(&bench);
        let idle: Vec<_> = (0..LINES).map(|row| level(Row(row), !on)).collect();
        assert_eq!(taken(&bench), idle, "all rows are idle at first");
        for (before, row) in [(0, 0), (0, 1), (1, 2), (2, 7), (7, 0), (0, 0)] {
            rows.select(row).expect("pins that work");
            assert_eq!(taken(&bench), [level(Row(before), !on), level(Row(row), on)]);
            assert_eq!(bench.borrow().selected(), 1 << row);
        }
        assert_eq!(bench.borrow().most_selected, 1);
    }
}

#[test]
fn a_shift_register_gets_data_before_each_of_eight_clocks_and_then_the_latch() {
    for active in POLARITIES {
        let on = active == Active::High;
        let bench = bench(active, true);
        let mut rows = register(&bench);
        assert_eq!(taken(&bench), [Low(Clock), Low(Latch)], "ready for rising edges");
        for row in [0, 3, 7, 7, 0] {
            let before = bench.borrow().selected();
            rows.select(row).expect("pins that work");
            let mut expected = Vec::new();
            for output in (0..LINES).rev() {
                let data = level(Data, (output == row) == on);
                expected.extend([data, High(Clock), Low(Clock)]);
            }
            expected.extend([High(Latch), Low(Latch)]);
            assert_eq!(taken(&bench), expected, "row {row} after {before:#010b}");
            assert_eq!(bench.borrow().selected(), 1 << row);
        }
        assert_eq!(bench.borrow().most_selected, 1);
    }
}

#[test]
fn a_tick_reads_all_columns_before_the_rows_move_on() {
    let bench = bench(Active::High, false);
    let wiring = &BOARDS[0].wiring;
    let mut matrix = Matrix::new(row_pins(&bench), column_pins(&bench), leaked(*wiring))
        .expect("pins that work");
    assert_eq!(bench.borrow().selected(), 1, "row 0 settles until the first tick");
    taken(&bench);
    for tick in 0..3 * LINES {
        let (row, next) = (tick % LINES, (tick + 1) % LINES);
        let frame = matrix.tick().expect("pins that work");
        assert_eq!(frame.is_some(), next == 0, "tick {tick}");
        let mut expected: Vec<_> = (0..LINES).map(|column| Read(Column(column))).collect();
        expected.extend([Low(Row(row)), High(Row(next))]);
        assert_eq!(taken(&bench), expected);
    }
    assert_eq!(bench.borrow().most_selected, 1);
}

fn leaked(wiring: Wiring) -> &'static Wiring {
    Box::leak(Box::new(wiring))
}

/// Reads a whole frame.
fn frame<R: Rows, C: Columns<Error = R::Error>>(matrix: &mut Matrix<R, C>) -> Option<Cells> {
    for _ in 1..LINES {
        let Ok(None) = matrix.tick() else { return None };
    }
    matrix.tick().ok().flatten()
}

/// Every reed of every board, alone and all together, by its own row driver and in both polarities.
#[test]
fn each_closed_reed_is_found_in_its_cell() {
    fn check<R: Rows<Error = Broken>>(rows: R, bench: &Shared, wiring: &'static Wiring) {
        let mut matrix = Matrix::new(rows, column_pins(bench), wiring).expect("pins that work");
        assert_eq!(frame(&mut matrix), Some(Cells::EMPTY));
        for cell in Cell::all() {
            let (row, column) = wiring.crossing(cell).expect("every cell is reached");
            bench.borrow_mut().closed = [0; LINES];
            bench.borrow_mut().closed[row] = 1 << column;
            assert_eq!(frame(&mut matrix), Some(Cells::of(cell)));
        }
        bench.borrow_mut().closed = [0xFF; LINES];
        assert_eq!(frame(&mut matrix).map(Cells::len), Some(Cell::COUNT));
        assert_eq!(bench.borrow().most_selected, 1);
    }
    for board in BOARDS {
        for active in POLARITIES {
            let wiring = leaked(Wiring { row_active: active, ..board.wiring });
            match wiring.rows {
                RowWiring::Direct(_) => {
                    let bench = bench(active, false);
                    check(row_pins(&bench), &bench, wiring);
                }
                RowWiring::Shifted { .. } => {
                    let bench = bench(active, true);
                    check(register(&bench), &bench, wiring);
                }
            }
        }
    }
}

#[test]
fn a_restart_drops_the_rows_of_half_a_frame() {
    let bench = bench(Active::High, true);
    let wiring = leaked(BOARDS[1].wiring);
    let mut matrix =
        Matrix::new(register(&bench), column_pins(&bench), wiring).expect("pins that work");
    bench.borrow_mut().closed[0] = 1;
    for _ in 0..3 {
        assert_eq!(matrix.tick(), Ok(None));
    }
    bench.borrow_mut().closed[0] = 0;
    matrix.restart().expect("pins that work");
    assert_eq!(bench.borrow().selected(), 1);
    assert_eq!(frame(&mut matrix), Some(Cells::EMPTY));
}

#[test]
fn an_error_of_a_pin_is_returned() {
    for broken in [Row(3), Column(5)] {
        let bench = bench(Active::High, false);
        let wiring = leaked(BOARDS[0].wiring);
        let mut matrix =
            Matrix::new(row_pins(&bench), column_pins(&bench), wiring).expect("pins that work");
        bench.borrow_mut().broken = Some(broken);
        let ticks: Vec<_> = (0..4).map(|_| matrix.tick()).collect();
        assert!(ticks.contains(&Err(Broken)), "{broken:?}: {ticks:?}");
    }
    for broken in [Data, Clock, Latch] {
        let bench = bench(Active::High, true);
        let mut rows = register(&bench);
        bench.borrow_mut().broken = Some(broken);
        assert_eq!(rows.select(0), Err(Broken));
    }
    let failing = bench(Active::High, false);
    failing.borrow_mut().broken = Some(Row(7));
    assert!(RowPins::new(pins(Row, &failing), Active::High).is_err());
}

/// The drivers also work with the pins of `embedded-hal-mock`.
#[test]
fn mocked_pins_see_the_accesses_they_expect() {
    let set = |state| Transaction::set(state);
    let mut pins: [Mock; LINES] = core::array::from_fn(|row| {
        Mock::new(&match row {
            0 => vec![set(State::Low), set(State::Low), set(State::High), set(State::Low)],
            4 => vec![set(State::Low), set(State::High)],
            _ => vec![set(State::Low)],
        })
    });
    let mut rows = RowPins::new(pins.clone(), Active::High).expect("mocks that do not fail");
    rows.select(0).expect("mocks that do not fail");
    rows.select(4).expect("mocks that do not fail");
    pins.iter_mut().for_each(Mock::done);

    let mut pins: [Mock; LINES] = core::array::from_fn(|column| {
        let high = [0, 1, 6].contains(&column);
        Mock::new(&[Transaction::get(if high { State::High } else { State::Low })])
    });
    let mut columns = ColumnPins::new(pins.clone(), Active::Low);
    assert_eq!(columns.read(), Ok(0b1011_1100));
    pins.iter_mut().for_each(Mock::done);
}

#[test]
fn keys_are_read_in_their_order_and_polarity() {
    for active in POLARITIES {
        for held in 0..1_u8 << Key::ALL.len() {
            let mut pins: [Mock; Key::ALL.len()] = core::array::from_fn(|key| {
                let high = (held >> key & 1 == 1) == (active == Active::High);
                Mock::new(&[Transaction::get(if high { State::High } else { State::Low })])
            });
            let mut keys = KeyPins::new(pins.clone(), active);
            assert_eq!(keys.read(), Ok(Keys::from_bits(held)));
            pins.iter_mut().for_each(Mock::done);
        }
    }
    let low = || Mock::new(&[Transaction::get(State::Low)]);
    let high = || Mock::new(&[Transaction::get(State::High)]);
    let mut pins = [high(), low(), high(), high(), high()];
    let mut keys = KeyPins::new(pins.clone(), Active::Low);
    assert_eq!(keys.read(), Ok(Keys::of(Key::Player(Side::North))));
    pins.iter_mut().for_each(Mock::done);
}

#[test]
fn a_key_that_cannot_be_read_is_an_error() {
    use embedded_hal_mock::eh1::MockError;
    let fails = Transaction::get(State::Low).with_error(MockError::Io(std::io::ErrorKind::Other));
    let mut pins = [
        Mock::new(&[Transaction::get(State::High)]),
        Mock::new(&[fails]),
        Mock::new(&[]),
        Mock::new(&[]),
        Mock::new(&[]),
    ];
    assert!(KeyPins::new(pins.clone(), Active::Low).read().is_err());
    pins.iter_mut().for_each(Mock::done);
}

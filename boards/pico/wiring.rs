//! The Raspberry Pi Pico with a pin for every row and every column.

use damiera::rules::Side;
use damiera::sense::Timing;
use damiera::time::Duration;
use damiera::wiring::{Active, Controller, DisplayMount, Displays, Led, RowWiring, Wiring};

/// The wiring of the board.
#[allow(unreachable_pub, reason = "the emulator's driver includes this file too")]
pub const WIRING: Wiring = Wiring {
    rows: RowWiring::Direct([0, 1, 2, 3, 4, 5, 6, 7]),
    // A diode drops 0.6 V. Active low, a closed reed would give 0.6 V, too near to 0.8 V, the chip's
    // highest low level; active high it gives 2.7 V, well above 2.0 V, its lowest high level.
    row_active: Active::High,
    columns: [8, 9, 10, 11, 12, 13, 14, 15],
    column_resistor: 4_700,
    // 4.7 kΩ with 1 nF for 3 m of wire: five time constants are 24 µs.
    settle: Duration::from_micros(24),
    // Row 0 is the row of squares 1 to 4, column 0 the one of square 1.
    cells: [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [8, 9, 10, 11, 12, 13, 14, 15],
        [16, 17, 18, 19, 20, 21, 22, 23],
        [24, 25, 26, 27, 28, 29, 30, 31],
        [32, 33, 34, 35, 36, 37, 38, 39],
        [40, 41, 42, 43, 44, 45, 46, 47],
        [48, 49, 50, 51, 52, 53, 54, 55],
        [56, 57, 58, 59, 60, 61, 62, 63],
    ],
    timing: match Timing::new(5, 8) {
        Ok(timing) => timing,
        Err(_) => panic!("the debounce time is out of range"),
    },
    keys: [16, 17, 18, 19, 20],
    // Keys to ground with the chip's pull-ups: no resistors, and no supply wire to the keys.
    key_active: Active::Low,
    displays: Displays {
        bus: 1,
        sda: 26,
        scl: 27,
        mounts: &[
            DisplayMount { address: 0x3C, facing: Side::South, controller: Controller::Ssd1306 },
            DisplayMount { address: 0x3D, facing: Side::North, controller: Controller::Ssd1306 },
        ],
    },
    led: Some(Led { pin: 25, active: Active::High }),
    buzzer: Some(21),
};

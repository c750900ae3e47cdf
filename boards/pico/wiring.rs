//! The Raspberry Pi Pico with a pin for every row and every column.

use damiera::rules::Side;
use damiera::sense::Timing;
use damiera::time::Duration;
use damiera::wiring::{Active, Controller, DisplayMount, Displays, Led, RowWiring, Wiring};

/// The board.
#[allow(unreachable_pub, reason = "the tests take it from here too")]
pub const WIRING: Wiring = Wiring {
    rows: RowWiring::Direct([0, 1, 2, 3, 4, 5, 6, 7]),
    // A diode costs 0.6 V. Above ground that would leave a low level of 0.6 V, too near to the
    // 0.8 V the chip still takes for low; below 3.3 V it leaves 2.7 V, well above the 2.0 V it
    // needs for high.
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
        Err(_) => panic!("a debounce time that cannot be counted"),
    },
    keys: [16, 17, 18, 19, 20],
    // To ground, against the pull-ups of the chip: no resistor, and no supply at the keys.
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

//! A small RP2040 board with twenty pins, where a 74HC595 drives the rows.

use damiera::rules::Side;
use damiera::sense::Timing;
use damiera::time::Duration;
use damiera::wiring::{Active, Controller, DisplayMount, Displays, RowWiring, Wiring};

/// The wiring of the board.
#[allow(unreachable_pub, reason = "the emulator's driver includes this file too")]
pub const WIRING: Wiring = Wiring {
    rows: RowWiring::Shifted { data: 8, clock: 9, latch: 10 },
    // As on the Pico: with the diode's drop of 0.6 V a high level has the larger margin.
    row_active: Active::High,
    columns: [0, 1, 2, 3, 4, 5, 6, 7],
    column_resistor: 4_700,
    // As on the Pico; the register itself takes 0.1 µs.
    settle: Duration::from_micros(24),
    // The register sits at the south side: QA drives the row of squares 29 to 32. The columns count
    // from square 32's side, where the chip is.
    cells: [
        [63, 62, 61, 60, 59, 58, 57, 56],
        [55, 54, 53, 52, 51, 50, 49, 48],
        [47, 46, 45, 44, 43, 42, 41, 40],
        [39, 38, 37, 36, 35, 34, 33, 32],
        [31, 30, 29, 28, 27, 26, 25, 24],
        [23, 22, 21, 20, 19, 18, 17, 16],
        [15, 14, 13, 12, 11, 10, 9, 8],
        [7, 6, 5, 4, 3, 2, 1, 0],
    ],
    timing: match Timing::new(5, 8) {
        Ok(timing) => timing,
        Err(_) => panic!("the debounce time is out of range"),
    },
    keys: [11, 12, 13, 14, 15],
    key_active: Active::Low,
    displays: Displays {
        bus: 0,
        sda: 28,
        scl: 29,
        mounts: &[
            DisplayMount { address: 0x3C, facing: Side::South, controller: Controller::Ssd1306 },
            DisplayMount { address: 0x3D, facing: Side::North, controller: Controller::Ssd1306 },
        ],
    },
    // The light on the board is a WS2812, whose protocol the firmware does not have.
    led: None,
    buzzer: Some(26),
};

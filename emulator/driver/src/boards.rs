//! The boards of `boards/`, from the same constants as their firmware.

use damiera::wiring::Wiring;

#[path = "../../../boards/pico/wiring.rs"]
mod pico;
#[path = "../../../boards/zero595/wiring.rs"]
mod zero595;

/// The wiring of a board and its name.
#[derive(Clone, Copy, Debug)]
pub struct BoardKind {
    /// The name of its folder in `boards/`.
    pub name: &'static str,
    /// Its wiring.
    pub wiring: Wiring,
}

/// All boards.
pub const BOARDS: [BoardKind; 2] = [
    BoardKind { name: "pico", wiring: pico::WIRING },
    BoardKind { name: "zero595", wiring: zero595::WIRING },
];

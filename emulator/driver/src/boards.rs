//! The boards of `boards/`, from the same constants as their firmware.

use damiera::wiring::Wiring;

#[path = "../../../boards/pico/wiring.rs"]
mod pico;
#[path = "../../../boards/zero595/wiring.rs"]
mod zero595;

/// A board and its name, which is that of its folder.
#[derive(Clone, Copy, Debug)]
pub struct BoardKind {
    /// The folder of `boards/`.
    pub name: &'static str,
    /// How it is wired.
    pub wiring: Wiring,
}

/// All of them.
pub const BOARDS: [BoardKind; 2] = [
    BoardKind { name: "pico", wiring: pico::WIRING },
    BoardKind { name: "zero595", wiring: zero595::WIRING },
];

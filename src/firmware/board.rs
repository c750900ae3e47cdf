//! What every board has, whatever its pins.

use embassy_rp::gpio::Output;

/// The parts of a board, each ready for its task.
///
/// `boards/<name>/pins.rs` fills it in, so that no other file knows a pin's number.
pub(crate) struct Board {
    /// The light that shows that the firmware runs.
    pub(crate) led: Output<'static>,
}

/// Stops the build with a sentence unless exactly one of the board features is on.
macro_rules! one_board_of {
    ($($board:literal),+) => {
        #[cfg(not(any($(feature = $board),+)))]
        compile_error!(
            "no board is chosen: build with `--features NAME`, where NAME is a folder of boards/, \
             or leave out `--no-default-features` to build for the Raspberry Pi Pico"
        );
        one_board_of!(@pairs $($board)+);
    };
    (@pairs $board:literal $($other:literal)*) => {
        #[cfg(all(feature = $board, any($(feature = $other),*)))]
        compile_error!(
            "two boards are chosen: `pico` is the default, so build for another board with \
             `--no-default-features --features NAME`"
        );
        one_board_of!(@pairs $($other)*);
    };
    (@pairs) => {};
}

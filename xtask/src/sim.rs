//! `cargo xtask sim`: opens the virtual board in a browser.

use anyhow::Result;

use crate::emulator;
use crate::shell::Call;

/// Builds and runs `damiera sim` with these arguments. For `--image` without a file it builds the
/// image of the board too.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut arguments = arguments.to_vec();
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        Some((at + 1, arguments.get(at + 1).filter(|next| !next.starts_with('-')).cloned()))
    };
    if let Some((at, None)) = after("--image") {
        let board = after("--board").and_then(|(_, name)| name);
        let image = emulator::image(board.as_deref().unwrap_or("pico"))?;
        arguments.insert(at, image.display().to_string());
    }
    // The dev profile: a release build takes minutes longer, and one board needs little speed. The
    // dependencies shared with this program are built already.
    Call::cargo("run --package damiera-pc --target host-tuple -- sim").args(&arguments).run()
}

//! `cargo xtask sim`: the virtual board in a browser.

use anyhow::Result;

use crate::emulator;
use crate::shell::Call;

/// Builds the program and starts it; what is given goes on to `damiera sim`. With `--image` and
/// no file behind it, the image is built too.
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
    // Not the release: it takes minutes longer to build, and a board needs little of a PC. What
    // this program was built from is built already.
    Call::cargo("run --package damiera-pc --target host-tuple -- sim").args(&arguments).run()
}

//! The targets and components of the Rust toolchain that the project needs.

use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::Call;

/// The chip's target triple.
pub(crate) const CHIP: &str = "thumbv6m-none-eabi";

/// The target triple that checks that `sim/` does no I/O: it compiles without an operating system.
pub(crate) const WEB: &str = "wasm32-unknown-unknown";

/// Adds the targets and components that are missing. rustup adds those of `rust-toolchain.toml` itself
/// only where its automatic installation is on.
pub(crate) fn complete() -> Result<()> {
    let sysroot = Call::new("rustc").args(["--print", "sysroot"]).output()?;
    let sysroot = Path::new(sysroot.trim());

    for target in [CHIP, WEB] {
        if !sysroot.join("lib/rustlib").join(target).is_dir() {
            add("target", target)?;
        }
    }
    for (component, program) in [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")] {
        let program = format!("bin/{program}{}", std::env::consts::EXE_SUFFIX);
        if !sysroot.join(program).is_file() {
            add("component", component)?;
        }
    }
    Ok(())
}

fn add(kind: &str, name: &str) -> Result<()> {
    if !Call::new("rustup").args(["--version"]).succeeds() {
        bail!("the Rust {kind} {name} is missing, and rustup is not installed to add it");
    }
    Call::new("rustup").args([kind, "add", name]).run()
}

/// Returns the target triple of this machine.
pub(crate) fn host() -> Result<String> {
    let host = Call::new("rustc").args(["--print", "host-tuple"]).output()?;
    Ok(host.trim().to_owned())
}

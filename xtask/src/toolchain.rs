//! What rustup must have installed beside the compiler.

use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::Call;

/// The chip's target triple.
pub(crate) const CHIP: &str = "thumbv6m-none-eabi";

/// The target triple that `sim/` is compiled to besides the host's, to show that it needs no
/// operating system.
pub(crate) const WEB: &str = "wasm32-unknown-unknown";

/// Adds the targets and the tools that are missing. rustup does it by itself from
/// `rust-toolchain.toml` only where its automatic installation is on.
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
        bail!("the Rust {kind} {name} is missing, and there is no rustup to add it with");
    }
    Call::new("rustup").args([kind, "add", name]).run()
}

/// The triple of the machine this runs on.
pub(crate) fn host() -> Result<String> {
    let host = Call::new("rustc").args(["--print", "host-tuple"]).output()?;
    Ok(host.trim().to_owned())
}

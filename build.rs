//! Build script of the firmware: the memory map, the linker's arguments, and the version and the board
//! that the image reports. It does nothing in a build for the host.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("none") {
        return;
    }
    memory_map();
    link_arguments();
    version();
    board();
    // defmt's macros read it at compile time, which Cargo does not track.
    println!("cargo::rerun-if-env-changed=DEFMT_LOG");
}

/// Copies `memory.x` to OUT_DIR and adds that to the linker's search path.
fn memory_map() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    fs::copy("memory.x", out.join("memory.x")).expect("memory.x can be copied to OUT_DIR");
    println!("cargo::rustc-link-search={}", out.display());
    println!("cargo::rerun-if-changed=memory.x");
}

/// Passes the linker scripts of cortex-m-rt, embassy-rp and defmt.
fn link_arguments() {
    // --nmagic: no page alignment of segments, which would waste flash.
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x", "-Tdefmt.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}

/// Sets DAMIERA_VERSION to the output of `git describe`, with `-dirty` if files have changed since the
/// commit; outside a git checkout to the version of the package.
fn version() {
    let version = git(&["describe", "--always", "--dirty", "--tags"])
        .unwrap_or_else(|| env::var("CARGO_PKG_VERSION").expect("Cargo sets CARGO_PKG_VERSION"));
    println!("cargo::rustc-env=DAMIERA_VERSION={version}");

    // A checkout rewrites HEAD, a commit the file of its branch. logs/HEAD changes with both, also
    // where the branch is in packed-refs.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD"].into_iter().chain(branch.as_deref()) {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            // A path that does not exist would make Cargo run this script at every build.
            if fs::exists(&path).unwrap_or(false) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
    }
    // An edit of these makes the version `-dirty`.
    for path in ["Cargo.toml", "Cargo.lock", "src", "boards"] {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// Sets DAMIERA_BOARD to the folder of `boards/` whose feature is on.
fn board() {
    let folders = fs::read_dir("boards").expect("the folder boards/ can be read");
    let names = folders.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let chosen = |name: &String| {
        let feature = name.to_uppercase().replace('-', "_");
        env::var_os(format!("CARGO_FEATURE_{feature}")).is_some()
    };
    // With none or two of them `one_board_of!` in src/main.rs fails the build.
    let board = names.filter(chosen).min().unwrap_or_default();
    println!("cargo::rustc-env=DAMIERA_BOARD={board}");
}

/// Returns the output of git, trimmed; `None` without git, outside a checkout, or if it is empty.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    let answer = answer.trim();
    (output.status.success() && !answer.is_empty()).then(|| answer.to_owned())
}

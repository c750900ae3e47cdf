//! Gives the firmware image what it needs beyond its sources: the memory map, the linker's arguments,
//! and the version and the board it reports. A build for the host needs none of that.

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
    // Cargo does not see that defmt's macros read it.
    println!("cargo::rerun-if-env-changed=DEFMT_LOG");
}

/// Puts `memory.x` where the linker looks, whatever directory it runs in.
fn memory_map() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    fs::copy("memory.x", out.join("memory.x")).expect("memory.x can be copied to OUT_DIR");
    println!("cargo::rustc-link-search={}", out.display());
    println!("cargo::rerun-if-changed=memory.x");
}

fn link_arguments() {
    // --nmagic: no page alignment of segments, which would waste flash.
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x", "-Tdefmt.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}

/// The version in the image says which commit it was built from, and whether files had changed
/// since. Outside a git checkout it is the version of the package.
fn version() {
    let version = git(&["describe", "--always", "--dirty", "--tags"])
        .unwrap_or_else(|| env::var("CARGO_PKG_VERSION").expect("Cargo sets CARGO_PKG_VERSION"));
    println!("cargo::rustc-env=DAMIERA_VERSION={version}");

    // A checkout rewrites HEAD and a commit the branch it points at; the log of HEAD sees both, also
    // where the branch is packed away.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD"].into_iter().chain(branch.as_deref()) {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            // A path that does not exist would make Cargo run this script at every build.
            if fs::exists(&path).unwrap_or(false) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
    }
    // An edit makes the checkout dirty.
    for path in ["Cargo.toml", "Cargo.lock", "src", "boards"] {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// The board in the image is the folder of `boards/` whose feature is on.
fn board() {
    let folders = fs::read_dir("boards").expect("the folder boards/ can be read");
    let names = folders.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let chosen = |name: &String| {
        let feature = name.to_uppercase().replace('-', "_");
        env::var_os(format!("CARGO_FEATURE_{feature}")).is_some()
    };
    // With none or two of them the sources refuse to be compiled, and say why.
    let board = names.filter(chosen).min().unwrap_or_default();
    println!("cargo::rustc-env=DAMIERA_BOARD={board}");
}

/// What git answers, or nothing where there is no git, no checkout or no answer.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    let answer = answer.trim();
    (output.status.success() && !answer.is_empty()).then(|| answer.to_owned())
}

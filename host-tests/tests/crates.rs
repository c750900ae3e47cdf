//! The crates of the workspace use each other in one direction only, and `sim/` does no I/O, so that
//! it also runs where there is no operating system.

use std::fs;
use std::path::Path;

use host_tests::data;
use host_tests::source::{macros, paths};

/// The folder of each crate, its name, and the crates of the workspace that it uses, the lowest first.
const CRATES: [(&str, &str, &[&str]); 6] = [
    (".", "damiera", &[]),
    ("sim", "damiera-sim", &["damiera"]),
    ("emulator/driver", "damiera-emulator", &["damiera", "damiera-sim"]),
    ("host-tests", "host-tests", &["damiera", "damiera-emulator", "damiera-sim"]),
    ("pc", "damiera-pc", &["damiera", "damiera-emulator", "damiera-sim"]),
    ("xtask", "xtask", &[]),
];

/// The modules of `std` that `sim/` may use: none of them reaches the operating system.
const PURE: [&str; 8] = ["collections", "error", "fmt", "iter", "mem", "ops", "panic", "str"];

/// The macros that write to a stream of the process.
const PRINTING: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// Every path and macro of a source that reaches the operating system.
fn io_of(source: &str) -> Vec<String> {
    let outside = |path: &Vec<String>| path[0] == "std" && !PURE.contains(&path[1].as_str());
    let used = paths(source).into_iter().filter(outside).map(|path| path.join("::"));
    let printing = |name: &String| PRINTING.contains(&name.as_str());
    let called = macros(source).into_iter().filter(printing).map(|name| format!("{name}!"));
    used.chain(called).collect()
}

/// The name of a package and its dependencies of every kind, from its manifest.
fn dependencies(manifest: &str) -> (String, Vec<String>) {
    let (mut package, mut dependencies) = (String::new(), Vec::new());
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
        } else if section == "package"
            && let Some(name) = line.strip_prefix("name = ")
        {
            package = name.trim_matches('"').to_owned();
        } else if section.ends_with("dependencies")
            && !section.starts_with("workspace")
            && let Some((name, _)) = line.split_once(['=', '.'])
        {
            dependencies.push(name.trim().to_owned());
        }
    }
    (package, dependencies)
}

#[test]
fn the_crates_use_each_other_in_one_direction() {
    let read = |below: &str| {
        let path = data::path("..").join(below);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let workspace = read("Cargo.toml");
    let members = workspace.lines().find(|line| line.starts_with("members = ")).expect("members");
    let named: Vec<_> = members.split('"').skip(1).step_by(2).collect();
    let mut folders: Vec<_> = CRATES[1..].iter().map(|(folder, ..)| *folder).collect();
    folders.sort_unstable();
    assert_eq!(named, folders, "change the table in this test with the members of the workspace");

    for (place, (folder, name, allowed)) in CRATES.iter().enumerate() {
        let (package, all) = dependencies(&read(&format!("{folder}/Cargo.toml")));
        assert_eq!(package, *name);
        let is_ours = |used: &&String| CRATES.iter().any(|(_, ours, _)| ours == *used);
        let used: Vec<_> = all.iter().filter(is_ours).collect();
        assert_eq!(used, *allowed, "what `{name}` uses");
        for used in *allowed {
            let below = CRATES[..place].iter().any(|(_, lower, _)| lower == used);
            assert!(below, "`{used}` is not below `{name}`");
        }
    }
}

/// Every Rust source below a folder: its path and its text.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources.extend(self::sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            sources.push((path.display().to_string(), text));
        }
    }
    sources
}

#[test]
fn the_virtual_world_does_no_io() {
    let sources = sources(&data::path("../sim/src"));
    assert!(sources.len() > 30, "only {} sources were found", sources.len());
    let found: Vec<_> = sources
        .iter()
        .flat_map(|(file, source)| io_of(source).into_iter().map(move |io| format!("{file}: {io}")))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn io_is_recognised() {
    for (source, io) in [
        ("use std::fs;", "std::fs"),
        ("use std::{fmt, io::Write};", "std::io::Write"),
        ("fn f() { std::process::exit(1) }", "std::process::exit"),
        ("use std::net::TcpStream;", "std::net::TcpStream"),
        ("fn f() { std::thread::spawn(g); }", "std::thread::spawn"),
        ("use std::time::Instant;", "std::time::Instant"),
        ("fn f(path: &std::path::Path) {}", "std::path::Path"),
        ("fn f() { println!(\"{x}\") }", "println!"),
    ] {
        assert_eq!(io_of(source), [io], "{source}");
    }
    let pure = "use std::fmt::{self, Write}; // std::fs\nfn f() { vec![writeln!(out, \"dbg!\")]; }";
    assert!(io_of(pure).is_empty());
}

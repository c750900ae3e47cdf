//! `sim/` does no I/O, so that it also runs where there is no operating system.

use std::fs;
use std::path::Path;

use host_tests::data;
use host_tests::source::{macros, paths};

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

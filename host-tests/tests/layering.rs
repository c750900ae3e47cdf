//! The layers of the core use each other in one direction only.

use std::fs;
use std::path::{Path, PathBuf};

use host_tests::data;
use host_tests::source::{modules, paths};

/// A top-level module of the core, and the layers and crates that it may use.
struct Layer {
    name: &'static str,
    /// Other layers.
    layers: &'static [&'static str],
    /// Crates, besides `core`.
    crates: &'static [&'static str],
}

const fn layer(
    name: &'static str,
    layers: &'static [&'static str],
    crates: &'static [&'static str],
) -> Layer {
    Layer { name, layers, crates }
}

/// The lowest first.
const LAYERS: &[Layer] = &[
    layer("crc", &[], &["crc"]),
    layer("time", &[], &["serde"]),
    layer("text", &[], &["serde"]),
    layer("rules", &[], &["heapless", "serde"]),
    layer("sense", &["time", "rules"], &["heapless", "serde"]),
    layer("clock", &["time", "rules"], &["heapless", "serde"]),
    // States of the clocks and faults of the contacts are part of the log.
    layer("event", &["time", "text", "rules", "sense", "clock"], &["heapless", "serde"]),
    layer("wiring", &["time", "rules", "sense"], &[]),
    layer("drivers", &["sense", "wiring"], &["embedded_hal", "embedded_hal_async"]),
    layer("worlds", &["rules", "sense", "time"], &["heapless", "serde"]),
    layer(
        "game",
        &["time", "text", "rules", "event", "sense", "worlds", "clock"],
        &["heapless", "serde"],
    ),
    layer("menu", &["time", "text", "rules", "event", "sense", "clock", "game"], &["heapless"]),
    layer(
        "sequencer",
        &["time", "rules", "event", "sense", "worlds", "game", "menu"],
        &["heapless"],
    ),
    layer("view", &["rules", "event", "sense", "menu"], &["heapless", "embedded_graphics"]),
    layer(
        "protocol",
        &["crc", "time", "text", "rules", "event", "sense", "clock"],
        &["heapless", "serde", "postcard", "cobs"],
    ),
    layer("journal", &["crc"], &["heapless", "embedded_storage"]),
    layer(
        "event_store",
        &["time", "event", "game", "protocol", "journal"],
        &["heapless", "postcard", "embedded_storage"],
    ),
    layer(
        "board",
        &[
            "time",
            "text",
            "rules",
            "sense",
            "clock",
            "event",
            "game",
            "menu",
            "sequencer",
            "protocol",
            "event_store",
        ],
        &["heapless", "embedded_storage"],
    ),
];

/// The firmware around the core: it may use every layer.
const SHELL: [&str; 2] = ["main", "firmware"];

fn find(name: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.name == name)
}

/// The forbidden uses in a source of the core. `module` is its path in the crate:
/// `["rules", "movegen"]`, or empty for the root.
fn breaches(module: &[String], source: &str, crates: &[String]) -> Vec<String> {
    let Some(name) = module.first() else { return unknown_modules(source) };
    let Some(layer) = find(name) else { return vec![add_to_the_table(name)] };
    let mut breaches = Vec::new();
    for path in paths(source) {
        let written = path.join("::");
        match used(module, &path) {
            Some(other) if other == layer.name || layer.layers.contains(&other.as_str()) => {}
            Some(other) if find(&other).is_some() => breaches.push(format!(
                "`{}` may not use `{other}`: {written} in {}; if the design has changed, \
                 change the table in this test",
                layer.name,
                module.join("::")
            )),
            // `super` may lead out of a module that is written inside the file.
            Some(_) if path[0] == "super" => {}
            Some(other) => breaches.push(format!(
                "`crate::{other}` hides the layer it comes from: {written} in {}; name its module",
                module.join("::")
            )),
            None if crates.contains(&path[0]) && !layer.crates.contains(&path[0].as_str()) => {
                breaches.push(format!(
                    "`{}` may not use the crate `{}`: {written} in {}",
                    layer.name,
                    path[0],
                    module.join("::")
                ));
            }
            None => {}
        }
    }
    breaches
}

/// The top-level name that a path leads to; `None` if it does not begin with `crate`, `self` or
/// `super`.
fn used(module: &[String], path: &[String]) -> Option<String> {
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    let (base, rest) = match path[0].as_str() {
        "crate" => (&module[..0], &path[1..]),
        "self" => (module, &path[1..]),
        "super" => (&module[..module.len().saturating_sub(supers)], &path[supers..]),
        _ => return None,
    };
    base.iter().chain(rest).next().cloned()
}

fn unknown_modules(root: &str) -> Vec<String> {
    let unknown = |name: &String| find(name).is_none();
    modules(root).into_iter().filter(unknown).map(|name| add_to_the_table(&name)).collect()
}

fn add_to_the_table(name: &str) -> String {
    format!("`{name}` has no place among the layers yet: add it to the table in this test")
}

fn root() -> PathBuf {
    data::path("..")
}

/// The crates that the firmware's manifest names, and `std` and `alloc`.
fn crates() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let mut crates = vec!["std".to_owned(), "alloc".to_owned()];
    let mut in_dependencies = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            let section = line.trim_matches(['[', ']']);
            in_dependencies =
                section.ends_with("dependencies") && !section.starts_with("workspace");
        } else if in_dependencies && let Some((name, _)) = line.split_once(['=', '.']) {
            crates.push(name.trim().replace('-', "_"));
        }
    }
    crates
}

/// Every source below a folder, with its path in the crate.
fn sources(folder: &Path, module: &[String]) -> Vec<(Vec<String>, String)> {
    let mut sources = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if module.is_empty() && SHELL.contains(&name.as_str()) {
            continue;
        }
        let mut inner = module.to_vec();
        if name != "mod" && name != "lib" {
            inner.push(name);
        }
        if path.is_dir() {
            sources.extend(self::sources(&path, &inner));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push((inner, fs::read_to_string(&path).expect("a source")));
        }
    }
    sources
}

#[test]
fn no_layer_reaches_upward() {
    let crates = crates();
    let sources = sources(&root().join("src"), &[]);
    assert!(sources.len() > 10, "only {} sources were found", sources.len());
    let breaches: Vec<_> =
        sources.iter().flat_map(|(module, source)| breaches(module, source, &crates)).collect();
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn the_table_has_one_direction() {
    for (place, layer) in LAYERS.iter().enumerate() {
        for used in layer.layers {
            let below = LAYERS[..place].iter().any(|lower| lower.name == *used);
            assert!(below, "`{}` is not below `{}`", used, layer.name);
        }
    }
}

/// The modules outside `rules`, and the crates besides `core`, that a source of `rules` names.
fn foreign_to_rules(module: &[String], source: &str, crates: &[String]) -> Vec<String> {
    let foreign = |path: &Vec<String>| match used(module, path) {
        Some(name) => find(&name).is_some() && name != "rules",
        None => crates.contains(&path[0]) && !["heapless", "serde"].contains(&path[0].as_str()),
    };
    paths(source).into_iter().filter(foreign).map(|path| path.join("::")).collect()
}

/// So that `src/rules` could be published as a crate of its own.
#[test]
fn the_rules_use_nothing_but_core_heapless_and_serde() {
    let crates = crates();
    let mut sources = sources(&root().join("src"), &[]);
    sources.retain(|(module, _)| module.first().is_some_and(|name| name == "rules"));
    assert!(sources.len() > 10, "only {} sources were found", sources.len());
    for (module, source) in &sources {
        let foreign = foreign_to_rules(module, source, &crates);
        assert!(foreign.is_empty(), "{} uses {}", module.join("::"), foreign.join(", "));
    }
}

/// One move generator for the PC and the chip: the tests run the code of the board.
#[test]
fn the_rules_are_the_same_on_every_target() {
    let mut sources = sources(&root().join("src"), &[]);
    sources.retain(|(module, _)| module.first().is_some_and(|name| name == "rules"));
    for (module, source) in &sources {
        for word in ["cfg(", "cfg!(", "cfg_attr("] {
            assert!(!source.contains(word), "{} has {word}…)", module.join("::"));
        }
    }
}

#[test]
fn the_core_needs_neither_an_operating_system_nor_unsafe_code() {
    let root = fs::read_to_string(root().join("src/lib.rs")).expect("a source");
    for attribute in ["#![no_std]", "#![forbid(unsafe_code)]"] {
        assert!(root.lines().any(|line| line == attribute), "src/lib.rs lacks {attribute}");
    }
}

#[test]
fn the_manifest_is_read() {
    let crates = crates();
    for name in ["heapless", "embassy_rp", "embedded_graphics", "cobs"] {
        assert!(crates.iter().any(|found| found == name), "{name} is not in {crates:?}");
    }
    assert!(!crates.iter().any(|found| found == "clap"));
}

/// Tests of the checker itself, on made-up sources.
mod checker {
    use super::{breaches, foreign_to_rules};

    fn check(module: &str, source: &str) -> Vec<String> {
        let module: Vec<_> = module.split("::").map(str::to_owned).collect();
        let crates = ["std", "alloc", "heapless", "cobs"].map(str::to_owned);
        breaches(&module, source, &crates)
    }

    #[test]
    fn downward_is_allowed() {
        assert!(check("clock", "use crate::time::Instant; use crate::rules::Colour;").is_empty());
        assert!(check("rules::movegen", "use super::{Square, moves::Jumps};").is_empty());
        assert!(check("rules", "use heapless::Vec; use core::fmt;").is_empty());
        assert!(check("rules", "// use crate::game::Game;\n").is_empty());
        assert!(check("rules", "mod tests { use super::*; use super::Square; }").is_empty());
    }

    #[test]
    fn upward_is_not() {
        for (module, source) in [
            ("rules", "use crate::game::Game;"),
            ("rules", "fn f() { crate::clock::now() }"),
            ("rules::fen", "use super::super::time::Instant;"),
            ("clock", "use crate::{time::Instant, sense::{Edge}};"),
            ("view", "use crate::clock::Clock;"),
            ("time", "pub(in crate::rules) fn f() {}"),
        ] {
            let found = check(module, source);
            assert_eq!(found.len(), 1, "{source}: {found:?}");
            assert!(found[0].contains("may not use"), "{found:?}");
        }
    }

    #[test]
    fn the_rules_stand_alone() {
        let crates = ["std", "alloc", "heapless", "serde", "cobs"].map(str::to_owned);
        let module = ["rules", "fen"].map(str::to_owned);
        for (source, foreign) in [
            ("use super::Square; use core::fmt; use heapless::Vec; use serde::Serialize;", ""),
            ("use crate::rules::Square; use crate::time::Micros;", "crate::time::Micros"),
            ("use super::super::text::Text;", "super::super::text::Text"),
            ("fn f() { cobs::encode() }", "cobs::encode"),
        ] {
            assert_eq!(foreign_to_rules(&module, source, &crates).join(", "), foreign);
        }
    }

    #[test]
    fn a_name_at_the_root_hides_its_layer() {
        let found = check("clock", "use crate::Game;");
        assert!(found[0].starts_with("`crate::Game` hides the layer it comes from"), "{found:?}");
    }

    #[test]
    fn an_unknown_module_is_reported() {
        let sentence =
            "`sound` has no place among the layers yet: add it to the table in this test";
        assert_eq!(breaches(&[], "pub mod rules; pub mod sound;", &[]), [sentence]);
        assert_eq!(check("sound", "use core::fmt;"), [sentence]);
    }

    #[test]
    fn only_the_listed_crates_may_be_used() {
        for source in ["use cobs::encode;", "fn f() -> std::string::String {}"] {
            let found = check("rules", source);
            assert_eq!(found.len(), 1, "{source}: {found:?}");
            assert!(found[0].contains("may not use the crate"), "{found:?}");
        }
        assert!(check("protocol", "use cobs::encode;").is_empty());
    }
}

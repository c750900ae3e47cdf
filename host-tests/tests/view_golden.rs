//! Every screen is drawn as in its golden picture in `data/screens`.
//!
//! `UPDATE_SCREENS=1` rewrites the pictures: look at the differences before committing them.

use std::collections::BTreeSet;
use std::fs;

use damiera_sim::picture::{difference, drawn, text};
use host_tests::data;
use host_tests::screens::samples;

const HINT: &str = "if the change is intended, rewrite the pictures with UPDATE_SCREENS=1 and \
                    `cargo xtask screens`";

#[test]
fn screens_match_their_pictures() {
    let folder = data::path("data/screens");
    let update = std::env::var_os("UPDATE_SCREENS").is_some_and(|value| value == "1");
    let mut wrong = String::new();
    for sample in samples() {
        let file = folder.join(format!("{}.txt", sample.name));
        let picture = text(&drawn(&sample.snapshot));
        if update {
            fs::write(&file, picture).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            continue;
        }
        match fs::read_to_string(&file) {
            Err(error) => {
                wrong += &format!("\n{}: {error}; its picture would be\n{picture}", file.display());
            }
            Ok(expected) if expected != picture => {
                let lines = difference(&expected, &picture);
                wrong += &format!("\n{} is drawn differently:\n{lines}", sample.name);
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n{HINT}");
}

#[test]
fn every_picture_belongs_to_a_screen() {
    let names: BTreeSet<_> = samples().iter().map(|one| format!("{}.txt", one.name)).collect();
    assert_eq!(names.len(), samples().len(), "two screens share a name");
    for entry in fs::read_dir(data::path("data/screens")).expect("the folder of pictures") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(names.contains(&name), "data/screens/{name} belongs to no screen any more");
    }
}

#[test]
fn difference_lists_lines() {
    assert_eq!(difference("a\nb\n", "a\nc\nd\n"), "  2 - b\n  2 + c\n  3 - \n  3 + d\n");
    assert_eq!(difference("a\n", "a\n"), "");
}

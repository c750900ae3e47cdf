//! The stored inputs of the fuzz targets, once each.

use std::fs;

use host_tests::{data, fuzzing};

fn each_file(target: &str, check: fn(&[u8])) {
    let folder = data::path("fuzz/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a file").path();
        // The name comes out with a failure; nothing is printed otherwise.
        println!("{}", path.display());
        check(&fs::read(&path).expect("a file that can be read"));
        files += 1;
    }
    assert!(files > 10, "{} holds {files} files", folder.display());
}

#[test]
fn fen_and_moves() {
    each_file("fen_and_moves", fuzzing::fen_and_moves);
}

#[test]
fn setup_moves_play() {
    each_file("setup_moves_play", fuzzing::setup_moves_play);
}

#[test]
fn bytes_to_the_board() {
    each_file("bytes_to_the_board", fuzzing::bytes_to_the_board);
}

#[test]
fn event_fold() {
    each_file("event_fold", fuzzing::event_fold);
}

#[test]
fn contacts_to_the_game() {
    each_file("contacts_to_the_game", fuzzing::contacts_to_the_game);
}

#[test]
fn journal_recovery() {
    each_file("journal_recovery", fuzzing::journal_recovery);
}

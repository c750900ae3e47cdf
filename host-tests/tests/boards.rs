//! The data of every board is consistent, and its drawing and readme agree with it.

use std::collections::BTreeSet;
use std::fs;

use damiera::journal::IMAGE_SIZE;
use damiera::rules::Cell;
use damiera::sense::{Cells, Key, Keys};
use damiera::time::Duration;
use damiera::wiring::{Active, LINES, Problem, RowWiring, Wiring};
use damiera_emulator::boards::{BOARDS, BoardKind};
use host_tests::{data, drawing};

fn file(board: &BoardKind, name: &str) -> String {
    let path = data::path("../boards").join(board.name).join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn every_folder_with_pins_is_listed() {
    let folders = fs::read_dir(data::path("../boards")).expect("the folder of boards");
    let folders: BTreeSet<_> = folders
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("pins.rs").is_file())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    let listed: BTreeSet<_> = BOARDS.iter().map(|board| board.name.to_owned()).collect();
    assert_eq!(listed, folders, "add the board to emulator/driver/src/boards.rs");
}

#[test]
fn the_journal_begins_where_the_image_region_ends() {
    let memory = fs::read_to_string(data::path("../memory.x")).expect("memory.x");
    let flash = memory.lines().find(|line| line.trim_start().starts_with("FLASH "));
    let length = flash.and_then(|line| line.split_once("LENGTH = ")).expect("the FLASH region").1;
    let kib: u32 = length.split('K').next().and_then(|n| n.parse().ok()).expect("KiB");
    assert_eq!(length, format!("{kib}K - 0x100"), "BOOT2 takes the first 256 bytes");
    assert_eq!(kib << 10, IMAGE_SIZE);
}

#[test]
fn no_board_has_a_problem() {
    for board in BOARDS {
        if let Some(problem) = board.wiring.problem() {
            panic!("boards/{}/wiring.rs: {problem}", board.name);
        }
    }
}

#[test]
fn a_closed_reed_is_seen_on_its_own_cell() {
    for board in BOARDS {
        for cell in Cell::all() {
            let (row, column) = board.wiring.crossing(cell).expect("every cell is reached");
            let mut rows = [0; LINES];
            rows[row] = 1 << column;
            assert_eq!(board.wiring.closed(rows), Cells::of(cell), "{}", board.name);
        }
        assert_eq!(board.wiring.closed([0xFF; LINES]).len(), Cell::COUNT);
        assert_eq!(Keys::from_bits(0b1_1111).len(), Key::ALL.len());
    }
}

#[test]
fn problems_are_found() {
    let good = BOARDS[0].wiring;
    let broken = |change: fn(&mut Wiring)| {
        let mut wiring = good;
        change(&mut wiring);
        wiring.problem()
    };
    assert_eq!(broken(|_| {}), None);
    assert_eq!(broken(|wiring| wiring.keys[3] = 30), Some(Problem::NoSuchPin(30)));
    assert_eq!(broken(|wiring| wiring.buzzer = Some(8)), Some(Problem::PinUsedTwice(8)));
    assert_eq!(
        broken(|wiring| wiring.rows = RowWiring::Direct([0; 8])),
        Some(Problem::PinUsedTwice(0))
    );
    let last = Cell::from_index(63).expect("a cell");
    assert_eq!(broken(|wiring| wiring.cells[7][7] = 0), Some(Problem::CellNotReached(last)));
    assert_eq!(broken(|wiring| wiring.displays.bus = 0), Some(Problem::NotOnBus(0)));
    let same = Some(Problem::AddressUsedTwice(0x3C));
    let twice = |wiring: &mut Wiring| {
        wiring.displays.mounts = const {
            let mount = BOARDS[0].wiring.displays.mounts[0];
            &[mount, mount]
        };
    };
    assert_eq!(broken(twice), same);
}

/// A column must have settled when the scan reads it, an eighth of a millisecond after its row was
/// selected; and no wire settles in no time.
#[test]
fn settle_times_are_possible() {
    for board in BOARDS {
        let settle = board.wiring.settle;
        assert!(!settle.is_zero() && settle <= Duration::from_micros(125), "{}", board.name);
    }
}

/// The diode's 0.6 V leaves a low level of 0.6 V, and the chip wants 0.8 V at most: with silicon
/// diodes only the high level is clear.
#[test]
fn rows_are_active_high() {
    for board in BOARDS {
        assert_eq!(board.wiring.row_active, Active::High, "{}", board.name);
    }
}

/// `pins.rs` must hand out the pins that `wiring.rs` names: it has to name them again, because in
/// Rust each is a type of its own.
#[test]
fn pins_and_wiring_name_the_same_pins() {
    for board in BOARDS {
        let source = file(&board, "pins.rs");
        let named: BTreeSet<u8> = source
            .split("PIN_")
            .skip(1)
            .map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>())
            .map(|digits| digits.parse().expect("a number"))
            .collect();
        let wired: BTreeSet<u8> = board.wiring.pins().map(|(pin, _)| pin).collect();
        assert_eq!(named, wired, "boards/{}", board.name);
    }
}

#[test]
fn drawings_and_tables_are_up_to_date() {
    for board in BOARDS {
        let name = board.name;
        assert!(
            file(&board, "wiring.svg") == drawing::svg(&board),
            "boards/{name}/wiring.svg is out of date: run `cargo xtask boards`"
        );
        let readme = file(&board, "README.md");
        assert!(
            drawing::with_table(&readme, &board.wiring).as_ref() == Some(&readme),
            "the table in boards/{name}/README.md is out of date: run `cargo xtask boards`"
        );
    }
}

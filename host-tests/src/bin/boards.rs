//! Draws the wiring of every board and brings the tables in the readmes up to date.
//! `cargo xtask boards` calls it.

use std::error::Error;
use std::fs;

use damiera_emulator::boards::BOARDS;
use host_tests::{data, drawing};

fn main() -> Result<(), Box<dyn Error>> {
    for board in BOARDS {
        let folder = data::path("../boards").join(board.name);
        fs::write(folder.join("wiring.svg"), drawing::svg(&board))?;
        let readme = folder.join("README.md");
        let text = fs::read_to_string(&readme)?;
        let text = drawing::with_table(&text, &board.wiring)
            .ok_or_else(|| format!("{} has no place for the table", readme.display()))?;
        fs::write(&readme, text)?;
        println!("boards/{}: wiring.svg, README.md", board.name);
    }
    Ok(())
}

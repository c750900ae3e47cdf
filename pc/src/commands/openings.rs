//! `damiera openings`: the openings of the federation, or one drawn by lot.

use std::io::Write;

use anyhow::{Context, Result};
use damiera::rules::{Opening, OpeningTable, Position};
use serde::Serialize;

use crate::cli::OpeningsArgs;
use crate::exit_status::ExitStatus;

/// An opening in JSON: the names and their order are an interface.
#[derive(Serialize)]
struct OpeningLine {
    number: u8,
    moves: Vec<String>,
    evaluation: String,
    after: String,
}

pub(crate) fn run(args: &OpeningsArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let table = args.table.map(OpeningTable::from);
    if args.draw {
        let random = getrandom::u32().context("the system has no source of random numbers")?;
        write(table.unwrap_or(OpeningTable::B).draw(random), args.json, out)?;
    } else {
        for opening in table.unwrap_or(OpeningTable::General).openings() {
            write(opening, args.json, out)?;
        }
    }
    Ok(ExitStatus::Success)
}

fn write(opening: Opening, json: bool, out: &mut impl Write) -> Result<()> {
    let moves = written_moves(opening);
    if json {
        let line = OpeningLine {
            number: opening.number(),
            moves,
            evaluation: opening.balance().to_string(),
            after: opening.position().to_string(),
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    } else {
        write!(out, "{:>3} ", opening.number())?;
        for written in moves {
            write!(out, " {written:<6}")?;
        }
        writeln!(out, " {}", opening.balance())?;
    }
    Ok(())
}

/// Returns the three half-moves in the notation of 12.2; the federation's table writes captures
/// with a dash.
fn written_moves(opening: Opening) -> Vec<String> {
    let mut position = Position::start();
    let write = |legal| {
        let written = position.write_move(legal).to_string();
        position = position.play_unchecked(legal);
        written
    };
    opening.moves().into_iter().map(write).collect()
}

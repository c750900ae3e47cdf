//! `damiera moves`: the legal moves of positions.

use std::io::{self, BufRead, Write};

use anyhow::{Context, Result};
use damiera::rules::{Move, Square};
use serde::Serialize;

use crate::cli::MovesArgs;
use crate::exit_status::ExitStatus;
use crate::fen_arg::{BadFen, FenArg};
use crate::move_order::sorted_moves;

/// Writes the moves of each position before the next one is read, so that a program can hold both
/// ends of the pipe.
pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let mut answers = Answers { json: args.json, first: true, status: ExitStatus::Success };
    for fen in &args.fens {
        answers.write(FenArg::read(fen), out)?;
    }
    if args.fens.is_empty() {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("standard input")?;
            if !line.trim_ascii().is_empty() {
                answers.write(FenArg::read_bytes(&line), out)?;
            }
        }
    }
    Ok(answers.status)
}

struct Answers {
    json: bool,
    /// Nothing is written yet; each later answer follows an empty line.
    first: bool,
    status: ExitStatus,
}

impl Answers {
    fn write(&mut self, arg: Result<FenArg, BadFen>, out: &mut impl Write) -> Result<()> {
        if arg.is_err() {
            self.status = ExitStatus::BadInput;
        }
        if self.json {
            match &arg {
                Ok(arg) => serde_json::to_writer(&mut *out, &GoodLine::new(arg))?,
                Err(bad) => serde_json::to_writer(&mut *out, &BadLine::new(bad))?,
            }
            writeln!(out)?;
        } else {
            if !self.first {
                writeln!(out)?;
            }
            match &arg {
                Ok(arg) => write_text(arg, out)?,
                Err(bad) => writeln!(out, "{}: error: {}", bad.printable(), bad.message)?,
            }
        }
        self.first = false;
        out.flush()?;
        Ok(())
    }
}

fn write_text(arg: &FenArg, out: &mut impl Write) -> Result<()> {
    let position = &arg.position;
    let moves = sorted_moves(position);
    writeln!(out, "{}", arg.fen)?;
    let plural = if moves.len() == 1 { "move" } else { "moves" };
    writeln!(out, "  {} to move, {} {plural}", position.turn(), moves.len())?;
    for legal in moves {
        let short = position.write_move(legal).to_string();
        if legal.is_capture() {
            let path = numbers(legal.path());
            let captured = numbers(legal.captured_in_order());
            writeln!(out, "  {short:<8}  path {path}, takes {captured}")?;
        } else {
            writeln!(out, "  {short}")?;
        }
    }
    if let Some(outcome) = position.outcome() {
        writeln!(out, "  {outcome}")?;
    }
    Ok(())
}

fn numbers(squares: impl Iterator<Item = Square>) -> String {
    squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// The moves of a position in JSON: the names and their order are an interface.
#[derive(Serialize)]
struct GoodLine<'a> {
    fen: &'a str,
    moves: Vec<MoveEntry>,
}

#[derive(Serialize)]
struct MoveEntry {
    from: u8,
    path: Vec<u8>,
    captured: Vec<u8>,
    after: String,
}

#[derive(Serialize)]
struct BadLine<'a> {
    fen: &'a str,
    error: &'a str,
    column: usize,
}

impl<'a> GoodLine<'a> {
    fn new(arg: &'a FenArg) -> Self {
        let entry = |legal: Move| MoveEntry {
            from: legal.from().number(),
            path: legal.path().map(|square| square.number()).collect(),
            captured: legal.captured_in_order().map(|square| square.number()).collect(),
            after: arg.position.play_unchecked(legal).to_string(),
        };
        let moves = sorted_moves(&arg.position).into_iter().map(entry).collect();
        Self { fen: &arg.fen, moves }
    }
}

impl<'a> BadLine<'a> {
    fn new(bad: &'a BadFen) -> Self {
        Self { fen: &bad.text, error: &bad.message, column: bad.column }
    }
}

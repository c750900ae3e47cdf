use std::io::{self, BufRead, Write};

use anyhow::{Context, Result};
use damiera::rules::{Move, Position, Square};
use serde::Serialize;

use crate::cli::MovesArgs;
use crate::given::{BadFen, Given};
use crate::verdict::Verdict;

/// Answers each position before the next one is read: a program may hold both
/// ends of the pipe.
pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> Result<Verdict> {
    let mut answers = Answers { json: args.json, first: true, verdict: Verdict::Fine };
    for fen in &args.fens {
        answers.write(Given::read(fen), out)?;
    }
    if args.fens.is_empty() {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("standard input")?;
            if !line.trim_ascii().is_empty() {
                answers.write(Given::read_bytes(&line), out)?;
            }
        }
    }
    Ok(answers.verdict)
}

/// The legal moves by start, then path: an order that depends on nobody's
/// generator.
pub(crate) fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(|legal| (legal.from(), legal.path().collect::<Vec<_>>()));
    moves
}

struct Answers {
    json: bool,
    /// Nothing is written yet; later answers stand off from the one before.
    first: bool,
    verdict: Verdict,
}

impl Answers {
    fn write(&mut self, given: Result<Given, BadFen>, out: &mut impl Write) -> Result<()> {
        if given.is_err() {
            self.verdict = Verdict::Bad;
        }
        if self.json {
            match &given {
                Ok(given) => serde_json::to_writer(&mut *out, &GoodLine::new(given))?,
                Err(bad) => serde_json::to_writer(&mut *out, &BadLine::new(bad))?,
            }
            writeln!(out)?;
        } else {
            if !self.first {
                writeln!(out)?;
            }
            match &given {
                Ok(given) => write_text(given, out)?,
                Err(bad) => writeln!(out, "{}: error: {}", bad.printable(), bad.message)?,
            }
        }
        self.first = false;
        out.flush()?;
        Ok(())
    }
}

fn write_text(given: &Given, out: &mut impl Write) -> Result<()> {
    let position = &given.position;
    let moves = sorted_moves(position);
    writeln!(out, "{}", given.fen)?;
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

/// What programs read: the names and their order are promised.
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
    fn new(given: &'a Given) -> Self {
        let entry = |legal: Move| MoveEntry {
            from: legal.from().number(),
            path: legal.path().map(|square| square.number()).collect(),
            captured: legal.captured_in_order().map(|square| square.number()).collect(),
            after: given.position.play_unchecked(legal).to_string(),
        };
        let moves = sorted_moves(&given.position).into_iter().map(entry).collect();
        Self { fen: &given.fen, moves }
    }
}

impl<'a> BadLine<'a> {
    fn new(bad: &'a BadFen) -> Self {
        Self { fen: &bad.text, error: &bad.message, column: bad.column }
    }
}

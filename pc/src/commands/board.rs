//! `damiera board`: a drawing of a position.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap::ColorChoice;

use crate::cli::BoardArgs;
use crate::drawing::{svg, terminal};
use crate::exit_status::ExitStatus;
use crate::fen_arg::FenArg;

pub(crate) fn run(args: &BoardArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let position = FenArg::read(&args.fen)?.position;
    match args.svg.as_deref() {
        None => write!(out, "{}", terminal::draw(&position, colours_wanted(args.color)))?,
        Some(file) if file == Path::new("-") => write!(out, "{}", svg::draw(&position))?,
        Some(file) => {
            fs::write(file, svg::draw(&position)).with_context(|| file.display().to_string())?;
        }
    }
    Ok(ExitStatus::Success)
}

fn colours_wanted(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // https://no-color.org: set and not empty means no.
        ColorChoice::Auto => {
            io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
        }
    }
}

//! `damiera send`: sends one command of the protocol.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow};
use damiera::protocol::{Answer, Command, Correction, Names, Ruling, Sitting};
use damiera::rules::{Colour, Opening, Position};
use damiera::text::Text;

use crate::cli::{Declared, Player, SendArgs, SendOrder};
use crate::exit_status::ExitStatus;
use crate::link::{Address, BoardClient, Fault};

pub(crate) fn run(args: &SendArgs, out: &mut impl Write) -> Result<ExitStatus> {
    // Errors of the arguments come before the connection is opened.
    let command = command(&args.order)?;
    let address: Address = args.port.parse()?;
    let mut client = BoardClient::open(&address)?;
    for command in [args.code.map(Command::Unlock), command].into_iter().flatten() {
        let answer = client.ask(command)?.answer;
        if answer != Answer::Done {
            return Err(Fault::Refused(answer).into());
        }
    }
    match args.order {
        SendOrder::Hello => {
            let hello = client.hello;
            let version = hello.version;
            writeln!(
                out,
                "{:016X} {} firmware {}.{}.{} protocol {} to {}",
                hello.id,
                hello.board,
                version.major,
                version.minor,
                version.patch,
                hello.oldest,
                hello.newest
            )?;
        }
        _ => writeln!(out, "{}", Answer::Done)?,
    }
    Ok(ExitStatus::Success)
}

/// Returns the command; `None` for the hello, which opening the connection has sent already.
fn command(order: &SendOrder) -> Result<Option<Command>> {
    Ok(Some(match order {
        SendOrder::Hello => return Ok(None),
        SendOrder::Names { white, black } => {
            Command::SetNames(Names { white: text(white)?, black: text(black)? })
        }
        SendOrder::Sitting { event, round, table } => {
            let event = text(event)?;
            Command::SetSitting(Sitting { event, round: *round, table: *table })
        }
        SendOrder::TimeControl { control } => {
            Command::SetTimeControl(control.parse().map_err(|error| anyhow!("{control}: {error}"))?)
        }
        SendOrder::NewGame { fen, opening } => {
            let position = match fen.as_str() {
                "start" => Position::start(),
                fen => fen.parse().map_err(|error| anyhow!("{fen}: {error}"))?,
            };
            let opening = opening
                .map(|number| Opening::new(number).context("openings are numbered 1 to 174"))
                .transpose()?;
            Command::NewGame { position, opening }
        }
        SendOrder::DrawOpening { table } => Command::DrawOpening((*table).into()),
        SendOrder::Pause => Command::Pause,
        SendOrder::Resume => Command::Resume,
        SendOrder::SetTime { player, seconds } => {
            let millis =
                seconds.checked_mul(1000).context("the time is longer than a clock can show")?;
            Command::Correct(Correction::Time { player: colour(*player), millis })
        }
        SendOrder::SetMoves { player, moves } => {
            Command::Correct(Correction::Moves { player: colour(*player), moves: *moves })
        }
        SendOrder::SetPeriod { player, period } => {
            Command::Correct(Correction::Period { player: colour(*player), period: *period })
        }
        SendOrder::TakeBack { half_moves } => Command::TakeBack(*half_moves),
        SendOrder::Declare { result } => Command::Declare(match result {
            Declared::White => Ruling::Won(Colour::White),
            Declared::Black => Ruling::Won(Colour::Black),
            Declared::Draw => Ruling::Drawn,
            Declared::BrokenOff => Ruling::BrokenOff,
        }),
        SendOrder::DayClock { offset } => {
            let unix = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
            Command::SetDayClock { unix, offset: *offset }
        }
        SendOrder::Reboot => Command::Reboot,
    }))
}

fn text<const N: usize>(text: &str) -> Result<Text<N>> {
    Text::whole(text).with_context(|| format!("{text:?} has more than {N} bytes"))
}

const fn colour(player: Player) -> Colour {
    match player {
        Player::White => Colour::White,
        Player::Black => Colour::Black,
    }
}

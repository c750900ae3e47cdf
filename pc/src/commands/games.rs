//! `damiera games`: lists or fetches the games that a board has stored.

use std::io::Write;

use anyhow::Result;
use damiera::protocol::{Answer, Command};

use crate::archive::Archive;
use crate::cli::GamesArgs;
use crate::exit_status::ExitStatus;
use crate::link::{Address, BoardClient, Fault};
use crate::pdn::Score;

pub(crate) fn run(args: &GamesArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let address: Address = args.port.parse()?;
    let mut client = BoardClient::open(&address)?;
    let listed = client.ask(Command::ListGames)?;
    if listed.answer != Answer::Done {
        return Err(Fault::Refused(listed.answer).into());
    }
    let Some(folder) = &args.output else {
        for game in listed.stored {
            writeln!(out, "{:>6} {:>6} events {:>8} bytes", game.game, game.events, game.bytes)?;
        }
        return Ok(ExitStatus::Success);
    };
    let wanted: Vec<u32> = if args.games.is_empty() {
        listed.stored.iter().map(|game| game.game).collect()
    } else {
        args.games.clone()
    };
    let mut archive = Archive::open(folder)?;
    for number in wanted {
        let fetched = client.ask(Command::FetchGame(number))?;
        if fetched.answer != Answer::Done {
            return Err(Fault::Refused(fetched.answer).into());
        }
        let mut score = Score::new();
        // Events of a game in progress may arrive before the requested ones.
        let mut next = 0;
        for event in fetched.events.iter().filter(|event| event.game == number) {
            if event.number == next {
                next += 1;
                score.apply(event);
            }
        }
        let path = archive.path(client.hello.id, number);
        archive.keep(&path, &score.game(), true)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitStatus::Success)
}

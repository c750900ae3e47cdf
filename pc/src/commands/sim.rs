//! `damiera sim`: a virtual board in real time, shown and operated in a browser.
//!
//! ```text
//!  browser --- POST /act ---> pages -- orders ---> engine: hands -> Backend: the core, or an image
//!     ^                                              |   ^             |
//!     +---- GET /news <---- News <--- pixels, pieces-+   +-- cable <---+--> pty, TCP
//! ```

mod backend;
mod board;
mod browser;
mod engine;
mod flash;
mod hands;
mod image;
mod news;
mod pages;
mod pieces;
mod script;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc::sync_channel;

use anyhow::{Context, Result, anyhow};
use damiera::game::Settings;
use damiera::sense::Timing;

use crate::cable::Cable;
use crate::cli::SimArgs;
use crate::exit_status::ExitStatus;
use crate::link::Stop;
use crate::web::{Limits, Server};
use backend::{Backend, Core};
use engine::Engine;
use flash::Flash;
use image::Image;
use news::News;
use script::Script;

/// Orders that wait for the board. A hand gives some in a second, and the board obeys within a
/// millisecond.
const ORDERS: usize = 64;

pub(crate) fn run(args: &SimArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let script = args.play.as_deref().map(Script::in_file).transpose()?;
    let (flash, new) = match &args.flash {
        Some(path) => Flash::in_file(path)?,
        None if args.image.is_some() => (Flash::with_room(), true),
        None => (Flash::new(), true),
    };
    if new {
        // Skips the questions of the first start.
        let introduced = Settings { introduced: true, ..Settings::default() };
        board::prepare(&flash, script.as_ref().map_or(&introduced, |script| &script.settings))?;
    }

    let board: Box<dyn Backend> = match &args.image {
        Some(elf) => Box::new(Image::load(elf, &args.board, &flash)?),
        None => {
            let timing = script.as_ref().map_or_else(Timing::default, |script| script.timing);
            Box::new(Core::new(flash, timing, args.verbose))
        }
    };

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let server = Server::listen(address, Limits::from(&args.limits))
        .map_err(|error| anyhow!("{address}: {error}"))?;
    let port = Cable::open(args.tcp)?;
    let page = format!("http://{}/", server.address()?);
    writeln!(out, "The board is at {page}")?;
    match port.path() {
        Some(path) => writeln!(out, "Its USB port is {}", path.display())?,
        None => writeln!(out, "This system has no pseudo-terminals: use --tcp for its USB port")?,
    }
    if let Some(address) = port.address() {
        writeln!(out, "and tcp {address}")?;
    }
    writeln!(out, "Ctrl-C ends it.")?;
    out.flush()?;

    let news = News::default();
    let mut engine = Engine::new(board, port, news.clone(), args.speed);
    if let Some(script) = script {
        engine.play(script);
    } else if args.demo {
        engine.demonstrate(getrandom::u64()?)?;
    }
    engine.switch_on()?;

    let (orders, obey) = sync_channel(ORDERS);
    let running = server.start(pages::router(news, orders)).context("a thread for the page")?;
    if !args.no_open {
        browser::open(&page);
    }
    let ended = engine.run(&obey, &stop);
    drop(running);
    match ended {
        // Ctrl-C in a terminal also ends the emulator.
        Err(_) if stop.is_set() => {}
        ended => ended?,
    }
    Ok(ExitStatus::Success)
}

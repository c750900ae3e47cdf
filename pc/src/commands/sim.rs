//! `damiera sim`: a virtual board in real time, shown and operated in a browser.
//!
//! ```text
//!  browser --- POST /act ---> http --- orders ---> engine: hands -> Backend: the core, or an image
//!     ^                                              |   ^             |
//!     +---- GET /news <---- News <--- pixels, pieces-+   +-- cable <---+--> pty, TCP
//! ```

mod backend;
mod board;
mod browser;
mod engine;
mod flash;
mod hands;
mod http;
mod image;
mod news;
mod pieces;
mod script;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use anyhow::{Context, Result, anyhow};
use damiera::game::Settings;
use damiera::sense::Timing;
use tiny_http::Server;

use crate::cable::Cable;
use crate::cli::SimArgs;
use crate::exit_status::ExitStatus;
use backend::{Backend, Core};
use engine::Engine;
use flash::Flash;
use image::Image;
use news::News;
use script::Script;

pub(crate) fn run(args: &SimArgs, out: &mut impl Write) -> Result<ExitStatus> {
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
    let server = Server::http(address).map_err(|error| anyhow!("{address}: {error}"))?;
    let port = Cable::open(args.tcp)?;
    let page = format!("http://{}/", server.server_addr());
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

    let (orders, obey) = channel();
    let server = Arc::new(server);
    let pages = Arc::clone(&server);
    thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || http::serve(&pages, &news, &orders))
        .context("a thread for the page")?;
    if !args.no_open {
        browser::open(&page);
    }
    engine.run(&obey)?;
    Ok(ExitStatus::Success)
}

//! `damiera monitor`: shows boards in the terminal.
//!
//! ```text
//!  keys ─┐
//!  Hall ─┴→ Wall (which boards) → panel (one board) → diagram → Screen
//! ```

mod diagram;
mod panel;
mod screen;
mod wall;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::cli::MonitorArgs;
use crate::exit_status::ExitStatus;
use crate::hall::Hall;
use crate::link::{Address, Stop};
use screen::Screen;
use wall::Wall;

/// Interval of redrawing (tenths of a second of the clocks) and of polling keys.
const REDRAW_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &MonitorArgs, out: &mut impl Write) -> Result<ExitStatus> {
    if !stdout().is_terminal() || !stdin().is_terminal() {
        bail!("a terminal is needed; `record --json` writes for programs");
    }
    let stop = Stop::on_signal()?;
    let addresses: Vec<Address> =
        args.ports.iter().map(|port| port.parse()).collect::<Result<_, _>>()?;
    let hall = Hall::open(&addresses, &stop);
    let mut screen = Screen::open(out)?;
    let mut wall = Wall::default();
    let mut version = 0;
    while !stop.is_set() && !screen.has_crashed() {
        version = hall.newer(version, REDRAW_INTERVAL).version;
        // The boards are locked while ratatui draws into its buffer, not while it writes.
        screen.draw(|frame| wall.draw(frame, &hall.lock().views, Instant::now()))?;
        while event::poll(Duration::ZERO)? {
            match event::read()? {
                Event::Key(key) if leaves(key) => return Ok(ExitStatus::Success),
                Event::Key(KeyEvent { code, kind: KeyEventKind::Press, .. }) => wall.press(code),
                _ => {}
            }
        }
    }
    screen.close()
}

fn leaves(key: KeyEvent) -> bool {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    matches!(key.code, KeyCode::Char('q' | 'Q') | KeyCode::Esc)
        || (control && key.code == KeyCode::Char('c'))
}

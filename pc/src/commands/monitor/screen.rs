use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex};

use anyhow::{Result, bail};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

use crate::exit_status::ExitStatus;

/// A terminal in raw mode on its alternate screen. Dropping it restores the terminal, also when a
/// panic unwinds.
pub(super) struct Screen<W: Write> {
    terminal: Terminal<CrosstermBackend<W>>,
    /// Message of a panic on any thread: printed after the terminal is restored.
    crashed: Arc<Mutex<Option<String>>>,
}

impl<W: Write> Screen<W> {
    pub(super) fn open(out: W) -> io::Result<Self> {
        enable_raw_mode()?;
        Self::on(out).inspect_err(|_| {
            let _ = disable_raw_mode();
        })
    }

    fn on(mut out: W) -> io::Result<Self> {
        execute!(out, EnterAlternateScreen)?;
        let terminal = Terminal::new(CrosstermBackend::new(out))?;
        let crashed = Arc::new(Mutex::new(None));
        let keep = Arc::clone(&crashed);
        panic::set_hook(Box::new(move |info| {
            let mut keep = keep.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            keep.get_or_insert_with(|| info.to_string());
        }));
        Ok(Self { terminal, crashed })
    }

    pub(super) fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(picture).map(|_| ())
    }

    /// Whether any thread of the program has panicked.
    pub(super) fn has_crashed(&self) -> bool {
        self.crashed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).is_some()
    }

    /// Restores the terminal; fails with the message of a panic on another thread.
    pub(super) fn close(self) -> Result<ExitStatus> {
        let crashed = Arc::clone(&self.crashed);
        drop(self);
        let crashed = crashed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        match crashed {
            Some(message) => bail!("this is a bug: {message}"),
            None => Ok(ExitStatus::Success),
        }
    }
}

impl<W: Write> Drop for Screen<W> {
    fn drop(&mut self) {
        // Errors are ignored: there is no other way to restore it.
        let _ = disable_raw_mode();
        let _ = execute!(self.terminal.backend_mut(), LeaveAlternateScreen);
        let _ = self.terminal.show_cursor();
        if !std::thread::panicking() {
            let _ = panic::take_hook();
            return;
        }
        // This thread panics: its message is readable now.
        let crashed = self.crashed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        if let Some(message) = crashed {
            eprintln!("this is a bug: {message}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer whose bytes the test can read.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic while writing").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The panic hook is global, so the panicking code runs on another thread.
    #[test]
    fn a_panic_gives_the_terminal_back() {
        let paper = Paper::default();
        let out = paper.clone();
        let ended = std::thread::spawn(move || {
            let _screen = Screen::on(out).expect("a screen");
            panic!("for the test");
        });
        assert!(ended.join().is_err());
        let _ = panic::take_hook();
        let written = paper.0.lock().expect("whole").clone();
        let text = String::from_utf8_lossy(&written);
        assert!(text.starts_with("\x1b[?1049h"), "{text:?}");
        assert!(text.contains("\x1b[?1049l") && text.ends_with("\x1b[?25h"), "{text:?}");
    }
}

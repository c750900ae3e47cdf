//! A snapshot of the game becomes pixels, on anything that can be drawn on.
//!
//! [`draw`] is pure: the same [`Snapshot`] always gives the same picture. A
//! [`Canvas`] keeps the picture as the display's controller wants it, and
//! [`Canvas::diff`] says which of its bytes have changed, so that only those are
//! sent.
//!
//! ```
//! use damiera::rules::Colour;
//! use damiera::sense::Side;
//! use damiera::view::{self, *};
//!
//! let face = |seconds| ClockFace {
//!     time: Time { minutes: 4, seconds, ..Time::default() },
//!     ..ClockFace::default()
//! };
//! let at = |seconds| Snapshot {
//!     language: Language::Italian,
//!     facing: Side::South,
//!     white: Side::South,
//!     blink: false,
//!     screen: Screen::Running(Running {
//!         clocks: Clocks { white: face(seconds), black: face(59), running: Some(Colour::White) },
//!         turn: Colour::White,
//!         last: None,
//!         count: None,
//!         repetition: None,
//!         adjusting: false,
//!     }),
//! };
//! let (mut shown, mut next) = (Canvas::new(), Canvas::new());
//! let Ok(()) = view::draw(&at(48), &mut shown);
//! let Ok(()) = view::draw(&at(47), &mut next);
//! assert!(next.diff(&shown).bytes() < 128);
//! ```
//!
//! # What is seen from where
//!
//! Digits of 39 pixels are 16.8 mm high on a display of 2.4 inches (0.43 mm a
//! pixel). That is more than the usual rule of a two-hundredth of the distance
//! asks for at 3 m (15 mm), and 19 minutes of arc, where ISO 9241 wants 16 at
//! least. Which side runs is told by a block of light, 35 mm wide, at the left or
//! at the right, where no digit has to be read.
//!
//! # Fonts
//!
//! Text is set in the fixed fonts of `embedded-graphics` itself, of which the build
//! takes the letters that are written somewhere. They are the public-domain fonts of the X Window
//! System, in a crate under MIT or Apache-2.0 like this one: nothing to add and
//! nothing to attribute. The fonts of the U8g2 collection, which another crate
//! offers, come under a dozen licences, and their large digits are too wide for
//! two clocks; so the digits are drawn, see the head of `digits.rs`.

mod before;
mod board;
mod canvas;
mod clocks;
mod compose;
mod digits;
mod faults;
mod font;
mod marks;
mod menus;
mod pen;
mod referee;
pub mod texts;

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use pen::Pen;

pub use crate::event::{Cause, Reason, StorageFault};
pub use crate::game::snapshot::{
    About, Arbiter, Claim, ClaimStage, Claimed, ClockFace, Clocks, CodeAttempts, Compose,
    ComposeStage, Crowning, Diagnostics, Editor, Entry, Field, Flag, GameResult, Info,
    Irregularity, Item, Label, Language, MAX_LABEL, MENU_ROWS, Map, Menu, Notice, PcCode, Played,
    Ready, Restore, Resume, Running, Screen, SensorFault, SetUp, Snapshot, Time, Value, Weak,
};
pub use canvas::{Canvas, Dirty, HEIGHT, PAGES, Run, WIDTH};
pub use clocks::{HALTED_DIGITS, RUNNING_DIGITS, WAITING_DIGITS};

/// Draws a snapshot over whatever was there.
#[inline(never)] // Its cost on the chip is measured.
pub fn draw<D: DrawTarget<Color = BinaryColor>>(
    snapshot: &Snapshot,
    target: &mut D,
) -> Result<(), D::Error> {
    drawn(&mut Pen::new(Some(target), snapshot))
}

/// A number that tells pictures apart without drawing a pixel. Snapshots that are drawn by the
/// same steps have the same one; two others only by chance, once in four thousand million.
pub fn digest(snapshot: &Snapshot) -> u32 {
    let mut pen = Pen::<Canvas>::new(None, snapshot);
    let Ok(()) = drawn(&mut pen);
    pen.digest()
}

fn drawn<D: DrawTarget<Color = BinaryColor>>(pen: &mut Pen<'_, D>) -> Result<(), D::Error> {
    pen.clear()?;
    match &pen.snapshot.screen {
        Screen::Start { version } => before::start(pen, version),
        Screen::Crashed(message) => faults::crashed(pen, message),
        Screen::SetUp(set_up) => before::set_up(pen, set_up),
        Screen::Ready(ready) => before::ready(pen, ready),
        Screen::Running(game) => clocks::running(pen, game),
        Screen::Paused(game) => clocks::paused(pen, game),
        Screen::Info(info) => referee::info(pen, info),
        Screen::Irregularity(irregular) => referee::irregularity(pen, irregular),
        Screen::Notice(notice) => referee::notice(pen, notice),
        Screen::Restore(restore) => referee::restore(pen, restore),
        Screen::Arbiter(arbiter) => referee::arbiter(pen, arbiter),
        Screen::Crowning(crowning) => referee::crowning(pen, crowning),
        Screen::Claim(claim) => referee::claim(pen, claim),
        Screen::Flag(flag) => referee::flag(pen, flag),
        Screen::Result(result) => referee::result(pen, result),
        Screen::Menu(menu) => menus::menu(pen, menu),
        Screen::Editor(editor) => menus::editor(pen, editor),
        Screen::Compose(compose) => compose::compose(pen, compose),
        Screen::SensorFault(fault) => faults::sensor(pen, fault),
        Screen::StorageFault(fault) => faults::storage(pen, *fault),
        Screen::PcCode(code) => menus::pc_code(pen, code),
        Screen::Resume(resume) => before::resume(pen, resume),
        Screen::Diagnostics(page) => faults::diagnostics(pen, page),
    }
}

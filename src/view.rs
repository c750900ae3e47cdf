//! Draws a snapshot of the game on any `DrawTarget` of black and white pixels.
//!
//! [`draw`] is pure: the same [`Snapshot`] always gives the same picture, so a display is redrawn
//! only when its snapshot differs from the last one. A [`Canvas`] holds the picture in the layout
//! of the display's controller, and [`Canvas::diff`] finds the bytes that have changed, so that only
//! those are sent.
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
//!         uncrowned: None,
//!     }),
//! };
//! let (mut shown, mut next) = (Canvas::new(), Canvas::new());
//! let Ok(()) = view::draw(&at(48), &mut shown);
//! let Ok(()) = view::draw(&at(47), &mut next);
//! assert!(next.diff(&shown).bytes() < 128);
//! ```
//!
//! # Legibility
//!
//! Digits of 39 pixels are 16.8 mm high on a display of 2.4 inches (0.43 mm a
//! pixel). That is more than the usual rule of a two-hundredth of the distance
//! asks for at 3 m (15 mm), and 19 minutes of arc, where ISO 9241 wants 16 at
//! least. The running side is a lit block, 35 mm wide, at the left or at the right, which is seen
//! from where no digit can be read.
//!
//! # Fonts
//!
//! Text is set in fixed-width fonts of `embedded-graphics`. They are the public-domain fonts of the
//! X Window System, in a crate under MIT or Apache-2.0 like this one: nothing to add and
//! nothing to attribute. The fonts of the U8g2 collection, which another crate
//! offers, come under a dozen licences, and their large digits are too wide for
//! two clocks; so the digits are drawn, see the head of `digits.rs`.

mod board;
mod canvas;
mod clocks;
mod compose;
mod digits;
mod faults;
mod font;
mod menus;
mod notation;
mod painter;
mod pregame;
mod referee;
mod symbols;
pub mod texts;

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use painter::Painter;

pub use crate::event::{Cause, Reason, RemovalOrder, StorageFault};
pub use crate::menu::snapshot::{
    About, Arbiter, Claim, ClaimStage, Claimed, ClockFace, Clocks, CodeAttempts, Compose,
    ComposeStage, Crowning, Diagnostics, Editor, Entry, Field, Flag, GameResult, Info,
    Irregularity, Item, Label, Language, MAX_LABEL, MENU_ROWS, Map, Menu, Notice, PcCode, Played,
    Ready, Restore, Resume, Running, Screen, SensorFault, SetUp, Snapshot, Time, Value, Weak,
};
pub use canvas::{Canvas, Dirty, HEIGHT, PAGES, Run, WIDTH};
pub use clocks::{HALTED_DIGITS, RUNNING_DIGITS, WAITING_DIGITS};

/// Draws a snapshot; nothing of the previous picture is left.
#[inline(never)] // `cargo xtask bench-image` counts its instructions on the chip by its symbol.
pub fn draw<D: DrawTarget<Color = BinaryColor>>(
    snapshot: &Snapshot,
    target: &mut D,
) -> Result<(), D::Error> {
    let painter = &mut Painter::new(target, snapshot);
    painter.clear()?;
    match &snapshot.screen {
        Screen::Start { version } => pregame::draw_start(painter, version),
        Screen::Crashed(message) => faults::draw_crash(painter, message),
        Screen::SetUp(set_up) => pregame::draw_set_up(painter, set_up),
        Screen::Ready(ready) => pregame::draw_ready(painter, ready),
        Screen::Running(game) => clocks::draw_running(painter, game),
        Screen::Paused(game) => clocks::draw_paused(painter, game),
        Screen::Info(info) => referee::draw_info(painter, info),
        Screen::Irregularity(irregular) => referee::draw_irregularity(painter, irregular),
        Screen::Notice(notice) => referee::draw_notice(painter, notice),
        Screen::Restore(restore) => referee::draw_restore(painter, restore),
        Screen::Arbiter(arbiter) => referee::draw_arbiter(painter, arbiter),
        Screen::Crowning(crowning) => referee::draw_crowning(painter, crowning),
        Screen::Claim(claim) => referee::draw_claim(painter, claim),
        Screen::Flag(flag) => referee::draw_flag(painter, flag),
        Screen::Result(result) => referee::draw_result(painter, result),
        Screen::Menu(menu) => menus::draw_menu(painter, menu),
        Screen::Editor(editor) => menus::draw_editor(painter, editor),
        Screen::Compose(compose) => compose::draw(painter, compose),
        Screen::SensorFault(fault) => faults::draw_sensor_fault(painter, fault),
        Screen::StorageFault(fault) => faults::draw_storage_fault(painter, *fault),
        Screen::PcCode(code) => menus::draw_pc_code(painter, code),
        Screen::Resume(resume) => pregame::draw_resume(painter, resume),
        Screen::Diagnostics(page) => faults::draw_diagnostics(painter, page),
    }
}

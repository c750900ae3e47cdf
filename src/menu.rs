//! The menu: pages, lists and editors, and the screens of the displays.
//!
//! ```text
//!   Input --> GameWithMenu::step --+--> Menu: MENU, and any key for an open page
//!                                  |      |        ^
//!                                  |      | MenuRequest, queries, announcements
//!                                  |      v        |
//!                                  +--> Game: everything else
//! ```
//!
//! A `Menu` changes the game by `MenuRequest`s and reads it by queries; the game does not know
//! of the menu. [`GameWithMenu`] owns both, as one deterministic reducer.
//!
//! One file a part: `game_with_menu` the owner, `keys` MENU, MINUS and PLUS, `pages` what is
//! open, `overlay` what is shown over the clocks for a while, `list` the lists, `choose` what
//! choosing an item does, `edit` a value being set, `own_control` a time control of one's own,
//! `claims` what players confirm by their buttons, `compose` any position by hand, `code` the
//! code for a PC, `screen` and `game_screen` the state as a [`Snapshot`](snapshot::Snapshot),
//! `device_status` what neither of them knows of the board.

mod choose;
mod claims;
mod code;
mod compose;
mod device_status;
mod edit;
mod game_screen;
mod game_with_menu;
mod keys;
mod list;
mod overlay;
mod own_control;
mod pages;
mod screen;
pub mod snapshot;

pub use device_status::DeviceStatus;
pub use game_with_menu::GameWithMenu;

use crate::sense::Faults;
use crate::time::Instant;
use overlay::Overlay;
use own_control::Draft;
use pages::Page;

/// The state of the menu. None of it survives a power cut.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    page: Page,
    /// A message shown over the clocks for a while.
    overlay: Option<Overlay>,
    /// When MENU was pressed, while it is held.
    menu_since: Option<Instant>,
    /// When the board woke up.
    woke: Instant,
    /// The number of the game that the open page belongs to.
    game: u32,
    /// The present faults of the contacts.
    faults: Faults,
    /// The time control being put together.
    draft: Draft,
}

impl Menu {
    /// A menu with no page open, beside a game of this number.
    const fn new(game: u32) -> Self {
        Self {
            page: Page::Closed,
            overlay: None,
            menu_since: None,
            woke: Instant::ZERO,
            game,
            faults: Faults::NONE,
            draft: Draft::NONE,
        }
    }
}

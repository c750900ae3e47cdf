//! The screen and the chosen item on the display of a board, by their names in scenarios.

use damiera::game::Language;
use damiera::view::{Entry, Screen, texts};

use crate::virtual_board::VirtualBoard;

/// The names of the screens.
pub(super) const SCREENS: [&str; 22] = [
    "start",
    "set-up",
    "ready",
    "running",
    "paused",
    "info",
    "irregularity",
    "notice",
    "restore",
    "arbiter",
    "crowning",
    "claim",
    "flag",
    "result",
    "menu",
    "editor",
    "compose",
    "sensor-fault",
    "storage-fault",
    "code",
    "resume",
    "diagnostics",
];

/// Which screen is to be seen.
pub(super) fn screen(board: &VirtualBoard) -> &'static str {
    match board.snapshot().screen {
        Screen::Start { .. } => "start",
        // Of the firmware, which no scenario has.
        Screen::Crashed(_) => "crashed",
        Screen::SetUp(_) => "set-up",
        Screen::Ready(_) => "ready",
        Screen::Running(_) => "running",
        Screen::Paused(_) => "paused",
        Screen::Info(_) => "info",
        Screen::Irregularity(_) => "irregularity",
        Screen::Notice(_) => "notice",
        Screen::Restore(_) => "restore",
        Screen::Arbiter(_) => "arbiter",
        Screen::Crowning(_) => "crowning",
        Screen::Claim(_) => "claim",
        Screen::Flag(_) => "flag",
        Screen::Result(_) => "result",
        Screen::Menu(_) => "menu",
        Screen::Editor(_) => "editor",
        Screen::Compose(_) => "compose",
        Screen::SensorFault(_) => "sensor-fault",
        Screen::StorageFault(_) => "storage-fault",
        Screen::PcCode(_) => "code",
        Screen::Resume(_) => "resume",
        Screen::Diagnostics(_) => "diagnostics",
    }
}

/// The chosen item of a list as the display writes it; `None` on another screen.
pub(super) fn item(board: &VirtualBoard) -> Option<&'static str> {
    item_in(board, board.snapshot().language)
}

/// The same in Italian, whatever the language of the display.
pub(super) fn item_in_italian(board: &VirtualBoard) -> Option<&'static str> {
    item_in(board, Language::Italian)
}

fn item_in(board: &VirtualBoard, language: Language) -> Option<&'static str> {
    let Screen::Menu(menu) = board.snapshot().screen else { return None };
    let item = menu.rows.get(usize::from(menu.selected))?.as_ref()?;
    Some(texts::entry(item.entry).say(language))
}

/// Whether the page of the game is open.
pub(super) fn shows_page_of_game(board: &VirtualBoard) -> bool {
    matches!(board.snapshot().screen, Screen::Menu(menu) if menu.title == Entry::GamePage)
}

//! What people press for the acts that a page of the menu offers: they read the display, go to an item
//! and confirm it.

use damiera::rules::Colour;
use damiera::sense::{Contact, Key};

use super::act::{Act, HELD, Restart};
use super::display;
use super::problem::Failure;
use crate::virtual_board::VirtualBoard;

/// Time in ms for which MENU is held to open a page or to close one.
const MENU_HELD: u32 = 2_100;
/// From the end of a press to the next one, in ms.
const BETWEEN: u64 = 200;
/// Most presses for an item: more than any list has items.
const LONGEST_LIST: usize = 40;

/// One of the things that people do, in order.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// Opens the page of the game, with MENU.
    OpenPage,
    /// Goes to the item with one of these names, with MINUS or PLUS, and chooses it with MENU. The key
    /// is the one with the shorter way.
    Choose(&'static [&'static str], Key),
    /// Confirms by the button of a player, if the display asks for it.
    Button(Colour),
    /// Confirms for the arbiter with PLUS, if the display asks for it.
    Plus,
}

/// Items as the display writes them in Italian.
const RESTART: &[&str] = &["Ricomincia (7.4)", "Ricomincia (7.3)"];
const FULL_TIMES: &[&str] = &["Ricomincia, tempi pieni"];
const ANNUL_SECONDS: &[&str] = &["Annulla secondi"];
const UNCROWNED: &[&str] = &["Dama non fatta"];
const ARBITER: &[&str] = &["Arbitro"];

/// What people do for an act; `None` for an act without a page.
fn deeds(act: &Act) -> Option<Vec<Deed>> {
    let confirms = |by: Option<Colour>| by.map_or(Deed::Plus, Deed::Button);
    // The way from the first item of the page to the last ones is shorter backwards.
    Some(match *act {
        Act::Restart(Restart::Both) => vec![
            Deed::OpenPage,
            Deed::Choose(RESTART, Key::Minus),
            Deed::Button(Colour::White),
            Deed::Button(Colour::Black),
        ],
        Act::Restart(Restart::Arbiter) => {
            vec![Deed::OpenPage, Deed::Choose(RESTART, Key::Minus), Deed::Plus]
        }
        Act::Restart(Restart::ArbiterWithFullTimes) => vec![
            Deed::OpenPage,
            Deed::Choose(ARBITER, Key::Minus),
            Deed::Choose(FULL_TIMES, Key::Plus),
            Deed::Plus,
        ],
        Act::DeclareUncrowned { by } => {
            vec![Deed::OpenPage, Deed::Choose(UNCROWNED, Key::Minus), confirms(by)]
        }
        Act::AnnulSeconds => {
            vec![Deed::OpenPage, Deed::Choose(ANNUL_SECONDS, Key::Minus), Deed::Plus]
        }
        _ => return None,
    })
}

/// Does what people do for an act, and returns the time in ms of its end; `None` if it is an act
/// without a page.
pub(super) fn perform(
    board: &mut VirtualBoard,
    act: &Act,
    begin: u64,
) -> Option<Result<u64, Failure>> {
    let deeds = deeds(act)?;
    let mut people = People { board, at: begin, ended: begin };
    Some(deeds.into_iter().try_for_each(|deed| people.does(deed)).map(|()| people.ended))
}

struct People<'a> {
    board: &'a mut VirtualBoard,
    /// Time in ms of the next press.
    at: u64,
    /// Time in ms of the end of the last press.
    ended: u64,
}

impl People<'_> {
    fn does(&mut self, deed: Deed) -> Result<(), Failure> {
        self.board.run_to(self.at)?;
        match deed {
            Deed::OpenPage => self.open_page(),
            Deed::Choose(names, towards) => self.choose(names, towards),
            Deed::Button(colour) => self.confirm(self.board.button(colour)),
            Deed::Plus => self.confirm(Contact::Key(Key::Plus)),
        }
    }

    /// Presses a key and lets it go; afterwards the display shows what came of it.
    fn press(&mut self, contact: Contact, held: u32) -> Result<(), Failure> {
        self.board.set(contact, true, self.at)?;
        self.ended = self.at + u64::from(held);
        self.board.set(contact, false, self.ended)?;
        self.at = self.ended + BETWEEN;
        Ok(())
    }

    /// The display is read when the next press is due: a press that is the last one ends the act.
    fn reads(&mut self) -> Result<(), Failure> {
        Ok(self.board.run_to(self.at)?)
    }

    fn open_page(&mut self) -> Result<(), Failure> {
        let menu = Contact::Key(Key::Menu);
        // A page that is open already has to be closed before.
        for _ in 0..3 {
            if display::shows_page_of_game(self.board) {
                return Ok(());
            }
            let held = if display::screen(self.board) == "paused" { HELD } else { MENU_HELD };
            self.press(menu, held)?;
            self.reads()?;
        }
        let message = "the page of the game does not open: no game is on";
        Err(Failure::syntax(message.to_owned()))
    }

    fn choose(&mut self, names: &[&str], towards: Key) -> Result<(), Failure> {
        for _ in 0..LONGEST_LIST {
            match display::item_in_italian(self.board) {
                Some(item) if names.contains(&item) => {
                    return self.press(Contact::Key(Key::Menu), HELD);
                }
                Some(_) => self.press(Contact::Key(towards), HELD)?,
                None => break,
            }
            self.reads()?;
        }
        let name = names.first().copied().unwrap_or_default();
        Err(Failure::syntax(format!("the page that is open has no item `{name}` now")))
    }

    fn confirm(&mut self, contact: Contact) -> Result<(), Failure> {
        if display::screen(self.board) == "claim" { self.press(contact, HELD) } else { Ok(()) }
    }
}

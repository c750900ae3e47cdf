//! What the hands did, as sentences.

use damiera::rules::{Cell, Edition, Move, Position, Rank, Square, Squares};
use damiera::view::Language;

use super::language::Words;
use super::{Action, ActionKind, Strip, Told};

/// The actions of a turn, and what is needed to tell of them.
pub(super) struct Telling<'a> {
    pub(super) language: Language,
    pub(super) edition: Edition,
    /// The agreed position before the turn.
    pub(super) position: &'a Position,
    pub(super) actions: Vec<Action>,
    /// When the press came, in milliseconds before the event.
    pub(super) press: Option<u32>,
    /// The player on move has said that he adjusts pieces.
    pub(super) adjusting: bool,
}

impl Telling<'_> {
    /// Tells what each piece did, then what was noise. Pieces `concerned` belong to the decision: that
    /// one of them came home again is not called free of consequences.
    pub(super) fn tell(&self, told: &mut Told, concerned: Squares) {
        let mut pieces: Vec<Square> = Vec::new();
        for piece in self.actions.iter().filter(|action| !action.is_noise()).map(|a| a.piece) {
            pieces.extend(piece.filter(|piece| !pieces.contains(piece)));
        }
        let mut timed = false;
        for piece in pieces {
            if !self.is_taken_off(piece) {
                let sentence = self.path_of(piece, &mut timed);
                told.say(&sentence);
                self.came_home(told, piece, concerned);
            }
        }
        for action in self.actions.iter().filter(|a| a.is_noise() || a.piece.is_none()) {
            self.noise(told, action);
        }
        told.hands.clone_from(&self.actions);
        told.press = self.press;
    }

    /// How captured pieces came off, and in which order.
    pub(super) fn removal(&self, told: &mut Told, played: Move) {
        if !played.is_capture() {
            return;
        }
        let off: Vec<Square> =
            self.taken_off().filter(|s| played.captured().contains(*s)).collect();
        let language = self.language;
        if off.is_empty() {
            return;
        }
        let listed: Vec<String> = off.iter().map(|piece| self.with_time(*piece)).collect();
        let listed = listed.join(", ");
        let taken = language.of("tolti i pezzi presi", "captured pieces taken off");
        if played.captured().len() == 1 {
            let taken = language.of("tolto il pezzo preso", "captured piece taken off");
            told.say(&format!("{taken}: {listed}"));
        } else {
            let direct: Vec<Square> = played.captured_in_order().collect();
            let inverse: Vec<Square> = direct.iter().rev().copied().collect();
            let order = if off == direct {
                language.of("ordine diretto di presa", "the order of the capture")
            } else if off == inverse {
                language.of("ordine inverso di presa", "the inverse order of the capture")
            } else {
                language.of(
                    "né l'ordine diretto né quello inverso di presa",
                    "neither the order of the capture nor the inverse one",
                )
            };
            told.say(&format!("{taken}: {listed}; {order} (5.12)"));
            told.cite("5.12".to_owned());
        }
        let rest = self.taken_off().filter(|square| !played.captured().contains(*square));
        self.others_off(told, rest.collect());
    }

    /// The pieces that came off, where no capture explains them.
    pub(super) fn pieces_taken_off(&self, told: &mut Told) {
        self.others_off(told, self.taken_off().collect());
    }

    fn others_off(&self, told: &mut Told, off: Vec<Square>) {
        if off.is_empty() {
            return;
        }
        let listed: Vec<String> = off.iter().map(|piece| self.with_time(*piece)).collect();
        let taken = match off.len() {
            1 => self.language.of("alzato e non posato", "lifted and not put down"),
            _ => self.language.of("alzati e non posati", "lifted and not put down"),
        };
        told.say(&format!("{taken}: {}", listed.join(", ")));
    }

    /// The first of these pieces that was lifted for longer than a brush.
    pub(super) fn first_touched(&self, playable: Squares) -> Option<Square> {
        let lifted = self.actions.iter().filter(|action| {
            matches!(action.what, ActionKind::Lifted { .. } | ActionKind::Slid { .. })
        });
        lifted.filter_map(|action| action.piece).find(|piece| playable.contains(*piece))
    }

    /// Draws the strip: the position before, the steps of the hands, the position that was decided.
    pub(super) fn draw(
        &self,
        told: &mut Told,
        concerned: Squares,
        light: Option<Cell>,
        decided: Option<Position>,
        caption: String,
    ) {
        let mut strip = Strip::of_hands(self, concerned, light);
        if let Some(decided) = decided {
            strip.decided(&decided, concerned, caption);
        }
        told.strip = strip;
    }

    /// The pieces that were lifted and not put down, in the order of their last lift.
    fn taken_off(&self) -> impl Iterator<Item = Square> {
        let mut off: Vec<Square> = Vec::new();
        for action in &self.actions {
            let Some(piece) = action.piece else { continue };
            match action.what {
                ActionKind::Lifted { .. } => {
                    off.retain(|other| *other != piece);
                    off.push(piece);
                }
                ActionKind::Put { .. } | ActionKind::Slid { .. } => {
                    off.retain(|other| *other != piece);
                }
                _ => {}
            }
        }
        off.into_iter()
    }

    /// Whether a piece of the side that is not on move, or one captured, ended off the board, having
    /// been put down nowhere.
    pub(super) fn is_taken_off(&self, piece: Square) -> bool {
        let put = self.actions.iter().any(|action| {
            action.piece == Some(piece)
                && matches!(action.what, ActionKind::Put { .. } | ActionKind::Slid { .. })
        });
        !put && self.taken_off().any(|off| off == piece)
    }

    fn with_time(&self, piece: Square) -> String {
        let lifted = self.actions.iter().rev().find(|action| {
            action.piece == Some(piece) && matches!(action.what, ActionKind::Lifted { .. })
        });
        match lifted {
            Some(lifted) => format!("{piece} ({})", self.when(lifted.before, &mut true)),
            None => piece.to_string(),
        }
    }

    /// A piece with its article: "la pedina", "the king".
    fn piece(&self, square: Square) -> String {
        let rank = self.position.piece_at(square).map(|piece| piece.rank);
        self.language.piece(rank.unwrap_or(Rank::Man)).to_owned()
    }

    /// All that a piece did, as one sentence. `timed`: the reference of the times was named already.
    fn path_of(&self, piece: Square, timed: &mut bool) -> String {
        let language = self.language;
        let own = self.position.pieces(self.position.turn()).contains(piece);
        let whose = if own || !self.position.occupied().contains(piece) {
            String::new()
        } else {
            format!(" {}", language.of_player(self.position.turn().opponent()))
        };
        let mut text = format!("{}{whose}", self.piece(piece));
        let mut began = false;
        for (index, action) in self.actions.iter().enumerate() {
            if action.piece != Some(piece) || action.is_noise() {
                continue;
            }
            let mut later = self.actions[index + 1..].iter().filter(|a| a.piece == Some(piece));
            let lifted_again =
                later.clone().any(|later| matches!(later.what, ActionKind::Lifted { .. }));
            let did = match action.what {
                // From stop to stop the squares say enough.
                ActionKind::Lifted { from }
                    if began
                        && from != piece.cell()
                        && later.any(|later| matches!(later.what, ActionKind::Put { .. })) =>
                {
                    continue;
                }
                ActionKind::Lifted { from } if began => {
                    format!(
                        "{} {}",
                        language.of("lascia di nuovo", "leaves again"),
                        language.the_cell(from)
                    )
                }
                ActionKind::Lifted { from } => {
                    format!("{} {}", language.of("lascia", "leaves"), language.the_cell(from))
                }
                ActionKind::Put { to } if to == piece.cell() => {
                    format!(
                        "{} {}",
                        language.of("torna in", "comes back to"),
                        language.the_cell(to)
                    )
                }
                ActionKind::Put { to } => {
                    let put = match (lifted_again, to.dark()) {
                        (true, Some(_)) => language.of("tocca", "touches"),
                        (_, Some(_)) => language.of("è posata in", "is put down on"),
                        (_, None) => language.of("è posata sulla", "is put down on the"),
                    };
                    format!("{put} {}", language.cell(to))
                }
                ActionKind::Slid { from, to } => format!(
                    "{} {} {} {}",
                    language.of("è spinta da", "is pushed from"),
                    language.the_cell(from),
                    language.of("verso", "to"),
                    language.the_cell(to)
                ),
                _ => continue,
            };
            text += if began { ", " } else { " " };
            began = true;
            text += &format!("{did} ({})", self.when(action.before, timed));
        }
        text
    }

    /// A piece that was touched and stands at home again.
    fn came_home(&self, told: &mut Told, piece: Square, concerned: Squares) {
        let mut own = self.actions.iter().filter(|a| a.piece == Some(piece) && !a.is_noise());
        let Some(ActionKind::Put { to }) = own.next_back().map(|action| action.what) else {
            return;
        };
        let only_here = self.actions.iter().filter(|a| a.piece == Some(piece)).all(|action| {
            match action.what {
                ActionKind::Put { to } => to == piece.cell(),
                ActionKind::Slid { .. } => false,
                _ => true,
            }
        });
        if to != piece.cell() || !only_here || concerned.contains(piece) {
            return;
        }
        let language = self.language;
        let on_move = self.position.turn();
        let playable = self.position.legal_moves().iter().any(|legal| legal.from() == piece);
        if self.adjusting && self.position.pieces(on_move).contains(piece) {
            told.say(language.of(
                "è stato detto «accomodo»: nessuna conseguenza (3.9)",
                "\"accomodo\" was said: no consequence (3.9)",
            ));
            told.cite("3.9".to_owned());
        } else if self.position.pieces(on_move).contains(piece) && !playable {
            let number = match self.edition {
                Edition::Year2008 => " (3.10)",
                // The text of 2006 does not mention it.
                Edition::Year2006 => "",
            };
            told.say(&format!(
                "{}{number}",
                language.of(
                    "non era giocabile: nessuna conseguenza diretta",
                    "it was not playable: no direct consequence"
                )
            ));
            if self.edition == Edition::Year2008 {
                told.cite("3.10".to_owned());
            }
        } else {
            told.say(
                language.of(
                    "è tornata al suo posto: nessuna conseguenza",
                    "it came home: no consequence",
                ),
            );
        }
    }

    fn noise(&self, told: &mut Told, action: &Action) {
        let language = self.language;
        let when = self.when(action.before, &mut false);
        let own = |piece: Square| self.position.pieces(self.position.turn()).contains(piece);
        match (action.what, language) {
            (ActionKind::Brushed { at, millis }, _) => {
                let rank = action.piece.and_then(|piece| self.position.piece_at(piece));
                let piece = language.piece(rank.map_or(Rank::Man, |piece| piece.rank));
                let touched = action.piece.is_some_and(own);
                let number = if touched { " (3.7)" } else { "" };
                let (at, millis) = (language.the_cell(at), language.duration(millis));
                told.say(&match language {
                    Language::Italian => format!("sfiorata {piece} in {at} per {millis} ({when}): troppo poco per averla toccata, nessuna conseguenza{number}"),
                    Language::English => format!("{piece} on {at} brushed for {millis} ({when}): too short for a touch, no consequence{number}"),
                });
                if touched {
                    told.cite("3.7".to_owned());
                }
            }
            (ActionKind::Closed { at, millis: Some(millis) }, _) => {
                let light = at.dark().is_none();
                let number = if light { " (7.6)" } else { "" };
                let (at, millis) = (self.on(at), language.duration(millis));
                told.say(&match language {
                    Language::Italian => format!("un pezzo portato basso o in parte fuori casella {at} per {millis} ({when}): nessuna conseguenza{number}"),
                    Language::English => format!("a piece carried low or partly beside its square {at} for {millis} ({when}): no consequence{number}"),
                });
                if light {
                    told.cite("7.6".to_owned());
                }
            }
            (ActionKind::Closed { at, millis: None }, Language::Italian) => {
                told.say(&format!("qualcosa {} e ci resta ({when}): nessun pezzo in mano veniva da un'altra casella", self.on(at)));
            }
            (ActionKind::Closed { at, millis: None }, Language::English) => {
                told.say(&format!(
                    "something {} and stays ({when}): no piece in hand came from another square",
                    self.on(at)
                ));
            }
            (ActionKind::Opened { at }, _) => told.say(&format!(
                "{} {} ({when}): {}",
                language.the_cell(at),
                language.of("si libera", "becomes free"),
                language.of(
                    "nessun pezzo della posizione vi stava",
                    "no piece of the position stood there"
                )
            )),
            _ => {}
        }
    }

    /// "chiude il contatto di 14", "closes the contact of 14".
    fn on(&self, cell: Cell) -> String {
        match (self.language, cell.dark()) {
            (Language::Italian, Some(square)) => format!("chiude il contatto di {square}"),
            (Language::English, Some(square)) => format!("closes the contact of {square}"),
            (Language::Italian, None) => format!("copre {}", self.language.the_cell(cell)),
            (Language::English, None) => format!("covers {}", self.language.the_cell(cell)),
        }
    }

    /// When: the first time in a sentence names the press.
    pub(super) fn when(&self, before: u32, timed: &mut bool) -> String {
        let language = self.language;
        let named = std::mem::replace(timed, true);
        let Some(press) = self.press else {
            let reference =
                if named { "" } else { language.of(" della decisione", " the decision") };
            let early = early(before, language);
            return format!("{early} {}{reference}", language.of("prima", "before"));
        };
        let reference = match named {
            true => "",
            false => language.of(" della pressione", " the press"),
        };
        match before.checked_sub(press) {
            Some(0) => language.of("alla pressione", "at the press").to_owned(),
            Some(millis) => {
                let early = early(millis, language);
                format!("{early} {}{reference}", language.of("prima", "before"))
            }
            None => {
                let late = language.duration(press - before);
                let after = match (named, language) {
                    (true, Language::Italian) => "dopo",
                    (false, Language::Italian) => "dopo la pressione",
                    (true, Language::English) => "after",
                    (false, Language::English) => "after the press",
                };
                format!("{late} {after}")
            }
        }
    }

    /// The same in short, for a caption: `−2,3 s`.
    pub(super) fn short(&self, before: u32) -> String {
        let press = self.press.unwrap_or(0);
        match before.checked_sub(press) {
            Some(0) => "0 s".to_owned(),
            Some(millis) => format!("−{}", early(millis, self.language)),
            None => format!("+{}", self.language.duration(press - before)),
        }
    }
}

/// A duration before; an account counts to 65,535 ms.
fn early(millis: u32, language: Language) -> String {
    match millis {
        65_000.. => language.of("più di 65 s", "more than 65 s").to_owned(),
        _ => language.duration(millis),
    }
}

//! What a board decided and why, in sentences: the accounts of a game's events with the articles.
//!
//! No I/O: events go in, [`Explanation`]s come out. `hands` turns the edges of an account into
//! actions, `telling` actions into sentences, `strip` actions into a strip of boards.

mod hands;
mod language;
mod strip;
mod telling;

use std::fmt;

use damiera::event::{
    Account, Breach, Decision, Event, EventKind, Irregularity, Reason, Record, Target,
};
use damiera::rules::{Article, Colour, Edition, Move, Position, Square, Squares};
use damiera::view::{Language, texts};
use serde::Serialize;

use crate::articles;
pub(crate) use hands::{Action, ActionKind};
use language::{Words, sentence};
pub(crate) use strip::{Frame, Strip};
use telling::Telling;

/// How a game is explained.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) language: Language,
    /// A piece that was off its square for less than this many milliseconds was brushed. It is a
    /// setting of the board and stands in no event; the default is 150.
    pub(crate) brush: u32,
}

/// One event, explained.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Explanation {
    pub(crate) game: u32,
    /// Number of the event in its game.
    pub(crate) number: u32,
    /// Game time in milliseconds.
    pub(crate) at: u32,
    pub(crate) kind: &'static str,
    /// Number of the half-move that counts, or that is being made, from 1.
    pub(crate) half_move: u16,
    pub(crate) heading: String,
    pub(crate) sentences: Vec<String>,
    /// The articles, with their words.
    pub(crate) articles: Vec<Quoted>,
    /// Numbers of the squares concerned.
    pub(crate) squares: Vec<u8>,
    /// What the hands did, the oldest first.
    pub(crate) hands: Vec<Action>,
    /// When the press came, in milliseconds before the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) press: Option<u32>,
    /// The agreed position before, as a FEN.
    pub(crate) before: String,
    /// The agreed position after, where the event or what followed it tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
    #[serde(skip)]
    pub(crate) strip: Strip,
}

/// An article and its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Quoted {
    pub(crate) article: String,
    pub(crate) text: &'static str,
}

/// The heading with game and event, then a line for each sentence and each article.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, number, at, heading, sentences, articles, .. } = self;
        let seconds = at / 1_000;
        writeln!(f, "{heading}  [{game}/{number}, {}:{:02}]", seconds / 60, seconds % 60)?;
        for sentence in sentences {
            writeln!(f, "  {sentence}")?;
        }
        for Quoted { article, text } in articles {
            writeln!(f, "  {article}: «{text}»")?;
        }
        Ok(())
    }
}

/// Explains the moves, irregularities, notices, questions to the arbiter and results among these
/// events, in their order. Events of a game whose beginning is missing are left out.
pub(crate) fn explain(events: &[Event], options: Options) -> Vec<Explanation> {
    let mut record = Record::new();
    let mut begun = None;
    let mut adjusting = false;
    let mut before_move = None;
    let mut explanations = Vec::new();
    for (index, event) in events.iter().enumerate() {
        if matches!(event.what, EventKind::Started { .. }) {
            begun = Some(event.game);
        }
        if begun != Some(event.game) {
            continue;
        }
        let context = Context { events, index, record: &record, before_move, adjusting, options };
        explanations.extend(context.explain());
        match event.what {
            EventKind::Accomodo => adjusting = true,
            EventKind::Moved { .. } | EventKind::Irregularity(..) => adjusting = false,
            _ => {}
        }
        if let EventKind::Moved { .. } = event.what {
            before_move = Some((index, *record.position()));
        }
        record.apply(event);
    }
    explanations
}

/// An event, and the state of its game before it.
struct Context<'a> {
    events: &'a [Event],
    index: usize,
    record: &'a Record,
    /// The last move of the file and the position before it.
    before_move: Option<(usize, Position)>,
    /// The player on move has said that he adjusts pieces.
    adjusting: bool,
    options: Options,
}

/// What is told about an event, before it is put together.
struct Told {
    kind: &'static str,
    heading: String,
    sentences: Vec<String>,
    /// Numbers of the articles, without repetition.
    articles: Vec<String>,
    squares: Squares,
    hands: Vec<Action>,
    press: Option<u32>,
    after: Option<Position>,
    strip: Strip,
}

impl Told {
    fn new(kind: &'static str, heading: String) -> Self {
        Self {
            kind,
            heading,
            sentences: Vec::new(),
            articles: Vec::new(),
            squares: Squares::EMPTY,
            hands: Vec::new(),
            press: None,
            after: None,
            strip: Strip::default(),
        }
    }

    fn say(&mut self, text: &str) {
        self.sentences.push(sentence(text));
    }

    fn cite(&mut self, number: String) {
        if !self.articles.contains(&number) {
            self.articles.push(number);
        }
    }
}

impl Context<'_> {
    fn event(&self) -> &Event {
        &self.events[self.index]
    }

    fn position(&self) -> &Position {
        self.record.position()
    }

    fn edition(&self) -> Edition {
        self.record.edition()
    }

    fn language(&self) -> Language {
        self.options.language
    }

    fn said(&self, text: texts::Text) -> &'static str {
        text.say(self.language())
    }

    /// The number of an article, given by that of 2008, in the edition of the game.
    fn number(&self, article: Article) -> String {
        article.in_edition(self.edition()).unwrap_or(article).to_string()
    }

    /// The events of this game that follow.
    fn later(&self) -> impl Iterator<Item = &Event> + Clone {
        let game = self.event().game;
        self.events[self.index + 1..].iter().take_while(move |event| event.game == game)
    }

    fn explain(&self) -> Option<Explanation> {
        let told = match &self.event().what {
            EventKind::Moved { played, unpressed, absent, account, .. } => {
                self.moved(*played, *unpressed, *absent, account)
            }
            EventKind::Irregularity(irregularity, account) => {
                self.irregularity(irregularity, account)
            }
            EventKind::AskedArbiter { squares, plays_on, account } => {
                self.asked(*squares, *plays_on, account)
            }
            EventKind::Notice { article, squares, light } => {
                self.notice(*article, *squares, *light)
            }
            EventKind::Halted { .. } => self.halted(),
            EventKind::Ended { winner, reason, .. } => self.ended(*winner, *reason),
            EventKind::Restarted { article, full, .. } => self.restarted(*article, Some(*full)),
            EventKind::RestartRefused { article } => self.restarted(*article, None),
            _ => return None,
        };
        let event = self.event();
        let quoted = told.articles.into_iter().filter_map(|article| {
            let text = articles::words(&article, self.edition(), self.language())?;
            Some(Quoted { article, text })
        });
        Some(Explanation {
            game: event.game,
            number: event.number,
            at: event.at,
            kind: told.kind,
            half_move: self.record.half_moves().saturating_add(1),
            heading: told.heading,
            sentences: told.sentences,
            articles: quoted.collect(),
            squares: told.squares.iter().map(Square::number).collect(),
            hands: told.hands,
            press: told.press,
            before: self.position().to_string(),
            after: told.after.map(|after| after.to_string()),
            strip: told.strip,
        })
    }

    /// When the player on move pressed for what this event decides, in milliseconds before it.
    fn press(&self, by: Colour) -> Option<u32> {
        let event = self.event();
        let pressed = |event: &&Event| matches!(event.what, EventKind::Pressed { by: presser, .. } if presser == by);
        // With the decision, or before it, while the contacts settled. A press at the time of an
        // earlier move was for that move.
        let with = self.later().take_while(|later| later.at == event.at).find(pressed);
        let earlier = || {
            self.events[..self.index].iter().rev().take_while(|before| before.game == event.game)
        };
        let decided = |before: &&Event| {
            matches!(before.what, EventKind::Moved { .. } | EventKind::Decided { .. })
        };
        let last = earlier().find(decided).map(|decided| decided.at);
        let before = earlier()
            .take_while(|before| !decided(before))
            .find(pressed)
            .filter(|pressed| Some(pressed.at) != last);
        before.or(with).map(|pressed| event.at.saturating_sub(pressed.at))
    }

    fn telling(&self, account: &Account, press: Option<u32>) -> Telling<'_> {
        Telling {
            language: self.language(),
            edition: self.edition(),
            position: self.position(),
            actions: hands::actions(account, self.options.brush),
            press,
            adjusting: self.adjusting,
        }
    }

    fn moved(
        &self,
        played: Move,
        unpressed: bool,
        absent: Option<Square>,
        account: &Account,
    ) -> Told {
        let language = self.language();
        let us = self.position().turn();
        let press = if unpressed { None } else { self.press(us) };
        let telling = self.telling(account, press);
        let number = self.record.half_moves().saturating_add(1);
        let dots = if number % 2 == 1 { "." } else { "…" };
        let mut told = Told::new(
            "Moved",
            format!(
                "{} {}{dots} {} {}",
                language.of("Mossa", "Move"),
                number.div_ceil(2),
                move_text(played),
                language.of_player(us)
            ),
        );
        telling.tell(&mut told, played.captured().with(played.from()));
        telling.removal(&mut told, played);
        if let Some(absent) = absent {
            let text = match language {
                Language::Italian => format!(
                    "quando la mossa conta, il pezzo {} in {absent} è in mano o fuori dalla damiera",
                    language.of_player(us.opponent())
                ),
                Language::English => format!(
                    "when the move counts, the piece {} on {absent} is in hand or off the board",
                    language.of_player(us.opponent())
                ),
            };
            told.say(&text);
        }
        let article = match played.is_capture() {
            true => Article::new(5, 10),
            false => Article::new(3, 5),
        };
        let how = match (unpressed, press, language) {
            (true, _, Language::Italian) => format!(
                "senza pressione: la mossa conta per la replica {}",
                language.of_player(us.opponent())
            ),
            (true, _, Language::English) => format!(
                "no press: the move counts by the reply {}",
                language.of_player(us.opponent())
            ),
            (_, Some(0), Language::Italian) => {
                format!("{} preme, e la mossa conta", language.player(us))
            }
            (_, Some(0), Language::English) => {
                format!("{} presses, and the move counts", language.player(us))
            }
            (_, Some(late), Language::Italian) => format!(
                "{} preme; la mossa conta {} dopo, quando i contatti sono fermi",
                language.player(us),
                language.duration(late)
            ),
            (_, Some(late), Language::English) => format!(
                "{} presses; the move counts {} later, when the contacts have settled",
                language.player(us),
                language.duration(late)
            ),
            (_, None, _) => language
                .of(
                    "la mossa è completa e conta, senza pressione",
                    "the move is complete and counts without a press",
                )
                .to_owned(),
        };
        let number = self.number(article);
        told.say(&format!("{how}: {} ({number})", language.of("mossa lecita", "a lawful move")));
        told.cite(number);
        let after = self.position().play(played).ok();
        let decided = format!("{}: {}", language.of("Decisa", "Decided"), move_text(played));
        telling.draw(&mut told, Squares::EMPTY, None, after, decided);
        told.after = after;
        told
    }

    fn irregularity(&self, irregularity: &Irregularity, account: &Account) -> Told {
        let language = self.language();
        let Irregularity { offender, breach, squares, light, correct } = *irregularity;
        let press = self.press(offender);
        let telling = self.telling(account, press);
        let article = breach.article(self.edition()).to_string();
        let mut told = Told::new(
            "Irregularity",
            format!(
                "{} {article} {}: {}",
                language.of("Irregolarità", "Irregularity"),
                language.of_player(offender),
                self.said(texts::breach(breach))
            ),
        );
        told.cite(article.clone());
        telling.tell(&mut told, squares);
        telling.pieces_taken_off(&mut told);
        if let Some(late) = press {
            let by = language.player(offender);
            told.say(&match (language, late) {
                (_, 0) => format!("{by} {}", language.of("preme", "presses")),
                (Language::Italian, _) => {
                    format!("{by} preme; giudicato {} dopo", language.duration(late))
                }
                (Language::English, _) => {
                    format!("{by} presses; judged {} later", language.duration(late))
                }
            });
        }
        let mut decided = format!(
            "{}: {article}, {}",
            language.of("deciso", "decided"),
            if squares.is_empty() {
                language.of("nessuna casella", "no square").to_owned()
            } else {
                language.squares(squares)
            }
        );
        if let Some(light) = light {
            decided += &format!("; {}", language.cell(light));
        }
        told.say(&decided);
        self.reasons(&mut told, &telling, irregularity);
        if let Some(rival) = account.rival {
            let squares = match rival.squares.is_empty() {
                true => language.of("nessuna casella", "no square").to_owned(),
                false => language.squares(rival.squares),
            };
            let other = match rival.breach {
                Some(breach) => format!(
                    "{} ({}), {squares}",
                    breach.article(self.edition()),
                    self.said(texts::breach(breach))
                ),
                None => {
                    format!(
                        "{}, {squares}",
                        language.of("domanda all'arbitro", "to ask the arbiter")
                    )
                }
            };
            told.say(&format!(
                "{}: {other}",
                language.of(
                    "lettura scartata, perché spiega peggio le mani",
                    "reading not believed, because it explains the hands less well"
                )
            ));
        }
        let after = self.outcome(&mut told, irregularity);
        let target = match correct {
            Target::Position(position) => Some(position),
            Target::Move(played) => self.position().play(played).ok(),
        };
        let (shown, caption) = match (after, correct) {
            (Some(kept), _) => (Some(kept), language.of("Mantenuta", "Kept").to_owned()),
            (None, Target::Position(_)) => (
                target,
                language.of("Correzione: torna così", "Correction: back to this").to_owned(),
            ),
            (None, Target::Move(played)) => (
                target,
                format!(
                    "{} {}",
                    language.of("Correzione: completare", "Correction: complete"),
                    move_text(played)
                ),
            ),
        };
        telling.draw(&mut told, squares, light, shown, caption);
        told.squares = squares;
        told.after = after;
        told
    }

    /// What the rules asked for instead.
    fn reasons(&self, told: &mut Told, telling: &Telling<'_>, irregularity: &Irregularity) {
        let language = self.language();
        let legal = self.position().legal_moves();
        let captures = || -> String {
            let all: Vec<String> = legal.iter().map(|legal| move_text(*legal)).collect();
            language.joined(&all, language.of("o", "or"))
        };
        match irregularity.breach {
            Breach::OtherPiece => {
                let first = telling.first_touched(legal.iter().map(|legal| legal.from()).collect());
                if let Some(first) = first {
                    told.say(&match language {
                        Language::Italian => format!(
                            "il primo pezzo giocabile toccato è quello in {first}: va giocato quello (3.7, 3.8)"
                        ),
                        Language::English => format!(
                            "the first playable piece touched is that on {first}: it has to be played (3.7, 3.8)"
                        ),
                    });
                }
                told.cite("3.7".to_owned());
                told.cite("3.8".to_owned());
            }
            Breach::Priority(article) => {
                let number = self.number(article);
                told.say(&format!(
                    "{} {number}: {}",
                    language.of("si doveva prendere, per", "to be captured instead, by"),
                    captures()
                ));
                told.cite(number);
            }
            Breach::CaptureLeft => {
                told.say(&format!(
                    "{}: {}",
                    language
                        .of("era obbligatoria la presa (6.1)", "capturing was compulsory (6.1)"),
                    captures()
                ));
                told.cite("6.1".to_owned());
            }
            Breach::Stopped => told.cite("5.11".to_owned()),
            Breach::OneLeftOn | Breach::SomeLeftOn => told.cite("5.13".to_owned()),
            Breach::Impossible { own: true } => told.cite("6.2".to_owned()),
            _ => {}
        }
        let correction = match irregularity.correct {
            Target::Position(_) => language
                .of(
                    "se si corregge, si torna alla posizione precedente",
                    "if it is corrected, the former position is restored",
                )
                .to_owned(),
            Target::Move(played) => format!(
                "{} {}, {}",
                language.of("se si corregge, va completata", "if it is corrected, complete"),
                move_text(played),
                language.of("tutta o niente", "whole or not at all")
            ),
        };
        told.say(&format!("{correction} (8.4)"));
        told.cite("8.2".to_owned());
        told.cite("8.4".to_owned());
    }

    /// The opponent's decision and what followed; the position if it was kept.
    fn outcome(&self, told: &mut Told, irregularity: &Irregularity) -> Option<Position> {
        let language = self.language();
        let at = self.event().at;
        let opponent = irregularity.offender.opponent();
        let until = self.later().position(|event| {
            matches!(event.what, EventKind::Irregularity(..) | EventKind::Started { .. })
        });
        let later = self.later().take(until.unwrap_or(usize::MAX));
        let found = later.clone().enumerate().find_map(|(index, event)| match event.what {
            EventKind::Decided { decision, .. } => Some((index, event.at, decision)),
            _ => None,
        });
        let Some((index, decided_at, decision)) = found else {
            told.say(language.of(
                "nessuna decisione dell'avversario nel file",
                "no decision of the opponent in the file",
            ));
            return None;
        };
        let mut earlier = later.clone().take(index);
        let by_arbiter = earlier.any(|event| event.what == EventKind::EnteredByArbiter);
        let after = language.duration(decided_at.saturating_sub(at));
        let by = match (by_arbiter, language) {
            (false, _) => language.player(opponent).to_owned(),
            (true, Language::Italian) => {
                format!("l'arbitro, per conto {},", language.of_player(opponent))
            }
            (true, Language::English) => {
                format!("the arbiter, on behalf {},", language.of_player(opponent))
            }
        };
        let rest = later.skip(index + 1);
        match decision {
            Decision::Correct => {
                told.say(&match language {
                    Language::Italian => format!("{by} sceglie la correzione dopo {after} (8.2)"),
                    Language::English => format!("{by} chooses the correction after {after} (8.2)"),
                });
                let end = rest.clone().find(|event| {
                    matches!(event.what, EventKind::Restored { .. } | EventKind::Moved { .. })
                });
                let took = |event: &Event| language.duration(event.at.saturating_sub(decided_at));
                match end.map(|event| (event, &event.what)) {
                    Some((event, EventKind::Restored { by_move: false })) => {
                        let done = match irregularity.correct {
                            Target::Position(_) => language.of(
                                "la posizione è ripristinata dopo",
                                "the position is restored after",
                            ),
                            Target::Move(_) => language
                                .of("la mossa è completata dopo", "the move is completed after"),
                        };
                        told.say(&format!("{done} {} (8.4)", took(event)));
                    }
                    Some((event, EventKind::Moved { played, .. })) => {
                        let played = move_text(*played);
                        told.say(&match language {
                            Language::Italian => {
                                format!("la correzione è {played}, dopo {}", took(event))
                            }
                            Language::English => {
                                format!("the correction is {played}, after {}", took(event))
                            }
                        });
                    }
                    Some(_) => told.say(language.of(
                        "al posto del ripristino è fatta subito una mossa lecita",
                        "instead of restoring, a lawful move is made at once",
                    )),
                    None => told.say(language.of(
                        "la correzione non è finita nel file",
                        "the correction does not end in the file",
                    )),
                }
                None
            }
            Decision::Keep(kept) => {
                let touched =
                    rest.clone().take_while(|event| event.at == decided_at).find_map(|event| {
                        match event.what {
                            EventKind::Touched(square) => Some(square),
                            _ => None,
                        }
                    });
                match (touched, language) {
                    (Some(square), Language::Italian) => {
                        told.say(&format!("{by} tocca il pezzo in {square} dopo {after}: l'irregolarità è mantenuta (8.3)"));
                        told.cite("8.3".to_owned());
                    }
                    (Some(square), Language::English) => {
                        told.say(&format!("{by} touches the piece on {square} after {after}: the irregularity is kept (8.3)"));
                        told.cite("8.3".to_owned());
                    }
                    (None, Language::Italian) => {
                        told.say(&format!("{by} mantiene l'irregolarità dopo {after} (8.2)"));
                    }
                    (None, Language::English) => {
                        told.say(&format!("{by} keeps the irregularity after {after} (8.2)"));
                    }
                }
                if kept.is_none() {
                    told.say(language.of(
                        "i contatti non dicono quali pezzi stanno dove: si chiama l'arbitro",
                        "the contacts do not tell which pieces stand where: the arbiter is called",
                    ));
                }
                kept
            }
        }
    }

    fn asked(&self, squares: Squares, plays_on: bool, account: &Account) -> Told {
        let language = self.language();
        let us = self.position().turn();
        let press = if plays_on { None } else { self.press(us) };
        let mut telling = self.telling(account, press);
        // With a move that counts, the hands are those of the move.
        if let Some((index, before)) = self.before_move.as_ref().filter(|_| plays_on)
            && let moved = &self.events[*index]
            && moved.at == self.event().at
            && let EventKind::Moved { account, unpressed, .. } = &moved.what
        {
            let with_move = Context { index: *index, ..*self };
            let press = if *unpressed { None } else { with_move.press(before.turn()) };
            telling = Telling { position: before, ..with_move.telling(account, press) };
        }
        let heading = language.of("Domanda all'arbitro", "Question to the arbiter");
        let heading = match squares.is_empty() {
            true => heading.to_owned(),
            false => format!("{heading}: {}", language.squares(squares)),
        };
        let mut told = Told::new("AskedArbiter", heading);
        telling.tell(&mut told, squares);
        telling.pieces_taken_off(&mut told);
        let occupied = self.position().occupied();
        let (extra, missing) = (squares - occupied, squares & occupied);
        if plays_on {
            if !extra.is_empty() {
                told.say(&format!(
                    "{} {}",
                    language.of(
                        "c'è un pezzo in più, che nessuna mano ha portato da un'altra casella:",
                        "there is a piece too many, which no hand brought from another square:"
                    ),
                    language.squares(extra)
                ));
            }
            if !missing.is_empty() {
                told.say(&format!(
                    "{} {}",
                    language.of("manca un pezzo, o c'è senza essere visto:", "a piece is missing:"),
                    language.squares(missing)
                ));
            }
            told.say(language.of(
                "la mossa conta e la partita va avanti; l'arbitro guardi queste caselle",
                "the move counts and the game goes on; the arbiter should look at these squares",
            ));
        } else {
            told.say(language.of(
                "nessuna mossa e nessuna irregolarità spiega i pezzi: la partita aspetta l'arbitro",
                "no move and no irregularity explains the pieces: the game waits for the arbiter",
            ));
        }
        telling.draw(&mut told, squares, None, None, String::new());
        told.squares = squares;
        told
    }

    fn notice(
        &self,
        article: Article,
        squares: Squares,
        light: Option<damiera::rules::Cell>,
    ) -> Told {
        let language = self.language();
        let number = self.number(article);
        let mut told = Told::new(
            "Notice",
            format!(
                "{} {number}: {}",
                language.of("Avviso", "Notice"),
                self.said(texts::notice(article))
            ),
        );
        let mut concerned = Vec::new();
        if !squares.is_empty() {
            concerned.push(language.squares(squares));
        }
        concerned.extend(light.map(|light| language.cell(light)));
        if !concerned.is_empty() {
            told.say(&language.joined(&concerned, ";"));
        }
        const REMOVAL: Article = Article::new(5, 12);
        const LIGHT: Article = Article::new(7, 5);
        const BETWEEN: Article = Article::new(7, 7);
        match article {
            REMOVAL => told.say(language.of(
                "i pezzi presi sono stati tolti fuori ordine o prima della fine della presa: la mossa conta, l'avversario può chiedere la rettifica",
                "the captured pieces came off out of order or before the end of the capture: the move counts, the opponent may ask to have it put right",
            )),
            LIGHT => told.say(language.of(
                "il pezzo è inattivo finché i giocatori o l'arbitro non lo rimettono in gioco",
                "the piece is inactive until the players or the arbiter put it back into play",
            )),
            BETWEEN => told.say(language.of(
                "il pezzo copre due caselle: si chiarisca la sua posizione, poi si preme di nuovo",
                "the piece covers two squares: make its position clear, then press again",
            )),
            _ => {}
        }
        told.cite(number);
        told.squares = squares;
        told.strip = Strip::still(self.position(), squares, light);
        told
    }

    fn halted(&self) -> Told {
        let language = self.language();
        let number = self.number(Article::new(7, 8));
        let mut told = Told::new(
            "Halted",
            format!(
                "{} {number}: {}",
                language.of("Avviso", "Notice"),
                self.said(texts::notice(Article::new(7, 8)))
            ),
        );
        told.say(language.of(
            "molti pezzi si sono spostati insieme: il gioco si ferma finché la posizione non è ripristinata",
            "many pieces moved at once: play halts until the position is restored",
        ));
        let end = self.later().find(|event| matches!(event.what, EventKind::Restored { .. }));
        if let Some(end) = end {
            let after = language.duration(end.at.saturating_sub(self.event().at));
            let by_move = matches!(end.what, EventKind::Restored { by_move: true });
            told.say(&match (by_move, language) {
                (false, Language::Italian) => format!("la posizione è ripristinata dopo {after}"),
                (false, Language::English) => format!("the position is restored after {after}"),
                (true, Language::Italian) => format!(
                    "dopo {after} è fatta una mossa: il ripristino non si può più pretendere"
                ),
                (true, Language::English) => {
                    format!("after {after} a move is made: restoring can no longer be demanded")
                }
            });
        }
        told.cite(number);
        told.strip = Strip::still(self.position(), Squares::EMPTY, None);
        told
    }

    fn ended(&self, winner: Option<Colour>, reason: Reason) -> Told {
        let language = self.language();
        let score = match winner {
            Some(Colour::White) => "2-0",
            Some(Colour::Black) => "0-2",
            None if reason == Reason::BrokenOff => "*",
            None => "1-1",
        };
        let mut told = Told::new(
            "Ended",
            format!(
                "{} {score}: {}",
                language.of("Risultato", "Result"),
                self.said(texts::reason(reason))
            ),
        );
        if let Some(article) = reason.article(self.edition()) {
            let who = match (winner, language) {
                (Some(winner), Language::Italian) => format!("vince {}", language.player(winner)),
                (Some(winner), Language::English) => format!("{} wins", language.player(winner)),
                (None, _) => language.of("pari", "a draw").to_owned(),
            };
            told.say(&format!("{who} ({article})"));
            told.cite(article.to_string());
        }
        told.strip = Strip::still(self.position(), Squares::EMPTY, None);
        told
    }

    /// 7.4: the game begins again, with full times or as they are, or it cannot.
    fn restarted(&self, article: Article, full: Option<bool>) -> Told {
        let language = self.language();
        let number = self.number(article);
        let kind = if full.is_some() { "Restarted" } else { "RestartRefused" };
        let mut told = Told::new(
            kind,
            format!(
                "{} {number}: {}",
                language.of("Avviso", "Notice"),
                self.said(texts::notice(article))
            ),
        );
        told.say(match full {
            Some(false) => language.of(
                "la partita ricomincia, i tempi restano come sono",
                "the game begins again, the times stay as they are",
            ),
            Some(true) => language.of(
                "la partita ricomincia, con i tempi pieni",
                "the game begins again, with full times",
            ),
            None => language.of("non si può più ricominciare", "too late to begin again"),
        });
        told.cite(number);
        if full == Some(true) {
            told.cite("7.4.3".to_owned());
        }
        told.strip = Strip::still(self.position(), Squares::EMPTY, None);
        told
    }
}

/// A move with its whole path: `22-18`, `30x21x14`.
fn move_text(played: Move) -> String {
    let sign = if played.is_capture() { 'x' } else { '-' };
    played.path().fold(played.from().number().to_string(), |text, square| {
        format!("{text}{sign}{}", square.number())
    })
}

#[cfg(test)]
mod tests;

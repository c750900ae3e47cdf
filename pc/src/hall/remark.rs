use damiera::event::{Cause, CountNews, Decision, Event, EventKind, Reason, StorageFault};
use damiera::rules::{Article, Colour, Edition, Squares};
use damiera::time::Duration;
use damiera::view::{Language, texts};

use crate::event_text::correction_parts;

/// An incident of a game besides its moves, in Italian and English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    /// Number of steps of the game before it.
    pub(crate) after: usize,
    /// Whether it concerns the arbiter: a broken rule, a flag, a halt.
    pub(crate) grave: bool,
    pub(crate) article: Option<Article>,
    /// The player concerned.
    pub(crate) of: Option<Colour>,
    pub(crate) squares: Squares,
    pub(crate) words: [String; 2],
}

/// Returns a text of the display in both languages.
pub(super) fn both(text: texts::Text) -> [String; 2] {
    [Language::Italian, Language::English].map(|language| text.say(language).to_owned())
}

fn said(italian: &str, english: &str) -> [String; 2] {
    [italian.to_owned(), english.to_owned()]
}

/// Returns the reason of the end of a game in both languages.
pub(super) fn ending(reason: Reason) -> [String; 2] {
    both(texts::reason(reason))
}

impl Remark {
    fn note(words: [String; 2]) -> Self {
        let squares = Squares::default();
        Self { after: 0, grave: false, article: None, of: None, squares, words }
    }

    /// Returns the remark for an event; `None` for events that need none.
    pub(super) fn about(event: &Event, edition: Edition, after: usize) -> Option<Self> {
        let remark = match &event.what {
            EventKind::Irregularity(irregularity, _) => Self {
                grave: true,
                article: Some(irregularity.breach.article(edition)),
                of: Some(irregularity.offender),
                squares: irregularity.squares,
                ..Self::note(both(texts::breach(irregularity.breach)))
            },
            EventKind::Decided { decision, .. } => Self::note(match decision {
                Decision::Correct => said("si corregge", "to be corrected"),
                Decision::Keep(_) => said("accettata", "kept"),
            }),
            EventKind::Notice { article, squares, .. } => Self {
                article: article.in_edition(edition),
                squares: *squares,
                ..Self::note(both(texts::notice(*article)))
            },
            EventKind::Halted { .. } => Self {
                grave: true,
                article: Some(Article::new(7, 8)),
                ..Self::note(both(texts::notice(Article::new(7, 8))))
            },
            EventKind::AskedArbiter { squares, plays_on, .. } => Self {
                grave: true,
                squares: *squares,
                ..Self::note(match plays_on {
                    false => said("si chiama l’arbitro", "the arbiter is called"),
                    true => said(
                        "si chiama l’arbitro, la partita continua",
                        "the arbiter is called, the game goes on",
                    ),
                })
            },
            EventKind::NotTheOpening { expected } => Self::note(said(
                &format!("non è l’apertura: {}-{}", expected.from(), expected.to()),
                &format!("not the opening: {}-{}", expected.from(), expected.to()),
            )),
            EventKind::Flag { of, .. } => Self {
                grave: true,
                of: Some(*of),
                ..Self::note(said("bandierina caduta", "flag fallen"))
            },
            EventKind::Claimed { by, occurrences } => Self {
                of: *by,
                ..Self::note(said(
                    &format!("chiede la ripetizione: {occurrences} volte"),
                    &format!("claims repetition: {occurrences} times"),
                ))
            },
            EventKind::Refused { by, charged, .. } => {
                let seconds = charged.as_millis() / 1000;
                Self {
                    of: *by,
                    ..Self::note(said(
                        &format!("richiesta respinta, addebito {seconds} s"),
                        &format!("claim refused, charged {seconds} s"),
                    ))
                }
            }
            EventKind::Count(CountNews::Begun { by, limit }) => Self {
                of: *by,
                ..Self::note(said(
                    &format!("conteggio di mosse fino a {limit}"),
                    &format!("count of moves to {limit}"),
                ))
            },
            EventKind::Count(CountNews::Restarted) => {
                Self::note(said("conteggio da capo", "count begins again"))
            }
            EventKind::Count(CountNews::Annulled) => {
                Self::note(said("conteggio annullato", "count annulled"))
            }
            EventKind::Corrected { of, correction, .. } => {
                let minutes = |time: Duration| {
                    let seconds = time.as_millis() / 1000;
                    format!("{}:{:02}", seconds / 60, seconds % 60)
                };
                let ([italian, english], [before, after]) = correction_parts(correction, minutes);
                Self {
                    of: Some(*of),
                    ..Self::note(said(
                        &format!("arbitro: {italian} {before} → {after}"),
                        &format!("arbiter: {english} {before} → {after}"),
                    ))
                }
            }
            EventKind::TakenBack { .. } => Self::note(said("mossa annullata", "move taken back")),
            EventKind::PositionSet(_) => {
                Self::note(said("posizione stabilita dall’arbitro", "position set by the arbiter"))
            }
            EventKind::Fault { fault, cleared: false } => Self::note(said(
                &format!("guasto di un contatto: {fault}"),
                &format!("fault of a contact: {fault}"),
            )),
            EventKind::Storage(fault) => Self::note(match fault {
                StorageFault::Write => {
                    said("la memoria non scrive", "the memory cannot be written")
                }
                StorageFault::Full => said("memoria piena", "the memory is full"),
                StorageFault::Damaged => said("memoria danneggiata", "the memory is damaged"),
            }),
            EventKind::Recovered { cause: Cause::Power, .. } => {
                Self::note(said("ripresa dopo mancanza di corrente", "goes on after a power cut"))
            }
            EventKind::Recovered { cause: Cause::Fault, .. } => {
                Self::note(said("ripresa dopo un guasto", "goes on after a restart"))
            }
            EventKind::Restarted { article, full, .. } => Self {
                article: Some(*article),
                ..Self::note(match full {
                    false => said("la partita ricomincia", "the game begins again"),
                    true => said(
                        "la partita ricomincia, tempi pieni",
                        "the game begins again, with full times",
                    ),
                })
            },
            EventKind::RestartRefused { article } => Self {
                article: Some(*article),
                ..Self::note(said("non si può più ricominciare", "too late to begin again"))
            },
            EventKind::EnteredByArbiter => {
                Self::note(said("l’arbitro inserisce la scelta", "the arbiter enters the choice"))
            }
            EventKind::Recharged { of, .. } => Self {
                of: Some(*of),
                ..Self::note(said(
                    "si aggiorna il tempo dato dalla pressione",
                    "the time that the press brought is set right",
                ))
            },
            EventKind::SecondsAnnulled { of, .. } => Self {
                of: Some(*of),
                article: Article::new(3, 11).in_edition(edition),
                ..Self::note(said("secondi annullati", "seconds annulled"))
            },
            EventKind::NotCrowned { square, .. } => Self {
                article: Some(Article::new(4, 5)),
                squares: Squares::of(*square),
                ..Self::note(said("non damata: resta pedina", "not crowned: it stays a man"))
            },
            EventKind::CrownedLate { square, .. } => Self {
                article: Some(Article::new(4, 4)),
                squares: Squares::of(*square),
                ..Self::note(said("damata in ritardo", "crowned late"))
            },
            EventKind::Started { .. }
            | EventKind::Seated(_)
            | EventKind::Pressed { .. }
            | EventKind::Accomodo
            | EventKind::Touched(_)
            | EventKind::Moved { .. }
            | EventKind::Restored { .. }
            | EventKind::Tagged { .. }
            | EventKind::Paused { .. }
            | EventKind::Resumed { .. }
            | EventKind::Ended { .. }
            | EventKind::Fault { cleared: true, .. } => return None,
        };
        Some(Self { after, ..remark })
    }
}

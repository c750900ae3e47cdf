//! The words of the regulations that a decision cites, in Italian and translated into English.
//!
//! Capo I of the *Regolamento tecnico* of 2008 and of the text of 2006, whose points are numbered
//! otherwise in places. 3.5, 3.7 and 3.8 have their numbers in 2006 too: that text refers to them by
//! these. Of Capo III, 4.4.5 is quoted from the foreword of 2008, which sums it up.

use damiera::rules::Edition;
use damiera::view::Language;

/// An article by the number that an edition prints, its words, and their translation.
struct Quote(&'static str, &'static str, &'static str);

/// The words of an article of this edition; `None` where the table does not have it.
pub(crate) fn words(number: &str, edition: Edition, language: Language) -> Option<&'static str> {
    let own: &[Quote] = match edition {
        Edition::Year2008 => YEAR_2008,
        Edition::Year2006 => YEAR_2006,
    };
    let quote = own.iter().chain(BOTH).find(|Quote(of, ..)| *of == number)?;
    Some(match language {
        Language::Italian => quote.1,
        Language::English => quote.2,
    })
}

/// Articles with the same number and the same words in both editions, but for the spelling.
const BOTH: &[Quote] = &[
    Quote(
        "5.13",
        "La raccolta dei pezzi dalla damiera viene considerata ultimata quando il giocatore ha tolto l'ultimo pezzo preso.",
        "Collecting the pieces is considered completed when the player has taken off the last captured piece.",
    ),
    Quote("6.1", "La presa è obbligatoria.", "Capturing is compulsory."),
    Quote(
        "6.2",
        "La presa dei propri pezzi è proibita.",
        "Capturing one's own pieces is forbidden.",
    ),
    Quote(
        "3.5",
        "Una mossa è considerata ultimata quando il giocatore ha lasciato il pezzo dopo lo spostamento.",
        "A move is considered completed when the player has let go of the piece after displacing it.",
    ),
    Quote(
        "3.7",
        "Se un giocatore, a cui spetta muovere, tocca uno dei suoi pezzi giocabili, è obbligato a giocare tale pezzo.",
        "If a player who is on move touches one of his playable pieces, he must play that piece.",
    ),
    Quote(
        "3.8",
        "Se un giocatore, a cui spetta muovere, tocca alcuni suoi pezzi giocabili è obbligato a giocare il primo pezzo toccato.",
        "If a player who is on move touches several of his playable pieces, he must play the first piece touched.",
    ),
    Quote(
        "4.4",
        "L'effettuazione ritardata è ritenuta equivalente all'atto di toccare un proprio pezzo ed è quindi soggetta agli articoli 3.7 e 3.10.",
        "Crowning late is held equal to touching a piece of one's own, and so comes under 3.7 and 3.10.",
    ),
    Quote(
        "5.10",
        "Una presa, semplice o multipla, deve essere chiaramente indicata, pezzo per pezzo, evidenziando col pezzo prendente le caselle di salto e lasciandolo sulla casella terminale. […] La presa viene considerata ultimata dopo che i pezzi avversari mangiati sono stati tolti dalla damiera.",
        "A capture, of one piece or several, must be shown clearly, piece by piece, by showing the squares of the jumps with the capturing piece and leaving it on the last square. […] The capture is considered completed after the captured pieces have been taken off the board.",
    ),
    Quote(
        "7.1",
        "La disposizione e il numero delle pedine sulla damiera devono essere constatati prima dell'inizio del gioco.",
        "The placing and the number of the pieces on the board must be verified before play begins.",
    ),
    Quote(
        "7.6",
        "Un pezzo che ricopre parzialmente una sola casella vuota si intende in gioco su quella casella.",
        "A piece that covers part of only one empty square counts as in play on that square.",
    ),
    Quote(
        "7.7",
        "Un pezzo in posizione dubbia ricoprente due caselle libere si intende in gioco, ma la sua posizione deve essere chiarita consensualmente dai giocatori o per intervento arbitrale.",
        "A piece in a doubtful position that covers two free squares counts as in play, but its position must be made clear by agreement of the players or by the arbiter.",
    ),
    Quote(
        "7.8",
        "Se la posizione in corso viene modificata o distrutta per causa accidentale ai giocatori ed all'arbitro è data facoltà di pretendere immediatamente il ripristino della situazione precedente.",
        "If the position is changed or destroyed by accident, the players and the arbiter may demand at once that the former situation be restored.",
    ),
    Quote(
        "8.2",
        "Se un giocatore commette una delle precedenti irregolarità, solo il suo avversario ha il diritto di decidere se l'irregolarità deve essere corretta o se deve essere mantenuta.",
        "If a player commits one of these irregularities, only his opponent has the right to decide whether it is to be corrected or to be kept.",
    ),
    Quote(
        "8.3",
        "Quando una irregolarità viene seguita da una mossa avversaria (anche solo l'aver toccato un proprio pezzo muovibile) non può essere più corretta.",
        "When an irregularity is followed by a move of the opponent (even if he has only touched a movable piece of his own), it can no longer be corrected.",
    ),
    Quote(
        "8.4",
        "Non è consentita una rettifica parziale di una irregolarità.",
        "An irregularity may not be corrected in part.",
    ),
    Quote("9.3 a", "viene dichiarato di comune accordo", "[a draw] it is declared by agreement"),
    Quote(
        "III 4.4.5",
        "Obbligo di compiere le due fasi di movimento del pezzo e trascrizione della mossa prima dell'inversione del tempo sui quadranti, sempre laddove è obbligatoria la trascrizione.",
        "Both phases, moving the piece and writing the move down, must be done before the clocks are changed over, wherever the score must be kept.",
    ),
];

const YEAR_2008: &[Quote] = &[
    Quote(
        "3.9",
        "Se un giocatore a cui spetta muovere desidera sistemare correttamente uno o più pezzi deve notificarlo distintamente all'avversario, prima di farlo, con la parola \"accomodo\" o analoga espressione.",
        "If a player who is on move wishes to adjust one or more pieces, he must clearly notify his opponent before doing so with the word \"accomodo\" or the like.",
    ),
    Quote(
        "3.10",
        "Per il giocatore cui spetta muovere, il fatto di toccare o di sistemare correttamente uno o più pezzi non giocabili senza notificarlo nei modi suddetti all'avversario, è senza conseguenze dirette.",
        "For the player who is on move, touching or adjusting pieces that are not playable without notifying his opponent in this way has no direct consequences.",
    ),
    Quote("3.11", NOT_ON_MOVE.1, NOT_ON_MOVE.2),
    Quote(
        "5.12",
        "I pezzi presi possono essere tolti dalla damiera solo dopo la completa esecuzione della presa, seguendo l'ordine diretto o inverso con cui essi sono stati catturati. Il togliere pezzi fuori ordine equivale ad una scorrettezza che può essere rettificata a richiesta dell'avversario.",
        REMOVAL_EN,
    ),
    Quote(
        "6.6",
        "In caso di prese contemporanee, si deve prendere (o \"mangiare\") col pezzo che ha il maggior numero di pezzi avversari in presa.",
        "Of captures possible at the same time, that of the piece that can capture most pieces must be made.",
    ),
    Quote(
        "6.7",
        "A parità di numero di pezzi in presa si deve prendere col pezzo di maggior valore (dama).",
        "With equal number of pieces captured, the piece of greater value (a king) must capture.",
    ),
    Quote(
        "6.8",
        "A parità di numero di pezzi in presa si devono prendere i pezzi di maggior valore (dame).",
        "With equal number of pieces captured, the pieces of greater value (kings) must be captured.",
    ),
    Quote(
        "6.9",
        "A parità di numero e di valore di pezzi in presa, si deve mangiare dalla parte dove, confrontando le sequenze di presa, si presentano prima i pezzi di maggior valore.",
        "With equal number and value of pieces captured, the capture must be made where the pieces of greater value come first, comparing the sequences.",
    ),
    Quote(
        "7.2",
        "Se la damiera è male orientata (cantoni a sinistra anziché a destra) è consentito annullare la partita a meno che non siano già state giocate cinque mosse col bianco e cinque col nero, oppure siano trascorsi 10 minuti dall'inizio del turno.",
        "If the board is turned wrongly (its corners on the left instead of the right), the game may be annulled unless five moves have been played by White and five by Black, or 10 minutes have passed since the round began.",
    ),
    Quote(
        "7.3",
        "Se il gioco viene iniziato con i colori assegnati erroneamente è consentito annullare la partita a meno che non siano già state giocate cinque mosse col bianco e cinque col nero, oppure siano trascorsi 10 minuti dall'inizio del turno.",
        "If play began with the colours assigned wrongly, the game may be annulled unless five moves have been played by White and five by Black, or 10 minutes have passed since the round began.",
    ),
    Quote("7.5", BESIDE.1, BESIDE.2),
    Quote(
        "7.4.2",
        "Si dovrà ricominciare la partita in modo corretto, senza alcuna modifica ai due tempi di riflessione già trascorsi.",
        "The game must be begun again correctly, without any change of the two times already used.",
    ),
    Quote(
        "7.4.3",
        "Non si addebita il tempo ai giocatori solo nel caso in cui l'assegnazione errata del colore sia imputabile alla Direzione di Gara.",
        "The time is not charged to the players only where the wrong colours are the fault of the directors of the competition.",
    ),
    Quote("8.1.1", "muovere due volte di seguito", "moving twice in a row"),
    Quote(
        "8.1.2",
        "spostare irregolarmente una pedina o una dama",
        "displacing a man or a king irregularly",
    ),
    Quote("8.1.3", TOUCHED.1, TOUCHED.2),
    Quote("8.1.4", WITHDRAWN.1, WITHDRAWN.2),
    Quote("8.1.5", FOREIGN.1, FOREIGN.2),
    Quote("8.1.6", LEFT_OUT.1, LEFT_OUT.2),
    Quote("8.1.7", OFF.1, OFF.2),
    Quote("8.1.8", TOO_MANY.1, TOO_MANY.2),
    Quote(
        "8.1.9",
        "fermarsi, nell'esecuzione di una presa multipla",
        "stopping within a capture of several pieces",
    ),
    Quote(
        "8.1.10",
        "non togliere un pezzo preso dopo una mangiata semplice",
        "not taking off the piece after a capture of one piece",
    ),
    Quote(
        "8.1.11",
        "togliere, dopo una presa multipla, un numero inferiore di pezzi presi",
        "taking off, after a capture of several pieces, fewer than were captured",
    ),
    Quote(
        "8.1.12",
        "togliere, al termine di una presa, semplice o multipla, pezzi che non sono stati presi",
        "taking off, at the end of a capture, pieces that were not captured",
    ),
    Quote("8.1.13", OWN_OFF.1, OWN_OFF.2),
    Quote("8.1.14", IMPOSSIBLE.1, IMPOSSIBLE.2),
    Quote("8.1.15", PRIORITIES.1, PRIORITIES.2),
    Quote("8.1.16", UNMARKED.1, UNMARKED.2),
    Quote("8.1.17", WRONGLY_MARKED.1, WRONGLY_MARKED.2),
    Quote("9.2.1", RESIGNS.1, RESIGNS.2),
    Quote("9.2.2", NO_MOVE.1, NO_MOVE.2),
    Quote("9.2.3", NO_PIECES.1, NO_PIECES.2),
    Quote(
        "9.2.4",
        "[vince quando l'avversario] ha esaurito il tempo a disposizione (come descritto nel Capo III - Regolamento ufficiale delle Competizioni)",
        "[wins when the opponent] has used up his time (as described in Capo III, the regulations of competitions)",
    ),
    Quote("9.2.5", REFUSES.1, REFUSES.2),
    Quote(
        "9.3 b",
        "nei casi in cui è resa obbligatoria la trascrizione della partita e la stessa posizione di tutti i pezzi sulla damiera si ripete per la quarta volta",
        "where the score of the game must be kept and the same position of all pieces occurs for the fourth time",
    ),
    Quote(
        "9.3 c",
        "è stata applicata la procedura del conteggio delle mosse con esito di parità",
        COUNT_EN,
    ),
    Quote(
        "5.11",
        "Lo spostamento di un pezzo, nel corso di una presa multipla, è considerato concluso quando il giocatore ha lasciato tale pezzo, durante o alla fine di questo spostamento.",
        STOPS_EN,
    ),
];

const YEAR_2006: &[Quote] = &[
    Quote(
        "5.10",
        "Una presa, semplice o multipla, deve essere chiaramente indicata, pezzo per pezzo, evidenziando con il pezzo prendente le caselle di salto e lasciandolo sulla casella terminale. […] La presa viene considerata ultimata dopo che i pezzi avversari presi sono stati tolti dalla damiera.",
        "A capture, of one piece or several, must be shown clearly, piece by piece, by showing the squares of the jumps with the capturing piece and leaving it on the last square. […] The capture is considered completed after the captured pieces have been taken off the board.",
    ),
    Quote(
        "7.1",
        "La disposizione e il numero dei pezzi sulla damiera devono essere constatati prima dell'inizio del gioco.",
        "The placing and the number of the pieces on the board must be verified before play begins.",
    ),
    Quote(
        "7.8",
        "Se la posizione in corso viene modificata o distrutta per causa accidentale ai giocatori ed all'arbitro è facoltà di pretendere immediatamente il ripristino della situazione precedente.",
        "If the position is changed or destroyed by accident, the players and the arbiter may demand at once that the former situation be restored.",
    ),
    Quote(
        "3.9",
        "Se un giocatore a cui spetta muovere desidera sistemare correttamente uno o più pezzi non perfettamente disposti all'interno delle caselle, deve notificarlo preventivamente all'avversario con la parola \"accomodo\" o analoga espressione.",
        "If a player who is on move wishes to adjust one or more pieces that do not stand exactly on their squares, he must first notify his opponent with the word \"accomodo\" or the like.",
    ),
    Quote("3.12", NOT_ON_MOVE.1, NOT_ON_MOVE.2),
    Quote(
        "5.12",
        "I pezzi presi possono essere tolti dalla damiera solo dopo la completa esecuzione della presa, seguendo l'ordine diretto o inverso con cui essi sono stati catturati. Togliere pezzi fuori ordine equivale ad una scorrettezza che può essere rettificata a richiesta dell'avversario.",
        REMOVAL_EN,
    ),
    Quote(
        "6.6",
        "Si deve prendere con il pezzo che ha il maggior numero di pezzi avversari in presa.",
        "The piece that can capture most pieces must capture.",
    ),
    Quote(
        "6.7",
        "A parità di numero di pezzi in presa si deve prendere con il pezzo di maggior valore.",
        "With equal number of pieces captured, the piece of greater value must capture.",
    ),
    Quote(
        "6.8",
        "A parità di numero di pezzi in presa si devono prendere i pezzi di maggior valore.",
        "With equal number of pieces captured, the pieces of greater value must be captured.",
    ),
    Quote(
        "6.9",
        "Si deve prendere dalla parte dove c'è il maggior numero di pezzi e, a parità di numero e di valore di pezzi in presa, si deve prendere dalla parte dove, confrontando le sequenze di presa, si presenta prima un pezzo di maggior valore.",
        "The capture must be made where there are most pieces and, with equal number and value, where a piece of greater value comes first, comparing the sequences.",
    ),
    Quote(
        "7.2",
        "Se la damiera è male orientata (cantoni a sinistra anzichè destra) è consentito annullare la partita a meno che non siano state giocate già cinque mosse con il bianco e cinque con il nero.",
        "If the board is turned wrongly (its corners on the left instead of the right), the game may be annulled unless five moves have been played by White and five by Black.",
    ),
    Quote(
        "7.3",
        "Se il gioco viene iniziato con i colori assegnati erroneamente è consentito annullare la partita a meno che non siano state giocate già cinque mosse con il bianco e cinque con il nero.",
        "If play began with the colours assigned wrongly, the game may be annulled unless five moves have been played by White and five by Black.",
    ),
    Quote("7.4", BESIDE.1, BESIDE.2),
    Quote("8.1.1", TOUCHED.1, TOUCHED.2),
    Quote("8.1.2", WITHDRAWN.1, WITHDRAWN.2),
    Quote("8.1.3", FOREIGN.1, FOREIGN.2),
    Quote("8.1.4", "spostare un pezzo in modo irregolare", "displacing a piece irregularly"),
    Quote("8.1.5", "muovere per due volte di seguito", "moving twice in a row"),
    Quote("8.1.6", OFF.1, OFF.2),
    Quote("8.1.7", LEFT_OUT.1, LEFT_OUT.2),
    Quote("8.1.8", IMPOSSIBLE.1, IMPOSSIBLE.2),
    Quote("8.1.9", "prendere un pezzo proprio", "capturing a piece of one's own"),
    Quote("8.1.10", TOO_MANY.1, TOO_MANY.2),
    Quote(
        "8.1.11",
        "fermarsi, nell'esecuzione di una presa multipla, prima della cattura dell'ultimo pezzo",
        "stopping within a capture of several pieces before the last one is captured",
    ),
    Quote(
        "8.1.12",
        "togliere, al termine di una presa, un numero di pezzi inferiore a quelli presi",
        "taking off, at the end of a capture, fewer pieces than were captured",
    ),
    Quote(
        "8.1.13",
        "togliere, al termine di una presa, pezzi che non sono stati presi",
        "taking off, at the end of a capture, pieces that were not captured",
    ),
    Quote("8.1.14", OWN_OFF.1, OWN_OFF.2),
    Quote("8.1.15", PRIORITIES.1, PRIORITIES.2),
    Quote("8.1.16", UNMARKED.1, UNMARKED.2),
    Quote("8.1.17", WRONGLY_MARKED.1, WRONGLY_MARKED.2),
    Quote("9.2 a", RESIGNS.1, RESIGNS.2),
    Quote("9.2 b", NO_MOVE.1, NO_MOVE.2),
    Quote("9.2 c", NO_PIECES.1, NO_PIECES.2),
    Quote(
        "9.2 d",
        "[vince quando l'avversario] ha esaurito il tempo a disposizione (come descritto nel Regolamento delle Competizioni)",
        "[wins when the opponent] has used up his time (as described in the regulations of competitions)",
    ),
    Quote("9.2 e", REFUSES.1, REFUSES.2),
    Quote(
        "9.3 b",
        "è stata applicata la procedura del \"conteggio delle mosse\" con esito di parità",
        COUNT_EN,
    ),
    Quote(
        "5.11",
        "Lo spostamento di un pezzo, nel caso di una presa multipla, è considerato concluso quando il giocatore ha lasciato tale pezzo, durante o alla fine di tale spostamento.",
        STOPS_EN,
    ),
    Quote(
        "7.5",
        "Un pezzo inattivo può essere rimesso in gioco od eliminato in modo consensuale dai due giocatori o per intervento arbitrale.",
        "An inactive piece may be put back into play or removed by agreement of both players or by the arbiter.",
    ),
];

// Words that both editions have under different numbers.
const NOT_ON_MOVE: Quote = Quote(
    "",
    "Per il giocatore cui non spetta muovere, il fatto di toccare o di sistemare correttamente uno o più pezzi propri o dell'avversario è senza conseguenze dirette.",
    "For the player who is not on move, touching or adjusting pieces of his own or of his opponent has no direct consequences.",
);
const BESIDE: Quote = Quote(
    "",
    "Qualsiasi pezzo che si trovi completamente su una casella chiara o che ricopra parzialmente solo caselle occupate è inattivo.",
    "A piece that stands wholly on a light square, or that covers in part only occupied squares, is inactive.",
);
const TOUCHED: Quote = Quote(
    "",
    "toccare un proprio pezzo e muoverne un altro",
    "touching one piece of one's own and moving another",
);
const WITHDRAWN: Quote =
    Quote("", "ritirare una mossa giocata", "withdrawing a move that was played");
const FOREIGN: Quote = Quote("", "muovere un pezzo avversario", "moving a piece of the opponent");
const LEFT_OUT: Quote = Quote(
    "",
    "tralasciare di effettuare una presa muovendo altri pezzi o lo stesso pezzo in altra direzione",
    "not making a capture, by moving other pieces or the same piece in another direction",
);
const OFF: Quote = Quote(
    "",
    "togliere, senza ragione, pezzi dell'avversario o propri",
    "taking off, without reason, pieces of the opponent or of one's own",
);
const TOO_MANY: Quote = Quote(
    "",
    "prendere un numero di pezzi superiore o inferiore a quelli consentiti",
    "capturing more or fewer pieces than allowed",
);
const OWN_OFF: Quote = Quote(
    "",
    "togliere, al termine di una presa, uno o più pezzi propri",
    "taking off, at the end of a capture, one or more pieces of one's own",
);
const IMPOSSIBLE: Quote =
    Quote("", "effettuare una presa impossibile", "making an impossible capture");
const PRIORITIES: Quote =
    Quote("", "non rispettare le priorità di presa", "not respecting the priorities of captures");
const UNMARKED: Quote = Quote(
    "",
    "muovere una dama senza che sia contrassegnata come tale",
    "moving a king that is not marked as one",
);
const WRONGLY_MARKED: Quote =
    Quote("", "contrassegnare come dama una pedina sbagliata", "marking a wrong man as king");
const RESIGNS: Quote = Quote(
    "",
    "[vince quando l'avversario] abbandona la partita",
    "[wins when the opponent] resigns the game",
);
const NO_MOVE: Quote = Quote(
    "",
    "[vince quando l'avversario] non ha possibilità, spettando a lui il tratto, di effettuare alcuna mossa",
    "[wins when the opponent] is on move and cannot make any move",
);
const NO_PIECES: Quote = Quote(
    "",
    "[vince quando l'avversario] non ha più pezzi",
    "[wins when the opponent] has no pieces left",
);
const REFUSES: Quote = Quote(
    "",
    "[vince quando l'avversario] rifiuta di attenersi ad una disposizione del regolamento",
    "[wins when the opponent] refuses to comply with a provision of the regulations",
);
const REMOVAL_EN: &str = "The captured pieces may be taken off the board only when the capture has been carried out in full, in the direct or inverse order in which they were captured. Taking pieces off out of order is an incorrectness that can be put right at the request of the opponent.";
const COUNT_EN: &str = "the count of moves has been applied and has ended in a draw";
const STOPS_EN: &str = "Within a capture of several pieces, a displacement is considered finished when the player has let go of the piece, during it or at its end.";

#[cfg(test)]
mod tests {
    use damiera::event::{Breach, Reason};
    use damiera::rules::Article;

    use super::*;

    #[test]
    fn every_breach_and_every_result_has_its_words_in_both_editions_and_languages() {
        let priorities = [6, 7, 8, 9].map(|number| Breach::Priority(Article::new(6, number)));
        let breaches = [
            Breach::TwoMoves,
            Breach::Displacement,
            Breach::OtherPiece,
            Breach::Withdrawal,
            Breach::ForeignPiece,
            Breach::CaptureLeft,
            Breach::PiecesOff,
            Breach::TooMany,
            Breach::Stopped,
            Breach::OneLeftOn,
            Breach::SomeLeftOn,
            Breach::NotCaptured,
            Breach::OwnOff,
            Breach::Impossible { own: false },
            Breach::Impossible { own: true },
            Breach::UnmarkedKing,
            Breach::WronglyMarked,
            Breach::EmptyPress,
        ];
        for edition in [Edition::Year2008, Edition::Year2006] {
            let breaches = breaches.into_iter().chain(priorities);
            let breaches = breaches.flat_map(|b| [Some(b.article(edition)), b.priority()]);
            let results = Reason::ALL.map(|reason| reason.article(edition));
            let notices = [(5, 12), (7, 1), (7, 2), (7, 3), (7, 5), (7, 7), (7, 8), (8, 2), (8, 3)];
            let notices = notices.map(|(a, b)| Article::new(a, b).in_edition(edition));
            for article in breaches.chain(results).chain(notices).flatten() {
                for language in [Language::Italian, Language::English] {
                    let number = article.to_string();
                    assert!(words(&number, edition, language).is_some(), "{number} {edition:?}");
                }
            }
        }
    }

    #[test]
    fn what_sentences_cite_has_its_words_too() {
        let both = ["3.5", "3.7", "3.8", "3.9", "5.10", "5.11", "5.13", "6.1", "6.2", "7.6", "8.4"];
        for edition in [Edition::Year2008, Edition::Year2006] {
            for number in both {
                assert!(
                    words(number, edition, Language::Italian).is_some(),
                    "{number} {edition:?}"
                );
            }
        }
        for number in ["3.10", "7.4.3"] {
            assert!(words(number, Edition::Year2008, Language::Italian).is_some(), "{number}");
        }
    }

    #[test]
    fn a_number_of_2006_has_the_words_of_2006() {
        let touched = "toccare un proprio pezzo e muoverne un altro";
        assert_eq!(words("8.1.1", Edition::Year2006, Language::Italian), Some(touched));
        assert_eq!(words("8.1.3", Edition::Year2008, Language::Italian), Some(touched));
        assert_eq!(words("9.3 c", Edition::Year2006, Language::Italian), None);
    }
}

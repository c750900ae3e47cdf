//! The numbers of results and notices in both editions, each with the first words of its article.

use damiera::event::Reason;
use damiera::rules::{Article, Edition};

const EDITIONS: [Edition; 2] = [Edition::Year2008, Edition::Year2006];

#[test]
fn results_have_the_numbers_of_their_edition() {
    // The number and the first words in 2008, then in 2006.
    for (reason, of_2008, of_2006) in [
        (
            Reason::Resignation,
            Some(("9.2.1", "abbandona la partita")),
            Some(("9.2 a", "abbandona la partita")),
        ),
        (
            Reason::NoMove,
            Some(("9.2.2", "non ha possibilità, spettando a lui il tratto")),
            Some(("9.2 b", "non ha possibilità, spettando a lui il tratto")),
        ),
        (
            Reason::NoPieces,
            Some(("9.2.3", "non ha più pezzi")),
            Some(("9.2 c", "non ha più pezzi")),
        ),
        (
            Reason::Time,
            Some(("9.2.4", "ha esaurito il tempo a disposizione")),
            Some(("9.2 d", "ha esaurito il tempo a disposizione")),
        ),
        (
            Reason::Refusal,
            Some(("9.2.5", "rifiuta di attenersi ad una disposizione")),
            Some(("9.2 e", "rifiuta di attenersi ad una disposizione")),
        ),
        (
            Reason::Agreement,
            Some(("9.3 a", "viene dichiarato di comune accordo")),
            Some(("9.3 a", "viene dichiarato di comune accordo")),
        ),
        (
            Reason::Repetition,
            Some(("9.3 b", "nei casi in cui è resa obbligatoria la trascrizione")),
            None,
        ),
        (
            Reason::CountOfMoves,
            Some(("9.3 c", "è stata applicata la procedura del conteggio")),
            Some(("9.3 b", "è stata applicata la procedura del \"conteggio")),
        ),
        (Reason::Arbiter, None, None),
        (Reason::BrokenOff, None, None),
    ] {
        for (edition, quoted) in EDITIONS.into_iter().zip([of_2008, of_2006]) {
            let number = reason.article(edition).map(|article| article.to_string());
            assert_eq!(number.as_deref(), quoted.map(|(number, _)| number), "{quoted:?}");
        }
    }
}

#[test]
fn notices_have_the_numbers_of_their_edition() {
    for (article, of_2006, words) in [
        (Article::new(3, 11), "3.12", "Per il giocatore cui non spetta muovere"),
        (Article::new(5, 12), "5.12", "I pezzi presi possono essere tolti"),
        (Article::new(7, 1), "7.1", "La disposizione e il numero"),
        (Article::new(7, 2), "7.2", "Se la damiera è male orientata"),
        (
            Article::new(7, 3),
            "7.3",
            "Se il gioco viene iniziato con i colori assegnati erroneamente",
        ),
        (
            Article::new(7, 5),
            "7.4",
            "Qualsiasi pezzo che si trovi completamente su una casella chiara",
        ),
        (Article::new(7, 6), "7.6", "Un pezzo che ricopre parzialmente una sola casella vuota"),
        (Article::new(7, 7), "7.7", "Un pezzo in posizione dubbia"),
        (Article::new(7, 8), "7.8", "Se la posizione in corso viene modificata"),
        (Article::new(8, 3), "8.3", "Quando una irregolarità viene seguita"),
        (Article::new(8, 4), "8.4", "Non è consentita una rettifica parziale"),
    ] {
        let number = |edition| article.in_edition(edition).map(|article| article.to_string());
        assert_eq!(number(Edition::Year2008), Some(article.to_string()), "{words}");
        assert_eq!(number(Edition::Year2006).as_deref(), Some(of_2006), "{words}");
    }
}

//! Every text on the display, in both languages.
//!
//! Italian has the words of the regulations. `host-tests/tests/view_texts.rs` draws each text in its
//! screen and checks that nothing is cut off.

use crate::event::{Breach, Reason, StorageFault};
use crate::menu::snapshot::{Claimed, Entry, Language};
use crate::rules::{Article, Colour};

/// One text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    italian: &'static str,
    english: &'static str,
}

impl Text {
    /// The text in a language.
    pub const fn say(self, language: Language) -> &'static str {
        match language {
            Language::Italian => self.italian,
            Language::English => self.english,
        }
    }
}

/// A text from its two versions.
const fn text(italian: &'static str, english: &'static str) -> Text {
    Text { italian, english }
}

pub(super) const SUBTITLE: Text = text("dama italiana", "Italian draughts");
pub(super) const SET_UP: Text = text("DISPORRE", "SET UP");
pub(super) const THE_PIECES: Text = text("i pezzi", "the pieces");
pub(super) const MISSING: Text = text("assenti", "missing");
pub(super) const EXTRA: Text = text("in più", "extra");
pub(super) const NOT_FELT: Text = text("non visti", "not felt");
pub(super) const ALL_SET: Text = text("a posto", "all set");
pub(super) const READY: Text = text("PRONTI", "READY");
pub(super) const OPENING: Text = text("Apertura", "Opening");
pub(super) const FREE_OPENING: Text = text("Apertura libera", "Free opening");
pub(super) const EVEN: Text = text("pari", "even");
pub(super) const WHITE_PRESSES: Text = text("Bianco preme e parte", "White presses to start");
pub(super) const BLACK_PRESSES: Text = text("Nero preme e parte", "Black presses to start");
pub(super) const PLAY_OPENING: Text = text("Giocare l'apertura", "Play the opening");
pub(super) const PAUSED: Text = text("PAUSA", "PAUSED");
pub(super) const HOLD_MENU: Text = text("MENU: pagina", "MENU: page");
pub(super) const MOVES: Text = text("mosse", "moves");
pub(super) const GAME: Text = text("PARTITA", "GAME");
pub(super) const COUNT: Text = text("conta", "count");
pub(super) const TO_CROWN: Text = text("damare", "crown");
pub(super) const TAKEN_OFF: Text = text("tolti", "off");
pub(super) const REPEATED: Text = text("rip.", "rep.");
pub(super) const ADJUSTING: Text = text("accomodo", "adjusting");
pub(super) const FIRST_MOVE: Text = text("prima mossa", "first move");
pub(super) const SQUARES: Text = text("Caselle", "Squares");
pub(super) const LIGHT_SQUARE: Text = text("chiara", "light");
pub(super) const CORRECT: Text = text("- correggi", "- correct");
pub(super) const KEEP: Text = text("tieni +", "keep +");
pub(super) const NOTICE: Text = text("AVVISO", "NOTICE");
pub(super) const PUT_RIGHT: Text = text("RIMETTI", "PUT BACK");
pub(super) const PUT: Text = text("metti", "put");
pub(super) const TAKE: Text = text("togli", "take");
pub(super) const ARBITER: Text = text("ARBITRO", "ARBITER");
pub(super) const ASK_ARBITER: Text =
    text("Decide l'arbitro: MENU a lungo", "The arbiter decides: hold MENU");
pub(super) const KING: Text = text("DAMA!", "KING!");
pub(super) const STACK: Text = text("Sovrapporre un pezzo", "Put a piece on it");
pub(super) const ON_SQUARE: Text = text("Casella", "Square");
pub(super) const CONFIRM_BOTH: Text = text("Confermano entrambi", "Both buttons confirm");
pub(super) const CONFIRM_RESIGNATION: Text = text("Preme chi abbandona", "Who resigns presses");
pub(super) const CONFIRM_ANY: Text = text("Chi chiede, o arbitro +", "Who claims, or arbiter +");
pub(super) const CONFIRM_BOTH_OR_ARBITER: Text =
    text("Entrambi, o arbitro +", "Both, or arbiter +");
pub(super) const CONFIRM_OPPONENT: Text = text("Avversario, o arbitro +", "Opponent, or arbiter +");
pub(super) const TOO_LATE: Text = text("non più possibile", "too late");
pub(super) const CHECKING: Text = text("verifica: - no, + pari", "checking: - no, + draw");
pub(super) const ACCEPTED: Text = text("accettata", "accepted");
pub(super) const REFUSED: Text = text("respinta", "refused");
pub(super) const CHARGED: Text = text("addebito", "charged");
pub(super) const TIMES: Text = text("volte", "times");
pub(super) const OF: Text = text("di", "of");
pub(super) const FELL_FIRST: Text = text("caduta prima", "fell first");
pub(super) const WHITE_WINS: Text = text("VINCE BIANCO", "WHITE WINS");
pub(super) const BLACK_WINS: Text = text("VINCE NERO", "BLACK WINS");
pub(super) const DRAWN: Text = text("PARI", "DRAW");
pub(super) const BROKEN_OFF: Text = text("INTERROTTA", "BROKEN OFF");
pub(super) const RESULT: Text = text("RISULTATO", "RESULT");
pub(super) const COMPOSE: Text = text("COMPORRE", "SET UP");
pub(super) const PLACE: Text = text("Disponi i pezzi, poi MENU", "Place the pieces, then MENU");
pub(super) const NO_POSITION: Text =
    text("Non si può giocare: di nuovo", "Not playable: once more");
pub(super) const MARK_COLOUR: Text = text("- colore", "- colour");
pub(super) const MARK_RANK: Text = text("+ dama", "+ king");
pub(super) const MARK_NEXT: Text = text("MENU avanti", "MENU next");
pub(super) const WHOSE_MOVE: Text = text("Muove", "To move");
pub(super) const YES: Text = text("sì", "yes");
pub(super) const NO: Text = text("no", "no");
pub(super) const NOT_YET: Text = text("...", "...");
pub(super) const EDITOR_HINT: Text = text("-/+ cambia MENU avanti", "-/+ change MENU next");
pub(super) const SENSOR: Text = text("SENSORE", "SENSOR");
pub(super) const CHATTERS: Text = text("contatto instabile", "unsteady contact");
pub(super) const STUCK: Text = text("contatto bloccato", "stuck contact");
pub(super) const CLOSED: Text = text("chiara chiusa", "light square closed");
pub(super) const LINE_CLOSED: Text = text("linea in corto", "line shorted");
pub(super) const LINE_OPEN: Text = text("linea staccata", "line came off");
pub(super) const ROW: Text = text("riga", "row");
pub(super) const COLUMN: Text = text("col.", "col.");
pub(super) const MEMORY: Text = text("MEMORIA", "MEMORY");
pub(super) const GAME_GOES_ON: Text = text("La partita continua.", "The game goes on.");
pub(super) const PC_CODE: Text = text("CODICE PER IL PC", "CODE FOR THE PC");
pub(super) const PC_CODE_USE: Text =
    text("Permette al PC di cambiare la partita.", "Lets the PC change this game.");
pub(super) const PC_CODE_USED: Text =
    text("Il PC può cambiare la partita.", "The PC may change this game.");
pub(super) const PC_CODE_WRONG: Text = text("Codici sbagliati:", "Wrong codes:");
pub(super) const RESUME: Text = text("RIPRESA", "RESUMED");
pub(super) const AFTER_POWER_CUT: Text = text("mancata corrente", "power was cut");
pub(super) const AFTER_FAULT: Text = text("guasto interno", "internal fault");
pub(super) const CRASHED: Text = text("GUASTO", "FAULT");
pub(super) const RESUME_HINT: Text = text("MENU: riprendi", "MENU: go on");
pub(super) const LIVE: Text = text("CONTATTI", "CONTACTS");
pub(super) const WORKING: Text = text("provati", "seen");
pub(super) const WEAKEST: Text = text("CASELLE DEBOLI", "WEAKEST SQUARES");
pub(super) const WEAKEST_COLUMNS: Text = text("chius. rimb.", "closed bounc.");
pub(super) const NO_WEAK: Text = text("nessuna", "none");
pub(super) const KEYS: Text = text("TASTI", "KEYS");
pub(super) const SOUTH_KEY: Text = text("SUD", "SOUTH");
pub(super) const NORTH_KEY: Text = text("NORD", "NORTH");
pub(super) const ABOUT: Text = text("SCHEDA", "THIS BOARD");
pub(super) const VERSION: Text = text("versione", "version");
pub(super) const PROTOCOL: Text = text("protocollo", "protocol");
pub(super) const IDENTITY: Text = text("serie", "serial");
pub(super) const GAMES: Text = text("partite", "games");
pub(super) const JOURNAL: Text = text("memoria", "memory");

/// The name of a colour.
pub const fn colour(colour: Colour) -> Text {
    match colour {
        Colour::White => text("BIANCO", "WHITE"),
        Colour::Black => text("NERO", "BLACK"),
    }
}

/// The irregularity, for each of 8.1.1 to 8.1.17 and the empty press.
pub fn breach(breach: Breach) -> Text {
    match breach {
        Breach::TwoMoves => text("Due mosse di seguito", "Two moves in a row"),
        Breach::Displacement => text("Spostamento irregolare", "Irregular displacement"),
        Breach::OtherPiece => {
            text("Toccato un pezzo, mosso un altro", "Touched a piece, moved another")
        }
        Breach::Withdrawal => text("Mossa ritirata", "Move withdrawn"),
        Breach::ForeignPiece => text("Mosso un pezzo avversario", "Moved an opponent's piece"),
        Breach::CaptureLeft => text("Presa tralasciata", "Capture not made"),
        Breach::PiecesOff => text("Pezzi tolti senza ragione", "Pieces taken off without reason"),
        Breach::TooMany => text("Presi troppi pezzi", "Captured too many"),
        Breach::Stopped => text("Presa non finita", "Capture not finished"),
        Breach::OneLeftOn => text("Pezzo preso non tolto", "Captured piece left on"),
        Breach::SomeLeftOn => {
            text("Non tutti i pezzi presi sono tolti", "Some captured pieces left on")
        }
        Breach::NotCaptured => text("Tolti pezzi non presi", "Took off pieces not captured"),
        Breach::OwnOff => text("Tolti pezzi propri", "Own pieces taken off"),
        Breach::Impossible { own: false } => text("Presa impossibile", "Impossible capture"),
        Breach::Impossible { own: true } => text("Preso un pezzo proprio", "Captured an own piece"),
        Breach::Priority(article) => priority(article),
        Breach::UnmarkedKing => text("Mossa una dama non segnata", "Moved a king not marked"),
        Breach::WronglyMarked => {
            text("Pedina sbagliata segnata come dama", "Wrong man marked as a king")
        }
        Breach::EmptyPress => text("Premuto senza mossa", "Pressed without a move"),
    }
}

/// The capture that had priority, by 6.6 to 6.9.
fn priority(article: Article) -> Text {
    const MOST: Article = Article::new(6, 6);
    const BY_KING: Article = Article::new(6, 7);
    const MOST_KINGS: Article = Article::new(6, 8);
    match article {
        MOST => text("Si prende il maggior numero di pezzi", "The most pieces must be taken"),
        BY_KING => text("A parità di pezzi prende la dama", "Equal number: the king takes"),
        MOST_KINGS => text("A parità si prendono più dame", "Equal: the most kings are taken"),
        _ => text("A parità prima la dama", "Equal: where a king comes first"),
    }
}

/// The notice of an article that asks for no choice.
pub fn notice(article: Article) -> Text {
    const REMOVAL: Article = Article::new(5, 12);
    const PIECES: Article = Article::new(7, 1);
    const TURNED: Article = Article::new(7, 2);
    const SWAPPED: Article = Article::new(7, 3);
    const RESTART: Article = Article::new(7, 4);
    const LIGHT: Article = Article::new(7, 5);
    const BETWEEN: Article = Article::new(7, 7);
    const KNOCK: Article = Article::new(7, 8);
    const WHOLE: Article = Article::new(8, 4);
    match article {
        REMOVAL => text("Pezzi tolti fuori ordine", "Pieces taken off out of order"),
        PIECES => text("Pezzi mal disposti", "Pieces set up wrongly"),
        TURNED => text("Damiera girata", "Board is turned"),
        SWAPPED => text("Colori scambiati", "Colours swapped"),
        RESTART => text("Si ricomincia", "Begin again"),
        LIGHT => text("Pezzo su casella chiara", "Piece on a light square"),
        BETWEEN => text("Pezzo fra due caselle", "Piece on two squares"),
        KNOCK => text("Damiera urtata", "Board was knocked"),
        WHOLE => text("Correzione", "Correction"),
        _ => text("Vedi regolamento", "See the regulations"),
    }
}

/// The reason for which a game is over.
pub const fn reason(reason: Reason) -> Text {
    match reason {
        Reason::Resignation => text("Abbandono", "Resignation"),
        Reason::NoMove => text("Nessuna mossa", "No move left"),
        Reason::NoPieces => text("Nessun pezzo", "No pieces left"),
        Reason::Time => text("Tempo scaduto", "Out of time"),
        Reason::Refusal => text("Rifiuto delle regole", "Refused the rules"),
        Reason::Agreement => text("Comune accordo", "By agreement"),
        Reason::Repetition => text("Quarta ripetizione", "Fourth repetition"),
        Reason::CountOfMoves => text("Conteggio di mosse", "Count of moves"),
        Reason::Arbiter => text("Decisione arbitrale", "Arbiter's decision"),
        Reason::BrokenOff => text("Senza risultato", "Without a result"),
    }
}

/// The kind of a claim.
pub const fn claimed(claimed: Claimed) -> Text {
    match claimed {
        Claimed::Resignation => text("Abbandono", "Resignation"),
        Claimed::Agreement(_) => text("Parità d'accordo", "Agreed draw"),
        Claimed::Repetition(_) => text("Ripetizione", "Repetition"),
        Claimed::CountOfMoves(_) => text("Conteggio mosse", "Count of moves"),
        Claimed::King(Breach::UnmarkedKing) => text("Dama non segnata", "King not marked"),
        Claimed::King(_) => text("Dama segnata male", "Wrong king marked"),
        Claimed::TakeBack(_) => text("Ritira mossa", "Take back"),
        Claimed::Restart(..) => text("Ricomincia", "Begin again"),
        Claimed::NotCrowned => text("Dama non fatta", "Not crowned"),
        Claimed::CrownLate => text("Dama fatta", "Crowned late"),
        Claimed::AnnulSeconds => text("Annulla secondi", "Annul seconds"),
    }
}

/// The reason for which the log cannot be kept.
pub const fn storage(fault: StorageFault) -> Text {
    match fault {
        StorageFault::Write => text("La memoria non scrive.", "Memory does not write."),
        StorageFault::Full => {
            text("Memoria piena: libera in pausa.", "Memory full: freed in a pause.")
        }
        StorageFault::Damaged => text("Dati illeggibili: esclusi.", "Unreadable data: left out."),
    }
}

/// The title, row or value of a menu.
pub const fn entry(entry: Entry) -> Text {
    match entry {
        Entry::Damiera => text("Damiera", "Damiera"),
        Entry::NewGame => text("Nuova partita", "New game"),
        Entry::Rematch => text("Rivincita", "Rematch"),
        Entry::DrawOpening => text("Sorteggia apertura", "Draw an opening"),
        Entry::OpeningNumber => text("Apertura n.", "Opening no."),
        Entry::Settings => text("Impostazioni", "Settings"),
        Entry::Diagnostics => text("Diagnostica", "Diagnostics"),
        Entry::TimeControl => text("Tempo", "Time"),
        Entry::OpeningTable => text("Aperture", "Openings"),
        Entry::Edition => text("Regolamento", "Regulations"),
        Entry::Language => text("Lingua", "Language"),
        Entry::Sound => text("Suono", "Sound"),
        Entry::Contrast => text("Contrasto", "Contrast"),
        Entry::Orientation => text("Display verso", "Display faces"),
        Entry::WhiteSits => text("Bianco siede", "White sits"),
        Entry::Casual => text("Senza orologio", "Without clock"),
        Entry::Transcription => text("Trascrizione", "Transcription"),
        Entry::Announcement => text("Annuncio", "Announcement"),
        Entry::RepetitionRule => text("Ripetizione", "Repetition"),
        Entry::CountLimit => text("Conteggio", "Count"),
        Entry::TableNumber => text("Tavolo", "Table"),
        Entry::GamePage => text("Partita", "Game"),
        Entry::Resign => text("Abbandono", "Resign"),
        Entry::OfferDraw => text("Parità d'accordo", "Agree a draw"),
        Entry::ClaimRepetition => text("Ripetizione", "Repetition"),
        Entry::ClaimCount => text("Conteggio mosse", "Count of moves"),
        Entry::UnmarkedKing => text("Dama non segnata", "King not marked"),
        Entry::WronglyMarked => text("Dama segnata male", "Wrong king marked"),
        Entry::Arbiter => text("Arbitro", "Arbiter"),
        Entry::Resume => text("Riprendi", "Go on"),
        Entry::WhiteTime => text("Tempo Bianco", "White's time"),
        Entry::BlackTime => text("Tempo Nero", "Black's time"),
        Entry::WhiteMoves => text("Mosse Bianco", "White's moves"),
        Entry::BlackMoves => text("Mosse Nero", "Black's moves"),
        Entry::WhitePeriod => text("Periodo Bianco", "White's period"),
        Entry::BlackPeriod => text("Periodo Nero", "Black's period"),
        Entry::TakeBack => text("Ritira mossa", "Take back"),
        Entry::GiveResult => text("Risultato", "Result"),
        Entry::SetPosition => text("Componi posizione", "Set up position"),
        Entry::BreakOff => text("Interrompi", "Break off"),
        Entry::PcCode => text("Codice PC", "PC code"),
        Entry::Back => text("Indietro", "Back"),
        Entry::LiveMap => text("Contatti", "Contacts"),
        Entry::WeakestSquares => text("Caselle deboli", "Weakest squares"),
        Entry::KeyTest => text("Prova tasti", "Key test"),
        Entry::DisplayTest => text("Prova display", "Display test"),
        Entry::BuzzerTest => text("Prova suono", "Sound test"),
        Entry::About => text("Scheda", "This board"),
        Entry::OwnControl => text("Tempo proprio", "Own control"),
        Entry::Increment => text("Ricarica", "Increment"),
        Entry::Yes => text("Sì", "Yes"),
        Entry::No => text("No", "No"),
        // Each in its own language, for readers who know no other.
        Entry::Italian => text("italiano", "italiano"),
        Entry::English => text("English", "English"),
        Entry::General => text("generale", "general"),
        Entry::TableA => text("A", "A"),
        Entry::TableB => text("B", "B"),
        Entry::TableC => text("C", "C"),
        Entry::Free => text("libera", "free"),
        Entry::Year2008 => text("2008", "2008"),
        Entry::Year2006 => text("2006", "2006"),
        Entry::Automatic => text("autom.", "auto"),
        Entry::OnClaim => text("richiesta", "claimed"),
        Entry::South => text("sud", "south"),
        Entry::North => text("nord", "north"),
        Entry::WhiteWins => text("Vince Bianco", "White wins"),
        Entry::BlackWins => text("Vince Nero", "Black wins"),
        Entry::Draw => text("Pari", "Draw"),
        Entry::Man => text("pedina", "man"),
        Entry::King => text("dama", "king"),
        Entry::White => text("Bianco", "White"),
        Entry::Black => text("Nero", "Black"),
        Entry::Lampo => text("Lampo", "Lampo"),
        Entry::LampoFischer => text("Lampo F.", "Lampo F."),
        Entry::Semilampo => text("Semilampo", "Semilampo"),
        Entry::SemilampoFischer => text("Semil. F.", "Semil. F."),
        Entry::Club => text("Circolo", "Club"),
        Entry::FortyMoves => text("40 mosse", "40 moves"),
        Entry::International => text("Internaz.", "Internat."),
        Entry::LongFischer => text("Lungo F.", "Long F."),
        Entry::Fischer => text("Fischer", "Fischer"),
        Entry::MosseLampo => text("Mosse lampo", "Mosse lampo"),
        Entry::Cadence => text("Cadenza", "Cadence"),
        Entry::Bronstein => text("Bronstein", "Bronstein"),
        Entry::Delay => text("Ritardo", "Delay"),
        Entry::CountUp => text("Conta in su", "Count up"),
        Entry::MovesInPeriod => text("Mosse", "Moves"),
        Entry::PerMove => text("Secondi a mossa", "Seconds a move"),
        Entry::SameForBoth => text("Uguale per i due?", "Same for both?"),
        Entry::ChangeOwn => text("Cambia proprio", "Change own"),
        Entry::AfterFlag => text("Bandierina", "After flag"),
        Entry::Stop => text("ferma", "stop"),
        Entry::RunOn => text("continua", "run on"),
        Entry::FirstPress => text("1° tasto", "1st press"),
        Entry::CorrectIt => text("Correggere", "Have corrected"),
        Entry::KeepIt => text("Tenere", "Let it stand"),
        Entry::RestorePosition => text("Rimetti posizione", "Set up again"),
        Entry::ImposeCount => text("Imponi conteggio", "Impose a count"),
        Entry::WhiteRefuses => text("Bianco rifiuta", "White refuses"),
        Entry::BlackRefuses => text("Nero rifiuta", "Black refuses"),
        Entry::Restart => text("Ricomincia (7.4)", "Restart (7.4)"),
        Entry::RestartIn2006 => text("Ricomincia (7.3)", "Restart (7.3)"),
        Entry::TwoGames => text("Due partite, squadre?", "Two games or teams?"),
        Entry::NotCrowned => text("Dama non fatta", "Not crowned"),
        Entry::CrownLate => text("Dama fatta", "Crowned late"),
        Entry::AnnulSeconds => text("Annulla secondi", "Annul seconds"),
        Entry::RestartWithFullTimes => text("Ricomincia, tempi pieni", "Restart, full times"),
    }
}

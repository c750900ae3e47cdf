//! A whole board but for its pins and its port: contacts, game, log and stream.
//!
//! ```text
//!  Edges ------> Table --- effects ---> Store (flash) <--- Session ---> bytes to the PC
//!                  ^                                         |
//!                  +-------------- orders ------------------+---- bytes from the PC
//! ```
//!
//! The firmware and the virtual board are two shells around this: they bring frames,
//! bytes and the time, and take bytes, sounds and pictures away.
//!
//! What is large and called once, here and below, is kept out of its caller: on the
//! chip a frame of more than a kilobyte of stack costs three instructions for each
//! value in it, and whatever is inlined into such a frame grows threefold.

use embedded_storage::nor_flash::MultiwriteNorFlash;

use crate::clock::CorrectionRefused;
use crate::event::{Cause, ClockChange, Reason, Tag, TagText};
use crate::game::snapshot::Snapshot;
use crate::game::{self, CodeAttempts, Effects, Game, GameRequest, Input, Platform, Sound};
use crate::protocol::{
    Answer, Clocks, Command, ContactChange, Correction, Denied, Hello, Invalid, Live, LogLine,
    NEWEST, PendingCommand, Ruling, Session, Status,
};
use crate::rules::{Colour, Position, Side};
use crate::sense::{Cells, Edges, FaultEvent};
use crate::store::{Found, Store};
use crate::table::{Table, Witness};
use crate::text::Text;
use crate::time::{Micros, Span};

/// A board.
#[derive(Debug)]
pub struct Station<F> {
    table: Table,
    desk: Desk<F>,
    /// When it was last seen to that everything is as it should be.
    settled: Micros,
}

/// Everything that hears what happens at the table.
#[derive(Debug)]
struct Desk<F> {
    store: Store<F>,
    session: Session,
    connected: bool,
    /// What a PC has asked for, and how many answers of the game are missing.
    order: Option<(PendingCommand, u8)>,
    /// The worst of the answers so far.
    answer: Answer,
    sound: Option<Sound>,
    /// The clocks as they were told last, in whole seconds.
    clocks: Option<(u32, u32, Option<Colour>)>,
    /// The code that the session knows of.
    code: Option<u32>,
    /// What has become of it, as the game knows it.
    tried: CodeAttempts,
    /// A PC wants the board to restart into its bootloader.
    reboot: bool,
    /// Faults of the log that the game has not heard of.
    fault: Option<crate::event::StorageFault>,
}

impl<F: MultiwriteNorFlash> Station<F> {
    /// A board that has just woken up, with what its flash held.
    #[inline(never)] // See above: once, and large.
    pub fn new(store: Store<F>, found: Found, hello: Hello, cause: Cause, now: Micros) -> Self {
        let Found { settings, record, interrupted, fault } = found;
        let table = Table::new(Game::with_record(settings, record), Cells::EMPTY, now);
        let desk = Desk {
            store,
            session: Session::new(hello),
            connected: false,
            order: None,
            answer: Answer::Done,
            sound: None,
            clocks: None,
            code: None,
            tried: CodeAttempts::default(),
            reboot: false,
            fault,
        };
        let mut station = Self { table, desk, settled: now };
        station.send(
            match interrupted {
                Some(elapsed) => Input::Recovered { elapsed, cause },
                None => Input::Woken,
            },
            now,
        );
        station
    }

    /// Something that every PC is told as soon as it connects: why the board had to
    /// start again.
    pub const fn notice(&mut self, line: LogLine) {
        self.desk.session.notice(line);
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.table.game()
    }

    /// The log.
    pub const fn store_mut(&mut self) -> &mut Store<F> {
        &mut self.desk.store
    }

    /// Hands in something that is no edge.
    pub fn send(&mut self, input: Input, now: Micros) {
        // What finds no room is asked for once more by whoever wanted it.
        let _ = self.table.send(input, now);
    }

    /// Takes the edges of one stamp.
    pub fn take(&mut self, edges: Edges, now: Micros) {
        self.feel(&edges);
        self.judge(edges, now);
    }

    /// The first half of [`take`](Self::take): whoever listens hears of the contacts.
    /// A shell that sends before it goes on tells of them some pages of flash sooner.
    pub fn feel(&mut self, edges: &Edges) {
        if self.desk.connected {
            for edge in edges.clone() {
                let at = edge.at.as_millis();
                let (contact, closed) = (edge.contact, edge.closed);
                self.desk.session.tell(Live::Contact(ContactChange { at, contact, closed }));
            }
        }
    }

    /// The second half: the game takes them in, and what follows is stored.
    pub fn judge(&mut self, edges: Edges, now: Micros) {
        self.table.take(edges, &mut self.desk);
        self.settle(now);
    }

    /// Time has passed, and every edge up to `stamp` is known.
    pub fn pass(&mut self, stamp: Micros, now: Micros) {
        self.table.pass(stamp, &mut self.desk);
        self.settle(now);
    }

    /// When something is due without an edge: [`pass`](Self::pass) is to be called
    /// once all edges up to here are known.
    pub fn next_due(&self) -> Option<Micros> {
        Micros::first_of(&[self.table.next_due(), self.game().next_second(self.settled)])
    }

    fn settle(&mut self, now: Micros) {
        self.settled = now;
        let game = self.table.game();
        let seconds = game.seconds_since_last_event(now);
        if seconds > 0 {
            self.desk.fault = self.desk.store.tick(seconds).or(self.desk.fault);
        }
        if let Some(fault) = self.desk.fault.take()
            && self.table.send(Input::Storage(fault), now).is_err()
        {
            self.desk.fault = Some(fault);
        }
        self.desk.tell_clocks(self.table.game(), now);
        self.desk.share_code(self.table.game());
        self.show_tries(now);
    }

    /// The arbiter sees what a PC makes of the code.
    fn show_tries(&mut self, now: Micros) {
        let access = self.desk.session.access();
        let tried = CodeAttempts { wrong: access.tries(), unlocked: access.is_unlocked() };
        if tried != self.desk.tried && self.table.send(Input::Tried(tried), now).is_ok() {
            self.desk.tried = tried;
        }
    }

    /// While no clock runs: makes room in flash, a sector at a call. Says whether
    /// there is more to do.
    pub fn tidy(&mut self) -> bool {
        let runs = self.game().record().clock().is_some_and(|clock| clock.is_running());
        !runs && self.desk.store.is_untidy() && self.desk.store.tidy()
    }

    /// A PC has opened the port, or closed it.
    pub fn connected(&mut self, connected: bool, now: Micros) {
        if self.desk.connected {
            // Whoever it is now, the one before is gone.
            self.desk.session.disconnected();
            self.send(Input::Disconnected, now);
        }
        self.desk.connected = connected;
        self.desk.clocks = None;
        if connected {
            self.desk.session.connected(&self.desk.store);
        }
        self.desk.order = None;
    }

    /// Takes bytes from the PC, and says how many: the rest has to wait.
    pub fn receive(&mut self, bytes: &[u8], now: Micros) -> usize {
        let mut taken = 0;
        while taken < bytes.len() && self.desk.order.is_none() {
            let status = Status { now, playing: self.game().is_on() };
            let desk = &mut self.desk;
            let (some, order) = desk.session.receive(&bytes[taken..], status, &desk.store);
            taken += some;
            match order {
                Some(order) => self.ordered(order, now),
                None if some == 0 => break,
                None => {}
            }
        }
        self.show_tries(now);
        taken
    }

    /// The bytes for the PC; say by [`sent`](Self::sent) how many went out.
    pub fn output(&mut self) -> &[u8] {
        if self.desk.connected { self.desk.session.output(&mut self.desk.store) } else { &[] }
    }

    /// So many bytes went out.
    pub fn sent(&mut self, bytes: usize) {
        self.desk.session.sent(bytes);
    }

    /// Something to hear, once.
    pub fn sound(&mut self) -> Option<Sound> {
        self.desk.sound.take()
    }

    /// Whether a PC wants the board to restart into its bootloader, and the answer to
    /// it is out.
    pub fn wants_reboot(&mut self) -> bool {
        self.desk.reboot && self.output().is_empty()
    }

    /// What a display shows that is read from this side.
    pub fn snapshot(&self, now: Micros, facing: Side, platform: &Platform) -> Snapshot {
        // Counting the games takes a while, and one page alone shows their number.
        let shown = self.game().shows_diagnostics();
        let (games, full) = if shown { self.desk.store.fill() } else { (0, 0) };
        let platform = Platform { protocol: NEWEST, games, full, ..*platform };
        self.game().snapshot(now, facing, &platform)
    }

    /// A PC asks for something that the game, or the board, has to do.
    fn ordered(&mut self, order: PendingCommand, now: Micros) {
        let mut asks: heapless::Vec<GameRequest, MAX_ASKS> = heapless::Vec::new();
        match asks_of(order.command, &mut asks) {
            Ok(()) => {}
            Err(answer) => return self.desk.session.answer(&order, answer),
        }
        if order.command == Command::Reboot {
            self.desk.reboot = true;
            return self.desk.session.answer(&order, Answer::Done);
        }
        self.desk.answer = Answer::Done;
        self.desk.order = Some((order, asks.len() as u8));
        for ask in asks {
            if self.table.send(Input::Request(ask), now).is_err() {
                self.desk.order = None;
                return self.desk.session.answer(&order, Answer::Busy);
            }
        }
    }
}

/// A take-back of several half-moves is the longest; more than that nobody
/// remembers.
const MAX_ASKS: usize = 6;

/// What a command means for the game.
fn asks_of(
    command: Command,
    asks: &mut heapless::Vec<GameRequest, MAX_ASKS>,
) -> Result<(), Answer> {
    let mut ask = |ask| asks.push(ask).map_err(|_| Answer::Invalid(Invalid::TooFarBack));
    let tag = |tag, text: &str| GameRequest::Tag { tag, text: TagText::cut(text) };
    let number = |number: u16| {
        let mut text = Text::<8>::EMPTY;
        let number = u32::from(number);
        if number > 0 {
            // Five digits fit.
            let _ = core::fmt::Write::write_fmt(&mut text, format_args!("{number}"));
        }
        text
    };
    match command {
        Command::SetNames(names) => {
            ask(tag(Tag::White, names.white.as_str()))?;
            ask(tag(Tag::Black, names.black.as_str()))
        }
        Command::SetSitting(sitting) => {
            ask(tag(Tag::Event, sitting.event.as_str()))?;
            ask(tag(Tag::Round, number(sitting.round).as_str()))?;
            ask(tag(Tag::Table, number(sitting.table).as_str()))
        }
        Command::SetTimeControl(control) => ask(GameRequest::Control(control)),
        Command::NewGame { position, opening } => {
            if opening.is_some() && position != Position::start() {
                return Err(Answer::Invalid(Invalid::OpeningElsewhere));
            }
            ask(GameRequest::NewGame { position: Some(position), opening })
        }
        Command::DrawOpening(table) => ask(GameRequest::DrawOpening(table)),
        Command::Pause => ask(GameRequest::Pause),
        Command::Resume => ask(GameRequest::Resume),
        Command::Correct(correction) => {
            let (of, correction) = match correction {
                Correction::Time { player, millis } => {
                    let after = Span::from_millis(millis.into());
                    (player, ClockChange::Time { before: Span::ZERO, after })
                }
                Correction::Moves { player, moves } => {
                    (player, ClockChange::Moves { before: 0, after: moves })
                }
                Correction::Period { player, period } => {
                    (player, ClockChange::Period { before: 0, after: period })
                }
            };
            ask(GameRequest::Correct { of, correction })
        }
        Command::TakeBack(0) => Err(Answer::Done),
        Command::TakeBack(half_moves) => {
            (0..half_moves).try_for_each(|_| ask(GameRequest::TakeBack))
        }
        Command::Declare(ruling) => {
            let (winner, reason) = match ruling {
                Ruling::Won(colour) => (Some(colour), Reason::Arbiter),
                Ruling::Drawn => (None, Reason::Arbiter),
                Ruling::BrokenOff => (None, Reason::BrokenOff),
            };
            ask(GameRequest::Result { winner, reason })
        }
        Command::SetDayClock { unix, offset } => {
            let local = unix.saturating_add_signed(i64::from(offset) * 60);
            let seconds = u32::try_from(local).map_err(|_| Answer::Invalid(Invalid::TooLong))?;
            ask(GameRequest::Day(seconds))
        }
        Command::Reboot => Ok(()),
        // The session does these itself.
        Command::Hello { .. }
        | Command::Replay(_)
        | Command::ListGames
        | Command::FetchGame(_)
        | Command::Unlock(_) => Err(Answer::Busy),
    }
}

/// What the game says to it.
fn answer_of(done: Result<(), game::Denied>) -> Answer {
    use game::Denied as D;
    match done {
        Ok(()) => Answer::Done,
        Err(D::NoGame) => Answer::Denied(Denied::NoGame),
        Err(D::GameOn) => Answer::Denied(Denied::GameGoesOn),
        Err(D::Over) => Answer::Denied(Denied::GameOver),
        Err(D::NotPaused | D::Clock(CorrectionRefused::ClockRuns)) => {
            Answer::Denied(Denied::ClockRuns)
        }
        Err(D::Paused) => Answer::Denied(Denied::NotRunning),
        Err(D::NoClock) => Answer::Invalid(Invalid::NotFitted),
        Err(D::NothingToTakeBack) => Answer::Invalid(Invalid::TooFarBack),
        Err(D::Clock(CorrectionRefused::TooLong) | D::TooLong) => Answer::Invalid(Invalid::TooLong),
        Err(D::Clock(CorrectionRefused::TooManyMoves)) => Answer::Invalid(Invalid::TooManyMoves),
        Err(D::Clock(CorrectionRefused::NoSuchPeriod(_))) => Answer::Invalid(Invalid::NoSuchPeriod),
        Err(D::Count(_) | D::Position(_)) => Answer::Denied(Denied::Unsettled),
    }
}

impl<F: MultiwriteNorFlash> Desk<F> {
    /// What the clocks say, at every change and once a second.
    #[inline(never)] // See `station`.
    fn tell_clocks(&mut self, game: &Game, now: Micros) {
        let Some(clock) = game.record().clock().filter(|_| self.connected) else { return };
        let left = |colour| {
            let left = game.remaining(colour, now).map_or(Span::ZERO, |r| r.available());
            u32::try_from(left.as_millis()).unwrap_or(u32::MAX)
        };
        let (white, black) = (left(Colour::White), left(Colour::Black));
        let running = clock.running();
        let said = Some((white / 1_000, black / 1_000, running));
        if self.clocks != said {
            self.clocks = said;
            let (at, flag) = (now.as_millis(), clock.flag().map(|(colour, _)| colour));
            self.session.tell(Live::Clocks(Clocks { at, white, black, running, flag }));
        }
    }

    /// The arbiter has called up a code on the display, or put it away.
    #[inline(never)] // See `station`.
    fn share_code(&mut self, game: &Game) {
        let mut code = None;
        if let Some(digits) = &game.code() {
            code = Some(digits.iter().fold(0, |code, digit| code * 10 + u32::from(*digit)));
        }
        if self.code == code {
            return;
        }
        self.code = code;
        match code {
            Some(code) => self.session.access_mut().call(code),
            None => self.session.access_mut().lock(),
        }
    }
}

impl<F: MultiwriteNorFlash> Witness for Desk<F> {
    #[inline(never)] // See `station`.
    fn stepped(&mut self, input: Input, _: Micros, effects: &Effects, game: &Game) {
        for event in effects {
            self.fault = self.store.keep(event).or(self.fault);
        }
        if effects.settings {
            self.fault = self.store.keep_settings(game.settings()).or(self.fault);
        }
        self.sound = effects.sound.or(self.sound);
        if let (Input::Request(_), Some(done), Some((order, missing))) =
            (input, effects.answer, &mut self.order)
        {
            let answer = answer_of(done);
            if self.answer == Answer::Done {
                self.answer = answer;
            }
            *missing -= 1;
            if *missing == 0 {
                self.session.answer(order, self.answer);
                self.order = None;
            }
        }
    }

    fn fault(&mut self, _: FaultEvent) {}
}

//! A whole board without its pins and its port: sequencer, event store and session.
//!
//! ```text
//!  Edges --> Sequencer --- effects ---> Store (flash) <--- Session ---> bytes to the PC
//!                  ^                                          |
//!                  +-------------- commands -----------------+---- bytes from the PC
//! ```
//!
//! A command goes one way, and is executed whole or not at all:
//!
//! 1. `Session::receive` decodes it. Commands that only read it answers itself.
//! 2. [`Board::receive`] queues it as one [`Input::Command`], or answers `Busy`. Until it
//!    is answered no further byte is taken in.
//! 3. `Sequencer::advance_to` hands it to the game when every edge before it is known.
//! 4. `Game::step` authorises it, by the lock that the game owns, and executes it.
//! 5. `Outputs::stepped` turns the game's answer into the reply, which `Session` encodes.
//!
//! The firmware and the virtual board are two shells around [`Board`]: they give it edges, bytes and
//! the time, and take bytes, sounds and snapshots from it.

use embedded_storage::nor_flash::MultiwriteNorFlash;

use crate::clock::CorrectionRefused;
use crate::event::{Cause, ClockChange, Reason, StorageFault};
use crate::event_store::{Error, Store};
use crate::game::{self, ConnectionChange, Effects, Game, GameRequest, Input, Sound, Transition};
use crate::menu::snapshot::Snapshot;
use crate::menu::{DeviceStatus, GameWithMenu};
use crate::protocol::{
    Answer, Clocks, Command, ContactChange, Correction, Denied, Hello, Invalid, Live, LogLine,
    NEWEST, PendingCommand, Received, Ruling, Session,
};
use crate::rules::{Colour, Side};
use crate::sense::{Edges, FaultEvent, Timing};
use crate::sequencer::{QueueFull, Sequencer, StepObserver};
use crate::time::{Duration, Instant};

/// A board: sequencer, event store and session.
#[derive(Debug)]
pub struct Board<F> {
    sequencer: Sequencer,
    outputs: Outputs<F>,
    /// Time of the last `after_step`.
    stepped_at: Instant,
}

/// Event store, session and sound: the [`StepObserver`] of the board.
#[derive(Debug)]
struct Outputs<F> {
    store: Store<F>,
    session: Session,
    connected: bool,
    /// The command in the queue. It stays until the game has answered it, also when its
    /// connection is gone: `Session::answer` drops the answer then.
    pending: Option<PendingCommand>,
    /// A change of the connection that found the queue full.
    connection: Option<ConnectionChange>,
    sound: Option<Sound>,
    /// The clocks that were sent last, in whole seconds.
    clocks: Option<(u32, u32, Option<Colour>)>,
    /// A PC has requested a restart into the bootloader.
    reboot: bool,
    /// The latest storage fault that is not in the queue yet.
    fault: Option<StorageFault>,
    /// Changes of the game's phase that the shell has not logged.
    transitions: heapless::Deque<Transition, MAX_TRANSITIONS>,
}

/// Transitions between two calls of [`Board::next_transition`]: the shell calls it after each
/// stamp, and one step causes a few at most. A longer trace loses its oldest line.
const MAX_TRANSITIONS: usize = 8;

impl<F> Board<F> {
    /// A board that has not started, with a [new](Store::new) store. It is large: as the initial value of a static it never
    /// lies on a stack, and [`start`](Self::start) completes it in place.
    pub const fn new(store: Store<F>, now: Instant) -> Self {
        Self {
            sequencer: Sequencer::new(GameWithMenu::before_start(), now),
            outputs: Outputs {
                store,
                session: Session::new(Hello::UNKNOWN),
                connected: false,
                pending: None,
                connection: None,
                sound: None,
                clocks: None,
                reboot: false,
                fault: None,
                transitions: heapless::Deque::new(),
            },
            stepped_at: now,
        }
    }
}

impl<F: MultiwriteNorFlash> Board<F> {
    /// A board that has just started, with the last game in its flash.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub fn open(
        store: Store<F>,
        hello: Hello,
        cause: Cause,
        now: Instant,
    ) -> Result<Self, Error<F::Error>> {
        let mut board = Self::new(store, now);
        board.start(hello, cause, true)?;
        Ok(board)
    }

    /// Sets the debounce times of the contacts.
    pub const fn set_timing(&mut self, timing: Timing) {
        self.sequencer.set_timing(timing);
    }

    /// Reads the flash, and takes up the last game unless `restore_game` is false (see
    /// [`Store::recover`]). Called once, before anything else.
    ///
    /// # Errors
    ///
    /// Those of [`Store::recover`].
    pub fn start(
        &mut self,
        hello: Hello,
        cause: Cause,
        restore_game: bool,
    ) -> Result<(), Error<F::Error>> {
        let game = self.sequencer.game_mut();
        let found = self.outputs.store.recover(game.record_mut(), restore_game)?;
        game.restore(found.settings);
        self.outputs.session.set_hello(hello);
        self.outputs.fault = found.fault;
        let woken = match found.interrupted {
            Some(elapsed) => Input::Recovered { elapsed, cause },
            None => Input::Woken,
        };
        let queued = self.send(woken, self.stepped_at);
        debug_assert_eq!(queued, Ok(()), "the queue of a new table is empty");
        Ok(())
    }

    /// Sets the log line that every PC receives when it connects: the reason of the last restart.
    pub const fn notice(&mut self, line: LogLine) {
        self.outputs.session.notice(line);
    }

    /// The game.
    pub const fn game(&self) -> &GameWithMenu {
        self.sequencer.game()
    }

    /// The event store.
    pub const fn store_mut(&mut self) -> &mut Store<F> {
        &mut self.outputs.store
    }

    /// Queues an input that is no edge. Fails with [`QueueFull`]: the input is not taken,
    /// and the caller decides whether to retry (`tests/board.rs::a_full_queue_is_an_error`).
    pub fn send(&mut self, input: Input, now: Instant) -> Result<(), QueueFull> {
        self.sequencer.send(input, now)
    }

    /// Takes the edges of one stamp.
    pub fn take(&mut self, edges: Edges, now: Instant) {
        self.report_contacts(&edges);
        self.apply_edges(edges, now);
    }

    /// The first half of [`take`](Self::take): queues live messages about the contacts. The firmware
    /// sends them before it calls `apply_edges`, which may wait for page programs of the flash.
    pub fn report_contacts(&mut self, edges: &Edges) {
        if self.outputs.connected {
            for edge in edges.clone() {
                let at = edge.at.as_millis();
                let (contact, closed) = (edge.contact, edge.closed);
                self.outputs.session.tell(Live::Contact(ContactChange { at, contact, closed }));
            }
        }
    }

    /// The second half of [`take`](Self::take): the game processes the edges, and its events are
    /// stored.
    pub fn apply_edges(&mut self, edges: Edges, now: Instant) {
        self.sequencer.take(edges, &mut self.outputs);
        self.after_step(now);
    }

    /// Hands the inputs and deadlines up to `stamp` to the game; every edge up to `stamp` is known.
    pub fn advance_to(&mut self, stamp: Instant, now: Instant) {
        self.sequencer.advance_to(stamp, &mut self.outputs);
        self.after_step(now);
    }

    /// The earliest deadline of sequencer and clocks. The caller calls
    /// [`advance_to`](Self::advance_to) once all edges up to it are known.
    pub fn next_due(&self) -> Option<Instant> {
        Instant::first_of(&[self.sequencer.next_due(), self.game().next_second(self.stepped_at)])
    }

    /// Stores the seconds that a clock has run, sends the clocks, and queues pending inputs.
    fn after_step(&mut self, now: Instant) {
        self.stepped_at = now;
        let game = self.sequencer.game();
        let seconds = game.seconds_since_last_event(now);
        if seconds > 0 {
            self.outputs.fault = self.outputs.store.tick(seconds).or(self.outputs.fault);
        }
        self.outputs.tell_clocks(self.sequencer.game(), now);
        self.queue_pending(now);
    }

    /// Queues the inputs that must not be lost. One that finds the queue full stays where
    /// it is until the next call: a full queue makes `advance_to` due, which empties it and calls
    /// this again.
    fn queue_pending(&mut self, now: Instant) {
        if let Some(change) = self.outputs.connection
            && self.sequencer.send(Input::Connection(change), now).is_ok()
        {
            self.outputs.connection = None;
        }
        if let Some(fault) = self.outputs.fault
            && self.sequencer.send(Input::Storage(fault), now).is_ok()
        {
            self.outputs.fault = None;
        }
    }

    /// Takes away the permission of a connection that was reset or closed.
    fn connection_changed(&mut self, change: ConnectionChange, now: Instant) {
        self.outputs.connection = self.outputs.connection.max(Some(change));
        self.queue_pending(now);
    }

    /// Erases one sector of the journal if needed and no clock runs. Returns whether another one
    /// has to be erased.
    pub fn erase_ahead(&mut self) -> bool {
        let runs = self.game().record().clock().is_some_and(|clock| clock.is_running());
        !runs && self.outputs.store.needs_erase() && self.outputs.store.erase_ahead()
    }

    /// A PC has opened the port, or closed it.
    pub fn connected(&mut self, connected: bool, now: Instant) {
        if self.outputs.connected {
            // A port that is opened again ends the connection before.
            self.connection_changed(ConnectionChange::Closed, now);
        }
        self.outputs.connected = connected;
        self.outputs.clocks = None;
        if connected {
            self.outputs.session.connected(&self.outputs.store);
        }
    }

    /// Takes bytes from the PC, and returns how many: the caller offers the rest again.
    pub fn receive(&mut self, bytes: &[u8], now: Instant) -> usize {
        let mut taken = 0;
        while taken < bytes.len() && self.outputs.takes_commands() {
            let outputs = &mut self.outputs;
            let (some, received) = outputs.session.receive(&bytes[taken..], &outputs.store);
            taken += some;
            match received {
                Some(Received::Reset) => self.connection_changed(ConnectionChange::Reset, now),
                Some(Received::Command(pending)) => self.queue_command(pending, now),
                None if some == 0 => break,
                None => {}
            }
        }
        taken
    }

    /// Queues a command as one input, or answers that there is no room for it.
    fn queue_command(&mut self, pending: PendingCommand, now: Instant) {
        let queued = request_of(pending.command)
            .is_some_and(|request| self.sequencer.send(Input::Command(request), now).is_ok());
        if queued {
            self.outputs.pending = Some(pending);
        } else {
            self.outputs.session.answer(&pending, Answer::Busy);
        }
    }

    /// The bytes for the PC. The caller reports by [`sent`](Self::sent) how many were sent.
    pub fn output(&mut self) -> &[u8] {
        if self.outputs.connected {
            self.outputs.session.output(&mut self.outputs.store)
        } else {
            &[]
        }
    }

    /// Removes the first `bytes` bytes of [`output`](Self::output): they were sent.
    pub fn sent(&mut self, bytes: usize) {
        self.outputs.session.sent(bytes);
    }

    /// Takes the sound to play, if there is one.
    pub fn sound(&mut self) -> Option<Sound> {
        self.outputs.sound.take()
    }

    /// The oldest change of the game's phase that has not been logged.
    pub fn next_transition(&mut self) -> Option<Transition> {
        self.outputs.transitions.pop_front()
    }

    /// Whether a PC has requested a restart into the bootloader and all output was sent.
    pub fn wants_reboot(&mut self) -> bool {
        self.outputs.reboot && self.output().is_empty()
    }

    /// The snapshot for a display that faces this side. Contacts, journal and protocol of
    /// `device_status` are filled in here.
    pub fn snapshot(&self, now: Instant, facing: Side, device_status: &DeviceStatus) -> Snapshot {
        // Only the diagnostics page shows the number of games: `fill` scans all slots for each.
        let shown = self.game().shows_diagnostics();
        let (games, full) = if shown { self.outputs.store.fill() } else { (0, 0) };
        let device_status = self.sequencer.with_contacts(device_status);
        let device_status = DeviceStatus { protocol: NEWEST, games, full, ..device_status };
        self.game().snapshot(now, facing, &device_status)
    }
}

/// The request that a command makes of the game; `None` for the commands that `Session`
/// answers itself and does not hand out.
fn request_of(command: Command) -> Option<GameRequest> {
    Some(match command {
        Command::SetNames(names) => GameRequest::Names { white: names.white, black: names.black },
        Command::SetSitting(sitting) => GameRequest::Sitting {
            event: sitting.event,
            round: sitting.round,
            table: sitting.table,
        },
        Command::SetTimeControl(control) => GameRequest::Control(control),
        Command::NewGame { position, opening } => {
            GameRequest::NewGame { position: Some(position), opening }
        }
        Command::DrawOpening(table) => GameRequest::DrawOpening(table),
        Command::Pause => GameRequest::Pause,
        Command::Resume => GameRequest::Resume,
        Command::Correct(correction) => {
            let (of, correction) = match correction {
                Correction::Time { player, millis } => {
                    let after = Duration::from_millis(millis.into());
                    (player, ClockChange::Time { before: Duration::ZERO, after })
                }
                Correction::Moves { player, moves } => {
                    (player, ClockChange::Moves { before: 0, after: moves })
                }
                Correction::Period { player, period } => {
                    (player, ClockChange::Period { before: 0, after: period })
                }
            };
            GameRequest::Correct { of, correction }
        }
        Command::TakeBack(half_moves) => GameRequest::TakeBack { half_moves },
        Command::Declare(ruling) => {
            let (winner, reason) = match ruling {
                Ruling::Won(colour) => (Some(colour), Reason::Arbiter),
                Ruling::Drawn => (None, Reason::Arbiter),
                Ruling::BrokenOff => (None, Reason::BrokenOff),
            };
            GameRequest::Result { winner, reason }
        }
        Command::SetDayClock { unix, offset } => {
            GameRequest::Day(unix.saturating_add_signed(i64::from(offset) * 60))
        }
        Command::Reboot => GameRequest::Reboot,
        Command::Unlock(code) => GameRequest::Unlock(code),
        Command::Hello { .. } | Command::Replay(_) | Command::ListGames | Command::FetchGame(_) => {
            return None;
        }
    })
}

/// The answer for the PC to the result of a request.
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
        Err(D::NothingToTakeBack | D::TooLateToRestart) => Answer::Invalid(Invalid::TooFarBack),
        Err(D::Clock(CorrectionRefused::TooLong) | D::TooLong) => Answer::Invalid(Invalid::TooLong),
        Err(D::Clock(CorrectionRefused::TooManyMoves)) => Answer::Invalid(Invalid::TooManyMoves),
        Err(D::Clock(CorrectionRefused::NoSuchPeriod(_))) => Answer::Invalid(Invalid::NoSuchPeriod),
        Err(D::OpeningElsewhere) => Answer::Invalid(Invalid::OpeningElsewhere),
        Err(D::NeedsCode) => Answer::Denied(Denied::NeedsCode),
        Err(D::NoCode) => Answer::Denied(Denied::NoCode),
        Err(D::NoSuchCode) => Answer::Invalid(Invalid::Code),
        Err(D::WrongCode { tries, wait }) => Answer::Denied(Denied::WrongCode { tries, wait }),
        Err(D::TooSoon { wait }) => Answer::Denied(Denied::TooSoon { wait }),
        Err(D::Count(_) | D::Position(_) | D::NotOpen) => Answer::Denied(Denied::Unsettled),
    }
}

impl<F: MultiwriteNorFlash> Outputs<F> {
    /// Queues the times of both clocks if a whole second or the running clock has changed.
    fn tell_clocks(&mut self, game: &Game, now: Instant) {
        let Some(clock) = game.record().clock().filter(|_| self.connected) else { return };
        let left = |colour| {
            let left = game.remaining(colour, now).map_or(Duration::ZERO, |r| r.available());
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

    /// Whether bytes of the PC are taken in: no command waits for its answer, and the lock
    /// knows of the connection.
    const fn takes_commands(&self) -> bool {
        self.pending.is_none() && self.connection.is_none()
    }
}

impl<F: MultiwriteNorFlash> StepObserver for Outputs<F> {
    fn stepped(&mut self, input: Input, _: Instant, effects: &Effects, game: &Game) {
        for event in effects {
            self.fault = self.store.keep(event).or(self.fault);
        }
        if effects.settings {
            self.fault = self.store.keep_settings(game.settings()).or(self.fault);
        }
        self.sound = effects.sound.or(self.sound);
        for transition in effects.transitions() {
            if self.transitions.is_full() {
                self.transitions.pop_front();
            }
            // A full queue has lost its oldest entry.
            let _ = self.transitions.push_back(*transition);
        }
        self.reboot |= effects.reboot;
        if let (Input::Command(_), Some(result)) = (input, effects.answer)
            && let Some(pending) = self.pending.take()
        {
            self.session.answer(&pending, answer_of(result));
        }
    }

    fn fault(&mut self, _: FaultEvent) {}
}

//! A virtual board behind a TCP port or a pseudo-terminal, whose cable can be pulled at any byte.

#![allow(dead_code)] // Not every test file needs everything.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpListener;
use std::thread::sleep;

use damiera::board::Board;
use damiera::event::{Cause, Reason};
use damiera::event_store::Store;
use damiera::game::{GameRequest, Input};
use damiera::journal::Geometry;
use damiera::protocol::Hello;
use damiera::rules::{Move, Position, Square};
use damiera::sense::{Contact, Debouncer, Frame, Key, Side, Timing};
use damiera::time::Instant;
use damiera_sim::nor::Nor;
use damiera_sim::wire;

pub(crate) mod blitz;

const FLASH: u32 = 512 << 10;

/// Serial number of the board.
pub(crate) const ID: u64 = 0xDA3A_0007;

pub(crate) fn hello() -> Hello {
    wire::hello(ID)
}

/// A non-blocking connection.
pub(crate) trait Cable: Read + Write {}
impl<T: Read + Write> Cable for T {}

pub(crate) struct Bench {
    pub(crate) board: Board<Nor>,
    debouncer: Debouncer,
    frame: Frame,
    millis: u64,
    listener: TcpListener,
    pub(crate) cable: Option<Box<dyn Cable>>,
    /// Bytes from the PC that the board has not accepted yet.
    inbox: Vec<u8>,
    /// Number of bytes after which the cable is pulled.
    pub(crate) budget: usize,
    /// Number of times it was pulled.
    pub(crate) cuts: u32,
}

impl Bench {
    /// A board in the start position, with its language chosen and without a game.
    pub(crate) fn new() -> Self {
        let store = Store::new(Nor::new(FLASH as usize), Geometry::new(0, FLASH));
        let board = Board::open(store, hello(), Cause::Power, Instant::ZERO);
        let board = board.expect("a journal");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("it can be asked");
        let mut bench = Self {
            board,
            debouncer: Debouncer::new(Timing::default(), Frame::OPEN),
            frame: Frame::OPEN,
            millis: 0,
            listener,
            cable: None,
            inbox: Vec::new(),
            budget: usize::MAX,
            cuts: 0,
        };
        while bench.board.erase_ahead() {}
        for square in Position::start().occupied() {
            bench.frame = bench.frame.with(Contact::Cell(square.cell()), true);
        }
        bench.run(1_600);
        bench.tap(Key::Menu);
        bench.tap(Key::Menu);
        bench
    }

    /// The address for the command line.
    pub(crate) fn address(&self) -> String {
        format!("tcp:{}", self.listener.local_addr().expect("bound"))
    }

    fn now(&self) -> Instant {
        Instant::from_millis(self.millis)
    }

    pub(crate) fn run(&mut self, millis: u64) {
        for _ in 0..millis {
            let edges = self.debouncer.sample(self.frame, self.now());
            let known = edges.at();
            if !edges.is_quiet() {
                self.board.take(edges, known);
            } else if self.board.next_due().is_some_and(|due| due <= known) {
                self.board.advance_to(known, known);
            }
            let runs = self.board.game().record().clock().is_some_and(|c| c.is_running());
            self.board.store_mut().journal_mut().flash_mut().set_clock_running(runs);
            if !runs {
                self.board.erase_ahead();
            }
            self.millis += 1;
        }
    }

    /// Transfers all pending bytes in both directions.
    pub(crate) fn pump(&mut self) {
        if self.cable.is_none()
            && let Ok((stream, _)) = self.listener.accept()
        {
            stream.set_nonblocking(true).expect("it can be asked");
            self.plug(Box::new(stream));
        }
        let Some(cable) = &mut self.cable else { return };
        let mut buffer = [0; 512];
        let mut gone = false;
        match cable.read(&mut buffer) {
            Ok(0) => gone = true,
            Ok(number) => self.inbox.extend(&buffer[..number]),
            Err(e) => gone = !matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
        let now = Instant::from_millis(self.millis);
        loop {
            let taken = self.board.receive(&self.inbox, now);
            self.inbox.drain(..taken);
            let out = self.board.output();
            if out.is_empty() || gone {
                break;
            }
            let part = &out[..out.len().min(self.budget)];
            match cable.write(part) {
                Ok(written) => {
                    self.board.sent(written);
                    self.budget -= written;
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(_) => gone = true,
            }
            gone |= self.budget == 0;
        }
        if gone {
            self.unplug();
        }
    }

    pub(crate) fn plug(&mut self, cable: Box<dyn Cable>) {
        self.cable = Some(cable);
        self.inbox.clear();
        self.board.connected(true, self.now());
    }

    pub(crate) fn unplug(&mut self) {
        if self.cable.take().is_some() {
            self.cuts += 1;
            self.board.connected(false, self.now());
        }
    }

    /// Serves the program until a condition holds.
    #[track_caller]
    pub(crate) fn serve_until(&mut self, what: &str, mut done: impl FnMut() -> bool) {
        let limit = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !done() {
            assert!(std::time::Instant::now() < limit, "{what}: not within a minute");
            self.pump();
            self.run(1);
            sleep(std::time::Duration::from_millis(1));
        }
    }

    pub(crate) fn set(&mut self, contact: Contact, closed: bool) {
        self.frame = self.frame.with(contact, closed);
        self.run(60);
    }

    /// Changes a contact at the current time.
    pub(crate) fn touch(&mut self, contact: Contact, closed: bool) {
        self.frame = self.frame.with(contact, closed);
    }

    pub(crate) fn tap(&mut self, key: Key) {
        self.set(Contact::Key(key), true);
        self.set(Contact::Key(key), false);
    }

    pub(crate) fn hold_menu(&mut self) {
        self.set(Contact::Key(Key::Menu), true);
        self.run(2_500);
        self.set(Contact::Key(Key::Menu), false);
    }

    /// Pauses the game and shows a code, as the arbiter does.
    pub(crate) fn call_code(&mut self) -> u32 {
        self.hold_menu();
        for key in [Key::Minus, Key::Menu, Key::Minus, Key::Minus, Key::Menu] {
            self.tap(key);
        }
        let digits = self.board.game().code().expect("a code on the display");
        digits.iter().fold(0, |code, digit| code * 10 + u32::from(*digit))
    }

    /// Black's press starts White's clock.
    pub(crate) fn begin(&mut self) {
        self.tap(Key::Player(Side::North));
    }

    /// The actions of a hand for a move.
    pub(crate) fn acts(played: Move) -> Vec<(Square, bool)> {
        let mut acts = vec![(played.from(), false)];
        for stop in played.path() {
            acts.push((stop, true));
            if stop != played.to() {
                acts.push((stop, false));
            }
        }
        acts.extend(played.captured_in_order().map(|square| (square, false)));
        acts
    }

    pub(crate) fn act(&mut self, (square, closed): (Square, bool)) {
        self.set(Contact::Cell(square.cell()), closed);
        self.run(300);
    }

    pub(crate) fn position(&self) -> Position {
        *self.board.game().record().position()
    }

    /// Presses the button of the side to move; White sits at the south.
    pub(crate) fn press(&mut self) {
        let side = match self.position().turn() {
            damiera::rules::Colour::White => Side::South,
            damiera::rules::Colour::Black => Side::North,
        };
        self.tap(Key::Player(side));
    }

    /// Plays a move given by its text.
    #[track_caller]
    pub(crate) fn play(&mut self, text: &str) {
        let before = self.position();
        let played = before.read_move(text).expect("a legal move");
        for act in Self::acts(played) {
            self.act(act);
        }
        self.press();
        assert_eq!(self.position(), before.play_unchecked(played), "{text} counts");
    }

    /// Sends an input that is not a contact.
    pub(crate) fn send(&mut self, input: Input) {
        let now = self.now();
        self.board.send(input, now).expect("room in the queue");
    }

    pub(crate) fn ask(&mut self, ask: GameRequest) {
        self.send(Input::Request(ask));
        self.run(100);
    }

    pub(crate) fn draw(&mut self) {
        self.ask(GameRequest::Result { winner: None, reason: Reason::Arbiter });
    }
}

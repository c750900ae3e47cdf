//! A board with simulated hands that play blitz games, one after the other.

use std::collections::VecDeque;

use damiera::event::Reason;
use damiera::game::{GameRequest, Input};
use damiera::rules::{Colour, Position, Side};
use damiera::sense::{Contact, Key};
use damiera_sim::random::Random;

use super::Bench;

/// Number of half-moves after which a game is drawn.
const LONGEST: usize = 24;

/// A board with simulated hands that play fast.
pub(crate) struct Blitz {
    pub(crate) bench: Bench,
    random: Random,
    /// Next actions of the hands, with their times in milliseconds.
    deeds: VecDeque<(u64, Contact, bool)>,
    pub(crate) millis: u64,
    /// The moves of the current game.
    played: Vec<String>,
    /// Numbers of finished games, and of their events.
    pub(crate) games: usize,
    events: u64,
    pub(crate) moves: usize,
}

impl Blitz {
    pub(crate) fn new(seed: u64) -> Self {
        let mut blitz = Self {
            bench: Bench::new(),
            random: Random::new(seed),
            deeds: VecDeque::new(),
            millis: 0,
            played: Vec::new(),
            games: 0,
            events: 0,
            moves: 0,
        };
        blitz.begin();
        blitz
    }

    fn begin(&mut self) {
        self.deeds.clear();
        self.played.clear();
        for square in damiera::rules::Square::all() {
            let closed = Position::start().occupied().contains(square);
            self.bench.touch(Contact::Cell(square.cell()), closed);
        }
        self.bench.run(300);
        // The pieces on their way may still have been an event of the last game.
        self.events += u64::from(self.bench.board.game().record().number());
        let position = Position::start();
        self.bench.send(Input::NewGame { position, opening: None });
        self.bench.run(300);
        self.bench.begin();
    }

    /// Events of all games.
    pub(crate) fn all_events(&self) -> u64 {
        self.events + u64::from(self.bench.board.game().record().number())
    }

    /// Advances the board by one millisecond.
    pub(crate) fn step(&mut self) {
        while let Some((_, contact, closed)) =
            self.deeds.pop_front_if(|(at, ..)| *at <= self.millis)
        {
            self.bench.touch(contact, closed);
        }
        self.bench.run(1);
        self.millis += 1;
        if self.deeds.is_empty() {
            self.go_on();
        }
    }

    /// Queues the actions of the next move, or ends the game.
    fn go_on(&mut self) {
        let position = self.bench.position();
        let legal = position.legal_moves();
        if legal.is_empty() || self.played.len() == LONGEST {
            if self.bench.board.game().record().result().is_none() {
                self.bench.ask(GameRequest::Result { winner: None, reason: Reason::Agreement });
            }
            assert!(self.bench.board.game().record().result().is_some(), "it is over");
            self.games += 1;
            self.begin();
            return;
        }
        let played = *self.random.one_of(&legal);
        self.played.push(position.write_move(played).to_string());
        self.moves += 1;
        let mut at = self.millis + 150 + self.random.below(900) as u64;
        for (square, closed) in Bench::acts(played) {
            self.deeds.push_back((at, Contact::Cell(square.cell()), closed));
            at += 130;
        }
        let side = match position.turn() {
            Colour::White => Side::South,
            Colour::Black => Side::North,
        };
        let button = Contact::Key(Key::Player(side));
        self.deeds.push_back((at, button, true));
        self.deeds.push_back((at + 70, button, false));
        // The reply comes after the button is released.
        self.deeds.push_back((at + 140, button, false));
    }

    /// The moves of the current game that count already.
    pub(crate) fn shown(&self) -> usize {
        usize::from(self.bench.board.game().record().half_moves())
    }

    pub(crate) fn record(&self) -> &[String] {
        &self.played[..self.shown()]
    }
}

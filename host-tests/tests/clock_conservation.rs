//! No time appears or vanishes: compares a clock with a ledger over a million random
//! presses and the other operations between them.
//!
//! The ledger keeps two sums for each player, time given and time run, and never a
//! time left. Its periods are a plain list of limits.

use damiera::clock::{
    AfterFlag, Award, Clock, Counts, Face, LONGEST_SHOWN, Pace, Pressed, Seconds, Settings,
    TimeControl,
};
use damiera::rules::Colour::{self, Black, White};
use damiera::time::{Duration, GameTime};
use damiera_sim::random::Random;

const PRESSES: usize = 1_000_000;
const SECOND: i128 = 1_000_000;
const BOTH: [Colour; 2] = [White, Black];

/// One player's accounts, in microseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    given: i128,
    ran: i128,
    /// Time run since the turn began.
    turn: i128,
    moves: i128,
    period: i128,
    flagged: bool,
    /// Time given, moves and periods by the last press.
    brought: (i128, i128, i128),
}

struct Ledger {
    control: TimeControl,
    run_on: bool,
    accounts: [Account; 2],
    turn: Option<Colour>,
    running: bool,
    now: i128,
    flag: Option<(Colour, i128)>,
}

fn micros(time: Seconds) -> i128 {
    i128::from(time.get()) * SECOND
}

/// For each period the number of moves that ends it and its time; the last one is
/// repeated as often as a test can reach.
fn periods(pace: &Pace) -> Vec<(i128, i128)> {
    let Pace::Cadence(cadence) = pace else { return Vec::new() };
    let mut list = Vec::new();
    let mut moves = 0;
    for period in cadence.periods() {
        moves += period.moves.map_or(i128::MAX / 2, i128::from);
        list.push((moves, micros(period.time)));
    }
    let last = cadence.periods()[cadence.periods().len() - 1];
    if let Some(each) = last.moves {
        for _ in 0..2_000 {
            moves += i128::from(each);
            list.push((moves, micros(last.time)));
        }
    }
    list
}

impl Ledger {
    fn new(control: TimeControl, run_on: bool) -> Self {
        let accounts = BOTH.map(|colour| {
            let given = match *control.of(colour) {
                Pace::Lampo { time } => micros(time),
                Pace::Fischer { base, increment: more } | Pace::Bronstein { base, delay: more } => {
                    micros(base) + micros(more)
                }
                Pace::MosseLampo { main, .. } => micros(main),
                Pace::Delay { base, .. } => micros(base),
                Pace::Cadence(cadence) => micros(cadence.periods()[0].time),
                Pace::CountUp => 0,
            };
            Account { given, ..Account::default() }
        });
        let run_on = run_on && !BOTH.iter().any(|colour| control.of(*colour).recharges());
        Self { control, run_on, accounts, turn: None, running: false, now: 0, flag: None }
    }

    /// The time of the next period, if the moves of this one were made.
    fn earned(&self, colour: Colour, periods: &[(i128, i128)]) -> Option<i128> {
        let account = &self.accounts[colour as usize];
        let (needed, _) = *periods.get(account.period as usize)?;
        let (_, time) = *periods.get(account.period as usize + 1)?;
        (account.moves >= needed).then_some(time)
    }

    /// Runs to an instant.
    fn run(&mut self, at: i128, periods: &[Vec<(i128, i128)>; 2]) {
        let at = at.max(self.now);
        let elapsed = at - self.now;
        self.now = at;
        let Some(colour) = self.turn.filter(|_| self.running) else { return };
        let pace = *self.control.of(colour);
        let account = &mut self.accounts[colour as usize];
        if account.flagged {
            return;
        }
        let free = match pace {
            Pace::Delay { delay, .. } => (micros(delay) - account.turn).max(0),
            _ => 0,
        };
        account.turn += elapsed;
        account.ran += (elapsed - free).max(0);
        if pace == Pace::CountUp || elapsed < free {
            return;
        }
        while self.accounts[colour as usize].ran >= self.accounts[colour as usize].given {
            let earned = self.earned(colour, &periods[colour as usize]);
            let account = &mut self.accounts[colour as usize];
            if let Pace::MosseLampo { per_move, .. } = pace
                && account.period == 0
            {
                account.period = 1;
                account.given += micros(per_move);
            } else if let Some(time) = earned {
                account.period += 1;
                account.given += time;
            } else {
                let too_much = account.ran - account.given;
                let fell = at - too_much;
                account.turn -= too_much;
                account.ran = account.given;
                account.flagged = true;
                self.flag.get_or_insert((colour, fell));
                let flags = self.accounts.iter().filter(|account| account.flagged).count();
                if !self.run_on || flags == 2 {
                    self.running = false;
                    self.now = fell;
                }
                return;
            }
        }
    }

    fn press(&mut self, colour: Colour, counts: bool, periods: &[Vec<(i128, i128)>; 2]) {
        if !self.running || self.turn != Some(colour) {
            return;
        }
        let account = &mut self.accounts[colour as usize];
        account.brought = (0, 0, 0);
        if counts && !account.flagged {
            let before = *account;
            account.moves += 1;
            match *self.control.of(colour) {
                Pace::Fischer { increment, .. } => account.given += micros(increment),
                Pace::Bronstein { delay, .. } => account.given += account.turn.min(micros(delay)),
                Pace::MosseLampo { per_move, .. } if account.period == 1 => {
                    account.given = account.given.max(account.ran + micros(per_move));
                }
                Pace::Cadence(cadence) if cadence.award() == Award::AtPress => {
                    while let Some(time) = self.earned(colour, &periods[colour as usize]) {
                        self.accounts[colour as usize].given += time;
                        self.accounts[colour as usize].period += 1;
                    }
                }
                _ => {}
            }
            let account = &mut self.accounts[colour as usize];
            account.brought = (account.given - before.given, 1, account.period - before.period);
        }
        let other = colour.opponent();
        let account = &mut self.accounts[other as usize];
        account.turn = 0;
        if let Pace::MosseLampo { per_move, .. } = *self.control.of(other)
            && account.period == 1
            && !account.flagged
        {
            account.given = account.given.max(account.ran + micros(per_move));
        }
        self.turn = Some(other);
    }

    fn left(&self, colour: Colour) -> i128 {
        let account = &self.accounts[colour as usize];
        match self.control.of(colour) {
            Pace::CountUp => account.given + account.ran,
            _ => account.given - account.ran,
        }
    }
}

fn control(random: &mut Random) -> TimeControl {
    const PACES: [&str; 22] = [
        "5'",
        "1\"",
        "15'",
        "23h59'",
        "4'+3\"",
        "9'+6\"",
        "15'+30\"",
        "1h20'+1'",
        "1\"+1\"",
        "15'+5s lampo",
        "2\"+1s lampo",
        "40/60'",
        "50/120',25/60'",
        "3/1',2/30\",1/2\"",
        "2/1' zero",
        "1/1\" zero",
        "3/1',2/30\",1' zero",
        "1/2\",1/1\",1/3\",4/5\"",
        "5'b3\"",
        "1'b1'",
        "5'd3\"",
        "1\"d10\"",
    ];
    let mut one = || if random.chance(4) { "up" } else { *random.one_of(&PACES) };
    let (white, black) = (one(), one());
    let text = if random.chance(70) { white.to_owned() } else { format!("{white} | {black}") };
    text.parse().expect("a time control")
}

/// A clock and its ledger.
struct Game {
    clock: Clock,
    ledger: Ledger,
    periods: [Vec<(i128, i128)>; 2],
    at: u64,
}

/// How often each case has occurred.
#[derive(Default, Debug)]
struct Seen {
    games: usize,
    changed_over: usize,
    ignored: usize,
    too_late: usize,
    flags: usize,
    second_flags: usize,
    periods: usize,
    withdrawn: usize,
    corrected: usize,
    changes: usize,
}

impl Game {
    fn new(random: &mut Random) -> Self {
        let control = control(random);
        let run_on = random.chance(40);
        let after_flag = if run_on { AfterFlag::RunOn } else { AfterFlag::Stop };
        let low = Seconds::new(*random.one_of(&[0, 5, 20, 60, u32::MAX]));
        // Some games are played at the end of the scale of time.
        let at = match random.below(50) {
            0 => u64::MAX - random.number() % 5_000_000_000,
            1 => u64::MAX,
            _ => random.number() % 1_000_000_000_000,
        };
        Self {
            clock: Clock::new(control, Settings { after_flag, low }),
            ledger: Ledger::new(control, run_on),
            periods: BOTH.map(|colour| periods(control.of(colour))),
            at,
        }
    }

    /// Lets a random time pass, often up to a flag or a change of a face.
    fn pass(&mut self, random: &mut Random) {
        let flag = self.clock.next_flag().map(GameTime::as_micros);
        let change = self.clock.next_visible_change(GameTime::from_micros(self.at));
        let by = |random: &mut Random, most: u64| random.number() % most;
        let at = match (random.below(100), flag, change) {
            (0..=1, Some(flag), _) => flag,
            (2..=3, Some(flag), _) => flag - 1,
            (4, Some(flag), _) => flag.saturating_add(by(random, 5_000_000)),
            (5..=14, _, Some(change)) => change.as_micros() - by(random, 2),
            (15..=25, ..) => self.at,
            (26..=45, ..) => self.at.saturating_add(by(random, 1_000)),
            (46..=96, ..) => self.at.saturating_add(by(random, 3_000_000)),
            (97, ..) if random.chance(30) => self.at.saturating_add(by(random, 4_000_000_000)),
            _ => self.at.saturating_add(by(random, 60_000_000)),
        };
        // `next_flag` may lie in the past, before `advance` is called.
        self.at = at.max(self.at);
    }

    fn operate(&mut self, random: &mut Random, seen: &mut Seen) {
        self.pass(random);
        let at = GameTime::from_micros(self.at);
        let first = self.clock.flag();
        let colour = random.colour();
        let mut lifted = false;
        let operation = match (self.clock.turn(), self.clock.is_running()) {
            (None, _) if random.chance(50) => 72,
            (Some(_), false) if random.chance(30) => 80,
            _ => random.below(100),
        };
        match operation {
            0..=71 => {
                let colour = match self.clock.turn() {
                    Some(turn) if random.chance(85) => turn,
                    _ => colour,
                };
                let counts = if random.chance(90) { Counts::Move } else { Counts::Nothing };
                self.press(colour, counts, seen);
            }
            72..=75 => {
                let started = self.clock.start(colour, at);
                assert_eq!(started, self.ledger.turn.is_none());
                self.run();
                if started {
                    self.ledger.turn = Some(colour);
                    self.ledger.running = true;
                }
                self.run();
            }
            76..=79 => {
                self.run();
                assert_eq!(self.clock.pause(at), self.ledger.running);
                self.ledger.running = false;
            }
            80..=87 => {
                self.run();
                let resumed = self.clock.resume(at);
                let flags = self.ledger.accounts.iter().filter(|account| account.flagged).count();
                let over = flags > usize::from(self.ledger.run_on);
                assert_eq!(resumed, self.ledger.turn.is_some() && !self.ledger.running && !over);
                self.ledger.running |= resumed;
                self.run();
            }
            88..=90 => {
                self.clock.withdraw(colour, at);
                self.run();
                let account = &mut self.ledger.accounts[colour as usize];
                if !account.flagged {
                    let (given, moves, periods) = std::mem::take(&mut account.brought);
                    // Time that has run already cannot be taken.
                    account.given -= given.min((account.given - account.ran).max(0));
                    account.moves -= moves;
                    account.period -= periods;
                    seen.withdrawn += usize::from(moves > 0);
                }
                self.run();
            }
            91..=92 => {
                self.run();
                let flags = self.ledger.accounts.iter().filter(|account| account.flagged).count();
                let over = flags > usize::from(self.ledger.run_on);
                let given = self.clock.give_back_turn(colour, at);
                assert_eq!(given, self.ledger.turn == Some(colour.opponent()) && !over);
                if given {
                    self.ledger.turn = Some(colour);
                }
                self.run();
            }
            93 => {
                self.clock.count_unpressed(colour, at);
                self.run();
                let account = &mut self.ledger.accounts[colour as usize];
                account.moves += i128::from(!account.flagged);
            }
            94..=97 => self.correct(colour, random, seen),
            98 => {
                self.clock.advance(at);
                self.run();
            }
            _ => {
                self.run();
                self.clock.advance(at);
                lifted = self.clock.lift_flag();
                assert_eq!(lifted, !self.ledger.running);
                if lifted {
                    self.ledger.flag = None;
                    self.ledger.accounts.iter_mut().for_each(|account| account.flagged = false);
                }
            }
        }
        if let Some(first) = first
            && !lifted
        {
            assert_eq!(self.clock.flag(), Some(first), "the first flag is latched");
        } else {
            seen.flags += usize::from(self.clock.flag().is_some());
        }
    }

    fn run(&mut self) {
        self.ledger.run(i128::from(self.at), &self.periods);
    }

    fn press(&mut self, colour: Colour, counts: Counts, seen: &mut Seen) {
        let at = GameTime::from_micros(self.at);
        self.run();
        let (turn, running) = (self.ledger.turn, self.ledger.running);
        let before = self.ledger.accounts[colour as usize];
        self.ledger.press(colour, counts == Counts::Move, &self.periods);
        let account = self.ledger.accounts[colour as usize];
        self.run();
        let expected = if turn == Some(colour) && before.flagged {
            seen.too_late += 1;
            Pressed::TooLate
        } else if turn == Some(colour) && running {
            seen.changed_over += 1;
            seen.periods += usize::from(account.period > before.period);
            let recharge = Duration::from_micros((account.given - before.given) as u64);
            Pressed::ChangedOver { recharge }
        } else {
            seen.ignored += 1;
            Pressed::Ignored
        };
        assert_eq!(self.clock.press(colour, at, counts), expected);
    }

    fn correct(&mut self, colour: Colour, random: &mut Random, seen: &mut Seen) {
        self.run();
        self.clock.advance(GameTime::from_micros(self.at));
        let running = self.ledger.running;
        let left = self.ledger.left(colour);
        let counts_up = *self.clock.control().of(colour) == Pace::CountUp;
        let account = &mut self.ledger.accounts[colour as usize];
        match random.below(4) {
            0 => {
                let most = *random.one_of(&[1, 30_000_000, 4_000_000_000, 400_000_000_000]);
                let time = Duration::from_micros(random.number() % most);
                let set = self.clock.set_remaining(colour, time);
                assert_eq!(set.is_ok(), !running && time <= LONGEST_SHOWN);
                if let Ok(before) = set {
                    assert_eq!(i128::from(before.as_micros()), left);
                    account.given += i128::from(time.as_micros()) - left;
                    account.brought.0 = 0;
                    seen.corrected += 1;
                }
            }
            1 => {
                let moves = random.below(1_100) as u16;
                let set = self.clock.set_moves(colour, moves);
                assert_eq!(set.is_ok(), !running && moves <= 999);
                if let Ok(before) = set {
                    assert_eq!(i128::from(before), account.moves);
                    account.moves = i128::from(moves);
                    account.brought.1 = 0;
                }
            }
            2 => {
                let period = random.below(6) as u16;
                if let Ok(before) = self.clock.set_period(colour, period) {
                    assert!(!running && period > 0);
                    assert_eq!(i128::from(before), account.period + 1);
                    account.period = i128::from(period) - 1;
                    account.brought.2 = 0;
                }
            }
            _ => {
                let time = Duration::from_micros(random.number() % 900_000_000);
                let floor = Duration::from_secs(*random.one_of(&[0, 1, 180]));
                let charged = self.clock.charge(colour, time, floor);
                assert_eq!(charged.is_ok(), !running);
                if let Ok(charged) = charged {
                    let expected = (left - i128::from(floor.as_micros()))
                        .clamp(0, i128::from(time.as_micros()));
                    let expected = if counts_up { 0 } else { expected };
                    assert_eq!(i128::from(charged.as_micros()), expected);
                    account.given -= expected;
                }
            }
        }
    }

    /// Compares the clock with the ledger.
    fn check(&self) {
        let now = GameTime::from_micros(self.at);
        for colour in BOTH {
            let account = &self.ledger.accounts[colour as usize];
            let remaining = self.clock.remaining(colour, now);
            let left = self.ledger.left(colour);
            assert_eq!(i128::from(remaining.main.as_micros()), left, "{:?}", self.clock);
            assert_eq!(remaining.flagged, account.flagged);
            assert_eq!(i128::from(remaining.period), account.period + 1);
            assert_eq!(i128::from(self.clock.moves(colour)), account.moves);
        }
        assert_eq!(self.clock.turn(), self.ledger.turn);
        assert_eq!(self.clock.is_running(), self.ledger.running, "{:?}", self.clock);
        let flag = self.clock.flag().map(|(colour, at)| (colour, i128::from(at.as_micros())));
        assert_eq!(flag, self.ledger.flag);
    }

    /// At most one clock runs, and the faces change exactly at `next_visible_change`.
    fn look_ahead(&self, random: &mut Random, seen: &mut Seen) {
        let now = self.at;
        let faces = |at: u64| -> [Face; 2] {
            BOTH.map(|colour| self.clock.face(colour, GameTime::from_micros(at)))
        };
        let later = now.saturating_add(random.number() % 100_000_000);
        let moved = BOTH.map(|colour| {
            self.clock.remaining(colour, GameTime::from_micros(later))
                != self.clock.remaining(colour, GameTime::from_micros(now))
        });
        assert!(moved != [true, true], "both clocks ran: {:?}", self.clock);
        let shown = faces(now);
        match self.clock.next_visible_change(GameTime::from_micros(now)) {
            Some(at) => {
                let at = at.as_micros();
                assert!(at > now);
                assert_eq!(faces(at - 1), shown);
                assert_eq!(faces(now + random.number() % (at - now)), shown);
                assert_ne!(faces(at), shown, "at {at}: {:?}", self.clock);
                seen.changes += 1;
            }
            None => {
                for at in [now.saturating_add(1), later, u64::MAX] {
                    assert_eq!(faces(at), shown, "at {at}: {:?}", self.clock);
                }
            }
        }
        if let Some(at) = self.clock.next_flag()
            && at.as_micros() > now
        {
            let colour = self.clock.running().expect("a clock runs");
            let before = GameTime::from_micros(at.as_micros() - 1);
            assert!(!self.clock.remaining(colour, before).flagged);
            assert!(self.clock.remaining(colour, at).flagged);
        }
    }
}

#[test]
fn no_time_appears_or_vanishes() {
    let mut random = Random::new(15_110);
    let mut seen = Seen::default();
    let mut operations = 0;
    while seen.changed_over + seen.ignored + seen.too_late < PRESSES {
        seen.games += 1;
        let mut game = Game::new(&mut random);
        let length = 20 + random.below(400);
        for _ in 0..length {
            game.operate(&mut random, &mut seen);
            game.run();
            // `advance` at once or later makes no difference.
            let mut asked = game.clock;
            asked.advance(GameTime::from_micros(game.at));
            if random.chance(50) {
                game.clock = asked;
            }
            game.look_ahead(&mut random, &mut seen);
            let clock = std::mem::replace(&mut game.clock, asked);
            game.check();
            game.look_ahead(&mut random, &mut seen);
            game.clock = clock;
            operations += 1;
            // A stopped game has few operations left.
            if game.ledger.flag.is_some() && !game.ledger.running && random.chance(20) {
                break;
            }
        }
        let both = game.ledger.accounts.iter().all(|account| account.flagged);
        seen.second_flags += usize::from(both);
    }
    println!("{operations} operations: {seen:?}");
    for often in [seen.changed_over, seen.ignored, seen.changes] {
        assert!(often > 100_000, "{seen:?}");
    }
    for seldom in
        [seen.too_late, seen.flags, seen.second_flags, seen.periods, seen.withdrawn, seen.corrected]
    {
        assert!(seldom > 1_000, "{seen:?}");
    }
}

/// Instants in any order and values at the ends of their scales cause no panic, and the
/// time of a standing clock does not change.
#[test]
fn any_instant_and_any_value_are_accepted() {
    let mut random = Random::new(9_3);
    let mut stamps = Vec::new();
    for game in 0..5_000 {
        let control = if game % 2 == 0 {
            control(&mut random)
        } else {
            "255/23h59',1/23h59'".parse().expect("a time control")
        };
        let low = Seconds::new(random.number() as u32);
        let settings = Settings { after_flag: AfterFlag::RunOn, low };
        let mut clock = Clock::new(control, settings);
        for _ in 0..40 {
            stamps.clear();
            stamps.extend([0, 1, u64::MAX, u64::MAX - 1, random.number(), random.number() >> 30]);
            let at = GameTime::from_micros(*random.one_of(&stamps));
            let duration = Duration::from_micros(*random.one_of(&stamps));
            let number = *random.one_of(&[0, 1, 2, 999, 1_000, u16::MAX - 1, u16::MAX]);
            let colour = random.colour();
            match random.below(14) {
                0..=1 => drop(clock.start(colour, at)),
                2..=4 => drop(clock.press(colour, at, Counts::Move)),
                5 => drop(clock.press(colour, at, Counts::Nothing)),
                6 => drop(clock.pause(at)),
                7 => drop(clock.resume(at)),
                8 => drop(clock.give_back_turn(colour, at)),
                9 => clock.withdraw(colour, at),
                10 => clock.advance(at),
                11 => {
                    let _ = clock.set_remaining(colour, duration);
                    let _ = clock.set_moves(colour, number);
                    let _ = clock.set_period(colour, number);
                    let _ = clock.charge(colour, duration, Duration::ZERO);
                }
                12 => clock.count_unpressed(colour, at),
                _ => drop(clock.lift_flag()),
            }
            let now = GameTime::from_micros(*random.one_of(&stamps));
            for colour in BOTH {
                let _ = clock.face(colour, now).to_string();
                if clock.running() != Some(colour) {
                    let standing = clock.remaining(colour, GameTime::ZERO);
                    assert_eq!(clock.remaining(colour, now), standing);
                }
            }
            let _ = (clock.next_visible_change(now), clock.next_flag());
        }
    }
}

/// A full move counter, in the period with the largest number.
#[test]
fn counters_stop_at_the_ends_of_their_scales() {
    let mut clock = Clock::new("1/1\"".parse().expect("a time control"), Settings::default());
    for _ in 0..70_000 {
        clock.count_unpressed(White, GameTime::ZERO);
    }
    assert_eq!(clock.moves(White), u16::MAX);
    clock.start(White, GameTime::ZERO);
    // As many seconds as moves, and the first one.
    assert_eq!(clock.next_flag(), Some(GameTime::from_millis(65_536_000)));
    let recharge = Duration::from_secs(65_535);
    assert_eq!(
        clock.press(White, GameTime::from_millis(999), Counts::Move),
        Pressed::ChangedOver { recharge }
    );
    assert_eq!(clock.moves(White), u16::MAX);
    assert_eq!(clock.period(White, GameTime::MAX), u16::MAX);
}

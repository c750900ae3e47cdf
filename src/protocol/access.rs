use super::{Answer, Denied, Invalid};
use crate::time::{Micros, Span};

/// How long the first wrong try keeps the next one waiting. Each further one
/// doubles it.
pub const FIRST_WAIT: Span = Span::from_secs(1);

/// The longest that a wrong try keeps the next one waiting: a whole day then has
/// room for 84 tries, at a million codes.
pub const LONGEST_WAIT: Span = Span::from_secs(1_024);

/// A code has six digits.
const CODES: u32 = 1_000_000;

/// Whether a PC may change a running game.
///
/// ```text
///            the arbiter calls a code up            the right code
///   Locked ------------------------------> Called ------------------> Unlocked
///     ^  ^                                   | ^ | wrong: wait, twice     |
///     |  |    the arbiter puts it away       | +-+ as long each time      |
///     |  +-----------------------------------+                            |
///     +------------ the other end begins anew, the arbiter locks ---------+
/// ```
///
/// When the connection ends, everything does. A program that comes for the code which
/// the arbiter has just called up opens the port and greets first: that leaves it
/// standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PcLock {
    state: State,
    /// Wrong ones since the code was called up.
    tries: u16,
    /// Before this no try is looked at.
    next: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Locked,
    Called(u32),
    Unlocked,
}

impl Default for PcLock {
    fn default() -> Self {
        Self::new()
    }
}

impl PcLock {
    /// Locked, no code called up.
    pub const fn new() -> Self {
        Self { state: State::Locked, tries: 0, next: Micros::ZERO }
    }

    /// Whether a running game may be changed.
    pub fn is_unlocked(&self) -> bool {
        self.state == State::Unlocked
    }

    /// The digits to show, if a code has been called up.
    pub fn code(&self) -> Option<[u8; 6]> {
        let State::Called(mut left) = self.state else { return None };
        let mut digits = [0; 6];
        for digit in digits.iter_mut().rev() {
            *digit = (left % 10) as u8;
            left /= 10;
        }
        Some(digits)
    }

    /// Wrong tries at the last code that was called up, to be shown.
    pub const fn tries(&self) -> u16 {
        self.tries
    }

    /// The arbiter calls up a code, made of a random number. Any earlier code, and
    /// what it had unlocked, is over.
    pub fn call(&mut self, random: u32) {
        // Uneven by less than one part in four thousand.
        *self = Self { state: State::Called(random % CODES), ..Self::new() };
    }

    /// The other end begins anew: what it had been allowed is over. A code that nobody
    /// has used yet stays.
    pub fn begin_anew(&mut self) {
        if self.is_unlocked() {
            self.lock();
        }
    }

    /// The connection has ended, or the arbiter puts the code away. The wrong tries
    /// stay to be seen.
    pub fn lock(&mut self) {
        self.state = State::Locked;
    }

    /// A code comes in.
    pub fn unlock(&mut self, code: u32, now: Micros) -> Answer {
        if code >= CODES {
            return Answer::Invalid(Invalid::Code);
        }
        let right = match self.state {
            State::Unlocked => return Answer::Done,
            State::Locked => return Answer::Denied(Denied::NoCode),
            State::Called(right) => right,
        };
        if now < self.next {
            return Answer::Denied(Denied::TooSoon { wait: millis(self.next - now) });
        }
        if code == right {
            self.state = State::Unlocked;
            return Answer::Done;
        }
        let doubled = FIRST_WAIT * (1 << self.tries.min(16));
        let wait = doubled.min(LONGEST_WAIT);
        self.tries = self.tries.saturating_add(1);
        self.next = now + wait;
        Answer::Denied(Denied::WrongCode { tries: self.tries, wait: millis(wait) })
    }
}

/// Rounded up, so that who waits so long is not too soon.
fn millis(span: Span) -> u32 {
    u32::try_from((span + Span::from_micros(999)).as_millis()).unwrap_or(u32::MAX)
}

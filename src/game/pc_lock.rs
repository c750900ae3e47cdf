use super::{ConnectionChange, Denied};
use crate::time::{Duration, Instant};

/// Delay after the first wrong attempt. Each further wrong attempt doubles it.
pub const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest delay after a wrong attempt. It allows 84 attempts a day at a million codes.
pub const LONGEST_WAIT: Duration = Duration::from_secs(1_024);

/// Number of codes: they have six digits.
const CODES: u32 = 1_000_000;

/// The lock that a PC opens with the code on the display, to change a running game.
///
/// The game owns the only one: the arbiter's page calls a code up, a PC's `Unlock`
/// and the changes of its connection reach it through the queue of inputs.
///
/// ```text
///            the arbiter calls a code up            the right code
///   Locked ------------------------------> Called ------------------> Unlocked
///     ^  ^                                   | ^ | wrong: wait, twice     |
///     |  |     the connection is closed      | +-+ as long each time      |
///     |  +-----------------------------------+                            |
///     +---------- the connection is reset or closed ----------------------+
/// ```
///
/// A program opens the port and greets before it sends `Unlock`, which resets the
/// connection: so a reset leaves an unused code valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PcLock {
    state: State,
    /// Wrong attempts since the code was called up.
    wrong: u16,
    /// Attempts before this time are refused without being compared.
    next: Instant,
}

/// The attempts of a PC at the code that the arbiter called up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeAttempts {
    /// Number of wrong codes.
    pub wrong: u16,
    /// Whether the PC may change a running game.
    pub unlocked: bool,
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
    /// A closed lock without a code.
    pub const fn new() -> Self {
        Self { state: State::Locked, wrong: 0, next: Instant::ZERO }
    }

    /// Whether the PC may change a running game.
    pub fn is_unlocked(&self) -> bool {
        self.state == State::Unlocked
    }

    /// The six digits to show; `None` unless a code is waiting to be used.
    pub fn code(&self) -> Option<[u8; 6]> {
        let State::Called(mut left) = self.state else { return None };
        let mut digits = [0; 6];
        for digit in digits.iter_mut().rev() {
            *digit = (left % 10) as u8;
            left /= 10;
        }
        Some(digits)
    }

    /// The attempts at the last code, for the display.
    pub fn attempts(&self) -> CodeAttempts {
        CodeAttempts { wrong: self.wrong, unlocked: self.is_unlocked() }
    }

    /// Sets a new code, made of a random number, and revokes any earlier one and the
    /// permission that it gave.
    pub fn call(&mut self, random: u32) {
        // 2^32 is no multiple of a million: some codes are likelier by less than 1 in 4,000.
        *self = Self { state: State::Called(random % CODES), ..Self::new() };
    }

    /// Applies a change of the connection.
    pub fn connection_changed(&mut self, change: ConnectionChange) {
        match change {
            ConnectionChange::Reset => self.reset(),
            ConnectionChange::Closed => self.lock(),
        }
    }

    /// Revokes the permission of a connection that was reset. An unused code stays, and
    /// so does the wait after a wrong attempt.
    pub fn reset(&mut self) {
        if self.is_unlocked() {
            self.lock();
        }
    }

    /// Revokes permission and code. The count of wrong attempts stays for the display.
    pub fn lock(&mut self) {
        self.state = State::Locked;
    }

    /// Tries a code, and opens the lock if it is the right one.
    pub fn unlock(&mut self, code: u32, now: Instant) -> Result<(), Denied> {
        if code >= CODES {
            return Err(Denied::NoSuchCode);
        }
        let right = match self.state {
            State::Unlocked => return Ok(()),
            State::Locked => return Err(Denied::NoCode),
            State::Called(right) => right,
        };
        if now < self.next {
            return Err(Denied::TooSoon { wait: millis(self.next - now) });
        }
        if code == right {
            self.state = State::Unlocked;
            return Ok(());
        }
        let doubled = FIRST_WAIT * (1 << self.wrong.min(16));
        let wait = doubled.min(LONGEST_WAIT);
        self.wrong = self.wrong.saturating_add(1);
        self.next = now + wait;
        Err(Denied::WrongCode { tries: self.wrong, wait: millis(wait) })
    }
}

/// Milliseconds, rounded up: an attempt after this wait is not too soon.
fn millis(duration: Duration) -> u32 {
    u32::try_from((duration + Duration::from_micros(999)).as_millis()).unwrap_or(u32::MAX)
}

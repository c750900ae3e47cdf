//! Who may change a running game.

use damiera::protocol::{Answer, Denied, Invalid, PcLock};
use damiera::time::Micros;

fn second(second: u64) -> Micros {
    Micros::from_millis(1_000 * second)
}

fn number(digits: [u8; 6]) -> u32 {
    digits.into_iter().fold(0, |number, digit| 10 * number + u32::from(digit))
}

#[test]
fn the_right_code_unlocks() {
    let mut access = PcLock::new();
    assert!(!access.is_unlocked());
    access.call(4_000_012_345);
    assert_eq!(access.code(), Some([0, 1, 2, 3, 4, 5]));
    assert_eq!(access.unlock(12_345, second(0)), Answer::Done);
    assert!(access.is_unlocked());
    assert_eq!(access.code(), None, "it has been used");
    assert_eq!(access.unlock(1, second(0)), Answer::Done, "it is open already");
}

#[test]
fn any_random_number_gives_six_digits() {
    for random in [0, 9, 999_999, 1_000_000, u32::MAX] {
        let mut access = PcLock::new();
        access.call(random);
        let digits = access.code().expect("a code");
        assert!(digits.iter().all(|digit| *digit < 10));
        assert_eq!(access.unlock(number(digits), second(0)), Answer::Done);
    }
}

#[test]
fn without_a_code_there_is_nothing_to_guess() {
    let mut access = PcLock::new();
    assert_eq!(access.unlock(0, second(0)), Answer::Denied(Denied::NoCode));
    assert_eq!(access.tries(), 0);
    access.call(5);
    access.lock();
    assert_eq!(access.unlock(5, second(0)), Answer::Denied(Denied::NoCode));
}

#[test]
fn seven_digits_are_no_code() {
    let mut access = PcLock::new();
    access.call(0);
    assert_eq!(access.unlock(1_000_000, second(0)), Answer::Invalid(Invalid::Code));
    assert_eq!(access.tries(), 0);
}

#[test]
fn wrong_tries_are_counted_and_wait_twice_as_long_each_time() {
    let mut access = PcLock::new();
    access.call(77);
    let (mut now, mut wait) = (second(10), 1);
    for tries in 1..=20 {
        let millis = 1_000 * wait as u32;
        let wrong = Denied::WrongCode { tries, wait: millis };
        assert_eq!(access.unlock(78, now), Answer::Denied(wrong));
        assert_eq!(access.tries(), tries);
        // Not even the right one, until the time is over.
        assert_eq!(access.unlock(77, now), Answer::Denied(Denied::TooSoon { wait: millis }));
        let late = Micros::from_micros(now.as_micros() + 1_000_000 * wait - 1);
        assert_eq!(access.unlock(77, late), Answer::Denied(Denied::TooSoon { wait: 1 }));
        assert_eq!(access.tries(), tries, "what is not looked at is not counted");
        now = Micros::from_micros(now.as_micros() + 1_000_000 * wait);
        wait = (2 * wait).min(1_024);
    }
    assert_eq!(access.unlock(77, now), Answer::Done);
}

#[test]
fn a_new_code_ends_the_old_one_and_what_it_unlocked() {
    let mut access = PcLock::new();
    access.call(1);
    assert_eq!(access.unlock(2, second(0)), Answer::Denied(wrong(1, 1_000)));
    access.call(2);
    assert_eq!(access.tries(), 0);
    assert_eq!(access.unlock(1, second(0)), Answer::Denied(wrong(1, 1_000)));
    assert_eq!(access.unlock(2, second(1)), Answer::Done);
    access.call(3);
    assert!(!access.is_unlocked());
}

fn wrong(tries: u16, wait: u32) -> Denied {
    Denied::WrongCode { tries, wait }
}

#[test]
fn locking_keeps_the_tries_to_be_seen() {
    let mut access = PcLock::new();
    access.call(1);
    let _ = access.unlock(2, second(0));
    access.lock();
    assert_eq!(access.tries(), 1);
    assert_eq!(access.code(), None);
}

//! The lock that a PC opens to change a running game.

use damiera::event::EventKind;
use damiera::game::{ConnectionChange, Denied, Effects, GameRequest, Input, PcLock, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{Position, Square};
use damiera::sense::{Contact, Edge, Side};
use damiera::time::{Duration, Instant};

fn second(second: u64) -> Instant {
    Instant::from_millis(1_000 * second)
}

fn number(digits: [u8; 6]) -> u32 {
    digits.into_iter().fold(0, |number, digit| 10 * number + u32::from(digit))
}

#[test]
fn the_right_code_unlocks() {
    let mut lock = PcLock::new();
    assert!(!lock.is_unlocked());
    lock.call(4_000_012_345);
    assert_eq!(lock.code(), Some([0, 1, 2, 3, 4, 5]));
    assert_eq!(lock.unlock(12_345, second(0)), Ok(()));
    assert!(lock.is_unlocked());
    assert_eq!(lock.code(), None, "it has been used");
    assert_eq!(lock.unlock(1, second(0)), Ok(()), "it is open already");
}

#[test]
fn any_random_number_gives_six_digits() {
    for random in [0, 9, 999_999, 1_000_000, u32::MAX] {
        let mut lock = PcLock::new();
        lock.call(random);
        let digits = lock.code().expect("a code");
        assert!(digits.iter().all(|digit| *digit < 10));
        assert_eq!(lock.unlock(number(digits), second(0)), Ok(()));
    }
}

#[test]
fn no_code_is_accepted_unless_one_is_called_up() {
    let mut lock = PcLock::new();
    assert_eq!(lock.unlock(0, second(0)), Err(Denied::NoCode));
    assert_eq!(lock.attempts().wrong, 0);
    lock.call(5);
    lock.lock();
    assert_eq!(lock.unlock(5, second(0)), Err(Denied::NoCode));
}

#[test]
fn seven_digits_are_no_code() {
    let mut lock = PcLock::new();
    lock.call(0);
    assert_eq!(lock.unlock(1_000_000, second(0)), Err(Denied::NoSuchCode));
    assert_eq!(lock.attempts().wrong, 0);
}

#[test]
fn each_wrong_attempt_doubles_the_wait() {
    let mut lock = PcLock::new();
    lock.call(77);
    let (mut now, mut wait) = (second(10), 1);
    for tries in 1..=20 {
        let millis = 1_000 * wait as u32;
        let wrong = Denied::WrongCode { tries, wait: millis };
        assert_eq!(lock.unlock(78, now), Err(wrong));
        assert_eq!(lock.attempts().wrong, tries);
        // Until the wait is over, even the right code is refused.
        assert_eq!(lock.unlock(77, now), Err(Denied::TooSoon { wait: millis }));
        let late = Instant::from_micros(now.as_micros() + 1_000_000 * wait - 1);
        assert_eq!(lock.unlock(77, late), Err(Denied::TooSoon { wait: 1 }));
        assert_eq!(lock.attempts().wrong, tries, "a refused attempt is not counted");
        now = Instant::from_micros(now.as_micros() + 1_000_000 * wait);
        wait = (2 * wait).min(1_024);
    }
    assert_eq!(lock.unlock(77, now), Ok(()));
}

#[test]
fn a_new_code_revokes_the_old_one_and_its_permission() {
    let mut lock = PcLock::new();
    lock.call(1);
    assert_eq!(lock.unlock(2, second(0)), Err(wrong(1, 1_000)));
    lock.call(2);
    assert_eq!(lock.attempts().wrong, 0);
    assert_eq!(lock.unlock(1, second(0)), Err(wrong(1, 1_000)));
    assert_eq!(lock.unlock(2, second(1)), Ok(()));
    lock.call(3);
    assert!(!lock.is_unlocked());
}

fn wrong(tries: u16, wait: u32) -> Denied {
    Denied::WrongCode { tries, wait }
}

#[test]
fn locking_keeps_the_count_of_wrong_attempts() {
    let mut lock = PcLock::new();
    lock.call(1);
    let _ = lock.unlock(2, second(0));
    lock.lock();
    assert_eq!(lock.attempts().wrong, 1);
    assert_eq!(lock.code(), None);
}

/// Without a clock the opponent's lift ends the turn, unless it is a brush. A refused command
/// must not decide that early.
#[test]
fn a_pc_without_permission_does_not_disturb_the_hands() {
    let settings = Settings {
        casual: Some(Duration::from_secs(60)),
        white: Some(Side::South),
        ..Settings::default()
    };
    let edge = |game: &mut GameWithMenu, number: u8, closed: bool, millis: u64| -> Effects {
        let at = Instant::from_millis(millis);
        let contact = Contact::Cell(Square::new(number).expect("a square").cell());
        game.step(Input::Edge(Edge { at, contact, closed }), at).clone()
    };
    let mut game = GameWithMenu::new(settings);
    for (square, number) in Square::all().zip(1..) {
        if Position::start().occupied().contains(square) {
            edge(&mut game, number, true, 0);
        }
    }
    let position = Position::start();
    game.step(Input::NewGame { position, opening: None }, Instant::ZERO);
    for (number, closed, millis) in [
        (22, false, 1_000),
        (18, true, 1_300),
        (10, false, 3_000),
        (14, true, 3_400),
        // The opponent's sleeve: a brush of 60 ms.
        (23, false, 5_000),
    ] {
        edge(&mut game, number, closed, millis);
    }
    assert_eq!(game.record().half_moves(), 1);
    let inputs = [
        Input::Command(GameRequest::Pause),
        Input::Command(GameRequest::TakeBack { half_moves: 1 }),
        Input::Command(GameRequest::Reboot),
        Input::Command(GameRequest::Unlock(1)),
        Input::Connection(ConnectionChange::Reset),
        Input::Connection(ConnectionChange::Closed),
    ];
    let deadline = game.next_deadline();
    for (input, millis) in inputs.into_iter().zip(5_010..) {
        let effects = game.step(input, Instant::from_millis(millis));
        assert!(effects.is_empty() && !effects.reboot, "{input:?}: {effects:?}");
        assert!(effects.answer.is_none_or(|answer| answer.is_err()), "{input:?}");
        assert_eq!(game.next_deadline(), deadline, "{input:?}");
    }
    edge(&mut game, 23, true, 5_060);
    let brushed = game.step(Input::Wake, Instant::from_millis(5_400));
    assert!(!brushed.iter().any(|event| matches!(event.what, EventKind::Moved { .. })));
    // A lift that is no brush counts.
    edge(&mut game, 23, false, 6_000);
    let lifted = game.step(Input::Wake, Instant::from_millis(6_400));
    assert!(lifted.iter().any(|event| matches!(event.what, EventKind::Moved { .. })), "{lifted:?}");
}

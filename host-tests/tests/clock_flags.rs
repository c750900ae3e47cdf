//! Flags, presses at the same instant, pauses, corrections, turns given back.

use damiera::clock::{
    AfterFlag, Clock, CorrectionRefused, Counts, Face, LONGEST_SHOWN, MAX_SET_MOVES, Pressed,
    Seconds, Settings,
};
use damiera::rules::Colour::{self, Black, White};
use damiera::time::{Duration, GameTime};

const SECOND: u64 = 1_000_000;

fn us(micros: u64) -> GameTime {
    GameTime::from_micros(micros)
}

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn clock(control: &str) -> Clock {
    Clock::new(control.parse().expect("a time control"), Settings::default())
}

fn started(control: &str) -> Clock {
    let mut clock = clock(control);
    assert!(clock.start(White, us(0)));
    clock
}

fn running_on(control: &str) -> Clock {
    let settings = Settings { after_flag: AfterFlag::RunOn, ..Settings::default() };
    let mut clock = Clock::new(control.parse().expect("a time control"), settings);
    assert!(clock.start(White, us(0)));
    clock
}

fn main_time(clock: &Clock, colour: Colour, at: u64) -> u64 {
    clock.remaining(colour, us(at)).main.as_micros()
}

#[test]
fn a_press_before_the_flag_wins() {
    for (control, limit, recharge) in [
        ("5'", 300, 0),
        ("4'+3\"", 243, 3),
        ("5'b3\"", 303, 3),
        ("5'd3\"", 303, 0),
        ("40/60'", 3_600, 0),
        ("1/60'", 3_600, 3_600),
        ("4'+5s lampo", 245, 5),
    ] {
        let limit = limit * SECOND;
        let mut clock = started(control);
        assert_eq!(clock.next_flag(), Some(us(limit)), "{control}");
        let pressed = clock.press(White, us(limit - 1), Counts::Move);
        let left =
            if control.ends_with("lampo") { recharge * SECOND - 1 } else { recharge * SECOND };
        assert_eq!(
            pressed,
            Pressed::ChangedOver { recharge: Duration::from_micros(left) },
            "{control}"
        );
        assert_eq!(clock.flag(), None);
        assert_eq!(clock.running(), Some(Black));
        assert_eq!(clock.moves(White), 1);
    }
}

#[test]
fn at_the_same_instant_the_flag_comes_first() {
    for (control, limit) in
        [("5'", 300), ("4'+3\"", 243), ("5'b3\"", 303), ("5'd3\"", 303), ("1/60'", 3_600)]
    {
        let limit = limit * SECOND;
        for late in [0, 1, SECOND, 1_000 * SECOND] {
            let mut clock = started(control);
            let pressed = clock.press(White, us(limit + late), Counts::Move);
            assert_eq!(pressed, Pressed::TooLate, "{control}");
            assert_eq!(clock.flag(), Some((White, us(limit))));
            assert_eq!(clock.moves(White), 0);
            assert_eq!(main_time(&clock, White, limit + late), 0, "no recharge at the flag");
            assert!(!clock.is_running());
            // Both stand for good.
            let black = clock.remaining(Black, us(limit));
            assert_eq!(clock.remaining(Black, GameTime::MAX), black);
            assert_eq!(clock.press(White, us(limit + late), Counts::Move), Pressed::TooLate);
            assert_eq!(clock.press(Black, us(limit + late), Counts::Move), Pressed::Ignored);
            assert!(!clock.resume(us(limit + late + 1)));
            assert!(!clock.give_back_turn(Black, us(limit + late + 1)));
            assert_eq!(clock.next_flag(), None);
            assert_eq!(clock.next_visible_change(us(limit)), None);
        }
    }
}

#[test]
fn late_or_frequent_queries_change_nothing() {
    let mut asked = started("4'+3\"");
    let mut silent = asked;
    for at in (0..300).map(|n| us(n * SECOND)) {
        asked.advance(at);
    }
    silent.advance(GameTime::MAX);
    assert_eq!(asked, silent);
    assert_eq!(asked.flag(), Some((White, us(243 * SECOND))));
}

#[test]
fn a_press_by_the_side_that_stands_does_nothing() {
    let mut clock = started("4'+3\"");
    let before = clock;
    assert_eq!(clock.press(Black, us(SECOND), Counts::Move), Pressed::Ignored);
    assert_eq!(clock, before);
    // Pressed twice, held or bounced: one change-over.
    clock.press(White, us(2 * SECOND), Counts::Move);
    let once = clock;
    for at in [2 * SECOND, 2 * SECOND + 1, 3 * SECOND] {
        assert_eq!(clock.press(White, us(at), Counts::Move), Pressed::Ignored);
    }
    assert_eq!(clock, once);
    // Both together: the one whose clock runs, whichever comes first.
    let mut other = once;
    clock.press(White, us(4 * SECOND), Counts::Move);
    clock.press(Black, us(4 * SECOND), Counts::Move);
    other.press(Black, us(4 * SECOND), Counts::Move);
    assert_eq!(clock, other);
    assert_eq!(clock.running(), Some(White));
}

#[test]
fn before_the_start_nothing_runs() {
    let mut clock = clock("5'");
    assert_eq!(clock.press(White, us(SECOND), Counts::Move), Pressed::Ignored);
    assert!(!clock.pause(us(SECOND)) && !clock.resume(us(SECOND)));
    assert!(!clock.give_back_turn(White, us(SECOND)));
    assert_eq!((clock.turn(), clock.running(), clock.next_flag()), (None, None, None));
    assert_eq!(clock.next_visible_change(us(SECOND)), None);
    // An opening played off the clock counts.
    for colour in [White, Black, White] {
        clock.count_unpressed(colour, us(2 * SECOND));
    }
    assert!(clock.start(Black, us(5 * SECOND)));
    assert!(!clock.start(White, us(6 * SECOND)));
    assert_eq!((clock.moves(White), clock.moves(Black)), (2, 1));
    assert_eq!(main_time(&clock, Black, 6 * SECOND), 299 * SECOND);
}

#[test]
fn lampo_may_run_on() {
    let mut clock = running_on("1'");
    clock.press(White, us(10 * SECOND), Counts::Move);
    clock.press(Black, us(15 * SECOND), Counts::Move);
    // White's flag falls at 65 s; he presses 3 s later.
    assert_eq!(clock.press(White, us(68 * SECOND), Counts::Move), Pressed::TooLate);
    assert_eq!(clock.flag(), Some((White, us(65 * SECOND))));
    assert_eq!((clock.running(), clock.moves(White)), (Some(Black), 1));
    assert_eq!(main_time(&clock, Black, 70 * SECOND), 53 * SECOND);
    let changed = Pressed::ChangedOver { recharge: Duration::ZERO };
    assert_eq!(clock.press(Black, us(70 * SECOND), Counts::Move), changed);
    // White's clock has no time left, and its flag does not fall a second time.
    assert_eq!((clock.running(), clock.next_flag()), (Some(White), None));
    assert!(clock.remaining(White, us(80 * SECOND)).flagged);
    assert_eq!(clock.press(White, us(80 * SECOND), Counts::Move), Pressed::TooLate);
    // When both are over, both stand, and the first flag is still the first.
    clock.advance(us(1_000 * SECOND));
    assert!(!clock.is_running());
    assert!(clock.remaining(Black, us(1_000 * SECOND)).flagged);
    assert_eq!(clock.flag(), Some((White, us(65 * SECOND))));
}

#[test]
fn with_a_recharge_no_clock_runs_on() {
    for control in ["4'+3\"", "5'b3\"", "5'd3\"", "5' | 4'+3\""] {
        let mut clock = running_on(control);
        clock.advance(us(1_000 * SECOND));
        assert!(!clock.is_running(), "{control}");
    }
}

#[test]
fn no_time_is_added_once_the_limit_is_passed() {
    let mut clock = running_on("1/1'");
    assert_eq!(clock.press(White, us(60 * SECOND), Counts::Move), Pressed::TooLate);
    clock.press(Black, us(61 * SECOND), Counts::Move);
    assert_eq!(clock.press(White, us(62 * SECOND), Counts::Move), Pressed::TooLate);
    assert_eq!(clock.remaining(White, us(62 * SECOND)).main, Duration::ZERO);
    assert_eq!((clock.moves(White), clock.moves(Black)), (0, 1));
    // The other player is within his limit and has his next minute.
    assert_eq!(main_time(&clock, Black, 62 * SECOND), 119 * SECOND);
}

#[test]
fn no_time_runs_in_a_pause() {
    let mut clock = started("4'+3\"");
    assert!(clock.pause(us(SECOND + 1)));
    assert!(!clock.pause(us(2 * SECOND)));
    assert_eq!((clock.turn(), clock.running()), (Some(White), None));
    assert_eq!(clock.press(White, us(2 * SECOND), Counts::Move), Pressed::Ignored);
    assert_eq!(main_time(&clock, White, 500 * SECOND), 242 * SECOND - 1);
    assert!(clock.resume(us(500 * SECOND)));
    assert!(!clock.resume(us(500 * SECOND)));
    assert_eq!(clock.next_flag(), Some(us(742 * SECOND - 1)));
    // At the instant of a flag the flag comes first.
    assert!(!clock.pause(us(742 * SECOND - 1)));
    assert_eq!(clock.flag(), Some((White, us(742 * SECOND - 1))));
}

#[test]
fn corrections_need_the_pause() {
    let mut clock = started("40/60'");
    let refused = CorrectionRefused::ClockRuns;
    let before = clock;
    assert_eq!(clock.set_remaining(White, secs(1)), Err(refused));
    assert_eq!(clock.set_moves(White, 1), Err(refused));
    assert_eq!(clock.set_period(White, 2), Err(refused));
    assert_eq!(clock.charge(White, secs(1), Duration::ZERO), Err(refused));
    assert!(!clock.lift_flag());
    assert_eq!(clock, before);
    assert_eq!(refused.to_string(), "a clock is running: pause it first");

    clock.pause(us(60 * SECOND));
    assert_eq!(clock.set_remaining(White, secs(100)), Ok(secs(59 * 60)));
    assert_eq!(clock.set_moves(White, 39), Ok(0));
    assert_eq!(clock.set_period(White, 3), Ok(1));
    assert_eq!(clock.period(White, us(60 * SECOND)), 3);
    assert_eq!(clock.set_period(White, 1), Ok(3));
    assert_eq!(main_time(&clock, Black, 60 * SECOND), 3_600 * SECOND);
    clock.resume(us(70 * SECOND));
    let pressed = clock.press(White, us(71 * SECOND), Counts::Move);
    assert_eq!(pressed, Pressed::ChangedOver { recharge: secs(3_600) });
    assert_eq!(main_time(&clock, White, 71 * SECOND), 3_699 * SECOND);
}

#[test]
fn corrections_have_limits() {
    let mut clock = clock("40/60',30' | 1'+5s lampo");
    let longer = LONGEST_SHOWN + Duration::from_micros(1);
    assert_eq!(clock.set_remaining(White, longer), Err(CorrectionRefused::TooLong));
    assert_eq!(clock.set_remaining(White, LONGEST_SHOWN), Ok(secs(3_600)));
    let more = MAX_SET_MOVES + 1;
    assert_eq!(clock.set_moves(White, more), Err(CorrectionRefused::TooManyMoves));
    assert_eq!(clock.set_moves(White, MAX_SET_MOVES), Ok(0));
    for colour in [White, Black] {
        for period in [0, 3, u16::MAX] {
            let refused = Err(CorrectionRefused::NoSuchPeriod(period));
            assert_eq!(clock.set_period(colour, period), refused);
        }
        assert_eq!(clock.set_period(colour, 2), Ok(1));
    }
    assert_eq!(CorrectionRefused::NoSuchPeriod(3).to_string(), "the time control has no period 3");
}

#[test]
fn a_time_corrected_to_zero_flags_when_the_clock_runs() {
    let mut clock = started("5'");
    clock.pause(us(SECOND));
    clock.set_remaining(Black, Duration::ZERO).expect("paused");
    clock.resume(us(2 * SECOND));
    assert_eq!(clock.flag(), None);
    clock.press(White, us(3 * SECOND), Counts::Move);
    assert_eq!(clock.flag(), Some((Black, us(3 * SECOND))));
}

#[test]
fn a_delay_prevents_the_flag_when_the_base_is_zero() {
    let mut clock = clock("5'd3\"");
    clock.set_remaining(White, Duration::ZERO).expect("it stands");
    clock.start(White, us(0));
    assert_eq!(clock.next_flag(), Some(us(3 * SECOND)));
    assert!(!clock.remaining(White, us(SECOND)).flagged);
    clock.press(White, us(3 * SECOND - 1), Counts::Move);
    assert_eq!(clock.remaining(White, us(3 * SECOND)).available(), secs(3));
    clock.press(Black, us(3 * SECOND), Counts::Move);
    clock.advance(us(10 * SECOND));
    assert_eq!(clock.flag(), Some((White, us(6 * SECOND))));
}

#[test]
fn a_flag_can_be_lifted_by_the_arbiter() {
    let mut clock = started("5'");
    clock.advance(us(300 * SECOND));
    clock.set_remaining(White, secs(30)).expect("it stands");
    assert_eq!(clock.flag(), Some((White, us(300 * SECOND))), "a correction does not lift it");
    assert!(!clock.resume(us(310 * SECOND)));
    assert!(clock.lift_flag());
    assert_eq!(clock.flag(), None);
    assert!(clock.resume(us(320 * SECOND)));
    assert_eq!(clock.next_flag(), Some(us(350 * SECOND)));
}

#[test]
fn a_wrong_claim_is_charged_down_to_the_floor() {
    let (quarter, floor) = (secs(15 * 60), secs(3 * 60));
    for (left, taken) in [(3_600, 900), (1_080, 900), (1_079, 899), (181, 1), (180, 0), (60, 0)] {
        let mut clock = clock("40/60'");
        clock.set_remaining(White, secs(left)).expect("it stands");
        assert_eq!(clock.charge(White, quarter, floor), Ok(secs(taken)));
        assert_eq!(clock.remaining(White, us(0)).main, secs(left - taken));
    }
    assert_eq!(clock("up").charge(White, quarter, floor), Ok(Duration::ZERO));
}

#[test]
fn an_irregular_press_is_withdrawn() {
    let mut clock = started("4'+3\"");
    let recharge = secs(3);
    let changed = Pressed::ChangedOver { recharge };
    assert_eq!(clock.press(White, us(10 * SECOND), Counts::Move), changed);
    clock.withdraw(White, us(12 * SECOND));
    assert!(clock.give_back_turn(White, us(12 * SECOND)));
    assert!(!clock.give_back_turn(White, us(12 * SECOND)), "it is White's already");
    assert_eq!((clock.running(), clock.moves(White)), (Some(White), 0));
    assert_eq!(main_time(&clock, White, 12 * SECOND), 233 * SECOND);
    assert_eq!(main_time(&clock, Black, 12 * SECOND), 241 * SECOND);
    // Once only.
    clock.withdraw(White, us(13 * SECOND));
    assert_eq!(main_time(&clock, White, 13 * SECOND), 232 * SECOND);
    // The lawful move has its recharge.
    assert_eq!(clock.press(White, us(14 * SECOND), Counts::Move), changed);
    assert_eq!((main_time(&clock, White, 14 * SECOND), clock.moves(White)), (234 * SECOND, 1));
}

#[test]
fn withdrawing_the_fortieth_move_withdraws_its_hour() {
    let mut clock = clock("40/60'");
    clock.set_moves(White, 39).expect("it stands");
    clock.start(White, us(0));
    let changed = Pressed::ChangedOver { recharge: secs(3_600) };
    assert_eq!(clock.press(White, us(SECOND), Counts::Move), changed);
    assert_eq!(clock.period(White, us(SECOND)), 2);
    clock.withdraw(White, us(SECOND));
    clock.give_back_turn(White, us(SECOND));
    assert_eq!((clock.period(White, us(SECOND)), clock.moves(White)), (1, 39));
    assert_eq!(main_time(&clock, White, SECOND), 3_599 * SECOND);
    assert_eq!(clock.press(White, us(2 * SECOND), Counts::Move), changed);
    assert_eq!(main_time(&clock, White, 2 * SECOND), 7_198 * SECOND);
}

#[test]
fn an_empty_press_adds_nothing_and_leaves_nothing_to_withdraw() {
    let mut clock = started("4'+3\"");
    clock.press(White, us(SECOND), Counts::Move);
    clock.press(Black, us(2 * SECOND), Counts::Move);
    let nothing = Pressed::ChangedOver { recharge: Duration::ZERO };
    assert_eq!(clock.press(White, us(3 * SECOND), Counts::Nothing), nothing);
    clock.withdraw(White, us(3 * SECOND));
    assert_eq!((main_time(&clock, White, 3 * SECOND), clock.moves(White)), (244 * SECOND, 1));
}

#[test]
fn a_withdrawal_that_leaves_no_time_flags() {
    let mut clock = started("1\"+9\"");
    clock.press(White, us(9 * SECOND), Counts::Move);
    clock.press(Black, us(10 * SECOND), Counts::Move);
    // 10 s left at first, of which 9 came with the irregular press.
    clock.withdraw(White, us(12 * SECOND));
    assert_eq!(clock.flag(), Some((White, us(12 * SECOND))));
}

#[test]
fn a_correction_is_not_withdrawn() {
    let mut clock = started("4'+3\"");
    clock.press(White, us(SECOND), Counts::Move);
    clock.pause(us(SECOND));
    clock.set_remaining(White, secs(100)).expect("paused");
    clock.set_moves(White, 7).expect("paused");
    clock.withdraw(White, us(SECOND));
    assert_eq!((main_time(&clock, White, SECOND), clock.moves(White)), (100 * SECOND, 7));
}

#[test]
fn an_unpressed_fortieth_move_was_made_in_time() {
    let mut clock = clock("40/60'");
    clock.set_moves(White, 39).expect("it stands");
    clock.start(White, us(0));
    // Black replied; White's clock runs on, and nothing is added.
    clock.count_unpressed(White, us(SECOND));
    assert_eq!(main_time(&clock, White, SECOND), 3_599 * SECOND);
    assert_eq!(clock.next_flag(), Some(us(7_200 * SECOND)));
    let mut late = clock;
    // The next press that counts adds the hour.
    let changed = Pressed::ChangedOver { recharge: secs(3_600) };
    assert_eq!(clock.press(White, us(2 * SECOND), Counts::Move), changed);
    assert_eq!((clock.moves(White), clock.period(White, us(2 * SECOND))), (41, 2));
    // Without such a press the hour is added at the end of the first.
    assert_eq!(late.period(White, us(3_600 * SECOND)), 2);
    late.press(White, us(3_601 * SECOND), Counts::Nothing);
    assert_eq!(main_time(&late, White, 3_601 * SECOND), 3_599 * SECOND);
}

#[test]
fn an_unpressed_move_does_not_undo_a_flag() {
    for control in ["1/60'", "1/60' zero"] {
        let mut clock = started(control);
        // `advance` has not been called yet.
        clock.count_unpressed(White, us(3_600 * SECOND));
        assert_eq!(clock.flag(), Some((White, us(3_600 * SECOND))));
        assert_eq!(clock.moves(White), 0);
    }
}

#[test]
fn a_turn_is_given_back_in_a_pause() {
    let mut clock = started("5'");
    clock.press(White, us(SECOND), Counts::Move);
    clock.pause(us(2 * SECOND));
    assert!(clock.give_back_turn(White, us(3 * SECOND)));
    assert_eq!((clock.turn(), clock.running()), (Some(White), None));
    clock.resume(us(10 * SECOND));
    assert_eq!(main_time(&clock, White, 11 * SECOND), 298 * SECOND);
    assert_eq!(main_time(&clock, Black, 11 * SECOND), 299 * SECOND);
}

#[test]
fn a_face_is_low_below_the_setting() {
    let settings = Settings { low: Seconds::new(60), ..Settings::default() };
    let mut clock = Clock::new("5'".parse().expect("a time control"), settings);
    clock.start(White, us(0));
    let face = Face { minutes: 1, ..Face::default() };
    assert_eq!(clock.face(White, us(240 * SECOND)), face);
    let face = Face { seconds: 59, low: true, ..Face::default() };
    assert_eq!(clock.face(White, us(240 * SECOND + 1)), face);
    let face = Face { seconds: 19, tenths: Some(9), low: true, ..Face::default() };
    assert_eq!(clock.face(White, us(280 * SECOND + 1)), face);
    let face = Face { tenths: Some(0), low: true, flagged: true, ..Face::default() };
    assert_eq!(clock.face(White, us(300 * SECOND)), face);
    assert_eq!(clock.face(Black, us(300 * SECOND)), Face { minutes: 5, ..Face::default() });
}

#[test]
fn the_next_change_of_the_faces() {
    let clock = started("5'");
    for (now, next) in [
        // 5:00 is shown for an instant only, then each second for a second.
        (0, 1),
        (1, SECOND + 1),
        (SECOND, SECOND + 1),
        (SECOND + 1, 2 * SECOND + 1),
        // Below 20 s each tenth.
        (280 * SECOND, 280 * SECOND + 1),
        (280 * SECOND + 1, 280 * SECOND + 100_001),
        // The last tenth ends with the flag.
        (299_900_000, 299_900_001),
        (299_900_001, 300 * SECOND),
    ] {
        assert_eq!(clock.next_visible_change(us(now)), Some(us(next)), "from {now} us");
    }
    assert_eq!(clock.next_visible_change(us(300 * SECOND)), None);
    // The end of a delay is a change, although the digits go on as before.
    let clock = started("5'd3\"");
    assert_eq!(clock.next_visible_change(us(2 * SECOND + 1)), Some(us(3 * SECOND)));
    let clock = started("up");
    assert_eq!(clock.next_visible_change(us(0)), Some(us(SECOND)));
    assert_eq!(clock.next_visible_change(us(SECOND)), Some(us(2 * SECOND)));
}

#[test]
fn an_earlier_instant_counts_as_the_latest() {
    let mut clock = started("5'");
    clock.press(White, us(100 * SECOND), Counts::Move);
    clock.press(Black, us(50 * SECOND), Counts::Move);
    assert_eq!(main_time(&clock, Black, 100 * SECOND), 300 * SECOND);
    assert_eq!(main_time(&clock, White, 40 * SECOND), 200 * SECOND);
    clock.pause(us(110 * SECOND));
    clock.resume(us(20 * SECOND));
    assert_eq!(clock.next_flag(), Some(us(300 * SECOND)));
}

#[test]
fn the_end_of_the_scale_is_no_flag() {
    let mut clock = clock("5'");
    clock.start(White, us(u64::MAX - 299 * SECOND));
    assert_eq!(clock.next_flag(), None);
    clock.advance(GameTime::MAX);
    assert_eq!(clock.flag(), None);
    assert_eq!(clock.remaining(White, GameTime::MAX).main, secs(1));
    assert_eq!(clock.next_visible_change(GameTime::MAX), None);
    assert_eq!(
        clock.press(White, GameTime::MAX, Counts::Move),
        Pressed::ChangedOver { recharge: Duration::ZERO }
    );
    assert_eq!(clock.running(), Some(Black));
}

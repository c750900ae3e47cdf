//! Every mode of the clock as a table of times, actions and both faces. The figures were
//! worked out by hand.

use damiera::clock::{Clock, Counts, Settings};
use damiera::rules::Colour::{self, Black, White};
use damiera::time::GameTime;

/// An action on the clock.
#[derive(Clone, Copy)]
enum Act {
    Start(Colour),
    /// A press that ends a move.
    Move(Colour),
    /// An empty press.
    Empty(Colour),
    /// This many moves of each player, the one on turn first, one millisecond apart; the
    /// last press is at the instant of the row.
    Moves(u64),
    GiveBack(Colour),
    Withdraw(Colour),
    Pause,
    Resume,
    Look,
}
use Act::{Empty, GiveBack, Look, Move, Moves, Pause, Resume, Start, Withdraw};

/// Time in milliseconds, action, White's and Black's faces after it.
type Row = (u64, Act, &'static str, &'static str);

/// The face as text: `!` after a time is the flag, `…` a delay that is not over.
fn shown(clock: &Clock, colour: Colour, at: GameTime) -> String {
    let face = clock.face(colour, at);
    let flag = if face.flagged { "!" } else { "" };
    let waiting = if face.waiting { "…" } else { "" };
    format!("{face}{flag}{waiting}")
}

fn table(control: &str, rows: &[Row]) -> Clock {
    let control = control.parse().expect("a time control");
    let mut clock = Clock::new(control, Settings::default());
    for &(millis, act, white, black) in rows {
        let at = GameTime::from_millis(millis);
        match act {
            Start(colour) => assert!(clock.start(colour, at)),
            Move(colour) => drop(clock.press(colour, at, Counts::Move)),
            Empty(colour) => drop(clock.press(colour, at, Counts::Nothing)),
            Moves(number) => {
                for n in 1..=2 * number {
                    let at = GameTime::from_millis(millis - 2 * number + n);
                    let colour = clock.running().expect("a clock runs");
                    clock.press(colour, at, Counts::Move);
                }
            }
            GiveBack(colour) => assert!(clock.give_back_turn(colour, at)),
            Withdraw(colour) => clock.withdraw(colour, at),
            Pause => assert!(clock.pause(at)),
            Resume => assert!(clock.resume(at)),
            Look => {}
        }
        let both = [White, Black].map(|colour| shown(&clock, colour, at));
        assert_eq!(both, [white, black], "{control} at {millis} ms");
    }
    clock
}

const HOUR: u64 = 3_600_000;

#[test]
fn lampo() {
    table(
        "5'",
        &[
            (0, Look, "5:00", "5:00"),
            (1_000, Start(White), "5:00", "5:00"),
            (1_001, Look, "4:59", "5:00"),
            (11_000, Move(White), "4:50", "5:00"),
            (71_500, Move(Black), "4:50", "3:59"),
            (341_500, Look, "0:20", "3:59"),
            (341_501, Look, "19.9", "3:59"),
            (361_400, Look, "0.1", "3:59"),
            (361_499, Look, "0.0", "3:59"),
            (361_500, Look, "0.0!", "3:59"),
        ],
    );
}

#[test]
fn semilampo() {
    table(
        "15'",
        &[
            (0, Start(White), "15:00", "15:00"),
            (899_999, Move(White), "0.0", "15:00"),
            (900_000, Move(Black), "0.0", "14:59"),
            (900_001, Look, "0.0!", "14:59"),
            (2_000_000, Look, "0.0!", "14:59"),
        ],
    );
}

#[test]
fn different_times_for_the_two() {
    table(
        "5' | 3'+2\"",
        &[
            (0, Look, "5:00", "3:02"),
            (0, Start(White), "5:00", "3:02"),
            (10_000, Move(White), "4:50", "3:02"),
            (12_000, Move(Black), "4:50", "3:02"),
            (14_000, Move(White), "4:48", "3:02"),
            (196_000, Look, "4:48", "0.0!"),
        ],
    );
}

#[test]
fn lampo_with_recharge() {
    table(
        "4'+3\"",
        &[
            (0, Start(White), "4:03", "4:03"),
            (7_000, Look, "3:56", "4:03"),
            (10_000, Move(White), "3:56", "4:03"),
            (15_500, Move(Black), "3:56", "4:00"),
            // Faster than the recharge: there is more than before.
            (16_500, Move(White), "3:58", "4:00"),
            (20_000, Empty(Black), "3:58", "3:57"),
            // No further press.
            (258_000, Look, "0.0!", "3:57"),
        ],
    );
}

#[test]
fn semilampo_with_recharge() {
    table(
        "9'+6\"",
        &[
            (0, Start(Black), "9:06", "9:06"),
            (6_000, Move(Black), "9:06", "9:06"),
            (66_000, Move(White), "8:12", "9:06"),
            (72_250, Move(Black), "8:12", "9:05"),
        ],
    );
}

#[test]
fn club_tournament() {
    table(
        "15'+30\"",
        &[
            (0, Start(White), "15:30", "15:30"),
            (929_000, Look, "1.0", "15:30"),
            (929_999, Move(White), "0:30", "15:30"),
            (930_000, Move(Black), "0:30", "15:59"),
            (950_001, Look, "10.0", "15:59"),
            (950_002, Look, "9.9", "15:59"),
        ],
    );
}

#[test]
fn long_game_with_recharge() {
    table(
        "1h20+1'",
        &[
            (0, Start(White), "1:21:00", "1:21:00"),
            (61_000, Move(White), "1:20:59", "1:21:00"),
            (121_000, Move(Black), "1:20:59", "1:21:00"),
            (122_000 + HOUR, Move(White), "21:58", "1:21:00"),
        ],
    );
}

#[test]
fn forty_moves_an_hour() {
    let clock = table(
        "40/60'",
        &[
            (0, Start(White), "1:00:00", "1:00:00"),
            // 39 moves each, a millisecond each.
            (78, Moves(39), "59:59", "59:59"),
            (HOUR, Move(White), "1:00:00", "59:59"),
            (HOUR + 1, Move(Black), "1:00:00", "1:59:59"),
        ],
    );
    // White thought for an hour less 78 ms over the fortieth move, and for 39 ms
    // before: 39 ms are left, and the second hour.
    let remaining = clock.remaining(White, GameTime::from_millis(HOUR + 1));
    assert_eq!(remaining.main.as_micros(), 3_600_039_000);
    assert_eq!((remaining.period, clock.moves(White)), (2, 40));
}

#[test]
fn forty_moves_an_hour_for_ever() {
    for control in ["40/60'", "40/60',40/60'"] {
        let clock = table(
            control,
            &[
                (0, Start(White), "1:00:00", "1:00:00"),
                (80, Moves(40), "1:59:59", "1:59:59"),
                (160, Moves(40), "2:59:59", "2:59:59"),
                (240, Moves(40), "3:59:59", "3:59:59"),
                (240 + 4 * HOUR, Look, "0.0!", "3:59:59"),
            ],
        );
        let now = GameTime::from_millis(240);
        assert_eq!((clock.moves(Black), clock.period(Black, now)), (120, 4));
    }
}

#[test]
fn fortieth_move_too_late() {
    table(
        "40/60'",
        &[
            (0, Start(White), "1:00:00", "1:00:00"),
            (78, Moves(39), "59:59", "59:59"),
            // The hour is used up at 3 600 039 ms.
            (HOUR + 39, Move(White), "0.0!", "59:59"),
        ],
    );
}

#[test]
fn fortieth_move_with_time_added_at_zero() {
    let clock = table(
        "40/60' zero",
        &[
            (0, Start(White), "1:00:00", "1:00:00"),
            (80, Moves(40), "59:59", "59:59"),
            // 40 ms used: the hour is over at 80 + 3 600 000 - 40.
            (HOUR + 39, Look, "0.0", "59:59"),
            (HOUR + 40, Look, "1:00:00", "59:59"),
            (HOUR + 41, Look, "59:59", "59:59"),
            (HOUR + 41, Move(White), "59:59", "59:59"),
            (HOUR + 42, Move(Black), "59:59", "59:59"),
            // 42 moves are not 80: the second hour is the last.
            (2 * HOUR + 41, Look, "0.0!", "59:59"),
        ],
    );
    assert_eq!(clock.next_flag(), Some(GameTime::from_millis(2 * HOUR + 41)));
    assert_eq!(clock.period(White, GameTime::from_millis(HOUR + 42)), 2);
    assert_eq!(clock.period(Black, GameTime::from_millis(HOUR + 42)), 1);
}

#[test]
fn thirty_nine_moves_with_time_added_at_zero() {
    table(
        "40/60' zero",
        &[
            (0, Start(White), "1:00:00", "1:00:00"),
            (78, Moves(39), "59:59", "59:59"),
            (HOUR + 38, Look, "0.0", "59:59"),
            (HOUR + 39, Look, "0.0!", "59:59"),
        ],
    );
}

#[test]
fn eighty_moves_in_the_first_hour_give_two_more_at_zero() {
    table(
        "40/60' zero",
        &[
            (0, Start(White), "1:00:00", "1:00:00"),
            (160, Moves(80), "59:59", "59:59"),
            (160 + 3 * HOUR - 81, Look, "0.0", "59:59"),
            (160 + 3 * HOUR - 80, Look, "0.0!", "59:59"),
        ],
    );
}

#[test]
fn international_game() {
    let clock = table(
        "50/120',25/60'",
        &[
            (0, Start(White), "2:00:00", "2:00:00"),
            (98, Moves(49), "1:59:59", "1:59:59"),
            (100, Moves(1), "2:59:59", "2:59:59"),
            (148, Moves(24), "2:59:59", "2:59:59"),
            (150, Moves(1), "3:59:59", "3:59:59"),
            (200, Moves(25), "4:59:59", "4:59:59"),
        ],
    );
    let remaining = clock.remaining(Black, GameTime::from_millis(200));
    assert_eq!(remaining.main.as_micros(), 18_000_000_000 - 100_000);
    assert_eq!(remaining.period, 4);
}

#[test]
fn forty_moves_and_then_the_rest() {
    for control in ["40/90',60'", "40/90',60' zero"] {
        let shown = if control.ends_with("zero") { "1:29:59" } else { "2:29:59" };
        let clock = table(
            control,
            &[
                (0, Start(White), "1:30:00", "1:30:00"),
                (80, Moves(40), shown, shown),
                (400, Moves(160), shown, shown),
                // 200 ms each: all that is left is 2 h 30 min less 200 ms.
                (400 + 9_000_000 - 201, Look, "0.0", shown),
                (400 + 9_000_000 - 200, Look, "0.0!", shown),
            ],
        );
        assert_eq!(clock.next_flag(), Some(GameTime::from_millis(400 + 9_000_000 - 200)));
    }
}

#[test]
fn mosse_lampo() {
    let clock = table(
        "15'+5s lampo",
        &[
            (0, Start(White), "15:00", "15:00"),
            (890_000, Move(White), "10.0", "15:00"),
            (891_000, Move(Black), "10.0", "14:59"),
            // In the middle of a move the main time ends, and five seconds begin.
            (900_999, Look, "0.0", "14:59"),
            (901_000, Look, "5.0", "14:59"),
            (904_500, Look, "1.5", "14:59"),
            (904_500, Move(White), "5.0", "14:59"),
            (905_500, Move(Black), "5.0", "14:58"),
            // The last second, the last millisecond.
            (909_500, Look, "1.0", "14:58"),
            (910_499, Move(White), "5.0", "14:58"),
            (910_999, Move(Black), "5.0", "14:57"),
            (915_998, Look, "0.0", "14:57"),
            (915_999, Move(White), "0.0!", "14:57"),
        ],
    );
    assert_eq!(clock.moves(White), 3);
    assert_eq!(clock.flag(), Some((White, GameTime::from_millis(915_999))));
}

#[test]
fn mosse_lampo_after_an_empty_press() {
    table(
        "1'+5s lampo",
        &[
            (0, Start(White), "1:00", "1:00"),
            (63_000, Empty(White), "2.0", "1:00"),
            // Corrected: the same move goes on with what was left.
            (64_000, GiveBack(White), "2.0", "0:59"),
            (65_000, Empty(White), "1.0", "0:59"),
            // Kept: Black moves, and White's next move has its five seconds.
            (66_000, Move(Black), "5.0", "0:58"),
        ],
    );
}

#[test]
fn bronstein() {
    table(
        "5'b3\"",
        &[
            (0, Start(White), "5:03", "5:03"),
            (2_000, Look, "5:01", "5:03"),
            // Two seconds come back, not three.
            (2_000, Move(White), "5:03", "5:03"),
            (12_000, Move(Black), "5:03", "4:56"),
            (15_000, Move(White), "5:03", "4:56"),
            (19_000, Empty(Black), "5:03", "4:52"),
            (23_000, Move(White), "5:02", "4:52"),
        ],
    );
}

#[test]
fn bronstein_across_a_turn_that_is_given_back() {
    table(
        "5'b3\"",
        &[
            (0, Start(White), "5:03", "5:03"),
            (2_000, Move(White), "5:03", "5:03"),
            (3_000, Withdraw(White), "5:01", "5:02"),
            (3_000, GiveBack(White), "5:01", "5:02"),
            // Two seconds and four make six, of which three come back.
            (7_000, Move(White), "5:00", "5:02"),
        ],
    );
}

#[test]
fn simple_delay() {
    table(
        "5'd3\"",
        &[
            (0, Look, "5:03", "5:03"),
            (0, Start(White), "5:03…", "5:03"),
            (2_999, Look, "5:00…", "5:03"),
            (3_000, Look, "5:00", "5:03"),
            (3_001, Look, "4:59", "5:03"),
            (13_000, Move(White), "4:53", "5:03…"),
            // The base is untouched; the rest of the delay is lost.
            (14_000, Move(Black), "4:53…", "5:03"),
            (15_000, Empty(White), "4:53", "5:03…"),
        ],
    );
}

#[test]
fn a_pause_during_the_delay() {
    table(
        "5'd3\"",
        &[
            (0, Start(White), "5:03…", "5:03"),
            (2_000, Pause, "5:01…", "5:03"),
            (60_000, Look, "5:01…", "5:03"),
            (62_000, Resume, "5:01…", "5:03"),
            (62_999, Look, "5:00…", "5:03"),
            (63_000, Look, "5:00", "5:03"),
            (64_000, Pause, "4:59", "5:03"),
            (70_000, Resume, "4:59", "5:03"),
            (71_000, Look, "4:58", "5:03"),
        ],
    );
}

#[test]
fn a_turn_given_back_has_no_new_delay() {
    table(
        "5'd3\"",
        &[
            (0, Start(White), "5:03…", "5:03"),
            (2_000, Move(White), "5:03", "5:03…"),
            (3_000, GiveBack(White), "5:01…", "5:03"),
            (5_000, Move(White), "5:02", "5:03…"),
        ],
    );
}

#[test]
fn flag_during_a_delay_never_falls() {
    table(
        "1\"d10\"",
        &[
            (0, Start(White), "11.0…", "11.0"),
            (10_999, Move(White), "10.0", "11.0…"),
            (10_999, Move(Black), "10.0…", "11.0"),
            (20_998, Move(White), "10.0", "11.0…"),
            (21_000, Move(Black), "10.0…", "11.0"),
            (31_000, Look, "0.0", "11.0"),
            (31_001, Look, "0.0!", "11.0"),
        ],
    );
}

#[test]
fn counting_up() {
    let clock = table(
        "up",
        &[
            (0, Start(White), "0:00", "0:00"),
            (999, Look, "0:00", "0:00"),
            (1_000, Look, "0:01", "0:00"),
            (61_500, Move(White), "1:01", "0:00"),
            (62_500, Move(Black), "1:01", "0:01"),
            (62_500 + 100 * HOUR, Look, "99:59:59", "0:01"),
        ],
    );
    assert_eq!(clock.next_flag(), None);
    assert_eq!(clock.next_visible_change(GameTime::from_millis(200 * HOUR)), None);
}

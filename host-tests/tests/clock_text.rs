//! Time controls as data and as text, and the presets.

use std::mem::size_of;

use damiera::clock::{
    Award, Cadence, Clock, ControlError, Face, MAX_PERIODS, MAX_TEXT, PRESETS, Pace, Period,
    Seconds, Settings, TextProblem, TimeControl,
};
use damiera::rules::Colour::{Black, White};
use damiera::time::GameTime;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn read(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn minutes(minutes: u32) -> Seconds {
    Seconds::hms(0, minutes, 0)
}

fn cadence(periods: &[Period], award: Award) -> Pace {
    Pace::Cadence(Cadence::new(periods, award).expect("a cadence"))
}

#[test]
fn each_mode_has_its_text() {
    let second = Seconds::new;
    for (text, pace) in [
        ("5'", Pace::Lampo { time: minutes(5) }),
        ("1h", Pace::Lampo { time: minutes(60) }),
        ("30\"", Pace::Lampo { time: second(30) }),
        ("23h59'", Pace::Lampo { time: Seconds::LONGEST }),
        ("4'+3\"", Pace::Fischer { base: minutes(4), increment: second(3) }),
        ("1h20'+1'", Pace::Fischer { base: minutes(80), increment: second(60) }),
        ("15'+5s lampo", Pace::MosseLampo { main: minutes(15), per_move: second(5) }),
        ("15'+90s lampo", Pace::MosseLampo { main: minutes(15), per_move: second(90) }),
        ("5'b3\"", Pace::Bronstein { base: minutes(5), delay: second(3) }),
        ("5'd3\"", Pace::Delay { base: minutes(5), delay: second(3) }),
        ("up", Pace::CountUp),
        ("40/60'", cadence(&[Period::of(40, minutes(60))], Award::AtPress)),
        ("40/60' zero", cadence(&[Period::of(40, minutes(60))], Award::AtZero)),
        (
            "40/60',40/60'",
            cadence(&[Period::of(40, minutes(60)), Period::of(40, minutes(60))], Award::AtPress),
        ),
        (
            "50/120',25/60'",
            cadence(&[Period::of(50, minutes(120)), Period::of(25, minutes(60))], Award::AtPress),
        ),
        (
            "40/90',60' zero",
            cadence(&[Period::of(40, minutes(90)), Period::rest(minutes(60))], Award::AtZero),
        ),
    ] {
        let control = TimeControl::same(pace).expect("a time control");
        assert_eq!(read(text), control, "{text}");
        assert_eq!(control.to_string(), text);
    }
}

#[test]
fn other_ways_of_writing_are_read() {
    for (written, canonical) in [
        ("1h20+1'", "1h20'+1'"),
        ("80'+60\"", "1h20'+1'"),
        (" 1 H 20 M + 60 S ", "1h20'+1'"),
        ("4’+3”", "4'+3\""),
        ("4′+3″", "4'+3\""),
        ("4m+3s", "4'+3\""),
        ("4'30", "4'30\""),
        ("4'30+3\"", "4'30\"+3\""),
        ("40/60' 3", "40/60'3\""),
        ("90\"", "1'30\""),
        ("15'+5\"LAMPO", "15'+5s lampo"),
        ("15' + 1'30\" lampo", "15'+90s lampo"),
        ("5' B 3s", "5'b3\""),
        ("1h20d3s", "1h20'd3\""),
        ("UP", "up"),
        ("40/1h", "40/60'"),
        ("40 / 1h30, 1h ZERO", "40/90',60' zero"),
        ("5'|3'", "5' | 3'"),
        ("5' | 5'", "5'"),
        ("4'+3\" | 40/60',30' zero", "4'+3\" | 40/60',30' zero"),
        ("up|up", "up"),
    ] {
        assert_eq!(read(written).to_string(), canonical, "{written}");
        assert_eq!(read(written), read(canonical), "{written}");
    }
    let uneven = read("5' | 3'");
    assert_eq!(uneven.of(White), &Pace::Lampo { time: minutes(5) });
    assert_eq!(uneven.of(Black), &Pace::Lampo { time: minutes(3) });
}

#[test]
fn errors_name_the_column_and_the_problem() {
    for (text, column, sentence) in [
        ("", 1, "a time is missing at the end, like 5' or 30\""),
        ("5'|", 4, "a time is missing at the end, like 5' or 30\""),
        ("4'+", 4, "a time is missing at the end, like 5' or 30\""),
        ("+3\"", 1, "a number should stand before '+'"),
        ("5", 2, "minutes or seconds? Write 5' or 5\""),
        ("4'+3", 5, "minutes or seconds? Write 3' or 3\""),
        ("15'+5 lampo", 7, "minutes or seconds? Write 5' or 5\""),
        ("5x", 2, "there is no unit 'x': h, ' for minutes, \" for seconds"),
        ("1h20x", 5, "there is no unit 'x': h, ' for minutes, \" for seconds"),
        ("20'1h", 4, "a time is written as hours, minutes, seconds, each once: 1h20'30\""),
        ("5'3'", 3, "a time is written as hours, minutes, seconds, each once: 1h20'30\""),
        ("5\"3'", 3, "'3' has no meaning here"),
        ("0'", 1, "a time of zero has no meaning"),
        ("4'+0\"", 4, "a time of zero has no meaning"),
        ("24h", 1, "a time is at most 23 hours and 59 minutes"),
        ("23h59'1\"", 1, "a time is at most 23 hours and 59 minutes"),
        ("5'+99999999999999999999h", 4, "a time is at most 23 hours and 59 minutes"),
        ("0/60'", 1, "a period is of 1 to 255 moves"),
        ("40/60',256/60'", 8, "a period is of 1 to 255 moves"),
        ("40/60',20/30',10/15',5/5',1/1'", 27, "a cadence has at most 4 periods"),
        ("40/60',20/30',10/15',5/5',30'", 27, "a cadence has at most 4 periods"),
        ("60',40/60'", 1, "only the last of several periods may do without a number of moves"),
        ("40/60',60',1'", 8, "only the last of several periods may do without a number of moves"),
        (
            "15' lampo",
            5,
            "mosse lampo need the time of a move, like 15'+5s lampo; the time alone is lampo",
        ),
        ("5' zero", 4, "only periods can begin at zero, like 40/60' zero"),
        ("15'+5s lamp", 12, "the text ends in the middle of a word"),
        ("15'+5s lumpo", 9, "'u' has no meaning here"),
        ("5' | 3' | 1'", 9, "'|' has no meaning here"),
        ("1h0\"30\"", 5, "'3' has no meaning here"),
        ("up!", 3, "'!' has no meaning here"),
        ("5'#", 3, "'#' has no meaning here"),
    ] {
        let Err(error) = text.parse::<TimeControl>() else { panic!("{text} was read") };
        assert_eq!(error.to_string(), format!("column {column}: {sentence}"), "{text}");
    }
    let problem = "9999999999/1'".parse::<TimeControl>().map_err(|error| error.problem);
    assert_eq!(problem, Err(TextProblem::NoSuchMoves(u32::MAX)));
}

#[test]
fn invalid_controls_are_refused() {
    let zero = Seconds::ZERO;
    let long = Seconds::new(Seconds::LONGEST.get() + 1);
    let minute = minutes(1);
    for pace in [
        Pace::Lampo { time: zero },
        Pace::Fischer { base: zero, increment: minute },
        Pace::Fischer { base: minute, increment: zero },
        Pace::MosseLampo { main: minute, per_move: zero },
        Pace::Bronstein { base: minute, delay: zero },
        Pace::Delay { base: zero, delay: minute },
    ] {
        assert_eq!(TimeControl::same(pace), Err(ControlError::Zero));
        assert_eq!(TimeControl::new(Pace::CountUp, pace), Err(ControlError::Zero));
    }
    let pace = Pace::Delay { base: minute, delay: long };
    assert_eq!(TimeControl::new(pace, Pace::CountUp), Err(ControlError::TooLong));
    for (periods, error) in [
        (&[][..], ControlError::NoPeriods),
        (&[Period::of(1, minute); MAX_PERIODS + 1], ControlError::TooManyPeriods),
        (&[Period::of(0, minute)], ControlError::NoMoves),
        (&[Period::rest(minute)], ControlError::RestNotLast),
        (&[Period::of(1, minute), Period::rest(minute), Period::of(1, minute)], {
            ControlError::RestNotLast
        }),
        (&[Period::of(1, zero)], ControlError::Zero),
        (&[Period::of(1, long)], ControlError::TooLong),
    ] {
        assert_eq!(Cadence::new(periods, Award::AtPress), Err(error));
    }
    assert_eq!(Seconds::hms(u32::MAX, 1, 1).get(), u32::MAX);
}

/// The texts of the presets, and their faces before the first move.
#[test]
fn presets_agree_with_their_texts() {
    let expected = [
        ("Lampo", "5'", "5:00"),
        ("Lampo Fischer", "4'+3\"", "4:03"),
        ("Semilampo", "15'", "15:00"),
        ("Semilampo Fischer", "9'+6\"", "9:06"),
        ("Torneo di circolo", "15'+30\"", "15:30"),
        ("40 mosse in un'ora", "40/60'", "1:00:00"),
        ("Internazionale", "50/120',25/60'", "2:00:00"),
        ("Tempo lungo Fischer", "1h20+1'", "1:21:00"),
    ];
    assert_eq!(PRESETS.len(), expected.len());
    for (preset, (name, text, shown)) in PRESETS.iter().zip(expected) {
        assert_eq!(preset.name, name);
        assert!(preset.name.chars().count() <= 21);
        assert_eq!(preset.control, read(text));
        assert_eq!(read(&preset.control.to_string()), preset.control);
        let clock = Clock::new(preset.control, Settings::default());
        for colour in [White, Black] {
            assert_eq!(clock.face(colour, GameTime::ZERO).to_string(), shown);
        }
    }
}

#[test]
fn the_longest_text_fits() {
    let longest = "255/1438'59\",254/1438'59\",253/1438'59\",252/1438'59\" zero";
    let text = format!("{longest} | {}", longest.replace("252", "251"));
    assert_eq!(read(&text).to_string(), text);
    assert_eq!(text.len(), MAX_TEXT);
}

#[test]
fn sizes() {
    println!("Clock: {} bytes", size_of::<Clock>());
    println!("TimeControl: {} bytes", size_of::<TimeControl>());
    println!("Face: {} bytes", size_of::<Face>());
    assert!(size_of::<Clock>() <= 256);
}

fn time() -> impl Strategy<Value = Seconds> {
    let longest = Seconds::LONGEST.get();
    let seconds = prop_oneof![1..=59_u32, 1..=longest, (1..=1_439_u32).prop_map(|m| m * 60), {
        (1..=23_u32).prop_map(|h| h * 3_600)
    }];
    seconds.prop_map(Seconds::new)
}

fn pace() -> impl Strategy<Value = Pace> {
    let counted = prop::collection::vec((1..=255_u8, time()), 1..=MAX_PERIODS);
    let cadences = (counted, prop::option::of(time()), any::<bool>());
    let cadences = cadences.prop_map(|(counted, rest, at_zero)| {
        let mut periods: Vec<_> =
            counted.into_iter().map(|(moves, time)| Period::of(moves, time)).collect();
        if let Some(time) = rest
            && periods.len() < MAX_PERIODS
        {
            periods.push(Period::rest(time));
        }
        cadence(&periods, if at_zero { Award::AtZero } else { Award::AtPress })
    });
    prop_oneof![
        time().prop_map(|time| Pace::Lampo { time }),
        (time(), time()).prop_map(|(base, increment)| Pace::Fischer { base, increment }),
        (time(), time()).prop_map(|(main, per_move)| Pace::MosseLampo { main, per_move }),
        (time(), time()).prop_map(|(base, delay)| Pace::Bronstein { base, delay }),
        (time(), time()).prop_map(|(base, delay)| Pace::Delay { base, delay }),
        Just(Pace::CountUp),
        cadences,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn written_texts_read_back(white in pace(), black in pace(), same in any::<bool>()) {
        let black = if same { white } else { black };
        let control = TimeControl::new(white, black).expect("a time control");
        let text = control.to_string();
        prop_assert!(text.len() <= MAX_TEXT);
        prop_assert_eq!(text.parse::<TimeControl>(), Ok(control), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9hms'\"/,|+bdlampozerup ’]{0,24}") {
        if let Ok(control) = text.parse::<TimeControl>() {
            let canonical = control.to_string();
            prop_assert_eq!(canonical.parse::<TimeControl>(), Ok(control), "{}", text);
        }
    }

    #[test]
    fn columns_are_within_the_text(text in any::<String>()) {
        if let Err(error) = text.parse::<TimeControl>() {
            prop_assert!(usize::from(error.column) <= text.chars().count() + 1);
        }
    }
}

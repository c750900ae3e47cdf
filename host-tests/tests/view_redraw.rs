//! Only changed bytes are sent to the display, and no more of them than these limits.

use damiera::game::{Input, Settings};
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::rules::Colour;
use damiera::sense::Side;
use damiera::time::Instant;
use damiera::view::{
    self, Canvas, ClockFace, Clocks, Language, PAGES, Screen, Snapshot, Time, WIDTH,
};
use damiera_sim::picture::drawn;
use damiera_sim::random::Random;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::{PointsIter, Rectangle};
use host_tests::screens::{running, samples};

/// A running game with a time on White's clock.
fn game(white: Time, running_side: Colour) -> Snapshot {
    let other = Time { minutes: 4, seconds: 30, ..Time::default() };
    let face = |time| ClockFace { time, ..ClockFace::default() };
    let clocks = Clocks { white: face(white), black: face(other), running: Some(running_side) };
    Snapshot {
        language: Language::Italian,
        facing: Side::South,
        white: Side::South,
        blink: false,
        screen: Screen::Running(running(clocks)),
    }
}

fn time(hours: u8, minutes: u8, seconds: u8) -> Time {
    Time { hours, minutes, seconds, tenths: None }
}

/// Number of pages and of bytes that differ between two times of White's running clock.
fn cost(before: Time, after: Time) -> (usize, usize) {
    let dirty = drawn(&game(after, Colour::White)).diff(&drawn(&game(before, Colour::White)));
    (dirty.pages(), dirty.bytes())
}

/// 39 rows of digits lie on five pages; small seconds and tenths on three.
#[test]
fn a_second_changes_one_large_digit() {
    for (first, most) in
        [(time(0, 4, 0), (5, 100)), (time(0, 58, 0), (5, 75)), (time(1, 20, 0), (3, 24))]
    {
        for ones in 1..10 {
            let before = Time { seconds: ones, ..first };
            let after = Time { seconds: ones - 1, ..first };
            let (pages, bytes) = cost(before, after);
            assert!(pages <= most.0 && bytes <= most.1, "{before} to {after}: {pages}, {bytes}");
        }
    }
}

#[test]
fn a_tenth_changes_one_small_digit() {
    let at = |tenths| Time { seconds: 12, tenths: Some(tenths), ..Time::default() };
    for tenths in 1..10 {
        let (pages, bytes) = cost(at(tenths), at(tenths - 1));
        assert!(pages <= 3 && bytes <= 27, "{pages} pages, {bytes} bytes");
    }
}

#[test]
fn a_minute_sends_less_than_four_whole_frames() {
    let mut bytes = 0;
    for seconds in (0..60).rev() {
        let before = if seconds == 59 { time(0, 5, 0) } else { time(0, 4, seconds + 1) };
        bytes += cost(before, time(0, 4, seconds)).1;
    }
    let frame = PAGES * WIDTH;
    println!("{} bytes a second in the mean, a frame is {frame}", bytes / 60);
    assert!(bytes < 4 * frame, "{bytes}");
}

/// The firmware draws into the canvas of the previous picture, and only when the snapshot has
/// changed: the picture must depend on the snapshot alone.
#[test]
fn nothing_of_the_previous_picture_is_left() {
    for sample in samples() {
        let mut canvas = Canvas::new();
        let Ok(()) = canvas.clear(BinaryColor::On);
        let Ok(()) = view::draw(&sample.snapshot, &mut canvas);
        assert!(canvas == drawn(&sample.snapshot), "{}", sample.name);
    }
}

/// A screen without a blinking part has equal snapshots in both phases, so it is not drawn again.
#[test]
fn only_screens_that_blink_have_two_phases() {
    for sample in samples() {
        let [off, on] = [false, true].map(|blink| drawn(&Snapshot { blink, ..sample.snapshot }));
        assert_eq!(off != on, sample.snapshot.screen.blinks(), "{}", sample.name);
    }
}

/// A new board asks for the language: its screen is still. While the pieces are missing, they blink.
#[test]
fn a_still_screen_has_one_snapshot() {
    for (introduced, blinks) in [(false, false), (true, true)] {
        let mut game = GameWithMenu::new(Settings { introduced, ..Settings::default() });
        game.step(Input::Woken, Instant::ZERO);
        let at = |millis| {
            let now = Instant::from_millis(millis);
            game.snapshot(now, Side::South, &DeviceStatus::default())
        };
        assert_eq!(at(3_000) != at(3_500), blinks, "{:?}", at(3_000).screen);
    }
}

#[test]
fn equal_pictures_have_no_diff() {
    for sample in samples() {
        let canvas = drawn(&sample.snapshot);
        assert!(canvas.diff(&drawn(&sample.snapshot)).is_empty(), "{}", sample.name);
    }
}

/// A display that receives only the diffs shows the same as one that receives whole frames.
#[test]
fn diffs_reproduce_every_picture() {
    let mut shown = [[0_u8; WIDTH]; PAGES];
    let mut last = Canvas::new();
    for sample in samples() {
        let next = drawn(&sample.snapshot);
        for run in next.diff(&last).runs() {
            let columns = usize::from(run.first())..=usize::from(run.last());
            shown[usize::from(run.page())][columns].copy_from_slice(next.bytes(run));
        }
        for (page, bytes) in shown.iter().enumerate() {
            for (x, byte) in bytes.iter().enumerate() {
                let lit = |row: usize| u8::from(next.is_lit(x, 8 * page + row)) << row;
                let expected: u8 = (0..8).map(lit).sum();
                assert_eq!(*byte, expected, "{}: page {page}, column {x}", sample.name);
            }
        }
        last = next;
    }
}

/// `Canvas::fill_solid`, which fills eight pixels at a time, equals filling pixel by pixel.
#[test]
fn fill_solid_equals_draw_iter() {
    let mut random = Random::new(1);
    let mut draw = |below: i32| random.below(below as usize) as i32;
    for _ in 0..2_000 {
        let corner = Point::new(draw(200) - 40, draw(120) - 30);
        let size = Size::new(draw(150) as u32, draw(80) as u32);
        let area = Rectangle::new(corner, size);
        let ground = if draw(2) == 0 { BinaryColor::On } else { BinaryColor::Off };
        let (mut whole, mut single) = (Canvas::new(), Canvas::new());
        for canvas in [&mut whole, &mut single] {
            let Ok(()) = canvas.clear(ground);
        }
        let Ok(()) = whole.fill_solid(&area, ground.invert());
        let pixels = area.points().map(|at| Pixel(at, ground.invert()));
        let Ok(()) = single.draw_iter(pixels);
        assert!(whole == single, "{area:?}");
    }
    let far = Rectangle::new(Point::new(i32::MIN, i32::MAX), Size::new(u32::MAX, u32::MAX));
    let mut canvas = Canvas::new();
    let Ok(()) = canvas.fill_solid(&far, BinaryColor::On);
    assert!(canvas == Canvas::new());
}

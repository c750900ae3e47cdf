//! The display driver, byte by byte, for each of its controllers.
//!
//! The expected bytes are written out here and not taken from the driver: a change of either is a
//! change of what goes over the bus to real displays.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use damiera::drivers::display::{COLUMNS, Display, DisplayConfig, PAGES, Picture};
use damiera::rules::Side;
use damiera::view::{Canvas, HEIGHT, WIDTH};
use damiera::wiring::{Controller, DisplayMount};
use embedded_graphics::Drawable;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::Point;
use embedded_hal::i2c::{ErrorKind, NoAcknowledgeSource};
use embedded_hal_mock::eh1::i2c::{Mock, Transaction};

const ADDRESS: u8 = 0x3D;
const CONTROLLERS: [Controller; 3] = [Controller::Ssd1306, Controller::Ssd1309, Controller::Sh1106];
const UPRIGHT: DisplayConfig = DisplayConfig { contrast: 0xFA, turned: false };
const ABSENT: ErrorKind = ErrorKind::NoAcknowledge(NoAcknowledgeSource::Address);

/// Polls a future once: the mocks are always ready.
fn finish<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the driver is pending although the bus is ready"),
    }
}

fn mount(controller: Controller) -> DisplayMount {
    DisplayMount { address: ADDRESS, facing: Side::North, controller }
}

fn commands(bytes: &[u8]) -> Transaction {
    Transaction::write(ADDRESS, [&[0x00], bytes].concat())
}

/// Data goes in transfers of at most 32 bytes.
fn data(bytes: &[u8]) -> Vec<Transaction> {
    let chunks = bytes.chunks(32);
    chunks.map(|chunk| Transaction::write(ADDRESS, [&[0x40], chunk].concat())).collect()
}

/// A picture in which every byte encodes its position.
fn picture() -> Picture {
    let mut picture = [[0; COLUMNS]; PAGES];
    for (page, bytes) in picture.iter_mut().enumerate() {
        for (column, byte) in bytes.iter_mut().enumerate() {
            *byte = (page * 31 + column) as u8;
        }
    }
    picture
}

/// Runs the driver on a bus that expects exactly these transfers.
fn expect<T>(
    controller: Controller,
    transfers: &[Transaction],
    act: impl AsyncFnOnce(&mut Display<&mut Mock>) -> T,
) -> T {
    let mut bus = Mock::new(transfers);
    let result = finish(act(&mut Display::new(&mut bus, mount(controller))));
    bus.done();
    result
}

/// The transfers of the initialisation, before the picture.
fn set_up(controller: Controller, appearance: [u8; 4]) -> Vec<Transaction> {
    #[rustfmt::skip]
    let setup: &[u8] = match controller {
        Controller::Ssd1306 => &[
            0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0xDA, 0x12, 0xD9, 0x21, 0xDB,
            0x40, 0xA4, 0xA6, 0x2E, 0x20, 0x00, 0x21, 0x00, 0x7F, 0x22, 0x00, 0x07,
        ],
        Controller::Ssd1309 => &[
            0xFD, 0x12, 0xD5, 0x70, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0xDA, 0x12, 0xD9, 0x22, 0xDB,
            0x34, 0xA4, 0xA6, 0x2E, 0x20, 0x00, 0x21, 0x00, 0x7F, 0x22, 0x00, 0x07,
        ],
        Controller::Sh1106 => &[
            0xD5, 0x50, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0xAD, 0x8B, 0x32, 0xDA, 0x12, 0xD9, 0x22,
            0xDB, 0x35, 0xA4, 0xA6,
        ],
    };
    vec![commands(&[0xAE]), commands(setup), commands(&appearance)]
}

/// The whole picture.
fn drawn(controller: Controller, picture: &Picture) -> Vec<Transaction> {
    match controller {
        Controller::Ssd1306 | Controller::Ssd1309 => data(picture.as_flattened()),
        Controller::Sh1106 => {
            let page = |(page, bytes): (u8, &[u8; COLUMNS])| {
                let mut transfers = vec![commands(&[0xB0 + page, 0x02, 0x10])];
                transfers.extend(data(bytes));
                transfers
            };
            (0..).zip(picture).flat_map(page).collect()
        }
    }
}

#[test]
fn a_display_is_set_up_and_drawn_before_it_is_switched_on() {
    for controller in CONTROLLERS {
        let picture = picture();
        let mut transfers = set_up(controller, [0xA1, 0xC8, 0x81, 0xFA]);
        transfers.extend(drawn(controller, &picture));
        transfers.push(commands(&[0xAF]));
        let started =
            expect(controller, &transfers, async |display| display.start(UPRIGHT, &picture).await);
        assert_eq!(started, Ok(()));
    }
}

#[test]
fn contrast_and_direction_are_those_of_the_configuration() {
    for controller in CONTROLLERS {
        let config = DisplayConfig { contrast: 0x19, turned: true };
        let picture = picture();
        let mut transfers = set_up(controller, [0xA0, 0xC0, 0x81, 0x19]);
        // The panel of the SH1106 lies in the middle of its columns: turned, it begins at the same.
        transfers.extend(drawn(controller, &picture));
        transfers.push(commands(&[0xAF]));
        let started =
            expect(controller, &transfers, async |display| display.start(config, &picture).await);
        assert_eq!(started, Ok(()));
    }
}

#[test]
fn bytes_go_where_they_belong() {
    let bytes: Vec<u8> = (1..=40).collect();
    for (controller, page, column, position) in [
        (Controller::Ssd1306, 0, 0, &[0x21, 0, 39, 0x22, 0, 0][..]),
        (Controller::Ssd1306, 7, 88, &[0x21, 88, 127, 0x22, 7, 7]),
        (Controller::Ssd1309, 3, 10, &[0x21, 10, 49, 0x22, 3, 3]),
        (Controller::Sh1106, 0, 0, &[0xB0, 0x02, 0x10]),
        (Controller::Sh1106, 3, 13, &[0xB3, 0x0F, 0x10]),
        (Controller::Sh1106, 3, 14, &[0xB3, 0x00, 0x11]),
        (Controller::Sh1106, 7, 88, &[0xB7, 0x0A, 0x15]),
    ] {
        let mut transfers = vec![commands(position)];
        transfers.extend(data(&bytes));
        let written = expect(controller, &transfers, async |display| {
            display.write(page, column, &bytes).await
        });
        assert_eq!(written, Ok(()));
    }
}

#[test]
fn a_single_byte_in_the_last_corner() {
    for (controller, position) in [
        (Controller::Ssd1306, &[0x21, 127, 127, 0x22, 7, 7][..]),
        (Controller::Ssd1309, &[0x21, 127, 127, 0x22, 7, 7]),
        (Controller::Sh1106, &[0xB7, 0x01, 0x18]),
    ] {
        let transfers = [commands(position), Transaction::write(ADDRESS, vec![0x40, 0x80])];
        let written =
            expect(controller, &transfers, async |display| display.write(7, 127, &[0x80]).await);
        assert_eq!(written, Ok(()));
    }
}

/// As in the firmware, only the columns in which two pictures differ are sent.
#[test]
fn of_two_pictures_only_the_difference_is_sent() {
    let shown = Canvas::new();
    let mut wanted = Canvas::new();
    for (x, y) in [(20, 9), (23, 15), (127, 63)] {
        let pixel = embedded_graphics::Pixel(Point::new(x, y), BinaryColor::On);
        pixel.draw(&mut wanted).expect("a canvas");
    }
    for (controller, first, second) in [
        (Controller::Ssd1306, &[0x21, 20, 23, 0x22, 1, 1][..], &[0x21, 127, 127, 0x22, 7, 7][..]),
        (Controller::Sh1106, &[0xB1, 0x06, 0x11], &[0xB7, 0x01, 0x18]),
    ] {
        let mut transfers = vec![commands(first)];
        transfers.extend(data(&[0x02, 0, 0, 0x80]));
        transfers.push(commands(second));
        transfers.extend(data(&[0x80]));
        expect(controller, &transfers, async |display| {
            for run in wanted.diff(&shown).runs() {
                let bytes = wanted.bytes(run);
                display.write(run.page(), run.first(), bytes).await.expect("a display");
            }
        });
    }
    assert_eq!((WIDTH, HEIGHT), (COLUMNS, PAGES * 8), "canvas and panel are of the same size");
}

#[test]
fn the_status_byte_tells_whether_the_panel_is_off() {
    for controller in CONTROLLERS {
        // Bit 7 is "busy" on the SH1106; the lower bits are of no meaning.
        for (status, off) in
            [(0x00, false), (0x40, true), (0x80, false), (0xC0, true), (0x03, false)]
        {
            let transfers = [Transaction::read(ADDRESS, vec![status])];
            let answer = expect(controller, &transfers, async |display| display.is_off().await);
            assert_eq!(answer, Ok(off), "{controller}, {status:#04x}");
        }
    }
}

#[test]
fn a_display_that_is_absent_costs_one_transfer() {
    for controller in CONTROLLERS {
        let refused = [commands(&[0xAE]).with_error(ABSENT)];
        let picture = picture();
        let started =
            expect(controller, &refused, async |display| display.start(UPRIGHT, &picture).await);
        assert_eq!(started, Err(ABSENT));

        let refused = [Transaction::read(ADDRESS, vec![0]).with_error(ABSENT)];
        let answer = expect(controller, &refused, async |display| display.is_off().await);
        assert_eq!(answer, Err(ABSENT));
    }
    let refused = [commands(&[0x21, 5, 6, 0x22, 2, 2]).with_error(ABSENT)];
    let written =
        expect(Controller::Ssd1306, &refused, async |display| display.write(2, 5, &[1, 2]).await);
    assert_eq!(written, Err(ABSENT));
}

/// A display that is unplugged during a picture is not switched on, and the caller gets the error.
#[test]
fn a_display_that_disappears_ends_the_picture() {
    let picture = picture();
    for controller in CONTROLLERS {
        let mut transfers = set_up(controller, [0xA1, 0xC8, 0x81, 0xFA]);
        let mut drawn = drawn(controller, &picture);
        drawn.truncate(7);
        let gone = ErrorKind::NoAcknowledge(NoAcknowledgeSource::Data);
        let last = drawn.pop().expect("a transfer").with_error(gone);
        transfers.extend(drawn);
        transfers.push(last);
        let started =
            expect(controller, &transfers, async |display| display.start(UPRIGHT, &picture).await);
        assert_eq!(started, Err(gone));
    }
}

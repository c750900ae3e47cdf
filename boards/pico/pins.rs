//! The pins of the Raspberry Pi Pico: no file but this one and `wiring.rs` names them.

use damiera::drivers::keys::KeyPins;
use damiera::drivers::matrix::RowPins;
use embassy_rp::Peripherals;
use embassy_rp::bind_interrupts;
use embassy_rp::gpio::Output;
use embassy_rp::i2c::{I2c, InterruptHandler};
use embassy_rp::peripherals::I2C1;
use embassy_rp::pwm::Pwm;

use crate::firmware::columns::SioColumns;
use crate::firmware::parts::{Parts, inputs, led, outputs, silent};
use crate::firmware::{buzzer, oled};
use crate::wiring::WIRING;

/// The I2C controller of the displays.
pub(crate) type DisplayBus = I2C1;
/// The driver of the rows.
pub(crate) type RowDriver = RowPins<Output<'static>>;

bind_interrupts!(struct Interrupts {
    I2C1_IRQ => InterruptHandler<I2C1>;
});

/// Gives every part of the board the peripherals and pins it is wired to.
pub(crate) fn wire(chip: Peripherals) -> Parts {
    let rows = [
        chip.PIN_0.into(),
        chip.PIN_1.into(),
        chip.PIN_2.into(),
        chip.PIN_3.into(),
        chip.PIN_4.into(),
        chip.PIN_5.into(),
        chip.PIN_6.into(),
        chip.PIN_7.into(),
    ];
    let columns = [
        chip.PIN_8.into(),
        chip.PIN_9.into(),
        chip.PIN_10.into(),
        chip.PIN_11.into(),
        chip.PIN_12.into(),
        chip.PIN_13.into(),
        chip.PIN_14.into(),
        chip.PIN_15.into(),
    ];
    let keys = [
        chip.PIN_16.into(),
        chip.PIN_17.into(),
        chip.PIN_18.into(),
        chip.PIN_19.into(),
        chip.PIN_20.into(),
    ];
    let (sda, scl) = (chip.PIN_26, chip.PIN_27);
    let buzzer = Pwm::new_output_b(chip.PWM_SLICE2, chip.PIN_21, silent());
    let Ok(rows) = RowPins::new(outputs(rows, WIRING.row_active), WIRING.row_active);
    Parts {
        rows,
        columns: SioColumns::new(inputs(columns, WIRING.row_active)),
        keys: KeyPins::new(inputs(keys, WIRING.key_active), WIRING.key_active),
        displays: I2c::new_async(chip.I2C1, scl, sda, Interrupts, oled::bus_config()),
        buzzer: Some(buzzer::Buzzer::new(buzzer, buzzer::Output::B)),
        led: led(chip.PIN_25.into(), WIRING.led),
        usb: chip.USB,
        flash: chip.FLASH,
        watchdog: chip.WATCHDOG,
    }
}

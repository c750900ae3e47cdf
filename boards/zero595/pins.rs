//! The pins of the small board with a 74HC595: no file but this one and `wiring.rs` names them.

use damiera::drivers::keys::KeyPins;
use damiera::drivers::matrix::ShiftRegister;
use embassy_rp::Peripherals;
use embassy_rp::bind_interrupts;
use embassy_rp::gpio::Output;
use embassy_rp::i2c::{I2c, InterruptHandler};
use embassy_rp::peripherals::I2C0;
use embassy_rp::pwm::Pwm;

use crate::firmware::columns::SioColumns;
use crate::firmware::parts::{Parts, inputs, outputs, silent};
use crate::firmware::{buzzer, oled};
use crate::wiring::WIRING;

/// The I2C controller of the displays.
pub(crate) type DisplayBus = I2C0;
/// The driver of the rows.
pub(crate) type RowDriver = ShiftRegister<Output<'static>>;

bind_interrupts!(struct Interrupts {
    I2C0_IRQ => InterruptHandler<I2C0>;
});

/// Gives every part of the board the peripherals and pins it is wired to.
pub(crate) fn wire(chip: Peripherals) -> Parts {
    // Data, clock, latch.
    let register = [chip.PIN_8.into(), chip.PIN_9.into(), chip.PIN_10.into()];
    let columns = [
        chip.PIN_0.into(),
        chip.PIN_1.into(),
        chip.PIN_2.into(),
        chip.PIN_3.into(),
        chip.PIN_4.into(),
        chip.PIN_5.into(),
        chip.PIN_6.into(),
        chip.PIN_7.into(),
    ];
    let keys = [
        chip.PIN_11.into(),
        chip.PIN_12.into(),
        chip.PIN_13.into(),
        chip.PIN_14.into(),
        chip.PIN_15.into(),
    ];
    let (sda, scl) = (chip.PIN_28, chip.PIN_29);
    let buzzer = Pwm::new_output_a(chip.PWM_SLICE5, chip.PIN_26, silent());
    let [data, clock, latch] = outputs(register, WIRING.row_active);
    let Ok(rows) = ShiftRegister::new(data, clock, latch, WIRING.row_active);
    Parts {
        rows,
        columns: SioColumns::new(inputs(columns, WIRING.row_active)),
        keys: KeyPins::new(inputs(keys, WIRING.key_active), WIRING.key_active),
        displays: I2c::new_async(chip.I2C0, scl, sda, Interrupts, oled::bus_config()),
        buzzer: Some(buzzer::Buzzer::new(buzzer, buzzer::Output::A)),
        led: None,
        usb: chip.USB,
        flash: chip.FLASH,
        watchdog: chip.WATCHDOG,
    }
}

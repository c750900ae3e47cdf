//! The firmware: takes the parts of the board and gives each to its task.

#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
#[macro_use]
mod firmware;

// The boards, one line each in the two lists here and in the one below.
#[cfg(target_os = "none")]
#[cfg_attr(feature = "pico", path = "../boards/pico/pins.rs")]
#[cfg_attr(feature = "zero595", path = "../boards/zero595/pins.rs")]
mod pins;
#[cfg(target_os = "none")]
#[cfg_attr(feature = "pico", path = "../boards/pico/wiring.rs")]
#[cfg_attr(feature = "zero595", path = "../boards/zero595/wiring.rs")]
mod wiring;

#[cfg(target_os = "none")]
one_board_of!("pico", "zero595");

#[cfg(target_os = "none")]
mod chip {
    use defmt::unwrap;
    use embassy_executor::{InterruptExecutor, Spawner};
    use embassy_rp::interrupt;
    use embassy_rp::interrupt::{InterruptExt, Priority};

    use crate::firmware::storage::Storage;
    use crate::firmware::{buzzer, crash, oled, scan, self_check, startup, status_led, watchdog};
    use crate::pins;

    // Above drawing: what follows from the edges, and whoever is told.
    static GAME_EXECUTOR: InterruptExecutor = InterruptExecutor::new();

    #[interrupt]
    unsafe fn SWI_IRQ_0() {
        // SAFETY: this is the handler of the interrupt that PLAYING was started with.
        unsafe { GAME_EXECUTOR.on_interrupt() }
    }

    #[embassy_executor::main]
    async fn main(spawner: Spawner) {
        let crash = crash::take();
        let parts = pins::wire(embassy_rp::init(Default::default()));
        let dog = watchdog::start(parts.watchdog);
        defmt::info!("Damiera {=str}", env!("DAMIERA_VERSION"));
        if let Some(crash) = crash {
            defmt::error!("start {=u8} after: {=str}", crash.count(), crash.text());
        }
        let health = self_check::run();
        let storage = Storage::new(parts.flash);

        // Below the interrupts of the parts, above all that of the scan, which keeps the highest.
        interrupt::SWI_IRQ_0.set_priority(Priority::P2);
        let playing = GAME_EXECUTOR.start(interrupt::SWI_IRQ_0);

        scan::start(parts.rows, parts.columns, parts.keys);
        playing.spawn(unwrap!(startup::start(storage, parts.usb, crash)));
        spawner.spawn(unwrap!(oled::task(parts.displays)));
        spawner.spawn(unwrap!(watchdog::task(dog)));
        if let Some(buzzer) = parts.buzzer {
            spawner.spawn(unwrap!(buzzer::task(buzzer)));
        }
        if let Some(led) = parts.led {
            spawner.spawn(unwrap!(status_led::task(led, health)));
        }
    }
}

/// The firmware runs on the chip only; with this the whole workspace also checks on a PC.
#[cfg(not(target_os = "none"))]
fn main() {}

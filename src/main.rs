//! The firmware: takes the board's peripherals and gives each to its task. `firmware/mod.rs` has the
//! table of tasks, executors and priorities.

#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
#[macro_use]
mod firmware;

// A new board adds one line to each of these two lists, and its name to `one_board_of!`.
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

    use crate::firmware::storage::Chip;
    use crate::firmware::{buzzer, crash, oled, scan, self_check, startup, status_led, watchdog};
    use crate::pins;

    // Runs the game task and the USB tasks. They preempt the thread executor of `main`, which draws.
    static GAME_EXECUTOR: InterruptExecutor = InterruptExecutor::new();

    #[interrupt]
    unsafe fn SWI_IRQ_0() {
        // SAFETY: this is the handler of the interrupt that GAME_EXECUTOR was started with.
        unsafe { GAME_EXECUTOR.on_interrupt() }
    }

    #[embassy_executor::main]
    async fn main(spawner: Spawner) {
        let crash = crash::take();
        let parts = pins::wire(embassy_rp::init(Default::default()));
        let watchdog = watchdog::start(parts.watchdog);
        defmt::info!("Damiera {=str}", env!("DAMIERA_VERSION"));
        if let Some(crash) = crash {
            defmt::error!("start {=u8} after: {=str}", crash.count(), crash.text());
        }
        let health = self_check::run();
        let chip = Chip::new(parts.flash);

        // Below P0, the reset value that the scan timer and the peripherals keep: their interrupts
        // preempt the game.
        interrupt::SWI_IRQ_0.set_priority(Priority::P2);
        let game_spawner = GAME_EXECUTOR.start(interrupt::SWI_IRQ_0);

        scan::start(parts.rows, parts.columns, parts.keys);
        game_spawner.spawn(unwrap!(startup::start(chip, parts.usb, crash)));
        spawner.spawn(unwrap!(oled::task(parts.displays)));
        spawner.spawn(unwrap!(watchdog::task(watchdog)));
        if let Some(buzzer) = parts.buzzer {
            spawner.spawn(unwrap!(buzzer::task(buzzer)));
        }
        if let Some(led) = parts.led {
            spawner.spawn(unwrap!(status_led::task(led, health)));
        }
    }
}

/// Empty: the firmware runs on the chip only, but `cargo check --workspace` also compiles this binary
/// for the host.
#[cfg(not(target_os = "none"))]
fn main() {}

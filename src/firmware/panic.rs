//! Handlers of panics and of processor faults: record the message and reset the chip.

use cortex_m_rt::{ExceptionFrame, exception};

use super::crash;

/// Records the message with file and line, and resets the chip. With the feature `probe` panic-probe
/// takes its place: it prints the message and halts the chip for the debugger.
#[cfg(not(feature = "probe"))]
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    match info.location() {
        Some(location) => {
            // The file's name without its path, to leave room for the message on the display.
            let path = location.file();
            let start = path.bytes().rposition(|byte| byte == b'/').map_or(0, |slash| slash + 1);
            let file = path.get(start..).unwrap_or(path);
            crash::restart(format_args!("{file}:{} {}", location.line(), info.message()))
        }
        None => crash::restart(format_args!("{}", info.message())),
    }
}

#[cfg(feature = "probe")]
use panic_probe as _;

/// Records the addresses of a fault (a bad address, an undefined instruction) and resets the chip. A
/// stack overflow does not get here: the processor cannot push the exception frame and locks up, and
/// the watchdog resets it.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    crash::restart(format_args!("fault at {:08x} from {:08x}", frame.pc(), frame.lr()))
}

/// Panics. No code calls it: a debugger can, and the emulator jumps here to test the panic handler
/// (`host-tests/tests/image_survives.rs`).
#[unsafe(no_mangle)]
extern "C" fn forced_panic() -> ! {
    panic!("forced")
}

/// Keeps [`forced_panic`] in the image.
#[used]
static FORCED_PANIC: extern "C" fn() -> ! = forced_panic;

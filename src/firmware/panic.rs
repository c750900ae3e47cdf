//! What a panic and a fault of the processor do: keep their message and start the chip again.

use cortex_m_rt::{ExceptionFrame, exception};

use super::crash;

/// In the field. With a debug probe (feature `probe`) panic-probe prints the message instead, and
/// the chip stands still to be looked at.
#[cfg(not(feature = "probe"))]
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    match info.location() {
        Some(place) => {
            // The file's name alone: of the path a display shows nothing useful.
            let path = place.file();
            let start = path.bytes().rposition(|byte| byte == b'/').map_or(0, |slash| slash + 1);
            let file = path.get(start..).unwrap_or(path);
            crash::restart(format_args!("{file}:{} {}", place.line(), info.message()))
        }
        None => crash::restart(format_args!("{}", info.message())),
    }
}

#[cfg(feature = "probe")]
use panic_probe as _;

/// A bad address, an instruction that does not exist. Of a stack that overflows the processor
/// cannot even tell this: it stands still, and the watchdog starts it again.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    crash::restart(format_args!("fault at {:08x} from {:08x}", frame.pc(), frame.lr()))
}

/// Panics. Nothing calls it: it is there for a debugger, and for the emulator that jumps here to
/// see what becomes of a panic.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn forced_panic() -> ! {
    panic!("forced")
}

/// Keeps it in the image.
#[used]
static FORCED_PANIC: extern "C" fn() -> ! = forced_panic;

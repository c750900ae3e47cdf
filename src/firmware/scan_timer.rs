//! The timer of the scan: alarm 1 of the chip's timer, with its interrupt.
//!
//! With embassy's timers each of the 8,000 ticks a second would search embassy's timer queue with
//! interrupts off. Here a tick does its work in the interrupt itself and wakes no task.

use damiera::wiring::LINES;
use embassy_rp::interrupt;
use embassy_rp::interrupt::InterruptExt;
use embassy_rp::pac::TIMER;

use super::scan;

/// The alarm of the scan; embassy's time driver uses alarm 0.
const ALARM: usize = 1;
/// Duration of a frame, in microseconds.
const FRAME: u32 = scan::TICK * LINES as u32;

/// Calls [`scan::tick`] from now on, every [`scan::TICK`] microseconds.
pub(super) fn start() {
    TIMER.inte().modify(|w| w.set_alarm(ALARM, true));
    TIMER.alarm(ALARM).write_value(first(TIMER.timerawl().read()));
    interrupt::TIMER_IRQ_1.unpend();
    // SAFETY: no critical section relies on this interrupt being off.
    unsafe { interrupt::TIMER_IRQ_1.enable() };
}

#[interrupt]
fn TIMER_IRQ_1() {
    TIMER.intr().write(|w| w.set_alarm(ALARM, true));
    let next = TIMER.alarm(ALARM).read().wrapping_add(scan::TICK);
    let now = TIMER.timerawl().read();
    // After a flash operation, which keeps interrupts off, `next` may have passed. An alarm set to it
    // would fire only when the 32-bit counter wraps round, 71 minutes later: the frame is restarted.
    if next.wrapping_sub(now) as i32 > 1 {
        TIMER.alarm(ALARM).write_value(next);
        scan::tick();
    } else {
        TIMER.alarm(ALARM).write_value(first(now));
        scan::begin_frame();
    }
}

/// Returns the time of the first tick of the next frame, half a tick after a whole millisecond of the
/// timer. So the contacts are read at the same phase of each millisecond, however long the boot or a
/// flash operation took.
fn first(now: u32) -> u32 {
    now.wrapping_add(FRAME - now % FRAME + scan::TICK / 2)
}

//! The beat of the scan: an alarm of the timer of its own.
//!
//! embassy's timers would do, but every one of 8,000 ticks a second would then search the queue of
//! all timers in the firmware, with interrupts off. Even a task that is only woken by a tick costs
//! ten times what there is to do in it.

use damiera::wiring::LINES;
use embassy_rp::interrupt;
use embassy_rp::interrupt::InterruptExt;
use embassy_rp::pac::TIMER;

use super::scan;

/// embassy has alarm 0.
const ALARM: usize = 1;
/// In microseconds.
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
    // After a write to the flash, which keeps interrupts off, the next one may have passed: the
    // alarm would then ring when the counter comes round, in an hour. The frame begins anew.
    if next.wrapping_sub(now) as i32 > 1 {
        TIMER.alarm(ALARM).write_value(next);
        scan::tick();
    } else {
        TIMER.alarm(ALARM).write_value(first(now));
        scan::begin_frame();
    }
}

/// The first tick of the next frame. Frames lie within the milliseconds of the timer: whatever
/// kept the scan, and however long the boot took, contacts are read at the same times after it.
fn first(now: u32) -> u32 {
    now.wrapping_add(FRAME - now % FRAME + scan::TICK / 2)
}

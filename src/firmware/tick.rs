//! The beat of the scan: an alarm of the timer of its own.
//!
//! embassy's timers would do, but every one of 8,000 ticks a second would then search the queue of
//! all timers in the firmware, with interrupts off. Even a task that is only woken by a tick costs
//! ten times what there is to do in it.

use embassy_rp::interrupt;
use embassy_rp::interrupt::InterruptExt;
use embassy_rp::pac::TIMER;

use super::scan;

/// embassy has alarm 0.
const ALARM: usize = 1;

/// Calls [`scan::tick`] from now on, every [`scan::TICK`] microseconds.
pub(super) fn start() {
    TIMER.inte().modify(|w| w.set_alarm(ALARM, true));
    TIMER.alarm(ALARM).write_value(TIMER.timerawl().read().wrapping_add(scan::TICK));
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
    // alarm would then ring when the counter comes round, in an hour. What was missed is not made
    // up for.
    let ahead = next.wrapping_sub(now) as i32;
    TIMER.alarm(ALARM).write_value(if ahead > 1 { next } else { now.wrapping_add(scan::TICK) });
    scan::tick();
}

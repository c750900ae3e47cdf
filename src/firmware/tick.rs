//! The beat of the scan: an alarm of the timer of its own.
//!
//! embassy's timers would do, but every one of 8,000 ticks a second would then search the queue of
//! all timers in the firmware, with interrupts off. That alone took a third of the time awake.

use core::future::poll_fn;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use core::task::Poll;

use embassy_rp::interrupt;
use embassy_rp::interrupt::InterruptExt;
use embassy_rp::pac::TIMER;
use embassy_sync::waitqueue::AtomicWaker;

/// embassy has alarm 0.
const ALARM: usize = 1;

static PERIOD: AtomicU32 = AtomicU32::new(0);
static WAKER: AtomicWaker = AtomicWaker::new();
static DUE: AtomicBool = AtomicBool::new(false);

/// Ticks at a fixed distance. There is one.
pub(super) struct Tick(());

impl Tick {
    /// Starts to tick every so many microseconds.
    pub(super) fn every(micros: u32) -> Self {
        PERIOD.store(micros, Ordering::Relaxed);
        TIMER.inte().modify(|w| w.set_alarm(ALARM, true));
        TIMER.alarm(ALARM).write_value(TIMER.timerawl().read().wrapping_add(micros));
        interrupt::TIMER_IRQ_1.unpend();
        // SAFETY: the handler below touches nothing but atomics and its own alarm.
        unsafe { interrupt::TIMER_IRQ_1.enable() };
        Self(())
    }

    /// Waits for the next one. Those that were missed are not made up for.
    pub(super) async fn next(&mut self) {
        poll_fn(|cx| {
            WAKER.register(cx.waker());
            // Not one operation on this processor, and need not be: a tick in between is missed.
            if DUE.load(Ordering::Acquire) {
                DUE.store(false, Ordering::Release);
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
}

#[interrupt]
fn TIMER_IRQ_1() {
    TIMER.intr().write(|w| w.set_alarm(ALARM, true));
    let period = PERIOD.load(Ordering::Relaxed);
    let next = TIMER.alarm(ALARM).read().wrapping_add(period);
    let now = TIMER.timerawl().read();
    // After a write to the flash, which keeps interrupts off, the next one may have passed: the
    // alarm would then ring when the counter comes round, in an hour.
    let ahead = next.wrapping_sub(now) as i32;
    TIMER.alarm(ALARM).write_value(if ahead > 1 { next } else { now.wrapping_add(period) });
    DUE.store(true, Ordering::Release);
    WAKER.wake();
}

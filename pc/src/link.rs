//! The PC's end of the stream: finds boards, greets them, and hands on every event
//! once and in order, whatever happens to the cable.
//!
//! ```text
//! Address → Port → bytes → Follower ─→ News → whoever records or shows
//!     ↑                       │
//!     └── Feed: opens again ──┘ from the first event not seen yet
//! ```

mod address;
mod fault;
mod feed;
mod follower;
mod port;
mod talk;

pub(crate) use address::Address;
pub(crate) use fault::Fault;
pub(crate) use feed::{Feed, Report, follow, watch};
pub(crate) use follower::{Follower, News};
pub(crate) use port::{Got, Port};
pub(crate) use talk::Talk;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C was pressed, or the program told to end: loops look at it often.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Set by Ctrl-C, a hang-up or a request to end.
    pub(crate) fn on_signal() -> anyhow::Result<Self> {
        let stop = Self::default();
        let set = stop.clone();
        ctrlc::set_handler(move || set.0.store(true, Ordering::Relaxed))?;
        Ok(stop)
    }

    /// As if Ctrl-C were pressed.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

//! The PC's end of the stream: finds boards, greets them, and hands on every event
//! once and in order, whatever happens to the cable.
//!
//! ```text
//! Address → Port → bytes → Follower ─→ BoardUpdate → whoever records or shows
//!     ↑                       │
//!     └── BoardFeeds: opens again ──┘ from the first event not seen yet
//! ```

mod address;
mod board_client;
mod board_feeds;
mod fault;
mod follower;
mod port;

pub(crate) use address::Address;
pub(crate) use board_client::BoardClient;
pub(crate) use board_feeds::{BoardFeeds, LinkEvent, follow, watch};
pub(crate) use fault::Fault;
pub(crate) use follower::{BoardUpdate, Follower};
pub(crate) use port::{Got, Port};

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

//! Connections with boards: finds boards, greets them, and passes on every event once and in order,
//! across any number of reconnections.
//!
//! ```text
//! Address → Port → bytes → Follower → BoardUpdate → LinkEvent → record, hall
//!     ↑                       │
//!     └── follow: reconnects ─┘ from the first event not seen yet
//! ```
//!
//! [`BoardFeeds`] follows several boards into one channel; [`BoardClient`] sends commands to one
//! board and waits for the answers.

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

/// A flag that Ctrl-C sets; long-running loops poll it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a flag that SIGINT, SIGHUP and SIGTERM set.
    pub(crate) fn on_signal() -> anyhow::Result<Self> {
        let stop = Self::default();
        let set = stop.clone();
        ctrlc::set_handler(move || set.0.store(true, Ordering::Relaxed))?;
        Ok(stop)
    }

    /// Sets the flag, as Ctrl-C does.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

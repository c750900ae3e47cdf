//! The state of all boards of a hall, for `monitor` and `serve`.
//!
//! ```text
//!  board → link::follow ─┐
//!  board → link::follow ─┼→ Hall: a BoardView each → monitor, pages of serve
//!  board → link::follow ─┘
//! ```
//!
//! Nothing is queued for a display: it asks for the boards that have changed since a version and
//! gets their current state. A slow display therefore skips states and blocks neither the boards
//! nor other displays (test `a_slow_page_gets_the_newest_and_holds_up_nobody`). A thread waits with
//! [`Hall::newer`], a task with [`Hall::versions`].

mod board_view;
mod connection_state;
mod remark;
mod times;

pub(crate) use board_view::{BoardView, Past};
pub(crate) use connection_state::ConnectionState;
pub(crate) use remark::Remark;
pub(crate) use times::Times;

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::watch as latest;

use crate::link::{Address, LinkEvent, Stop, follow, watch};

/// All boards that are followed. A clone refers to the same hall.
#[derive(Clone, Default)]
pub(crate) struct Hall {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    boards: Mutex<Boards>,
    changed: Condvar,
    /// The version of the boards after their last change.
    version: latest::Sender<u64>,
}

/// The boards at one moment. The index of a board never changes.
#[derive(Default)]
pub(crate) struct Boards {
    pub(crate) views: Vec<BoardView>,
    /// Incremented with every change of any board.
    pub(crate) version: u64,
}

impl Hall {
    /// Follows these boards; without any, all boards that are plugged in now or later. A port that
    /// does not exist yet is tried again.
    pub(crate) fn open(addresses: &[Address], stop: &Stop) -> Self {
        let hall = Self::default();
        if addresses.is_empty() {
            let (hall, stop) = (hall.clone(), stop.clone());
            thread::spawn(move || {
                watch(Address::plugged_in(), &stop, |address| hall.add_board(address.clone()));
            });
        }
        for address in addresses {
            let listener = hall.add_board(address.clone());
            // The thread is detached: it holds nothing that has to be cleaned up.
            drop(follow(address.clone(), None, stop.clone(), listener));
        }
        hall
    }

    /// Adds a board and returns the listener for the events of its connection.
    pub(crate) fn add_board(
        &self,
        address: Address,
    ) -> impl FnMut(LinkEvent) -> bool + Send + use<> {
        let hall = self.clone();
        let index = {
            let mut boards = hall.lock();
            boards.version += 1;
            let version = boards.version;
            boards.views.push(BoardView::new(address, version));
            hall.inner.version.send_replace(version);
            boards.views.len() - 1
        };
        hall.inner.changed.notify_all();
        move |event| {
            let now = Instant::now();
            let mut boards = hall.lock();
            let next = boards.version + 1;
            if boards.views[index].apply(event, now) {
                boards.views[index].version = next;
                boards.version = next;
                hall.inner.version.send_replace(next);
                drop(boards);
                hall.inner.changed.notify_all();
            }
            true
        }
    }

    /// Locks the boards. Their updates wait while the guard is held.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Boards> {
        self.inner.boards.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits until the boards are newer than a version, or for `timeout`, and locks them.
    pub(crate) fn newer(&self, than: u64, timeout: Duration) -> MutexGuard<'_, Boards> {
        let waited = self
            .inner
            .changed
            .wait_timeout_while(self.lock(), timeout, |boards| boards.version <= than);
        waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0
    }

    /// Returns the version of the boards, which a task can wait for.
    pub(crate) fn versions(&self) -> latest::Receiver<u64> {
        self.inner.version.subscribe()
    }
}

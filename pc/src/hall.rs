//! The boards of a hall as somebody sees them who only listens.
//!
//! ```text
//!  board → link::follow ─┐
//!  board → link::follow ─┼→ BoardView, BoardView, BoardView … → whoever shows them, at his own pace
//!  board → link::follow ─┘       (one Hall)
//! ```
//!
//! Nothing is queued for those who look: each asks what has changed since he looked
//! last, and finds it as it is by then. So nobody can fall behind, and nobody holds up
//! the boards or another.

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

use crate::link::{Address, LinkEvent, Stop, follow, watch};

/// All boards that are followed; a clone is the same hall.
#[derive(Clone, Default)]
pub(crate) struct Hall {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    boards: Mutex<Boards>,
    changed: Condvar,
}

/// The boards at one moment. A board is known by its place in the list, which it
/// never loses.
#[derive(Default)]
pub(crate) struct Boards {
    pub(crate) seats: Vec<BoardView>,
    /// Goes up by one with every change of any of them.
    pub(crate) version: u64,
}

impl Hall {
    /// Follows these boards, or without any all those that are plugged in, now and
    /// later. One that is not there yet is waited for.
    pub(crate) fn open(addresses: &[Address], stop: &Stop) -> Self {
        let hall = Self::default();
        if addresses.is_empty() {
            let (hall, stop) = (hall.clone(), stop.clone());
            thread::spawn(move || {
                watch(Address::plugged_in(), &stop, |address| hall.seat(address.clone()));
            });
        }
        for address in addresses {
            let listener = hall.seat(address.clone());
            // Ends with the program: a reader of a port has nothing to put in order.
            drop(follow(address.clone(), None, stop.clone(), listener));
        }
        hall
    }

    /// A new seat, and what hears the reports for it.
    pub(crate) fn seat(&self, address: Address) -> impl FnMut(LinkEvent) -> bool + Send + use<> {
        let hall = self.clone();
        let place = {
            let mut boards = hall.lock();
            boards.version += 1;
            let version = boards.version;
            boards.seats.push(BoardView::new(address, version));
            boards.seats.len() - 1
        };
        hall.inner.changed.notify_all();
        move |report| {
            let now = Instant::now();
            let mut boards = hall.lock();
            let next = boards.version + 1;
            if boards.seats[place].hear(report, now) {
                boards.seats[place].version = next;
                boards.version = next;
                drop(boards);
                hall.inner.changed.notify_all();
            }
            true
        }
    }

    /// The boards as they are, which stand still as long as this is held.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Boards> {
        self.inner.boards.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The same as soon as there is something newer than a version, or after a while.
    pub(crate) fn newer(&self, than: u64, patience: Duration) -> MutexGuard<'_, Boards> {
        let waited = self
            .inner
            .changed
            .wait_timeout_while(self.lock(), patience, |boards| boards.version <= than);
        waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0
    }
}

//! From contacts to edges with their instants.
//!
//! A [`Frame`] is one sample of the 64 cells and 5 keys, taken a thousand times a
//! second. The [`Debouncer`] turns frames into [`Edge`]s, each with the instant of its
//! first contact, in the order of those instants. A [`FaultDetector`] reports contacts
//! whose changes no hand can cause; a [`SelfTest`] keeps the cells that have been seen
//! open and closed since power-on; [`ReedStats`] counts closures and bounces.
//!
//! ```
//! use damiera::rules::Square;
//! use damiera::sense::{Contact, Debouncer, Frame, Timing};
//! use damiera::time::Instant;
//!
//! let mut debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
//! let square = Contact::Cell(Square::new(22).unwrap().cell());
//! let pressed = Frame::OPEN.with(square, true);
//! for millis in 100..108 {
//!     assert_eq!(debouncer.sample(pressed, Instant::from_millis(millis)).count(), 0);
//! }
//! let edge = debouncer.sample(pressed, Instant::from_millis(108)).next().unwrap();
//! assert_eq!((edge.contact, edge.closed), (square, true));
//! assert_eq!(edge.at, Instant::from_millis(100));
//! ```

mod cells;
mod debounce;
mod edge;
mod fault_detector;
mod faults;
mod frame;
mod keys;
mod reed_stats;
mod self_test;
mod timing;
mod words;

pub use crate::rules::Side;
pub use cells::{Cells, Iter as CellsIter};
pub use debounce::Debouncer;
pub use edge::{Edge, Edges};
pub use fault_detector::{
    CHATTER_CLEARS_AFTER, CHATTER_EDGES, CHATTER_WITHIN, FaultDetector, HELD_AFTER,
    LIGHT_CLOSED_AFTER, LINE_LOST_PIECES, LINE_LOST_WITHIN, STUCK_AFTER,
};
pub use faults::{Fault, FaultEvent, FaultEvents, Faults, Line};
pub use frame::{Contact, Frame};
pub use keys::{Key, Keys};
pub use reed_stats::ReedStats;
pub use self_test::SelfTest;
pub use timing::{Timing, TimingError};

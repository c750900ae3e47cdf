//! The bytes of messages and events, and a log of events in memory.

mod log;

use damiera::event::Event;
use damiera::protocol::{MAX_FRAME, write_frame};
use serde::Serialize;

pub use log::VecLog;

/// The bytes of a message, or of anything else that is sent.
pub fn bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("a Vec has room for anything")
}

/// A message as a frame; it must not be longer than one.
pub fn frame(message: &[u8]) -> Vec<u8> {
    let mut frame = vec![0; MAX_FRAME];
    let length = write_frame(&[message], &mut frame).expect("a message that is not too long");
    frame.truncate(length);
    frame
}

/// An event as it comes back from its bytes.
pub fn through_bytes(event: &Event) -> Result<Event, String> {
    let written = bytes(event);
    let back = postcard::take_from_bytes::<Event>(&written);
    match back {
        Ok((back, [])) if back == *event => Ok(back),
        other => Err(format!("{event:?} became {other:?}")),
    }
}

//! The bytes of messages and events, and a log of events in memory.

mod log;

use damiera::event::Event;
use damiera::protocol::{Capabilities, Hello, MAX_FRAME, NEWEST, OLDEST, Version, write_frame};
use damiera::text::Text;
use serde::Serialize;

pub use log::VecLog;

/// The greeting of a board for tests: the present protocol, with a journal and nothing else.
pub fn hello(id: u64) -> Hello {
    Hello {
        oldest: OLDEST,
        newest: NEWEST,
        version: Version { major: 0, minor: 1, patch: 0 },
        build: Text::EMPTY,
        board: Text::cut("test"),
        id,
        capabilities: Capabilities::JOURNAL,
    }
}

/// The postcard encoding of a message, an event or another value of the protocol.
pub fn bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("a Vec has no size limit")
}

/// Encodes a message as a frame. Panics if it is longer than [`MAX_FRAME`].
pub fn frame(message: &[u8]) -> Vec<u8> {
    let mut frame = vec![0; MAX_FRAME];
    let length = write_frame(&[message], &mut frame).expect("a message that fits in a frame");
    frame.truncate(length);
    frame
}

/// Encodes an event and decodes it again. Fails if the result differs.
pub fn through_bytes(event: &Event) -> Result<Event, String> {
    let written = bytes(event);
    let back = postcard::take_from_bytes::<Event>(&written);
    match back {
        Ok((back, [])) if back == *event => Ok(back),
        other => Err(format!("{event:?} became {other:?}")),
    }
}

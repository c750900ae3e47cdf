//! The codec of the board and serde with postcard say the same of any bytes: which value they are,
//! what lies behind it, or why they are none; and they write the same bytes.

use std::fmt::Debug;
use std::fs;

use damiera::codec::{self, Coded, Unread};
use damiera::event::Event;
use damiera::game::Settings;
use damiera::protocol::{MAX_MESSAGE, ToBoard, ToPc};
use damiera_sim::random::Random;
use damiera_sim::wire::bytes;
use host_tests::data;
use host_tests::wire::golden::files;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What an error of postcard means.
fn meaning(error: postcard::Error) -> Unread {
    use postcard::Error;
    match error {
        // The first is a variant, the second a value that its type refuses.
        Error::SerdeDeCustom | Error::DeserializeBadEnum => Unread::Unknown,
        _ => Unread::Malformed,
    }
}

/// Whether the bytes begin with such a value, which both find and write alike.
fn agree<T>(message: &[u8]) -> bool
where
    T: Coded + Clone + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let theirs = postcard::take_from_bytes::<T>(message).map_err(meaning);
    assert_eq!(codec::take_from_bytes(message), theirs, "{message:x?}");
    let Ok((value, _)) = theirs else { return false };
    let written = bytes(&value);
    let mut room = vec![0; written.len()];
    assert_eq!(codec::to_slice(&value, &mut room), Some(&written[..]), "{value:?}");
    room.pop();
    assert_eq!(codec::to_slice(&value, &mut room), None, "{value:?}");
    true
}

fn agree_in_all(message: &[u8]) -> usize {
    let (to_pc, to_board) = (agree::<ToPc>(message), agree::<ToBoard>(message));
    let (event, settings) = (agree::<Event>(message), agree::<Settings>(message));
    [to_pc, to_board, event, settings].map(usize::from).iter().sum()
}

/// The golden vectors, and the settings of a new board.
fn sound() -> Vec<Vec<u8>> {
    let files = files().unwrap_or_else(|problem| panic!("{problem}"));
    let vectors = files.into_iter().flat_map(|file| file.vectors);
    let mut messages: Vec<_> = vectors.map(|vector| vector.message).collect();
    messages.push(bytes(&Settings::default()));
    messages
}

#[test]
fn in_every_golden_vector_and_its_beginnings() {
    for message in sound() {
        assert!(agree_in_all(&message) > 0, "{message:x?}");
        for length in 0..message.len() {
            agree_in_all(&message[..length]);
        }
    }
}

#[test]
fn whatever_one_byte_becomes() {
    for message in sound() {
        for place in 0..message.len() {
            let mut changed = message.clone();
            for byte in 0..=u8::MAX {
                changed[place] = byte;
                agree_in_all(&changed);
            }
        }
    }
}

/// What was in a place before leaves nothing behind.
#[test]
fn wherever_it_is_read_to() {
    fn read_over_another<T: Coded + PartialEq + Debug>() -> usize {
        let (mut place, mut read) = (T::blank(), 0);
        let sound = sound();
        // An event lies behind the byte that announces it.
        let messages = sound.iter().flat_map(|message| [&message[..], &message[1..]]);
        for message in messages.clone().chain(messages.rev()) {
            let fresh = codec::take_from_bytes::<T>(message);
            let left = codec::read(&mut place, message);
            match (fresh, left) {
                (Ok((fresh, _)), Ok(_)) => assert_eq!(place, fresh, "{message:x?}"),
                (fresh, left) => assert_eq!(fresh.is_ok(), left.is_ok(), "{message:x?}"),
            }
            read += usize::from(left.is_ok());
        }
        read
    }
    assert!(read_over_another::<Event>() > 10);
    assert!(read_over_another::<ToPc>() > 10);
    assert!(read_over_another::<ToBoard>() > 10);
    assert!(read_over_another::<Settings>() > 1);
}

#[test]
fn in_what_nobody_chose() {
    let (mut random, mut read) = (Random::new(23), 0);
    let sound = sound();
    for _ in 0..200_000 {
        // Half of them begin well, and end as chance will have it.
        let from = &sound[random.below(sound.len())];
        let kept = random.below(2 * from.len()).saturating_sub(from.len());
        let mut message = from[..kept].to_vec();
        for _ in 0..random.below(40) {
            // Small numbers lead furthest.
            let byte = random.below(256) as u8;
            message.push(if random.below(2) == 0 { byte % 8 } else { byte });
        }
        read += agree_in_all(&message);
    }
    assert!(read > 10_000, "only {read} could be read");
}

#[test]
fn in_what_fuzzers_have_found() {
    for target in ["bytes_to_the_board", "event_fold"] {
        let folder = data::path("fuzz/corpus").join(target);
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let found = fs::read(entry.expect("a file").path()).expect("a file that can be read");
            // A message may begin anywhere; a game, a number and a time before what happened make
            // an event.
            for begin in 0..found.len().min(MAX_MESSAGE) {
                agree_in_all(&found[begin..]);
                agree::<Event>(&[&[1, 2, 3], &found[begin..]].concat());
            }
        }
    }
}

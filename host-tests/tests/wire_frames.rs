//! Frames: the deframer decodes every whole frame behind a zero, whatever bytes came before.

use damiera::protocol::{
    Deframed, Deframer, Dropped, MAX_FRAME, MAX_MESSAGE, TooLong, write_frame,
};
use damiera_sim::random::Random;
use damiera_sim::wire::frame;

/// The results of a deframer: a message, or `None` for a start.
fn read(deframer: &mut Deframer, bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    let mut came = Vec::new();
    for byte in bytes {
        match deframer.push(*byte) {
            Some(Deframed::Message(message)) => came.push(Some(message.to_vec())),
            Some(Deframed::Start) => came.push(None),
            None => {}
        }
    }
    came
}

fn messages(bytes: &[u8]) -> (Vec<Vec<u8>>, Dropped) {
    let mut deframer = Deframer::new();
    let came = read(&mut deframer, bytes).into_iter().flatten().collect();
    (came, deframer.dropped())
}

/// Bytes with many zeroes or none.
fn message(random: &mut Random, length: usize) -> Vec<u8> {
    let percent = *random.one_of(&[0, 10, 90]);
    (0..length)
        .map(|_| if random.chance(percent) { 0 } else { 1 + random.below(255) as u8 })
        .collect()
}

#[test]
fn a_message_of_any_length_comes_back() {
    let mut random = Random::new(1);
    for length in 1..=MAX_MESSAGE {
        for _ in 0..20 {
            let message = message(&mut random, length);
            let frame = frame(&message);
            assert_eq!(frame.len(), length + 6, "one byte of COBS, always");
            assert_eq!(frame.iter().position(|byte| *byte == 0), Some(frame.len() - 1));
            assert_eq!(messages(&frame), (vec![message], Dropped::default()));
        }
    }
}

#[test]
fn a_message_that_is_too_long_is_not_written() {
    let mut room = [0; 2 * MAX_FRAME];
    assert_eq!(write_frame(&[&[1; MAX_MESSAGE]], &mut room), Ok(MAX_FRAME));
    assert_eq!(write_frame(&[&[1; MAX_MESSAGE], &[1]], &mut room), Err(TooLong));
    for too_little in 0..MAX_FRAME {
        let mut room = vec![0; too_little];
        assert_eq!(write_frame(&[&[1; MAX_MESSAGE]], &mut room), Err(TooLong));
    }
}

#[test]
fn parts_are_one_message() {
    let (mut whole, mut parts) = ([0; MAX_FRAME], [0; MAX_FRAME]);
    let length = write_frame(&[&[1, 0, 2, 3, 0]], &mut whole);
    assert_eq!(write_frame(&[&[1, 0], &[], &[2, 3, 0]], &mut parts), length);
    assert_eq!(whole, parts);
}

#[test]
fn a_lone_zero_is_a_start() {
    let mut deframer = Deframer::new();
    let mut bytes = vec![0];
    bytes.extend(frame(&[7]));
    bytes.extend([0, 0]);
    assert_eq!(read(&mut deframer, &bytes), [None, Some(vec![7]), None, None]);
    assert_eq!(deframer.dropped(), Dropped::default());
}

#[test]
fn a_damaged_frame_is_dropped_and_the_next_one_read() {
    let sound = frame(&[1, 2, 0, 4, 5, 6]);
    for at in 0..sound.len() - 1 {
        for bit in 0..8 {
            let mut bytes = sound.clone();
            bytes[at] ^= 1 << bit;
            bytes.extend(&sound);
            let (came, dropped) = messages(&bytes);
            assert_eq!(came, [vec![1, 2, 0, 4, 5, 6]], "bit {bit} of byte {at}");
            // A zero in the middle splits the frame in two.
            let pieces = if bytes[at] == 0 && at > 0 { 2 } else { 1 };
            assert_eq!(dropped.frames, pieces, "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn bytes_too_short_for_a_frame_are_dropped() {
    // Every frame of up to two bytes, and an empty message with its right CRC.
    for one in 1..=255 {
        for two in 1..=255 {
            assert!(messages(&[one, 0, one, two, 0]).0.is_empty());
        }
    }
    let empty = [1, 1, 1, 1, 1, 0];
    let (came, dropped) = messages(&empty);
    assert!(came.is_empty());
    assert_eq!(dropped, Dropped { frames: 1, bytes: 5 });
}

#[test]
fn bytes_too_long_for_a_frame_are_dropped_and_counted() {
    for length in [MAX_FRAME, MAX_FRAME + 1, 300, 1_000, 100_000] {
        let mut bytes = vec![0xff; length];
        bytes.push(0);
        bytes.extend(frame(&[9]));
        let (came, dropped) = messages(&bytes);
        assert_eq!(came, [vec![9]]);
        assert_eq!(dropped, Dropped { frames: 1, bytes: length as u32 });
    }
    // A frame of one byte more, otherwise sound.
    let long = vec![1; MAX_MESSAGE + 1];
    let crc = crc32(&long);
    let mut bytes = vec![0xfe];
    bytes.extend(&long);
    bytes.extend(crc);
    bytes.push(0);
    assert_eq!(messages(&bytes).1.frames, 1);
}

/// CRC-32 bit by bit, independently of `damiera::crc`.
fn crc32(bytes: &[u8]) -> [u8; 4] {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    (!crc).to_le_bytes()
}

#[test]
fn the_crc_is_that_of_ethernet() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926_u32.to_le_bytes());
    let frame = frame(b"123456789");
    assert_eq!(frame[10..14], crc32(b"123456789"));
}

#[test]
fn frames_are_found_in_any_garbage() {
    let mut random = Random::new(2);
    for _ in 0..2_000 {
        let (mut bytes, mut sent) = (Vec::new(), Vec::new());
        for _ in 0..1 + random.below(8) {
            for _ in 0..random.below(400) {
                bytes.push(random.below(256) as u8);
            }
            bytes.push(0);
            let length = 1 + random.below(MAX_MESSAGE);
            let message = message(&mut random, length);
            bytes.extend(frame(&message));
            sent.push(message);
        }
        assert_eq!(messages(&bytes).0, sent);
    }
}

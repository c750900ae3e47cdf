#!/usr/bin/env python3
"""Decodes what a Damiera board says: from its port, or from a file of such bytes.

    read_stream.py /dev/ttyACM0                 look on
    read_stream.py /dev/ttyACM0 --replay 0 0    everything that the board keeps, then look on
    read_stream.py recorded.bin                 the same bytes from a file
    read_stream.py game.capture                 what the board says in a capture of `damiera dump`

Prints one message a line, in JSON. Needs nothing but Python; the shapes of the messages are in
../protocol.json. ../PROTOCOL.md says what they mean.
"""

import argparse
import json
import os
import pathlib
import sys
import zlib

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "protocol.json"
SIGNED = {"i8", "i16", "i32", "i64"}
UNSIGNED = {"u16", "u32", "u64"}
PROTOCOL = 2
CAPTURE = b"damiera capture 1\n"


class Unknown(Exception):
    """A message of a kind that this schema does not have, or no message at all."""


class Decoder:
    """Reads the bytes of one message, as the schema says."""

    def __init__(self, schema, data):
        self.schema, self.data, self.at = schema, data, 0

    def take(self, length):
        taken = self.data[self.at : self.at + length]
        if len(taken) < length:
            raise Unknown("too few bytes")
        self.at += length
        return taken

    def number(self):
        """Seven bits a byte, the lowest first."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def value(self, shape):
        """A value of this shape: the name of a type, or an object with one key."""
        if isinstance(shape, str):
            return self.named(shape)
        (kind, inner), = shape.items()
        if kind == "newtype":
            return self.value(inner)
        if kind == "tuple":
            return [self.value(part) for part in inner]
        if kind == "struct":
            return {name: self.value(part) for name, part in inner}
        if kind == "option":
            return self.value(inner) if self.take(1) != b"\0" else None
        if kind == "list":
            return [self.value(inner) for _ in range(self.number())]
        if kind == "enum":
            number = self.number()
            if number >= len(inner):
                raise Unknown(f"variant {number}, of which there are {len(inner)}")
            name, fields = inner[number]
            return name if fields == "unit" else {name: self.value(fields)}
        raise ValueError(f"the schema has a {kind}")

    def named(self, name):
        if name in self.schema:
            return self.value(self.schema[name])
        if name == "unit":
            return None
        if name == "bool":
            return self.take(1) != b"\0"
        if name == "u8":
            return self.take(1)[0]
        if name in UNSIGNED:
            return self.number()
        if name in SIGNED:
            number = self.number()
            return number >> 1 ^ -(number & 1)
        if name == "text":
            return self.take(self.number()).decode()
        raise ValueError(f"the schema names a {name}")


def decode(schema, kind, message):
    """A message as what JSON can hold."""
    decoder = Decoder(schema, message)
    value = decoder.value(kind)
    if decoder.at < len(message):
        raise Unknown("too many bytes")
    return value


def place_of(schema, message):
    """Where an event stands, even if what happened is unknown; else None."""
    if message[:1] != b"\x01":
        return None
    decoder = Decoder(schema, message[1:])
    return {"game": decoder.number(), "number": decoder.number(), "at": decoder.number()}


def undo_cobs(frame):
    """The bytes with their zeroes again, None if it is no frame."""
    data, at = bytearray(), 0
    while at < len(frame):
        code = frame[at]
        run = frame[at + 1 : at + code]
        if len(run) < code - 1:
            return None
        data += run
        at += code
        if code < 0xFF and at < len(frame):
            data.append(0)
    return bytes(data)


def do_cobs(data):
    """The bytes without zeroes; for fewer than 254 of them."""
    return b"".join(bytes([len(run) + 1]) + run for run in data.split(b"\0"))


def message_in(frame):
    """The message in a frame without its final zero, None if it is damaged."""
    data = undo_cobs(frame)
    if data is None or len(data) < 5:
        return None
    message, crc = data[:-4], data[-4:]
    return message if zlib.crc32(message) == int.from_bytes(crc, "little") else None


def framed(message):
    return do_cobs(message + zlib.crc32(message).to_bytes(4, "little")) + b"\0"


def varint(number):
    encoded = bytearray()
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(encoded) + bytes([number])


def greeting(game, number):
    """A zero, then the commands Hello (0) and Replay (1), with the ids 1 and 2."""
    name = b"read_stream.py"
    hello = varint(1) + varint(0) + varint(PROTOCOL) + varint(PROTOCOL) + varint(len(name)) + name
    replay = varint(2) + varint(1) + varint(game) + varint(number)
    return b"\0" + framed(hello) + framed(replay)


def open_raw(path):
    """A file or a port; a port is set to raw."""
    port = os.open(path, os.O_RDWR if not os.path.isfile(path) else os.O_RDONLY)
    if os.isatty(port):
        import tty  # Not on Windows, where a port needs a package such as pyserial.

        tty.setraw(port)
    return port


def chunks(port):
    """Bytes as they come; of a capture, those of the board."""
    first = os.read(port, len(CAPTURE))
    if first != CAPTURE:
        yield first
        while chunk := os.read(port, 4096):
            yield chunk
        return
    with os.fdopen(port, "rb", closefd=False) as capture:
        for line in capture:
            at, *words = line.split() or [b"#"]
            # A last line without its end was cut off.
            if line.endswith(b"\n") and words[:1] == [b"<"] and not at.startswith(b"#"):
                yield bytes.fromhex(words[1].decode())


def frames(port):
    """What stands between zeroes; whatever the end of the stream cuts off is left out."""
    rest = b""
    for chunk in chunks(port):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from filter(None, whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stream", help="a serial port, or a file of recorded bytes")
    parser.add_argument("--replay", nargs=2, type=int, metavar=("GAME", "NUMBER"))
    parser.add_argument("--type", default="ToPc", help="ToBoard for the other direction")
    arguments = parser.parse_args()

    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    port = open_raw(arguments.stream)
    if arguments.replay:
        os.write(port, greeting(*arguments.replay))
    damaged = unknown = 0
    for frame in frames(port):
        message = message_in(frame)
        if message is None:
            damaged += 1
            continue
        try:
            print(json.dumps(decode(schema, arguments.type, message), ensure_ascii=False), flush=True)
        except (Unknown, UnicodeDecodeError):
            # Of a newer board. An event has a place all the same.
            unknown += 1
            if arguments.type == "ToPc" and (place := place_of(schema, message)):
                print(json.dumps({"UnknownEvent": place | {"bytes": message[1:].hex()}}), flush=True)
    if damaged or unknown:
        print(f"{damaged} damaged frames, {unknown} unknown messages", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Oled } from '../src/oled.js';

/** @param {Oled} oled @param {number} control @param {number[]} bytes */
function send(oled, control, bytes) {
  oled.start();
  for (const byte of [control, ...bytes]) {
    assert.equal(oled.write(byte), true);
  }
  oled.stop();
}

/** Upright, horizontal addressing, on. @param {Oled} oled */
const start = (oled) => send(oled, 0x00, [0x8d, 0x14, 0x20, 0, 0xa1, 0xc8, 0xaf]);

test('nothing is seen before the panel is on', () => {
  const oled = new Oled(0x3c);
  assert.equal(oled.picture(), null);
  assert.equal(oled.read() & 0x40, 0x40);
  start(oled);
  assert.notEqual(oled.picture(), null);
  assert.equal(oled.read() & 0x40, 0);
});

test('data goes into the window that was set, row by row', () => {
  const oled = new Oled(0x3c);
  start(oled);
  send(oled, 0x00, [0x21, 0, 127, 0x22, 0, 7]);
  send(oled, 0x40, new Array(1024).fill(0));
  send(oled, 0x00, [0x21, 10, 11, 0x22, 3, 4]);
  send(oled, 0x40, [1, 2, 3, 4]);
  const picture = oled.picture();
  assert.ok(picture);
  const lit = [...picture.entries()].filter(([, byte]) => byte !== 0);
  assert.deepEqual(lit, [[394, 1], [395, 2], [522, 3], [523, 4]]);
});

test('a display that was pulled out has forgotten everything', () => {
  const oled = new Oled(0x3c);
  start(oled);
  oled.plug(false);
  oled.plug(true);
  assert.equal(oled.picture(), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Oled } from '../src/oled.js';

/** @typedef {import('../src/oled.js').Controller} Controller */

/** @param {Oled} oled @param {number} control @param {number[]} bytes */
function send(oled, control, bytes) {
  oled.start();
  for (const byte of [control, ...bytes]) {
    assert.equal(oled.write(byte), true);
  }
  oled.stop();
}

/**
 * A display whose unknown commands are collected.
 *
 * @param {Controller} controller
 */
function plugged(controller) {
  const oled = new Oled(0x3c, controller);
  /** @type {string[]} */
  const unknown = [];
  oled.onUnknown = (sentence) => unknown.push(sentence);
  return { oled, unknown };
}

/** Upright, horizontal addressing, on. @param {Oled} oled */
const start = (oled) => send(oled, 0x00, [0x8d, 0x14, 0x20, 0, 0xa1, 0xc8, 0xaf]);

/** What each controller needs to be seen, upright. @type {Record<Controller, number[]>} */
const STARTS = {
  ssd1306: [0x8d, 0x14, 0xa1, 0xc8, 0xaf],
  ssd1309: [0xfd, 0x12, 0xa1, 0xc8, 0xaf],
  sh1106: [0xad, 0x8b, 0xa1, 0xc8, 0xaf],
};
const CONTROLLERS = /** @type {Controller[]} */ (Object.keys(STARTS));

/**
 * Fills the panel with zeros page by page, by the commands that all three have.
 *
 * @param {Oled} oled
 * @param {number} first column of the memory
 */
function clear(oled, first) {
  for (let page = 0; page < 8; page++) {
    send(oled, 0x00, [0xb0 + page, first, 0x10]);
    send(oled, 0x40, new Array(128).fill(0));
  }
}

/** The bytes that are lit, by their place. @param {Oled} oled */
function lit(oled) {
  const picture = oled.picture();
  assert.ok(picture);
  return [...picture.entries()].filter(([, byte]) => byte !== 0);
}

test('nothing is seen before the panel is on', () => {
  for (const controller of CONTROLLERS) {
    const { oled, unknown } = plugged(controller);
    assert.equal(oled.picture(), null);
    assert.equal(oled.read() & 0x40, 0x40);
    send(oled, 0x00, STARTS[controller]);
    assert.notEqual(oled.picture(), null);
    assert.equal(oled.read() & 0x40, 0);
    assert.deepEqual(unknown, []);
  }
});

test('a panel without its voltage stays dark', () => {
  for (const [controller, dark] of /** @type {[Controller, boolean][]} */ ([
    ['ssd1306', true],
    ['ssd1309', false],
    ['sh1106', true],
  ])) {
    const { oled } = plugged(controller);
    send(oled, 0x00, [0xaf]);
    assert.equal(oled.picture() === null, dark, controller);
  }
});

test('a controller has no commands of the others', () => {
  for (const [controller, codes] of /** @type {[Controller, number[]][]} */ ([
    ['ssd1306', [0xad, 0x32, 0xfd]],
    ['ssd1309', [0xad, 0x32, 0x8d]],
    ['sh1106', [0x20, 0x21, 0x22, 0x2e, 0x8d, 0xfd]],
  ])) {
    for (const code of codes) {
      const { oled, unknown } = plugged(controller);
      send(oled, 0x00, [code]);
      const name = controller.toUpperCase();
      assert.deepEqual(unknown, [`the ${name} at 0x3c has no command 0x${code.toString(16)}`]);
    }
  }
  assert.throws(() => new Oled(0x3c, /** @type {any} */ ('st7565')), /st7565/);
});

test('data goes into the window that was set, row by row', () => {
  const oled = new Oled(0x3c, 'ssd1306');
  start(oled);
  send(oled, 0x00, [0x21, 0, 127, 0x22, 0, 7]);
  send(oled, 0x40, new Array(1024).fill(0));
  send(oled, 0x00, [0x21, 10, 11, 0x22, 3, 4]);
  send(oled, 0x40, [1, 2, 3, 4]);
  assert.deepEqual(lit(oled), [[394, 1], [395, 2], [522, 3], [523, 4]]);
});

test('the panel of an SH1106 begins two columns inside its memory, in both directions', () => {
  const { oled, unknown } = plugged('sh1106');
  send(oled, 0x00, STARTS.sh1106);
  clear(oled, 2);
  assert.deepEqual(lit(oled), []);
  // Columns 0 and 131 are in its memory, but not on the panel.
  send(oled, 0x00, [0xb1, 0x00, 0x10]);
  send(oled, 0x40, [0xff, 0xff, 0x03]);
  send(oled, 0x00, [0xb2, 0x01, 0x18]);
  send(oled, 0x40, [0x81, 0xff, 0xff]);
  assert.deepEqual(lit(oled), [[128, 0x03], [383, 0x81]]);
  send(oled, 0x00, [0xa0, 0xc0]);
  assert.deepEqual(lit(oled), [[640, 0x81], [895, 0xc0]]);
  assert.deepEqual(unknown, []);
});

test('an SH1106 neither goes on in the next page nor begins the page again', () => {
  const { oled } = plugged('sh1106');
  send(oled, 0x00, STARTS.sh1106);
  clear(oled, 2);
  send(oled, 0x00, [0xb3, 0x01, 0x18]);
  send(oled, 0x40, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(lit(oled), [[511, 1]]);
});

test('a locked SSD1309 ignores what it is told', () => {
  const { oled } = plugged('ssd1309');
  send(oled, 0x00, [0xfd, 0x16, 0xaf]);
  assert.equal(oled.picture(), null);
  send(oled, 0x00, [0xfd, 0x12, 0xaf]);
  assert.notEqual(oled.picture(), null);
});

test('a display that was pulled out has forgotten everything', () => {
  for (const controller of CONTROLLERS) {
    const { oled } = plugged(controller);
    send(oled, 0x00, STARTS[controller]);
    oled.plug(false);
    oled.plug(true);
    assert.equal(oled.picture(), null);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Nor, PAGE, PowerCut, SECTOR } from '../src/nor.js';

const filled = (/** @type {number} */ length, /** @type {number} */ byte) =>
  new Uint8Array(length).fill(byte);

test('a program only clears bits, an erase sets those of its sector', () => {
  const nor = new Nor(4 * SECTOR);
  nor.program(0, filled(PAGE, 0xf0));
  nor.program(0, filled(PAGE, 0x3c));
  assert.deepEqual(nor.cells.slice(0, PAGE), filled(PAGE, 0x30));
  nor.program(SECTOR, filled(PAGE, 0));
  nor.erase(5);
  assert.deepEqual(nor.cells.slice(0, SECTOR), filled(SECTOR, 0xff));
  assert.equal(nor.cells[SECTOR], 0);
  assert.equal(nor.operations, 4);
});

test('the address wraps round within its page', () => {
  const nor = new Nor(SECTOR);
  nor.program(PAGE - 1, Uint8Array.from([1, 2]));
  assert.deepEqual([nor.cells[PAGE - 1], nor.cells[0], nor.cells[PAGE]], [1, 2, 0xff]);
});

test('nothing lies outside the chip', () => {
  assert.throws(() => new Nor(SECTOR).erase(SECTOR), /outside/);
});

test('a cut leaves what was done, and a byte in between', () => {
  for (const byte of [0, 1, 100, PAGE - 1]) {
    const nor = new Nor(SECTOR);
    nor.cutAt(1, byte);
    nor.program(PAGE, filled(PAGE, 0x55));
    assert.throws(() => nor.program(0, filled(PAGE, 0)), PowerCut);
    assert.deepEqual(nor.cells.slice(0, byte), filled(byte, 0));
    assert.deepEqual(nor.cells.slice(byte + 1, PAGE), filled(PAGE - byte - 1, 0xff));
    // It is used up.
    nor.program(0, filled(PAGE, 0));
    assert.deepEqual(nor.cells.slice(0, PAGE), filled(PAGE, 0));
  }
});

test('a cut after the last byte has done all of it', () => {
  const nor = new Nor(SECTOR);
  nor.program(0, filled(PAGE, 0));
  nor.cutAt(0, SECTOR);
  assert.throws(() => nor.erase(0), PowerCut);
  assert.deepEqual(nor.cells, filled(SECTOR, 0xff));
});

test('the same cut gives the same flash', () => {
  const torn = () => {
    const nor = new Nor(SECTOR);
    nor.cutAt(0, 17);
    assert.throws(() => nor.program(0, filled(PAGE, 0)), PowerCut);
    return nor.cells;
  };
  assert.deepEqual(torn(), torn());
});

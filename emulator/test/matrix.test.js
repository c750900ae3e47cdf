import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matrix } from '../src/matrix.js';
import { ShiftRegister } from '../src/shift-register.js';

test('a column shows a contact of the selected row, once it has settled', () => {
  const matrix = new Matrix('high', 1000);
  matrix.set(2, 5, true, 0);
  matrix.select(1 << 2, 10_000);
  assert.equal(matrix.read(10_999), 0);
  assert.equal(matrix.read(11_000), 1 << 5);
  matrix.select(1 << 3, 20_000);
  assert.equal(matrix.read(20_500), 1 << 5, 'not yet discharged');
  assert.equal(matrix.read(21_000), 0);
});

test('three corners of a rectangle do not show the fourth', () => {
  const matrix = new Matrix('high', 0);
  for (const [row, column] of [[0, 0], [0, 7], [7, 0]]) {
    matrix.set(row, column, true, 0);
  }
  matrix.select(1 << 7, 1);
  assert.equal(matrix.read(1), 1);
});

test('the register shows what was shifted only when it is latched', () => {
  const register = new ShiftRegister();
  for (let output = 7; output >= 0; output--) {
    const data = output === 2;
    register.inputs(data, false, false);
    register.inputs(data, true, false);
    register.inputs(data, false, false);
  }
  assert.equal(register.outputs, 0);
  register.inputs(false, false, true);
  assert.deepEqual([0, 1, 2, 3].map((output) => register.output(output)), [false, false, true, false]);
});

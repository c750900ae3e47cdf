// A peripheral that rp2040js lacks, as plain registers: a read returns the last value written.

import { BasePeripheral } from 'rp2040js';

export class Registers extends BasePeripheral {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {string} name
   * @param {[number, number][]} initial offset and value
   */
  constructor(chip, name, initial = []) {
    super(chip, name);
    this.values = new Map(initial);
  }

  /** @param {number} offset */
  readUint32(offset) {
    return this.values.get(offset) ?? 0;
  }

  /**
   * @param {number} offset
   * @param {number} value
   */
  writeUint32(offset, value) {
    this.values.set(offset, value >>> 0);
  }
}

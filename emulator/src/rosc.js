// The ring oscillator: stable at once, with random bits that are the same in every run.

import { Registers } from './registers.js';

const STATUS = 0x18;
const RANDOMBIT = 0x1c;
const STATUS_STABLE = 0x80000000;
const STATUS_ENABLED = 1 << 12;

export class Rosc extends Registers {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {number} seed other than 0
   */
  constructor(chip, seed) {
    super(chip, 'ROSC');
    this.state = seed >>> 0 || 1;
  }

  /** @param {number} offset */
  readUint32(offset) {
    switch (offset) {
      case STATUS:
        return (STATUS_STABLE | STATUS_ENABLED) >>> 0;
      case RANDOMBIT:
        // Xorshift, 32 bits.
        this.state ^= this.state << 13;
        this.state ^= this.state >>> 17;
        this.state ^= this.state << 5;
        return this.state & 1;
      default:
        return super.readUint32(offset);
    }
  }
}

// XIP_CTRL: the cache is always coherent and its stream is done, which embassy waits for.

import { Registers } from './registers.js';

const CTRL = 0x00;
const STAT = 0x08;
const STREAM_CTR = 0x14;

export class XipControl extends Registers {
  /** @param {import('rp2040js').RP2040} chip */
  constructor(chip) {
    // Enabled; the FIFO is empty and the flush is done.
    super(chip, 'XIP_CTRL', [
      [CTRL, 3],
      [STAT, 3],
    ]);
  }

  /** @param {number} offset */
  readUint32(offset) {
    return offset === STREAM_CTR ? 0 : super.readUint32(offset);
  }
}

// The serial interface between chip and flash, as far as boot2 and embassy use it: writes to the data
// register are a command, reads are its answer.

import { BasePeripheral } from 'rp2040js';

const CTRLR0 = 0x00;
const SSIENR = 0x08;
const SR = 0x28;
const IDR = 0x58;
const VERSION = 0x5c;
const DR0 = 0x60;

const SR_TFNF = 1 << 1;
const SR_TFE = 1 << 2;
const SR_RFNE = 1 << 3;
/** CTRLR0.TMOD: send the command, then only receive. */
const EEPROM_READ = 3;

const READ_STATUS_1 = 0x05;
const READ_STATUS_2 = 0x35;
const READ_UNIQUE_ID = 0x4b;
const READ_JEDEC_ID = 0x9f;
/** Quad mode is enabled: boot2 then does not write the status register. */
const STATUS_2_QE = 0x02;

export class Ssi extends BasePeripheral {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {import('./nor.js').Nor} nor
   */
  constructor(chip, nor) {
    super(chip, 'SSI');
    this.nor = nor;
    /** @type {Map<number, number>} */
    this.registers = new Map();
    /** @type {number[]} */
    this.received = [];
    /** @type {number[]} */
    this.sent = [];
  }

  /** @param {number} offset */
  readUint32(offset) {
    switch (offset) {
      case SR:
        return SR_TFNF | SR_TFE | (this.received.length > 0 ? SR_RFNE : 0);
      case IDR:
        return 0x51535049;
      case VERSION:
        return 0x3430312a;
      case DR0:
        return this.received.shift() ?? 0;
      default:
        return this.registers.get(offset) ?? 0;
    }
  }

  /**
   * @param {number} offset
   * @param {number} value
   */
  writeUint32(offset, value) {
    if (offset === DR0) {
      this.#send(value & 0xff);
      return;
    }
    this.registers.set(offset, value);
    if (offset === SSIENR) {
      this.sent = [];
      this.received = [];
    }
  }

  /** @param {number} byte */
  #send(byte) {
    this.sent.push(byte);
    const mode = ((this.registers.get(CTRLR0) ?? 0) >> 8) & 3;
    if (mode === EEPROM_READ) {
      this.received.push(...this.#answer(this.sent[0]));
    } else if (this.sent.length === 1) {
      this.received.push(0);
    } else {
      // Full duplex: the answer to the first byte comes with the second.
      this.received.push(this.#answer(this.sent[0])[this.sent.length - 2] ?? 0);
      this.sent = [];
    }
  }

  /**
   * @param {number} command
   * @returns {number[]}
   */
  #answer(command) {
    switch (command) {
      case READ_UNIQUE_ID:
        // Four dummy bytes come first.
        return [0, 0, 0, 0, ...this.nor.uniqueId];
      case READ_JEDEC_ID:
        return [...this.nor.jedecId];
      case READ_STATUS_1:
        return [0];
      case READ_STATUS_2:
        return [STATUS_2_QE];
      default:
        return [];
    }
  }
}

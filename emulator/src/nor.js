// The flash chip: an erase sets the bits of a sector, a program can only clear bits, and a power cut
// can stop either halfway.

export const FLASH_BASE = 0x10000000;
export const PAGE = 256;
export const SECTOR = 4096;

/** Thrown out of the running machine at a power cut. */
export class PowerCut extends Error {}

/**
 * A chip like the W25Q16JV. It outlives the machine.
 */
export class Nor {
  /** @param {number} size in bytes */
  constructor(size) {
    this.cells = new Uint8Array(size).fill(0xff);
    /** Read with command 4Bh; the board's serial number. */
    this.uniqueId = Uint8Array.from([0xe6, 0x61, 0x38, 0x52, 0x83, 0x2b, 0x5a, 0x2c]);
    this.jedecId = Uint8Array.from([0xef, 0x70, 0x15]);
    /** Times to program a page and to erase a sector, in nanoseconds. */
    this.programNanos = 700_000;
    this.eraseNanos = 45_000_000;
    /** Number of pages programmed and sectors erased so far. */
    this.operations = 0;
    /** @type {{ kind: 'program' | 'erase', address: number }[]} all operations so far */
    this.log = [];
    /** @type {{ operation: number, byte: number } | null} */
    this.cut = null;
  }

  /**
   * Cuts the power in this operation, 0 for the next one, when this many of its bytes are done.
   *
   * @param {number} operation
   * @param {number} byte
   */
  cutAt(operation, byte) {
    this.cut = { operation: this.operations + operation, byte };
  }

  /**
   * Erases a sector.
   *
   * @param {number} address offset in the chip
   */
  erase(address) {
    this.#operate('erase', address - (address % SECTOR), SECTOR, () => 0xff);
  }

  /**
   * Programs at most a page. As in the chip, the address wraps round within the page.
   *
   * @param {number} address offset in the chip
   * @param {Uint8Array} bytes
   */
  program(address, bytes) {
    const page = address - (address % PAGE);
    const at = (/** @type {number} */ i) => page + ((address - page + i) % PAGE);
    this.#operate('program', address, bytes.length, (old, i) => old & bytes[i], at);
  }

  /**
   * @param {'program' | 'erase'} kind
   * @param {number} address
   * @param {number} length
   * @param {(old: number, index: number) => number} change
   * @param {(index: number) => number} [at]
   */
  #operate(kind, address, length, change, at = (i) => address + i) {
    if (address + length > this.cells.length) {
      throw new Error(`flash ${kind} at ${address.toString(16)} lies outside the chip`);
    }
    const operation = this.operations++;
    this.log.push({ kind, address });
    const isCut = this.cut !== null && this.cut.operation === operation;
    const done = isCut && this.cut ? Math.min(this.cut.byte, length) : length;
    for (let i = 0; i < done; i++) {
      this.cells[at(i)] = change(this.cells[at(i)], i);
    }
    if (!isCut) {
      return;
    }
    // Some bits of the next byte have changed; a hash of its address says which, so that the same cut
    // gives the same flash.
    if (done < length) {
      const old = this.cells[at(done)];
      const mask = Math.imul(at(done) + 1, 0x9e3779b1) >>> 24;
      this.cells[at(done)] = (old & ~mask) | (change(old, done) & mask);
    }
    this.cut = null;
    throw new PowerCut(`power cut in ${kind} at ${address.toString(16)}, byte ${done}`);
  }
}

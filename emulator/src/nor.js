// The flash chip: NOR cells that an erase sets and a program can only clear, and a power supply that
// may go away in the middle of either.

export const FLASH_BASE = 0x10000000;
export const PAGE = 256;
export const SECTOR = 4096;

/** Thrown out of the running machine where the power goes away. */
export class PowerCut extends Error {}

/**
 * A chip like the W25Q16JV. It outlives the machine that writes to it.
 */
export class Nor {
  /** @param {number} size in bytes */
  constructor(size) {
    this.cells = new Uint8Array(size).fill(0xff);
    /** Read with command 4Bh; the board's serial number is made of it. */
    this.uniqueId = Uint8Array.from([0xe6, 0x61, 0x38, 0x52, 0x83, 0x2b, 0x5a, 0x2c]);
    this.jedecId = Uint8Array.from([0xef, 0x70, 0x15]);
    /** How long a page takes to program and a sector to erase, in nanoseconds. */
    this.programNanos = 700_000;
    this.eraseNanos = 45_000_000;
    /** How many pages have been programmed and sectors erased since the chip was made. */
    this.operations = 0;
    /** @type {{ kind: 'program' | 'erase', address: number }[]} what the last run did */
    this.log = [];
    /** @type {{ operation: number, byte: number } | null} */
    this.cut = null;
  }

  /**
   * The power goes away in this operation, counted from the next one as 0, when this many of its
   * bytes are done.
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
    const dies = this.cut !== null && this.cut.operation === operation;
    const done = dies && this.cut ? Math.min(this.cut.byte, length) : length;
    for (let i = 0; i < done; i++) {
      this.cells[at(i)] = change(this.cells[at(i)], i);
    }
    if (!dies) {
      return;
    }
    // Of the byte that was being done some bits have changed: which ones follows from its address,
    // so that the same cut gives the same flash.
    if (done < length) {
      const old = this.cells[at(done)];
      const mask = Math.imul(at(done) + 1, 0x9e3779b1) >>> 24;
      this.cells[at(done)] = (old & ~mask) | (change(old, done) & mask);
    }
    this.cut = null;
    throw new PowerCut(`power cut in ${kind} at ${address.toString(16)}, byte ${done}`);
  }
}

// Counts the cost of functions: every call from its first instruction to its return, including its
// callees, excluding interrupts in between.

/**
 * @typedef {object} Call
 * @property {string} name
 * @property {number} back its return address
 * @property {number} stack its initial stack pointer
 * @property {number} mode the number of the exception it runs in, 0 for none
 * @property {number} at its start, in nanoseconds
 * @property {number} instructions
 * @property {number} cycles
 */

/** LR is at least this in an interrupt handler. */
const EXCEPTION_RETURN = 0xfffffff0;

export class Watches {
  /** @param {Map<string, { address: number, size: number }>} symbols */
  constructor(symbols) {
    this.symbols = symbols;
    /** @type {Map<number, string>} */
    this.watched = new Map();
    /** @type {Call[]} calls that have not returned yet */
    this.open = [];
    /** @type {{ name: string, at: number, instructions: number, cycles: number }[]} */
    this.calls = [];
  }

  /**
   * Watches every function with this part in its name, and returns their number.
   *
   * @param {string} part
   */
  add(part) {
    let found = 0;
    for (const [name, { address, size }] of this.symbols) {
      if (size > 0 && name.includes(part)) {
        this.watched.set(address, name);
        found++;
      }
    }
    return found;
  }

  /** Records the start of a call; called before each instruction. @param {import('./machine.js').Machine} machine */
  before({ chip: { core }, time }) {
    const pc = core.PC & ~1;
    const name = this.watched.get(pc);
    if (name !== undefined) {
      const [back, stack, mode] = [(core.LR & ~1) >>> 0, core.SP, core.IPSR];
      this.open.push({ name, back, stack, mode, at: time, instructions: 0, cycles: 0 });
    }
  }

  /**
   * Counts an instruction and records returns; called after each instruction.
   *
   * @param {import('./machine.js').Machine} machine
   * @param {number} cycles
   */
  after({ chip: { core } }, cycles) {
    if (this.open.length === 0) {
      return;
    }
    const pc = (core.PC & ~1) >>> 0;
    for (const call of this.open) {
      if (call.mode === core.IPSR) {
        call.instructions++;
        call.cycles += cycles;
      }
    }
    const last = this.open[this.open.length - 1];
    // An interrupt handler returns to any address and pops the exception frame, so its stack pointer
    // rises; a nested interrupt only pushes.
    const returned =
      last.back >= EXCEPTION_RETURN
        ? core.SP > last.stack && core.IPSR !== last.mode
        : pc === last.back && core.SP >= last.stack && core.IPSR === last.mode;
    if (returned) {
      this.open.pop();
      const { name, at, instructions, cycles } = last;
      this.calls.push({ name, at: Math.floor(at / 1000), instructions, cycles });
    }
  }

  /** Returns and removes the calls that have returned. */
  take() {
    const { calls } = this;
    this.calls = [];
    return calls;
  }
}

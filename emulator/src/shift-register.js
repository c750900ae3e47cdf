// A 74HC595: eight outputs for three pins. A rising clock shifts the data pin in, a rising latch shows
// what was shifted.

export class ShiftRegister {
  constructor() {
    this.shifted = 0;
    this.outputs = 0;
    this.clock = false;
    this.latch = false;
  }

  /**
   * The levels of its three inputs, whenever one has changed.
   *
   * @param {boolean} data
   * @param {boolean} clock
   * @param {boolean} latch
   */
  inputs(data, clock, latch) {
    if (clock && !this.clock) {
      this.shifted = ((this.shifted << 1) | (data ? 1 : 0)) & 0xff;
    }
    if (latch && !this.latch) {
      this.outputs = this.shifted;
    }
    this.clock = clock;
    this.latch = latch;
  }

  /**
   * QA is 0, QH is 7: the bit that was shifted in last is QA.
   *
   * @param {number} index
   */
  output(index) {
    return ((this.outputs >> index) & 1) === 1;
  }
}

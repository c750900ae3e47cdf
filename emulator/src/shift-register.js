// A 74HC595: eight outputs for three pins. A rising clock edge shifts the data pin in, a rising latch
// edge copies the shifted bits to the outputs.

export class ShiftRegister {
  constructor() {
    this.shifted = 0;
    this.outputs = 0;
    this.clock = false;
    this.latch = false;
  }

  /**
   * Sets the levels of the three inputs; called whenever one has changed.
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
   * Returns the level of an output, 0 (QA) to 7 (QH). The bit shifted in last is QA.
   *
   * @param {number} index
   */
  output(index) {
    return ((this.outputs >> index) & 1) === 1;
  }
}

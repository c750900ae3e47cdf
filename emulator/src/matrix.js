// The matrix of reeds: eight rows that are driven, eight columns that are read, and at each crossing a
// contact with a diode in series. A resistor pulls each column to the idle level.
//
// The diode lets current flow between a row at the active level and a column at the idle level, and in
// no other direction: so three closed corners of a rectangle never show the fourth.

export class Matrix {
  /**
   * @param {'high' | 'low'} active level of a selected row, and of a column with a closed contact in it
   * @param {number} settleNanos time from a change of rows or contacts until the columns show it
   */
  constructor(active, settleNanos) {
    this.active = active === 'high';
    this.settleNanos = settleNanos;
    /** Bit `column` of entry `row`: the contact is closed. */
    this.contacts = new Uint8Array(8);
    /** Bit `row`: the row is at the active level. */
    this.selected = 0;
    /** Bit `column`: the column is at the active level once it has settled. */
    this.target = 0;
    /** The levels of the columns until then. */
    this.shown = 0;
    /** Time of the last change of `target`, in nanoseconds. */
    this.since = 0;
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} closed
   * @param {number} now nanoseconds
   */
  set(row, column, closed, now) {
    const bit = 1 << column;
    this.contacts[row] = closed ? this.contacts[row] | bit : this.contacts[row] & ~bit;
    this.#changed(now);
  }

  /**
   * @param {number} selected bit `row`
   * @param {number} now nanoseconds
   */
  select(selected, now) {
    if (selected !== this.selected) {
      this.selected = selected;
      this.#changed(now);
    }
  }

  /**
   * Returns the columns at the active level, bit `column`.
   *
   * @param {number} now nanoseconds
   */
  read(now) {
    if (now - this.since >= this.settleNanos) {
      this.shown = this.target;
    }
    return this.shown;
  }

  /** @param {number} now */
  #changed(now) {
    let target = 0;
    for (let row = 0; row < 8; row++) {
      if ((this.selected >> row) & 1) {
        target |= this.contacts[row];
      }
    }
    if (target !== this.target) {
      this.shown = this.read(now);
      this.target = target;
      this.since = now;
    }
  }
}

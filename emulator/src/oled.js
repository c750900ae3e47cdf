// An SSD1306 with its 128×64 pixels, on I2C. It outlives the machine that writes to it: a reset of the
// chip leaves the picture standing, an unplugged display forgets everything.

export const WIDTH = 128;
const PAGES = 8;

/** How many parameters follow a command; those not named here have none. */
const PARAMETERS = new Map([
  [0x20, 1],
  [0x21, 2],
  [0x22, 2],
  [0x26, 6],
  [0x27, 6],
  [0x29, 5],
  [0x2a, 5],
  [0x81, 1],
  [0x8d, 1],
  [0xa3, 2],
  [0xa8, 1],
  [0xd3, 1],
  [0xd5, 1],
  [0xd9, 1],
  [0xda, 1],
  [0xdb, 1],
]);

/** What the controller holds, as it is after power-up. */
class Memory {
  /** Anything may be in it: make it seen if nobody writes it. */
  ram = new Uint8Array(WIDTH * PAGES).fill(0xa5);
  on = false;
  inverted = false;
  allOn = false;
  mirrored = false;
  flipped = false;
  contrast = 0x7f;
  chargePump = false;
  /** 0 horizontal, 1 vertical, 2 page. */
  mode = 2;
  columns = [0, WIDTH - 1];
  pages = [0, PAGES - 1];
  column = 0;
  page = 0;
  /** @type {number[]} */
  command = [];
}

export class Oled {
  /** @param {number} address */
  constructor(address) {
    this.address = address;
    this.plugged = true;
    /** Called after a transfer that changed what there is to see. */
    this.onChange = () => {};
    this.memory = new Memory();
    this.#begin();
  }

  #begin() {
    /** @type {'control' | 'command' | 'data'} */
    this.expects = 'control';
    /** A control byte stands before each byte, not only before the first. */
    this.single = false;
    this.changed = false;
  }

  /** @param {boolean} plugged */
  plug(plugged) {
    if (this.plugged !== plugged) {
      this.plugged = plugged;
      this.memory = new Memory();
      this.#begin();
      this.onChange();
    }
  }

  start() {
    this.#begin();
  }

  /** @param {number} byte */
  write(byte) {
    const { memory } = this;
    if (this.expects === 'control') {
      this.single = (byte & 0x80) !== 0;
      this.expects = byte & 0x40 ? 'data' : 'command';
      return true;
    }
    if (this.expects === 'data') {
      this.#data(byte);
    } else {
      memory.command.push(byte);
      if (memory.command.length > (PARAMETERS.get(memory.command[0]) ?? 0)) {
        this.#carryOut(memory.command);
        memory.command = [];
      }
    }
    if (this.single) {
      this.expects = 'control';
    }
    return true;
  }

  read() {
    const { memory } = this;
    // Bit 6: the display is off.
    return memory.on ? 0 : 0x40;
  }

  stop() {
    if (this.changed) {
      this.changed = false;
      this.onChange();
    }
  }

  /** @param {number} byte */
  #data(byte) {
    const { memory } = this;
    const at = memory.page * WIDTH + memory.column;
    this.changed ||= memory.ram[at] !== byte;
    memory.ram[at] = byte;
    if (memory.mode === 1) {
      if (memory.page++ === memory.pages[1]) {
        memory.page = memory.pages[0];
        memory.column = memory.column === memory.columns[1] ? memory.columns[0] : memory.column + 1;
      }
      return;
    }
    if (memory.column++ === memory.columns[1]) {
      memory.column = memory.columns[0];
      if (memory.mode === 0) {
        memory.page = memory.page === memory.pages[1] ? memory.pages[0] : memory.page + 1;
      }
    }
    memory.column &= WIDTH - 1;
    memory.page &= PAGES - 1;
  }

  /** @param {number[]} command */
  #carryOut([code, first, second]) {
    const { memory } = this;
    const seen = [memory.on, memory.inverted, memory.allOn, memory.mirrored, memory.flipped].join();
    if (code <= 0x0f) {
      memory.column = (memory.column & 0xf0) | code;
    } else if (code <= 0x1f) {
      memory.column = (memory.column & 0x0f) | ((code & 7) << 4);
    } else if (code >= 0xb0 && code <= 0xb7) {
      memory.page = code & 7;
    } else {
      switch (code) {
        case 0x20:
          memory.mode = first & 3;
          break;
        case 0x21:
          memory.columns = [first & 127, second & 127];
          memory.column = memory.columns[0];
          break;
        case 0x22:
          memory.pages = [first & 7, second & 7];
          memory.page = memory.pages[0];
          break;
        case 0x81:
          memory.contrast = first;
          break;
        case 0x8d:
          memory.chargePump = (first & 4) !== 0;
          break;
        case 0xa0:
        case 0xa1:
          memory.mirrored = code === 0xa1;
          break;
        case 0xa4:
        case 0xa5:
          memory.allOn = code === 0xa5;
          break;
        case 0xa6:
        case 0xa7:
          memory.inverted = code === 0xa7;
          break;
        case 0xae:
        case 0xaf:
          memory.on = code === 0xaf;
          break;
        case 0xc0:
        case 0xc8:
          memory.flipped = code === 0xc8;
          break;
      }
    }
    const now = [memory.on, memory.inverted, memory.allOn, memory.mirrored, memory.flipped].join();
    this.changed ||= seen !== now;
  }

  /**
   * What a person sees, or null where the display is dark: 8 pages of 128 bytes, the lowest bit of a
   * byte on top. Modules are mounted so that the picture stands upright with both directions reversed.
   */
  picture() {
    const { memory } = this;
    if (!this.plugged || !memory.on || !memory.chargePump) {
      return null;
    }
    const picture = new Uint8Array(WIDTH * PAGES);
    for (let y = 0; y < 8 * PAGES; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const column = memory.mirrored ? x : WIDTH - 1 - x;
        const line = memory.flipped ? y : 8 * PAGES - 1 - y;
        const cell = (memory.ram[(line >> 3) * WIDTH + column] >> (line & 7)) & 1;
        const lit = memory.allOn ? 1 : cell ^ (memory.inverted ? 1 : 0);
        picture[(y >> 3) * WIDTH + x] |= lit << (y & 7);
      }
    }
    return picture;
  }
}

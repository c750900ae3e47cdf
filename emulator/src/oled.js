// A display module on I2C: an SSD1306, an SSD1309 or an SH1106 behind 128×64 pixels. It outlives the
// machine: a reset of the chip does not change the picture; unplugging the display does.

export const WIDTH = 128;
const PAGES = 8;

/** @typedef {'ssd1306' | 'ssd1309' | 'sh1106'} Controller */

/**
 * Returns pairs of each command code from `first` to `last` and its number of parameters.
 *
 * @param {number} first
 * @param {number} last
 * @param {number} [parameters]
 * @returns {[number, number][]}
 */
function codes(first, last, parameters = 0) {
  return Array.from({ length: last - first + 1 }, (_, n) => [first + n, parameters]);
}

/** Commands of all three controllers, with their numbers of parameters. */
const COMMON = [
  ...codes(0x00, 0x1f), // column, low and high half
  ...codes(0x40, 0x7f), // start line
  ...codes(0x81, 0x81, 1), // contrast
  ...codes(0xa0, 0xa1), // direction of the columns
  ...codes(0xa4, 0xa7), // all pixels on, inverted
  ...codes(0xa8, 0xa8, 1), // number of lines
  ...codes(0xae, 0xaf), // off, on
  ...codes(0xb0, 0xb7), // page
  ...codes(0xc0, 0xc0), // direction of the lines
  ...codes(0xc8, 0xc8),
  ...codes(0xd3, 0xd3, 1), // offset of the lines
  ...codes(0xd5, 0xd5, 1), // clock
  ...codes(0xd9, 0xd9, 1), // pre-charge period
  ...codes(0xda, 0xda, 1), // how the lines are wired
  ...codes(0xdb, 0xdb, 1), // deselect level
  ...codes(0xe3, 0xe3), // no operation
];

/** Further commands of the SSD1306 and SSD1309: addressing modes, windows, scrolling. */
const WINDOWS = [
  ...codes(0x20, 0x20, 1),
  ...codes(0x21, 0x22, 2),
  ...codes(0x26, 0x27, 6),
  ...codes(0x29, 0x2a, 5),
  ...codes(0x2e, 0x2f),
  ...codes(0xa3, 0xa3, 2),
];

/**
 * The differences of the controllers.
 *
 * @type {Record<Controller, {
 *   name: string,
 *   columns: number,
 *   first: number,
 *   commands: Map<number, number>,
 *   supply: 'chargePump' | 'converter' | 'module',
 * }>}
 *
 * `columns` are those of the memory, and `first` is the one at the edge of the panel; `commands` has
 * the number of parameters of each command; `supply` makes the voltage of the panel.
 */
const CONTROLLERS = {
  ssd1306: {
    name: 'SSD1306',
    columns: 128,
    first: 0,
    commands: new Map([...COMMON, ...WINDOWS, ...codes(0x8d, 0x8d, 1)]),
    supply: 'chargePump',
  },
  ssd1309: {
    name: 'SSD1309',
    columns: 128,
    first: 0,
    commands: new Map([...COMMON, ...WINDOWS, ...codes(0xfd, 0xfd, 1)]),
    supply: 'module',
  },
  sh1106: {
    name: 'SH1106',
    columns: 132,
    first: 2,
    commands: new Map([
      ...COMMON,
      ...codes(0x30, 0x33), // voltage of the converter
      ...codes(0xad, 0xad, 1), // converter off, on
      ...codes(0xe0, 0xe0), // read-modify-write and its end
      ...codes(0xee, 0xee),
    ]),
    supply: 'converter',
  },
};

/** The state of a controller, initially that after power-up. */
class Memory {
  /** @param {number} width columns of the memory */
  constructor(width) {
    /** Undefined after power-up; a visible pattern shows bytes that the firmware does not write. */
    this.ram = new Uint8Array(width * PAGES).fill(0xa5);
    this.on = false;
    this.inverted = false;
    this.allOn = false;
    this.mirrored = false;
    this.flipped = false;
    this.contrast = 0x7f;
    /** Whether the panel has its voltage from the controller. */
    this.supplied = false;
    /** Whether all commands but the one that unlocks are ignored. */
    this.locked = false;
    /** 0 horizontal, 1 vertical, 2 page. */
    this.mode = 2;
    this.columns = [0, width - 1];
    this.pages = [0, PAGES - 1];
    this.column = 0;
    this.page = 0;
    /** @type {number[]} */
    this.command = [];
  }
}

export class Oled {
  /**
   * @param {number} address
   * @param {Controller} controller
   */
  constructor(address, controller) {
    if (!(controller in CONTROLLERS)) {
      throw new Error(`unknown display controller ${controller}`);
    }
    this.address = address;
    this.controller = CONTROLLERS[controller];
    this.plugged = true;
    /** Called after a transfer that changed the visible picture. */
    this.onChange = () => {};
    /** Called with an error text for a command that the controller does not have. */
    this.onUnknown = (/** @type {string} */ _sentence) => {};
    this.memory = new Memory(this.controller.columns);
    this.#begin();
  }

  #begin() {
    /** @type {'control' | 'command' | 'data'} */
    this.expects = 'control';
    /** Whether a control byte comes before each byte, not only before the first. */
    this.single = false;
    this.changed = false;
  }

  /** @param {boolean} plugged */
  plug(plugged) {
    if (this.plugged !== plugged) {
      this.plugged = plugged;
      this.memory = new Memory(this.controller.columns);
      this.#begin();
      this.onChange();
    }
  }

  start() {
    this.#begin();
  }

  /** @param {number} byte */
  write(byte) {
    if (this.expects === 'control') {
      this.single = (byte & 0x80) !== 0;
      this.expects = byte & 0x40 ? 'data' : 'command';
      return true;
    }
    if (this.expects === 'data') {
      this.#data(byte);
    } else {
      this.#commandByte(byte);
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
  #commandByte(byte) {
    const { memory } = this;
    const { commands, name } = this.controller;
    memory.command.push(byte);
    const parameters = commands.get(memory.command[0]);
    if (parameters === undefined) {
      // Its parameters are then interpreted as commands, as on the real controller.
      memory.command = [];
      const code = byte.toString(16).padStart(2, '0');
      this.onUnknown(`the ${name} at 0x${this.address.toString(16)} has no command 0x${code}`);
    } else if (memory.command.length > parameters) {
      this.#carryOut(memory.command);
      memory.command = [];
    }
  }

  /** @param {number} byte */
  #data(byte) {
    const { memory } = this;
    const { columns: width, commands } = this.controller;
    const at = memory.page * width + memory.column;
    this.changed ||= memory.ram[at] !== byte;
    memory.ram[at] = byte;
    if (!commands.has(0x20)) {
      // Without addressing modes the column stops at the last one of the page.
      memory.column = Math.min(memory.column + 1, width - 1);
      return;
    }
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
    memory.column &= width - 1;
    memory.page &= PAGES - 1;
  }

  /** @param {number[]} command */
  #carryOut([code, first, second]) {
    const { memory } = this;
    const { columns: width } = this.controller;
    if (memory.locked && code !== 0xfd) {
      return;
    }
    const seen = this.#visible();
    if (code <= 0x0f) {
      memory.column = (memory.column & 0xf0) | code;
    } else if (code <= 0x1f) {
      memory.column = Math.min((memory.column & 0x0f) | ((code & 0x0f) << 4), width - 1);
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
          memory.supplied = (first & 4) !== 0;
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
        case 0xad:
          memory.supplied = (first & 1) !== 0;
          break;
        case 0xae:
        case 0xaf:
          memory.on = code === 0xaf;
          break;
        case 0xc0:
        case 0xc8:
          memory.flipped = code === 0xc8;
          break;
        case 0xfd:
          memory.locked = (first & 4) !== 0;
          break;
      }
    }
    this.changed ||= seen !== this.#visible();
  }

  /** Returns the settings that change the picture, as one string. */
  #visible() {
    const { on, supplied, inverted, allOn, mirrored, flipped } = this.memory;
    return [on, supplied, inverted, allOn, mirrored, flipped].join();
  }

  /**
   * Returns the visible picture, or null if the display is dark: 8 pages of 128 bytes, the lowest bit of
   * a byte on top. Modules are mounted so that the picture is upright with both directions reversed.
   */
  picture() {
    const { memory } = this;
    const { columns: width, first, supply } = this.controller;
    if (!this.plugged || !memory.on || (supply !== 'module' && !memory.supplied)) {
      return null;
    }
    const picture = new Uint8Array(WIDTH * PAGES);
    for (let y = 0; y < 8 * PAGES; y++) {
      for (let x = 0; x < WIDTH; x++) {
        // Both directions use the same outputs of the controller.
        const column = memory.mirrored ? first + x : width - 1 - (first + x);
        const line = memory.flipped ? y : 8 * PAGES - 1 - y;
        const cell = (memory.ram[(line >> 3) * width + column] >> (line & 7)) & 1;
        const lit = memory.allOn ? 1 : cell ^ (memory.inverted ? 1 : 0);
        picture[(y >> 3) * WIDTH + x] |= lit << (y & 7);
      }
    }
    return picture;
  }
}

// The board on the bench: what stays when the chip is reset or loses its power, and what one can do to
// it from outside.

import { readFileSync, writeFileSync } from 'node:fs';
import { readElf } from './elf.js';
import { Machine, WatchdogReset } from './machine.js';
import { FLASH_BASE, Nor, PowerCut } from './nor.js';
import { Oled } from './oled.js';
import { Contacts } from './pins.js';
import { SPIN } from './rom.js';
import { UsbHost } from './usb-host.js';
import { Watches } from './watches.js';

const FLASH_SIZE = 2 * 1024 * 1024;
/** A frame takes a millisecond; an erase may keep it for 45. In microseconds. */
const LONGEST_FRAME = 100_000;

export class Board {
  /**
   * @param {import('./pins.js').Wiring} wiring
   * @param {(event: object) => void} tell
   */
  constructor(wiring, tell) {
    const emit = (/** @type {object} */ event) => tell({ ...event, at: this.micros });
    this.emit = emit;
    /** @type {import('./machine.js').Parts} */
    this.parts = {
      nor: new Nor(FLASH_SIZE),
      wiring,
      contacts: new Contacts(wiring),
      displays: new Map(
        wiring.displays.modules.map(({ address, controller }) => [address, new Oled(address, controller)]),
      ),
      host: new UsbHost(emit),
      symbols: new Map(),
      watches: null,
      emit,
    };
    /** @type {Machine | null} */
    this.machine = null;
    /** The time while there is no power, in nanoseconds. */
    this.nanos = 0;
    /** Of earlier lives. */
    this.totals = { instructions: 0, asleepNanos: 0, nanos: 0, lowestStack: 0xffffffff };
  }

  get time() {
    return this.machine ? this.machine.time : this.nanos;
  }

  get micros() {
    return Math.floor(this.time / 1000);
  }

  /** Writes an image into the flash, as BOOTSEL does: the pages that it has, no others. @param {string} path */
  flashElf(path) {
    const { segments, symbols } = readElf(readFileSync(path));
    for (const { address, bytes } of segments) {
      this.parts.nor.cells.set(bytes, address - FLASH_BASE);
    }
    this.parts.symbols = symbols;
  }

  /** @param {string} path */
  saveFlash(path) {
    writeFileSync(path, this.parts.nor.cells);
  }

  /** @param {string} path */
  loadFlash(path) {
    this.parts.nor.cells.set(readFileSync(path));
  }

  /** @param {boolean} on */
  power(on) {
    if (on === (this.machine !== null)) {
      return;
    }
    if (on) {
      this.machine = new Machine(this.parts, this.nanos, null);
    } else {
      this.#bury();
      for (const display of this.parts.displays.values()) {
        display.plug(false);
        display.plug(true);
      }
    }
    this.emit({ event: 'power', on });
  }

  /** Runs up to this time. @param {number} micros */
  run(micros) {
    const until = micros * 1000;
    while (this.time < until) {
      if (this.machine === null) {
        this.nanos = until;
        return;
      }
      try {
        this.machine.run(until);
        this.machine.drainLog();
      } catch (error) {
        if (error instanceof WatchdogReset) {
          const carried = this.machine.carried();
          this.machine.drainLog();
          this.emit({ event: 'reset', reason: error.reason });
          this.#bury();
          this.machine = new Machine(this.parts, this.nanos, carried);
        } else if (error instanceof PowerCut) {
          this.emit({ event: 'cut', what: error.message });
          this.power(false);
          return;
        } else {
          throw error;
        }
      }
    }
  }

  /** Runs to the beginning of the next frame: the first row has just been selected. */
  toFrame() {
    const { matrix } = this.parts.contacts;
    const end = this.micros + LONGEST_FRAME;
    for (let before = matrix.selected; this.micros < end; before = matrix.selected) {
      this.run(this.micros + 5);
      if (matrix.selected === 1 && before !== 1) {
        return;
      }
    }
  }

  #bury() {
    const { machine } = this;
    if (machine) {
      this.nanos = machine.time;
      this.totals = this.#sum(machine);
      this.machine = null;
    }
  }

  /** @param {Machine} machine */
  #sum(machine) {
    return {
      instructions: this.totals.instructions + machine.instructions,
      asleepNanos: this.totals.asleepNanos + machine.asleepNanos,
      nanos: this.totals.nanos + machine.chip.clock.nanos,
      lowestStack: Math.min(this.totals.lowestStack, machine.lowestStack),
    };
  }

  /** What has been counted since the first power-up. */
  counts() {
    const sum = this.machine ? this.#sum(this.machine) : this.totals;
    return {
      instructions: sum.instructions,
      asleepMicros: Math.floor(sum.asleepNanos / 1000),
      micros: Math.floor(sum.nanos / 1000),
      lowestStack: sum.lowestStack,
      flashOperations: this.parts.nor.operations,
    };
  }

  /** @param {number} row @param {number} column @param {boolean} closed */
  contact(row, column, closed) {
    this.parts.contacts.matrix.set(row, column, closed, this.time);
  }

  /** @param {number} key @param {boolean} closed */
  key(key, closed) {
    const { contacts } = this.parts;
    contacts.keys = closed ? contacts.keys | (1 << key) : contacts.keys & ~(1 << key);
  }

  /** @param {number} address @param {boolean} plugged */
  plugDisplay(address, plugged) {
    const display = this.parts.displays.get(address);
    if (!display) {
      throw new Error(`the board has no display at address ${address}`);
    }
    display.plug(plugged);
  }

  /** @param {number} address */
  picture(address) {
    const picture = this.parts.displays.get(address)?.picture();
    return picture ? Buffer.from(picture).toString('hex') : null;
  }

  /** @param {number} address */
  contrast(address) {
    return this.parts.displays.get(address)?.memory.contrast ?? null;
  }

  /** @param {string} part of the names of functions to be watched */
  watch(part) {
    this.parts.watches ??= new Watches(this.parts.symbols);
    return this.parts.watches.add(part);
  }

  /** @param {string} address a symbol, or a number in hexadecimal @param {number} length */
  memory(address, length) {
    if (!this.machine) {
      throw new Error('the board has no power');
    }
    const start = this.#address(address);
    const bytes = [];
    for (let i = 0; i < length; i++) {
      bytes.push(this.machine.chip.readUint8(start + i));
    }
    return Buffer.from(bytes).toString('hex');
  }

  /**
   * Calls a function of the image, see `Machine.call`. Names of functions end in a number that every
   * build makes anew, so a part of the name will do; it must be that of one function only.
   *
   * @param {string} part
   * @param {number[]} registers
   * @param {number} stack
   * @param {{ address: number, hex: string }[]} given
   * @param {{ address: number, length: number }} wanted
   */
  call(part, registers, stack, given, wanted) {
    if (!this.machine) {
      throw new Error('the board has no power');
    }
    const found = [...this.parts.symbols].filter(([name, { size }]) => size > 0 && name.includes(part));
    if (found.length !== 1) {
      throw new Error(`the image has ${found.length} functions ${part}, and one can be called`);
    }
    const bytes = given.map(({ address, hex }) => ({ address, bytes: Buffer.from(hex, 'hex') }));
    const { read, ...counted } = this.machine.call(found[0][1].address, registers, stack, bytes, wanted);
    return { ...counted, hex: Buffer.from(read).toString('hex') };
  }

  /** @param {string} name */
  #address(name) {
    const symbol = this.parts.symbols.get(name);
    if (!symbol && !/^0x[0-9a-f]+$/i.test(name)) {
      throw new Error(`the image has no symbol ${name}`);
    }
    return symbol ? symbol.address : Number(name);
  }

  /**
   * Makes something go wrong in the running program.
   *
   * @param {'hang' | 'overflow' | 'undefined' | 'jump'} what
   * @param {string} [to] a symbol
   */
  inject(what, to = '') {
    if (!this.machine) {
      throw new Error('the board has no power');
    }
    const { core } = this.machine.chip;
    // In the middle of an interrupt another program would be hit. Where interrupts are off the lock of
    // critical sections may be half taken, which nothing there can fail at, and who comes next waits
    // for it for ever.
    for (let tries = 0; (core.IPSR !== 0 || core.PM) && tries < 1000; tries++) {
      this.run(this.micros + 1);
    }
    core.waiting = false;
    switch (what) {
      case 'hang':
        core.PC = SPIN;
        break;
      case 'overflow':
        // The next thing that needs some stack reaches below the RAM.
        core.SP = 0x20000000;
        core.PC = this.#address('forced_panic');
        break;
      case 'undefined':
        this.machine.fault('undefined instruction, made on purpose');
        break;
      case 'jump':
        core.PC = this.#address(to);
        break;
      default:
        throw new Error(`nothing is known about the fault ${what}`);
    }
  }
}

// The board: the state that survives a reset or a power cut (flash, contacts, displays, USB host), and
// the actions of the requests.

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
/** Longest wait for the start of a frame, in microseconds: a frame takes 1 ms, an erase delays it by 45 ms. */
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
    /** Counters of the machines before this one. */
    this.totals = { instructions: 0, asleepNanos: 0, nanos: 0, lowestStack: 0xffffffff };
  }

  get time() {
    return this.machine ? this.machine.time : this.nanos;
  }

  get micros() {
    return Math.floor(this.time / 1000);
  }

  /** Writes an image into the flash, as BOOTSEL does: other pages stay as they are. @param {string} path */
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
      this.#endMachine();
      for (const display of this.parts.displays.values()) {
        display.plug(false);
        display.plug(true);
      }
    }
    this.emit({ event: 'power', on });
  }

  /** Lets time pass up to this time. @param {number} micros */
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
          this.#endMachine();
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

  /** Lets time pass until the next frame begins: row 0 has just been selected. */
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

  /** Ends the machine: adds its counters to the totals. */
  #endMachine() {
    const { machine } = this;
    if (machine) {
      this.nanos = machine.time;
      this.totals = this.#sum(machine);
      this.machine = null;
    }
  }

  /** Returns the totals with the counters of this machine. @param {Machine} machine */
  #sum(machine) {
    return {
      instructions: this.totals.instructions + machine.instructions,
      asleepNanos: this.totals.asleepNanos + machine.asleepNanos,
      nanos: this.totals.nanos + machine.chip.clock.nanos,
      lowestStack: Math.min(this.totals.lowestStack, machine.lowestStack),
    };
  }

  /** Returns the counters since the first power-up. */
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
   * Sets bits of the byte at a static to 0. Its mangled name ends in a hash, so it is given by a part.
   *
   * @param {string} part
   * @param {number} bits
   */
  clear(part, bits) {
    if (!this.machine) {
      throw new Error('the board has no power');
    }
    const address = this.#find(part, 'statics');
    const { chip } = this.machine;
    chip.writeUint8(address, chip.readUint8(address) & ~bits);
  }

  /**
   * Calls a function of the image, see `Machine.call`. Mangled names end in a hash that differs between
   * builds, so the function is given by a part of its name, which must match one function only.
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
    const address = this.#find(part, 'functions');
    const bytes = given.map(({ address, hex }) => ({ address, bytes: Buffer.from(hex, 'hex') }));
    const { read, ...counted } = this.machine.call(address, registers, stack, bytes, wanted);
    return { ...counted, hex: Buffer.from(read).toString('hex') };
  }

  /** Returns the address of the only symbol with this part in its name. @param {string} part @param {string} kind */
  #find(part, kind) {
    const found = [...this.parts.symbols].filter(([name, { size }]) => size > 0 && name.includes(part));
    if (found.length !== 1) {
      throw new Error(`the image has ${found.length} ${kind} ${part} instead of one`);
    }
    return found[0][1].address;
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
   * Injects a fault into the running program.
   *
   * @param {'hang' | 'overflow' | 'undefined' | 'jump'} what
   * @param {string} [to] a symbol
   */
  inject(what, to = '') {
    if (!this.machine) {
      throw new Error('the board has no power');
    }
    const { core } = this.machine.chip;
    // Waits for thread mode with interrupts on. In an interrupt the fault would hit its handler; with
    // interrupts off the core may hold the spinlock of a critical section, and the next one would wait
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
        // The next push writes below the RAM.
        core.SP = 0x20000000;
        core.PC = this.#address('forced_panic');
        break;
      case 'undefined':
        this.machine.fault('undefined instruction, injected');
        break;
      case 'jump':
        core.PC = this.#address(to);
        break;
      default:
        throw new Error(`unknown fault ${what}`);
    }
  }
}

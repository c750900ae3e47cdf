// The chip from one reset to the next: rp2040js with its gaps closed (see README.md), and the parts of
// the board wired to it.

import { RP2040 } from 'rp2040js';
import { Buzzer } from './buzzer.js';
import { I2c } from './i2c.js';
import { Pins } from './pins.js';
import { Registers } from './registers.js';
import { boot, callRom, ROM_SIZE, romWords, SPIN } from './rom.js';
import { Rosc } from './rosc.js';
import { Rtt } from './rtt.js';
import { Ssi } from './ssi.js';
import { UsbController } from './usb-controller.js';
import { XipControl } from './xip.js';

const RAM_BASE = 0x20000000;
const FLASH_BASE = 0x10000000;
const FLASH_END = 0x14000000;
const HARD_FAULT = 3;
/** Nanoseconds of a cycle at 125 MHz, the frequency that embassy sets. */
const CYCLE_NANOS = 8;
/** Interval at which the log is read. */
const LOG_NANOS = 5_000_000;
/** A picture is reported when its display has not changed for this time. */
const PICTURE_NANOS = 2_000_000;
const ALARM0 = 0x10;
const ALARM3 = 0x1c;
/** Limit of `call` in instructions: a function that needs more does not return. */
const LONGEST_CALL = 10_000_000;

/** A bus fault, an undefined instruction: the core takes a HardFault. */
class CoreFault extends Error {}

/** Thrown out of the running machine when its watchdog resets it. */
export class WatchdogReset extends Error {
  /** @param {'timer' | 'forced'} reason */
  constructor(reason) {
    super(`watchdog reset (${reason})`);
    this.reason = reason;
  }
}

/**
 * @typedef {object} Carried the state that survives a watchdog reset
 * @property {Uint8Array} ram
 * @property {Uint32Array} scratch
 * @property {number} reason
 *
 * @typedef {object} Parts the parts of the board that outlive a machine
 * @property {import('./nor.js').Nor} nor
 * @property {import('./pins.js').Wiring} wiring
 * @property {import('./pins.js').Contacts} contacts
 * @property {Map<number, import('./oled.js').Oled>} displays by address
 * @property {import('./usb-host.js').UsbHost} host
 * @property {Map<string, { address: number, size: number }>} symbols
 * @property {import('./watches.js').Watches | null} watches
 * @property {(event: object) => void} emit
 */

export class Machine {
  /**
   * @param {Parts} parts
   * @param {number} epoch the board's time at the reset, in nanoseconds
   * @param {Carried | null} carried
   */
  constructor(parts, epoch, carried) {
    this.parts = parts;
    this.nor = parts.nor;
    this.epoch = epoch;
    this.instructions = 0;
    this.asleepNanos = 0;
    this.lowestStack = 0xffffffff;
    this.locked = false;
    /** @type {string | null} why the chip waits for a new image, or null */
    this.bootsel = null;
    /** @type {Set<string>} */
    this.complaints = new Set();

    const chip = new RP2040();
    this.chip = chip;
    this.#closeGaps(carried);

    const { wiring, displays, host, symbols } = parts;
    this.pins = new Pins(this, wiring, parts.contacts);
    if (wiring.buzzer !== null) {
      this.buzzer = new Buzzer(this, wiring.buzzer);
    }
    const i2c = new I2c(chip, wiring.displays.bus, displays);
    chip.i2c[wiring.displays.bus] = i2c;
    chip.peripherals[wiring.displays.bus === 0 ? 0x40044 : 0x40048] = i2c;
    for (const display of displays.values()) {
      this.#watchPicture(display);
      display.onUnknown = (sentence) => this.complain(sentence);
    }
    const usb = new UsbController(chip);
    // @ts-expect-error: rp2040js declares its own controller here
    chip.usbCtrl = usb;
    chip.peripherals[0x50110] = usb;
    host.attach(chip, usb);
    const rtt = symbols.get('_SEGGER_RTT');
    if (rtt) {
      this.rtt = new Rtt(chip, rtt.address);
      const alarm = chip.clock.createAlarm(() => {
        this.drainLog();
        alarm.schedule(LOG_NANOS);
      });
      alarm.schedule(LOG_NANOS);
    }
    boot(this);
  }

  /** The board's time in nanoseconds. */
  get time() {
    return this.epoch + this.chip.clock.nanos;
  }

  /** @param {object} event */
  emit(event) {
    this.parts.emit(event);
  }

  /** Reports a gap of the emulator or a wiring fault, each once. @param {string} what */
  complain(what) {
    if (!this.complaints.has(what)) {
      this.complaints.add(what);
      this.emit({ event: 'gap', what });
    }
  }

  /** @param {string} why */
  toBootsel(why) {
    this.bootsel = why;
    this.emit({ event: 'bootsel', why });
  }

  /** Lets time pass while the core is stalled. @param {number} nanos */
  stall(nanos) {
    this.#advance(nanos);
  }

  drainLog() {
    const bytes = this.rtt?.drain();
    if (bytes && bytes.length > 0) {
      this.emit({ event: 'log', hex: Buffer.from(bytes).toString('hex') });
    }
  }

  /** Returns the state that survives a watchdog reset. @returns {Carried} */
  carried() {
    const { chip } = this;
    const watchdog = /** @type {any} */ (chip.peripherals[0x40058]);
    return { ram: chip.sram, scratch: watchdog.scratchData, reason: watchdog.reason };
  }

  /**
   * Runs the chip up to this time of the board.
   *
   * @param {number} until in nanoseconds
   */
  run(until) {
    const { chip } = this;
    const { core } = chip;
    const clock = /** @type {any} */ (chip.clock);
    const { registers } = core;
    const limit = until - this.epoch;
    while (clock.nanos < limit) {
      if (core.waiting || this.locked || this.bootsel !== null) {
        const next = clock.nextAlarm ? clock.nextAlarm.nanos - clock.nanos : Infinity;
        // At least a nanosecond: an alarm that is already due would stop time.
        const nanos = Math.max(1, Math.min(next, limit - clock.nanos));
        this.asleepNanos += nanos;
        this.#advance(nanos);
        continue;
      }
      if (this.parts.watches !== null) {
        // Otherwise the core would enter an interrupt and execute its first instruction in one step,
        // and `before` would miss the start of the handler.
        if (core.interruptsUpdated) {
          core.checkForInterrupts();
        }
        this.parts.watches.before(this);
      }
      const pc = registers[15];
      try {
        let cycles = 1;
        if (pc < ROM_SIZE && pc !== SPIN) {
          callRom(this);
        } else {
          cycles = core.executeInstruction();
        }
        this.instructions++;
        if (this.parts.watches !== null) {
          this.parts.watches.after(this, cycles);
        }
        if (registers[13] < this.lowestStack) {
          this.lowestStack = registers[13];
        }
        this.#advance(cycles * CYCLE_NANOS);
      } catch (error) {
        if (!(error instanceof CoreFault)) {
          throw error;
        }
        registers[15] = pc;
        this.fault(error.message);
      }
    }
  }

  /** @param {number} nanos */
  #advance(nanos) {
    const clock = /** @type {any} */ (this.chip.clock);
    const next = clock.nextAlarm;
    if (next === null || next.nanos > clock.nanosCounter + nanos) {
      clock.nanosCounter += nanos;
    } else {
      clock.tick(nanos);
    }
  }

  /**
   * Calls a function of the image and counts its instructions and cycles. Time does not pass and
   * interrupts are off; afterwards core and RAM are restored.
   *
   * @param {number} address
   * @param {number[]} registers its arguments, r0 to r3
   * @param {number} stack initial stack pointer
   * @param {{ address: number, bytes: Uint8Array }[]} given written to RAM before the call
   * @param {{ address: number, length: number }} wanted read from RAM after the call
   */
  call(address, registers, stack, given, wanted) {
    const { core, sram } = this.chip;
    const before = {
      registers: core.registers.slice(),
      flags: { N: core.N, Z: core.Z, C: core.C, V: core.V, PM: core.PM, waiting: core.waiting },
      sram: sram.slice(),
    };
    for (const { address, bytes } of given) {
      sram.set(bytes, address - RAM_BASE);
    }
    core.PM = true;
    core.waiting = false;
    core.registers.set(registers);
    core.SP = stack;
    // The return address is the endless loop, which marks the end of the call.
    core.LR = SPIN | 1;
    core.PC = address;
    try {
      let [instructions, cycles, lowest] = [0, 0, stack];
      while (core.PC !== SPIN) {
        if (core.PC < ROM_SIZE) {
          callRom(this);
          cycles++;
        } else {
          cycles += core.executeInstruction();
        }
        instructions++;
        lowest = Math.min(lowest, core.SP);
        if (instructions > LONGEST_CALL) {
          throw new Error(`the function does not return within ${LONGEST_CALL} instructions`);
        }
      }
      if (core.SP !== stack) {
        throw new Error('the function returned with another stack pointer');
      }
      const start = wanted.address - RAM_BASE;
      return {
        result: core.registers[0],
        read: sram.slice(start, start + wanted.length),
        stack: stack - lowest,
        instructions,
        cycles,
      };
    } finally {
      core.registers.set(before.registers);
      Object.assign(core, before.flags);
      sram.set(before.sram);
      core.interruptsUpdated = true;
    }
  }

  /**
   * Takes a HardFault, or locks the core up if it cannot.
   *
   * @param {string} what
   */
  fault(what) {
    const { core } = this.chip;
    const hex = (/** @type {number} */ value) => `0x${(value >>> 0).toString(16)}`;
    this.emit({ event: 'fault', what, pc: hex(core.PC), lr: hex(core.LR), sp: hex(core.SP) });
    core.waiting = false;
    try {
      if (core.IPSR === HARD_FAULT) {
        throw new CoreFault('a fault in the HardFault handler');
      }
      core.exceptionEntry(HARD_FAULT);
    } catch (error) {
      if (!(error instanceof CoreFault)) {
        throw error;
      }
      this.locked = true;
      this.emit({ event: 'lockup' });
    }
  }

  /** @param {import('./oled.js').Oled} display */
  #watchPicture(display) {
    const { clock } = this.chip;
    let changed = this.time;
    const alarm = clock.createAlarm(() => {
      const picture = display.picture();
      this.emit({
        event: 'screen',
        address: display.address,
        changed: Math.floor(changed / 1000),
        hex: picture && Buffer.from(picture).toString('hex'),
      });
    });
    display.onChange = () => {
      changed = this.time;
      alarm.schedule(PICTURE_NANOS);
    };
  }

  /** @param {Carried | null} carried */
  #closeGaps(carried) {
    const { chip, nor } = this;
    const { core, clock } = chip;
    chip.bootrom.set(romWords());
    // rp2040js declares these properties as read-only.
    Object.assign(chip, {
      flash: nor.cells,
      flashView: new DataView(nor.cells.buffer),
      flash16: new Uint16Array(nor.cells.buffer),
    });
    chip.sram.fill(0x5a);
    if (carried) {
      chip.sram.set(carried.ram);
    }

    chip.peripherals[0x14000] = new XipControl(chip);
    chip.peripherals[0x18000] = new Ssi(chip, nor);
    chip.peripherals[0x40018] = new Registers(chip, 'IO_QSPI');
    chip.peripherals[0x40060] = new Rosc(chip, 0x0da31e7a + Math.floor(this.epoch / 1000));
    chip.peripherals[0x40064] = new Registers(chip, 'VREG_AND_CHIP_RESET');

    const watchdog = /** @type {any} */ (chip.peripherals[0x40058]);
    if (carried) {
      watchdog.scratchData.set(carried.scratch);
      watchdog.reason = carried.reason;
    }
    watchdog.onWatchdogTrigger = () => {
      throw new WatchdogReset(watchdog.reason === 1 ? 'timer' : 'forced');
    };

    // rp2040js rounds the time to an alarm down to a microsecond: it fires early, and embassy's
    // handler runs twice.
    const timer = /** @type {any} */ (chip.peripherals[0x40054]);
    const writeTimer = timer.writeUint32.bind(timer);
    timer.writeUint32 = (/** @type {number} */ offset, /** @type {number} */ value) => {
      if (offset < ALARM0 || offset > ALARM3) {
        writeTimer(offset, value);
        return;
      }
      const micros = Math.floor(clock.nanos / 1000);
      const ahead = (value - micros) >>> 0;
      const alarm = timer.alarms[(offset - ALARM0) / 4];
      alarm.armed = true;
      alarm.targetMicros = value >>> 0;
      alarm.clockAlarm.schedule(Math.max(0, (micros + ahead) * 1000 - clock.nanos));
    };

    // Conditions that rp2040js only logs: SEV, bad addresses, unknown instructions.
    chip.logger = /** @type {any} */ ({
      debug() {},
      info: (/** @type {string} */ _, /** @type {string} */ message) => {
        if (message === 'SEV') {
          core.eventRegistered = true;
        }
      },
      warn: (/** @type {string} */ name, /** @type {string} */ message) => {
        if (name === 'RP2040' || name === 'CortexM0Core') {
          throw new CoreFault(message);
        }
        this.complain(`${name}: ${message}`);
      },
      error: (/** @type {string} */ _, /** @type {string} */ message) => {
        throw new CoreFault(message);
      },
    });
    chip.onBreak = (code) => {
      throw new CoreFault(`breakpoint or undefined instruction ${code}`);
    };

    // The core's memory accesses: RAM and flash first, for speed, and faults where the bus has them.
    const { sram, sramView } = chip;
    const flash = nor.cells;
    const flashView = new DataView(flash.buffer);
    const unaligned = (/** @type {number} */ address) =>
      new CoreFault(`access to 0x${(address >>> 0).toString(16)}, which is not aligned`);
    core.readUint32 = (address) => {
      if (address & 3) {
        throw unaligned(address);
      }
      const inRam = (address - RAM_BASE) >>> 0;
      if (inRam < sram.length) {
        return sramView.getUint32(inRam, true);
      }
      const inFlash = (address - FLASH_BASE) >>> 0;
      return inFlash < flash.length
        ? flashView.getUint32(inFlash, true)
        : chip.readUint32(address >>> 0);
    };
    core.readUint16 = (address) => {
      if (address & 1) {
        throw unaligned(address);
      }
      const inFlash = (address - FLASH_BASE) >>> 0;
      return inFlash < flash.length
        ? flashView.getUint16(inFlash, true)
        : chip.readUint16(address >>> 0);
    };
    core.writeUint32 = (address, value) => {
      if (address & 3) {
        throw unaligned(address);
      }
      const inRam = (address - RAM_BASE) >>> 0;
      if (inRam < sram.length) {
        sramView.setUint32(inRam, value, true);
      } else {
        this.#refuseReadOnly(address);
        chip.writeUint32(address >>> 0, value);
      }
    };
    core.writeUint16 = (address, value) => {
      if (address & 1) {
        throw unaligned(address);
      }
      this.#refuseReadOnly(address);
      chip.writeUint16(address >>> 0, value);
    };
    core.writeUint8 = (address, value) => {
      this.#refuseReadOnly(address);
      chip.writeUint8(address >>> 0, value);
    };
  }

  /** Throws a fault for a write to ROM or flash. @param {number} address */
  #refuseReadOnly(address) {
    address >>>= 0;
    if (address < ROM_SIZE || (address >= FLASH_BASE && address < FLASH_END)) {
      throw new CoreFault(`write to 0x${address.toString(16)}, which is read-only`);
    }
  }
}

// The parts on the GPIO pins. Input levels are computed when the firmware reads them, because rp2040js
// models neither pulls nor external parts.

import { GPIOPinState } from 'rp2040js';
import { Matrix } from './matrix.js';
import { ShiftRegister } from './shift-register.js';

/**
 * @typedef {object} Wiring the wiring of a board, from `boards/NAME/wiring.rs`
 * @property {number[]} [rows] pins of the eight rows, if they are driven directly
 * @property {{ data: number, clock: number, latch: number }} [shift] or those of the 74HC595
 * @property {'high' | 'low'} rowActive
 * @property {number[]} columns
 * @property {number[]} keys in the order of the core
 * @property {'high' | 'low'} keyActive
 * @property {number} settleMicros how long the wires take to settle
 * @property {{ bus: number, modules: { address: number, controller: import('./oled.js').Controller }[] }} displays
 * @property {{ pin: number, active: 'high' | 'low' } | null} led
 * @property {number | null} buzzer
 */

/** The reeds and keys. They outlive the machine. */
export class Contacts {
  /** @param {Wiring} wiring */
  constructor(wiring) {
    this.matrix = new Matrix(wiring.rowActive, wiring.settleMicros * 1000);
    /** Bit `key`: the key is held. */
    this.keys = 0;
  }
}

export class Pins {
  /**
   * @param {import('./machine.js').Machine} machine
   * @param {Wiring} wiring
   * @param {Contacts} contacts
   */
  constructor(machine, wiring, contacts) {
    this.machine = machine;
    this.wiring = wiring;
    this.contacts = contacts;
    this.shift = wiring.shift ? new ShiftRegister() : null;
    this.lit = false;
    const { chip } = machine;
    const watch = (/** @type {number} */ pin, /** @type {() => void} */ changed) =>
      chip.gpio[pin].addListener(changed);

    if (wiring.shift) {
      const { data, clock, latch } = wiring.shift;
      for (const pin of [data, clock, latch]) {
        watch(pin, () => {
          this.shift?.inputs(this.#isHigh(data), this.#isHigh(clock), this.#isHigh(latch));
          this.#rowsChanged();
        });
      }
    }
    for (const pin of wiring.rows ?? []) {
      watch(pin, () => this.#rowsChanged());
    }
    const { led } = wiring;
    if (led) {
      watch(led.pin, () => {
        const lit = this.#isHigh(led.pin) === (led.active === 'high');
        if (lit !== this.lit) {
          this.lit = lit;
          machine.emit({ event: 'led', lit });
        }
      });
    }
    this.#rowsChanged();
    Object.defineProperty(chip, 'gpioValues', { get: () => this.#levels() });
  }

  /** Returns whether the chip drives a pin high. @param {number} pin */
  #isHigh(pin) {
    return this.machine.chip.gpio[pin].value === GPIOPinState.High;
  }

  #rowsChanged() {
    const { matrix } = this.contacts;
    let selected = 0;
    for (let row = 0; row < 8; row++) {
      const pin = this.wiring.rows?.[row];
      let active;
      if (pin === undefined) {
        active = this.shift?.output(row) === matrix.active;
      } else {
        // A row that is not driven selects nothing.
        const { value } = this.machine.chip.gpio[pin];
        active = value === (matrix.active ? GPIOPinState.High : GPIOPinState.Low);
      }
      selected |= active ? 1 << row : 0;
    }
    matrix.select(selected, this.machine.time);
  }

  /** Returns the input levels of all pins, bit `pin`. */
  #levels() {
    const { wiring, contacts } = this;
    const { gpio } = this.machine.chip;
    let levels = 0;
    for (let pin = 0; pin < gpio.length; pin++) {
      const { value } = gpio[pin];
      if (value === GPIOPinState.High || value === GPIOPinState.InputPullUp) {
        levels |= 1 << pin;
      }
    }
    const put = (/** @type {number} */ pin, /** @type {boolean} */ high) => {
      if (!gpio[pin].outputEnable) {
        levels = high ? levels | (1 << pin) : levels & ~(1 << pin);
      }
    };
    const columns = contacts.matrix.read(this.machine.time);
    wiring.columns.forEach((pin, column) => {
      put(pin, (((columns >> column) & 1) === 1) === contacts.matrix.active);
    });
    const keyHigh = wiring.keyActive === 'high';
    wiring.keys.forEach((pin, key) => {
      if ((contacts.keys >> key) & 1) {
        put(pin, keyHigh);
      } else if (gpio[pin].value === GPIOPinState.Input) {
        // No pull on an open key: on a real board its level would be undefined.
        this.machine.complain(`key on GP${pin} floats: its pin has no pull`);
      }
    });
    return levels;
  }
}

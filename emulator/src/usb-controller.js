// The USB device controller of the RP2040: registers and buffers towards the firmware, transactions
// towards the host. The one in rp2040js clears AVAILABLE when a buffer is armed, not when it is used.

import { BasePeripheral } from 'rp2040js';

const USBCTRL_IRQ = 5;

const ADDR_ENDP = 0x00;
const MAIN_CTRL = 0x40;
const SIE_CTRL = 0x4c;
const SIE_STATUS = 0x50;
const BUFF_STATUS = 0x58;
const EP_STALL_ARM = 0x68;
const INTR = 0x8c;
const INTE = 0x90;
const INTF = 0x94;
const INTS = 0x98;

const MAIN_ENABLE = 1 << 0;
const SIE_CTRL_PULLUP = 1 << 16;

const SIE_SUSPENDED = 1 << 4;
const SIE_RESUME = 1 << 11;
const SIE_SETUP_REC = 1 << 17;
const SIE_BUS_RESET = 1 << 19;
const SIE_DATA_SEQ_ERROR = 1 << 31;
/** Bits that are cleared by writing a one. */
const SIE_CLEARED = SIE_SUSPENDED | SIE_RESUME | SIE_SETUP_REC | SIE_BUS_RESET | SIE_DATA_SEQ_ERROR;

const INT_BUFF_STATUS = 1 << 4;
const INT_ERROR_DATA_SEQ = 1 << 5;
const INT_BUS_RESET = 1 << 12;
const INT_SUSPEND = 1 << 14;
const INT_RESUME = 1 << 15;
const INT_SETUP = 1 << 16;

const BUF_FULL = 1 << 15;
const BUF_PID = 1 << 13;
const BUF_STALL = 1 << 11;
const BUF_AVAILABLE = 1 << 10;
const BUF_LENGTH = 0x3ff;
const EP_ENABLE = 1 << 31;

const EP0_BUFFER = 0x100;

/**
 * @typedef {{ kind: 'data', data: Uint8Array, toggle: number }} Data
 * @typedef {{ kind: 'ack' | 'nak' | 'stall' | 'silent' }} Handshake
 */

export class UsbController extends BasePeripheral {
  /** @param {import('rp2040js').RP2040} chip */
  constructor(chip) {
    super(chip, 'USB');
    this.registers = new Map();
    this.sieStatus = 0;
    this.buffStatus = 0;
    /** Called when the pull-up is switched on or off. */
    this.onPullUp = (/** @type {boolean} */ _present) => {};
    /** Called when the firmware has armed a buffer. */
    this.onArmed = (/** @type {number} */ _endpoint, /** @type {'in' | 'out'} */ _direction) => {};
  }

  /** Whether the device is enabled with its pull-up, which a host detects. */
  get isPulledUp() {
    return (
      (this.#register(MAIN_CTRL) & MAIN_ENABLE) !== 0 &&
      (this.#register(SIE_CTRL) & SIE_CTRL_PULLUP) !== 0
    );
  }

  get address() {
    return this.#register(ADDR_ENDP) & 0x7f;
  }

  get #raw() {
    const { sieStatus } = this;
    return (
      (this.buffStatus !== 0 ? INT_BUFF_STATUS : 0) |
      (sieStatus & SIE_DATA_SEQ_ERROR ? INT_ERROR_DATA_SEQ : 0) |
      (sieStatus & SIE_BUS_RESET ? INT_BUS_RESET : 0) |
      (sieStatus & SIE_SUSPENDED ? INT_SUSPEND : 0) |
      (sieStatus & SIE_RESUME ? INT_RESUME : 0) |
      (sieStatus & SIE_SETUP_REC ? INT_SETUP : 0)
    );
  }

  /** @param {number} offset @returns {number} */
  #register(offset) {
    return this.registers.get(offset) ?? 0;
  }

  #interrupt() {
    const status = (this.#raw & this.#register(INTE)) | this.#register(INTF);
    this.rp2040.setInterrupt(USBCTRL_IRQ, status !== 0);
  }

  /** @param {number} offset */
  readUint32(offset) {
    switch (offset) {
      case SIE_STATUS:
        return this.sieStatus >>> 0;
      case BUFF_STATUS:
        return this.buffStatus >>> 0;
      case INTR:
        return this.#raw >>> 0;
      case INTS:
        return ((this.#raw & this.#register(INTE)) | this.#register(INTF)) >>> 0;
      default:
        return this.#register(offset);
    }
  }

  /**
   * @param {number} offset
   * @param {number} value
   */
  writeUint32(offset, value) {
    switch (offset) {
      case SIE_STATUS:
        this.sieStatus &= ~(this.rawWriteValue & SIE_CLEARED);
        break;
      case BUFF_STATUS:
        this.buffStatus &= ~this.rawWriteValue;
        break;
      default: {
        const before = this.isPulledUp;
        this.registers.set(offset, value >>> 0);
        if (this.isPulledUp !== before) {
          this.onPullUp(!before);
        }
      }
    }
    this.#interrupt();
  }

  /**
   * rp2040js calls this after a write to the controller's memory.
   *
   * @param {number} offset
   * @param {number} value
   */
  DPRAMUpdated(offset, value) {
    if (offset >= 0x80 && offset < 0x100 && value & BUF_AVAILABLE) {
      this.onArmed((offset - 0x80) >> 3, offset & 4 ? 'out' : 'in');
    }
  }

  /** @param {number} endpoint @param {'in' | 'out'} direction */
  #control(endpoint, direction) {
    return 0x80 + 8 * endpoint + (direction === 'out' ? 4 : 0);
  }

  /** @param {number} endpoint @param {'in' | 'out'} direction */
  #buffer(endpoint, direction) {
    if (endpoint === 0) {
      return EP0_BUFFER;
    }
    const control = this.rp2040.usbDPRAMView.getUint32(
      8 * endpoint + (direction === 'out' ? 4 : 0),
      true,
    );
    return control & EP_ENABLE ? control & 0xffc0 : null;
  }

  /** @param {number} endpoint @param {'in' | 'out'} direction @param {number} control */
  #stalls(endpoint, direction, control) {
    const armed = endpoint > 0 || this.#register(EP_STALL_ARM) & (direction === 'in' ? 1 : 2);
    return (control & BUF_STALL) !== 0 && armed !== 0;
  }

  /** @param {number} endpoint @param {'in' | 'out'} direction */
  isArmed(endpoint, direction) {
    const control = this.rp2040.usbDPRAMView.getUint32(this.#control(endpoint, direction), true);
    return (control & BUF_AVAILABLE) !== 0 && this.#buffer(endpoint, direction) !== null;
  }

  /** Signals a bus reset by the host. */
  busReset() {
    this.sieStatus |= SIE_BUS_RESET;
    this.#interrupt();
  }

  /** Signals that the bus has been idle for 3 ms. */
  suspend() {
    this.sieStatus |= SIE_SUSPENDED;
    this.#interrupt();
  }

  resume() {
    this.sieStatus = (this.sieStatus & ~SIE_SUSPENDED) | SIE_RESUME;
    this.#interrupt();
  }

  /** @param {Uint8Array} packet */
  setup(packet) {
    this.rp2040.usbDPRAM.set(packet, 0);
    // A SETUP token is always accepted, and ends a stall of endpoint 0.
    this.registers.set(EP_STALL_ARM, 0);
    this.sieStatus |= SIE_SETUP_REC;
    this.#interrupt();
  }

  /**
   * Performs an IN transaction.
   *
   * @param {number} endpoint
   * @returns {Data | Handshake}
   */
  in(endpoint) {
    const view = this.rp2040.usbDPRAMView;
    const at = this.#control(endpoint, 'in');
    const control = view.getUint32(at, true);
    const buffer = this.#buffer(endpoint, 'in');
    if (buffer === null) {
      return { kind: 'silent' };
    }
    if (this.#stalls(endpoint, 'in', control)) {
      return { kind: 'stall' };
    }
    if (!(control & BUF_AVAILABLE) || !(control & BUF_FULL)) {
      return { kind: 'nak' };
    }
    const data = this.rp2040.usbDPRAM.slice(buffer, buffer + (control & BUF_LENGTH));
    view.setUint32(at, control & ~(BUF_AVAILABLE | BUF_FULL), true);
    this.buffStatus |= 1 << (2 * endpoint);
    this.#interrupt();
    return { kind: 'data', data, toggle: control & BUF_PID ? 1 : 0 };
  }

  /**
   * Performs an OUT transaction.
   *
   * @param {number} endpoint
   * @param {Uint8Array} data
   * @param {number} toggle
   * @returns {Handshake}
   */
  out(endpoint, data, toggle) {
    const view = this.rp2040.usbDPRAMView;
    const at = this.#control(endpoint, 'out');
    const control = view.getUint32(at, true);
    const buffer = this.#buffer(endpoint, 'out');
    if (buffer === null) {
      return { kind: 'silent' };
    }
    if (this.#stalls(endpoint, 'out', control)) {
      return { kind: 'stall' };
    }
    if (!(control & BUF_AVAILABLE)) {
      return { kind: 'nak' };
    }
    if (toggle !== (control & BUF_PID ? 1 : 0)) {
      // Treated as a repeated packet: acknowledged and dropped.
      this.sieStatus |= SIE_DATA_SEQ_ERROR;
      this.#interrupt();
      return { kind: 'ack' };
    }
    this.rp2040.usbDPRAM.set(data, buffer);
    const left = control & ~(BUF_AVAILABLE | BUF_LENGTH);
    view.setUint32(at, left | BUF_FULL | data.length, true);
    this.buffStatus |= 1 << (2 * endpoint + 1);
    this.#interrupt();
    return { kind: 'ack' };
  }
}

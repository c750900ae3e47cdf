// The I2C controller of rp2040js, extended by what embassy needs: the interrupt mask, TX_EMPTY and
// RX_FULL by the level of the FIFOs, and transfers that take the time of their clock periods.

import { RPI2C } from 'rp2040js';

const IC_INTR_STAT = 0x2c;
const IC_INTR_MASK = 0x30;
const IC_RAW_INTR_STAT = 0x34;
const IC_SDA_HOLD = 0x7c;
const TX_EMPTY = 1 << 4;
const RX_FULL = 1 << 2;
/** Clock periods of a byte: eight bits and the acknowledge. */
const BITS = 9;

/**
 * @typedef {object} Target a device on the bus
 * @property {boolean} plugged
 * @property {() => void} start
 * @property {(byte: number) => boolean} write returns whether it acknowledges
 * @property {() => number} read
 * @property {() => void} stop
 */

export class I2c extends RPI2C {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {number} index
   * @param {Map<number, Target>} targets by address
   */
  constructor(chip, index, targets) {
    // The interrupts of the two controllers are 23 and 24.
    super(chip, `I2C${index}`, 23 + index);
    this.sdaHold = 1;
    /** @type {Target | undefined} */
    let target;
    const after = (/** @type {number} */ bits, /** @type {() => void} */ then) => {
      const period = ((this.sclLowPeriod + this.sclHighPeriod) * 1e9) / chip.clkPeri;
      const alarm = chip.clock.createAlarm(then);
      alarm.schedule(Math.max(1, Math.round(bits * period)));
    };
    this.onStart = () => after(1, () => this.completeStart());
    this.onConnect = (/** @type {number} */ address) =>
      after(BITS, () => {
        target = targets.get(address);
        if (target?.plugged) {
          target.start();
          this.completeConnect(true);
        } else {
          target = undefined;
          this.completeConnect(false);
        }
        this.checkInterrupts();
      });
    this.onWriteByte = (/** @type {number} */ byte) =>
      after(BITS, () => {
        // The target may have been unplugged since the last byte.
        this.completeWrite(target?.plugged === true && target.write(byte));
        this.checkInterrupts();
      });
    this.onReadByte = () =>
      after(BITS, () => {
        this.completeRead(target?.plugged ? target.read() : 0xff);
        this.checkInterrupts();
      });
    this.onStop = () =>
      after(1, () => {
        target?.stop();
        target = undefined;
        this.completeStop();
        this.checkInterrupts();
      });
  }

  /** The pending interrupts, masked or not. */
  get raw() {
    // rp2040js declares its FIFOs private.
    const { txFIFO, rxFIFO } = /** @type {any} */ (this);
    const level =
      (txFIFO.itemCount <= this.txThreshold ? TX_EMPTY : 0) |
      (rxFIFO.itemCount > this.rxThreshold ? RX_FULL : 0);
    return (this.intRaw & ~(TX_EMPTY | RX_FULL)) | level;
  }

  get intStatus() {
    return this.raw & this.intEnable;
  }

  /** @param {number} offset */
  readUint32(offset) {
    switch (offset) {
      case IC_INTR_STAT:
        return this.intStatus;
      case IC_RAW_INTR_STAT:
        return this.raw;
      case IC_SDA_HOLD:
        return this.sdaHold;
      default: {
        const value = super.readUint32(offset);
        this.checkInterrupts();
        return value;
      }
    }
  }

  /**
   * @param {number} offset
   * @param {number} value
   */
  writeUint32(offset, value) {
    switch (offset) {
      case IC_INTR_MASK:
        this.intEnable = value & 0x1fff;
        break;
      case IC_SDA_HOLD:
        this.sdaHold = value;
        break;
      default:
        super.writeUint32(offset, value);
    }
    this.checkInterrupts();
  }
}

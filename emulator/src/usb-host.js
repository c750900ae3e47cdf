// The USB host, a PC with Linux: it enumerates the device and then behaves as the cdc_acm driver, which
// reads only while a program has the port open. Times are in microseconds.

/** @typedef {import('./usb-controller.js').UsbController} UsbController */
/** @typedef {Generator<number, any, undefined>} Activity yields microseconds to wait */

const MAX_PACKET = 64;
const ADDRESS = 5;
/** Debounce time of Linux after a device is plugged in. */
const DEBOUNCE = 100_000;
const RESET = 50_000;
const RECOVERY = 10_000;
/** Interval between two tries of a transaction of a control transfer. */
const POLL = 30;
/** Time from an armed buffer to its transaction. */
const BULK = 20;
/** Timeout of a control transfer. */
const CONTROL_TIMEOUT = 5_000_000;

const DEVICE = 1;
const CONFIGURATION = 2;
const STRING = 3;
const QUALIFIER = 6;
const BOS = 15;

const GET_DESCRIPTOR = 6;
const SET_ADDRESS = 5;
const SET_CONFIGURATION = 9;
const SET_LINE_CODING = 0x20;
const SET_CONTROL_LINE_STATE = 0x22;

/** State of the connection to a device, from its attachment to its removal. */
class Connection {
  address = 0;
  configured = false;
  isOpen = false;
  bulkIn = 0;
  bulkOut = 0;
  notify = 0;
  inToggle = 0;
  outToggle = 0;
  /** @type {Uint8Array[]} packets to be sent */
  queue = [];
  busy = { in: false, out: false };
}

export class UsbHost {
  /** @param {(event: object) => void} emit */
  constructor(emit) {
    this.emit = emit;
    this.plugged = false;
    /** Whether a program has the port open, or opens it when the device appears. */
    this.wanted = false;
    /** Whether the program reads. */
    this.reading = true;
    /** @type {UsbController | null} */
    this.controller = null;
    /** @type {import('rp2040js').RP2040 | null} */
    this.chip = null;
    this.connection = new Connection();
  }

  /**
   * Attaches a chip that has just been reset.
   *
   * @param {import('rp2040js').RP2040} chip
   * @param {UsbController} controller
   */
  attach(chip, controller) {
    this.#forget();
    this.chip = chip;
    this.controller = controller;
    controller.onPullUp = () => this.#changed();
    controller.onArmed = (endpoint, direction) => this.#armed(endpoint, direction);
    this.#changed();
  }

  /** @param {boolean} plugged */
  plug(plugged) {
    if (plugged !== this.plugged) {
      this.plugged = plugged;
      this.#changed();
    }
  }

  /** Drops the connection and all its activities. */
  #forget() {
    if (this.connection.configured) {
      this.emit({ event: 'usb', state: 'gone' });
    }
    this.connection = new Connection();
  }

  #changed() {
    this.#forget();
    if (this.plugged && this.controller?.isPulledUp) {
      this.#start(this.#enumerate());
    } else if (this.controller?.isPulledUp) {
      // A device on an idle bus sees it suspended after 3 ms.
      this.#start(this.#fallAsleep());
    }
  }

  *#fallAsleep() {
    yield 3_000;
    this.controller?.suspend();
  }

  /** @param {boolean} wanted */
  open(wanted) {
    this.wanted = wanted;
    if (this.connection.configured && wanted !== this.connection.isOpen) {
      this.#start(this.#setLine(wanted));
    }
  }

  /** @param {boolean} reading */
  read(reading) {
    this.reading = reading;
    this.#armed(this.connection.bulkIn, 'in');
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    if (!this.connection.isOpen) {
      throw new Error('the port is not open');
    }
    for (let at = 0; at < bytes.length; at += MAX_PACKET) {
      this.connection.queue.push(bytes.slice(at, at + MAX_PACKET));
    }
    this.#armed(this.connection.bulkOut, 'out');
  }

  suspend() {
    this.controller?.suspend();
  }

  resume() {
    this.controller?.resume();
  }

  /** @param {Activity} activity */
  #start(activity) {
    const { connection } = this;
    const step = () => {
      if (connection !== this.connection) {
        return;
      }
      const { done, value } = activity.next();
      if (!done) {
        this.#after(value, step);
      }
    };
    this.#after(1, step);
  }

  /** @param {number} micros @param {() => void} then */
  #after(micros, then) {
    this.chip?.clock.createAlarm(then).schedule(micros * 1000);
  }

  /** @param {string} what */
  #error(what) {
    this.emit({ event: 'usb-error', what });
  }

  /** @returns {Activity} */
  *#enumerate() {
    yield DEBOUNCE;
    yield* this.#reset();
    // The old scheme: 64 bytes from address 0, only to learn the packet size.
    const first = yield* this.#descriptor(DEVICE, 0, MAX_PACKET);
    if (first === null || first.length < 8) {
      return this.#error('no device descriptor');
    }
    yield* this.#reset();
    yield* this.#control([0x00, SET_ADDRESS, ADDRESS, 0, 0, 0, 0, 0]);
    this.connection.address = ADDRESS;
    yield RECOVERY;

    const device = yield* this.#descriptor(DEVICE, 0, 18);
    if (device === null || device.length !== 18) {
      return this.#error('no device descriptor after the address was set');
    }
    const u16 = (/** @type {Uint8Array} */ bytes, /** @type {number} */ at) =>
      bytes[at] | (bytes[at + 1] << 8);
    if (u16(device, 2) >= 0x0201) {
      const bos = yield* this.#descriptor(BOS, 0, 5);
      if (bos === null || bos.length !== 5) {
        return this.#error('no BOS descriptor, although the device has USB 2.1 or later');
      }
      yield* this.#descriptor(BOS, 0, u16(bos, 2));
    }
    // Linux asks for it, and a full-speed device must refuse.
    yield* this.#descriptor(QUALIFIER, 0, 10);
    const head = yield* this.#descriptor(CONFIGURATION, 0, 9);
    if (head === null || head.length !== 9) {
      return this.#error('no configuration descriptor');
    }
    const configuration = yield* this.#descriptor(CONFIGURATION, 0, u16(head, 2));
    if (configuration === null || configuration.length !== u16(head, 2)) {
      return this.#error('the configuration descriptor is too short');
    }
    const languages = yield* this.#descriptor(STRING, 0, 255);
    const language = languages && languages.length >= 4 ? u16(languages, 2) : 0;
    const strings = [];
    // Product, manufacturer, serial number: the order of Linux.
    for (const index of [device[15], device[14], device[16]]) {
      const text = index ? yield* this.#descriptor(STRING, index, 255, language) : null;
      strings.push(text ? Buffer.from(text.subarray(2)).toString('utf16le') : '');
    }
    yield* this.#control([0x00, SET_CONFIGURATION, configuration[5], 0, 0, 0, 0, 0]);
    this.#findEndpoints(configuration);
    if (!this.connection.bulkIn || !this.connection.bulkOut) {
      return this.#error('no pair of bulk endpoints');
    }
    // cdc_acm at its probe: 9600 8N1.
    const coding = [0x80, 0x25, 0, 0, 0, 0, 8];
    yield* this.#control([0x21, SET_LINE_CODING, 0, 0, 0, 0, 7, 0], Uint8Array.from(coding));
    this.connection.configured = true;
    const [product, manufacturer, serial] = strings;
    this.emit({
      event: 'usb',
      state: 'configured',
      vendor: u16(device, 8),
      productId: u16(device, 10),
      product,
      manufacturer,
      serial,
    });
    if (this.wanted) {
      yield* this.#setLine(true);
    }
  }

  /** @param {Uint8Array} configuration */
  #findEndpoints(configuration) {
    for (let at = 0; at < configuration.length; at += configuration[at] || 255) {
      if (configuration[at + 1] === 5) {
        const address = configuration[at + 2];
        const kind = configuration[at + 3] & 3;
        if (kind === 2 && address & 0x80) {
          this.connection.bulkIn = address & 0xf;
        } else if (kind === 2) {
          this.connection.bulkOut = address;
        } else if (kind === 3 && address & 0x80) {
          this.connection.notify = address & 0xf;
        }
      }
    }
  }

  /** @param {boolean} open @returns {Activity} */
  *#setLine(open) {
    // DTR and RTS.
    const state = open ? 3 : 0;
    yield* this.#control([0x21, SET_CONTROL_LINE_STATE, state, 0, 0, 0, 0, 0]);
    this.connection.isOpen = open;
    this.emit({ event: 'usb', state: open ? 'open' : 'closed' });
    this.#armed(this.connection.bulkIn, 'in');
  }

  /** @returns {Activity} */
  *#reset() {
    this.connection.address = 0;
    this.controller?.busReset();
    yield RESET;
    yield RECOVERY;
  }

  /**
   * @param {number} kind
   * @param {number} index
   * @param {number} length
   * @param {number} language
   * @returns {Generator<number, Uint8Array | null, undefined>}
   */
  *#descriptor(kind, index, length, language = 0) {
    const low = (/** @type {number} */ value) => value & 0xff;
    const setup = [0x80, GET_DESCRIPTOR, index, kind, low(language), language >> 8];
    return yield* this.#control([...setup, low(length), length >> 8]);
  }

  /**
   * Performs a control transfer; returns `null` if the device refuses it.
   *
   * @param {number[]} setup
   * @param {Uint8Array} sends
   * @returns {Generator<number, Uint8Array | null, undefined>}
   */
  *#control(setup, sends = new Uint8Array(0)) {
    const { controller } = this;
    if (!controller) {
      return null;
    }
    const length = setup[6] | (setup[7] << 8);
    const inward = (setup[0] & 0x80) !== 0;
    if (controller.address !== this.connection.address) {
      this.#error(`the device listens to address ${controller.address}, not ${this.connection.address}`);
      return null;
    }
    controller.setup(Uint8Array.from(setup));
    yield POLL;
    let toggle = 1;
    /** @type {number[]} */
    const received = [];
    if (inward) {
      while (received.length < length) {
        const data = yield* this.#inPacket(toggle);
        if (data === null) {
          return null;
        }
        received.push(...data);
        toggle ^= 1;
        if (data.length < MAX_PACKET) {
          break;
        }
      }
      if (!(yield* this.#outPacket(new Uint8Array(0), 1))) {
        return null;
      }
    } else {
      for (let at = 0; at < sends.length; at += MAX_PACKET) {
        if (!(yield* this.#outPacket(sends.slice(at, at + MAX_PACKET), toggle))) {
          return null;
        }
        toggle ^= 1;
      }
      const status = yield* this.#inPacket(1);
      if (status === null) {
        return null;
      }
      if (status.length > 0) {
        this.#error('data in the status stage');
      }
    }
    return Uint8Array.from(received);
  }

  /**
   * @param {number} toggle expected
   * @returns {Generator<number, Uint8Array | null, undefined>}
   */
  *#inPacket(toggle) {
    for (let waited = 0; waited < CONTROL_TIMEOUT; waited += POLL) {
      const answer = this.controller?.in(0);
      if (answer?.kind === 'data') {
        if (answer.toggle !== toggle) {
          this.#error(`endpoint 0: DATA${answer.toggle} instead of DATA${toggle}`);
        }
        return answer.data;
      }
      if (answer?.kind === 'stall') {
        return null;
      }
      yield POLL;
    }
    this.#error('no answer on endpoint 0');
    return null;
  }

  /**
   * @param {Uint8Array} data
   * @param {number} toggle
   * @returns {Generator<number, boolean, undefined>}
   */
  *#outPacket(data, toggle) {
    for (let waited = 0; waited < CONTROL_TIMEOUT; waited += POLL) {
      const answer = this.controller?.out(0, data, toggle);
      if (answer?.kind === 'ack') {
        return true;
      }
      if (answer?.kind === 'stall') {
        return false;
      }
      yield POLL;
    }
    this.#error('endpoint 0 takes no data');
    return false;
  }

  /**
   * Starts a transaction if the buffer of an endpoint is armed and the host wants one. A real host polls
   * all the time and gets NAKs until then.
   *
   * @param {number} endpoint
   * @param {'in' | 'out'} direction
   */
  #armed(endpoint, direction) {
    if (!this.connection.configured || endpoint === 0 || !this.controller?.isArmed(endpoint, direction)) {
      return;
    }
    if (direction === 'in' && endpoint === this.connection.notify) {
      this.#after(1000, () => this.controller?.in(endpoint));
    } else if (direction === 'in' && endpoint === this.connection.bulkIn) {
      if (this.connection.isOpen && this.reading && !this.connection.busy.in) {
        this.connection.busy.in = true;
        this.#start(this.#bulkIn());
      }
    } else if (direction === 'out' && endpoint === this.connection.bulkOut && this.connection.queue.length > 0) {
      if (!this.connection.busy.out) {
        this.connection.busy.out = true;
        this.#start(this.#bulkOut());
      }
    }
  }

  /** @returns {Activity} */
  *#bulkIn() {
    yield BULK;
    this.connection.busy.in = false;
    if (!this.connection.isOpen || !this.reading) {
      return;
    }
    const answer = this.controller?.in(this.connection.bulkIn);
    if (answer?.kind !== 'data') {
      return;
    }
    if (answer.toggle !== this.connection.inToggle) {
      this.#error(`bulk IN: DATA${answer.toggle} instead of DATA${this.connection.inToggle}, dropped`);
      return;
    }
    this.connection.inToggle ^= 1;
    this.emit({ event: 'usb-data', hex: Buffer.from(answer.data).toString('hex') });
  }

  /** @returns {Activity} */
  *#bulkOut() {
    yield BULK;
    this.connection.busy.out = false;
    const packet = this.connection.queue[0];
    if (!packet || this.controller?.out(this.connection.bulkOut, packet, this.connection.outToggle).kind !== 'ack') {
      return;
    }
    this.connection.outToggle ^= 1;
    this.connection.queue.shift();
    this.#armed(this.connection.bulkOut, 'out');
  }
}

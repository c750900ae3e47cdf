// The buzzer: reports the frequency of the PWM slice of its pin.

const FUNCTION_PWM = 4;
const CSR_ENABLE = 1;

export class Buzzer {
  /**
   * @param {import('./machine.js').Machine} machine
   * @param {number} pin
   */
  constructor(machine, pin) {
    this.machine = machine;
    this.pin = pin;
    this.hertz = 0;
    const { pwm } = machine.chip;
    const write = pwm.writeUint32.bind(pwm);
    pwm.writeUint32 = (offset, value) => {
      write(offset, value);
      this.#update();
    };
  }

  #update() {
    const { chip } = this.machine;
    const slice = (this.pin >> 1) & 7;
    const read = (/** @type {number} */ offset) => chip.pwm.readUint32(slice * 0x14 + offset);
    const [csr, div, cc, top] = [read(0), read(4), read(0xc), read(0x10)];
    const level = this.pin & 1 ? cc >>> 16 : cc & 0xffff;
    const sounds =
      (csr & CSR_ENABLE) !== 0 &&
      level > 0 &&
      level <= top &&
      (chip.gpio[this.pin].ctrl & 0x1f) === FUNCTION_PWM;
    const hertz = sounds ? Math.round(chip.clkSys / ((div / 16) * (top + 1))) : 0;
    if (hertz !== this.hertz) {
      this.hertz = hertz;
      this.machine.emit({ event: 'buzzer', hertz });
    }
  }
}

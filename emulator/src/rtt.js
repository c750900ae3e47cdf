// The log: what the firmware writes to the first up-channel of its RTT block, as raw bytes. With defmt
// they are its frames, which only somebody with the ELF file can decode.

export class Rtt {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {number} address of `_SEGGER_RTT`
   */
  constructor(chip, address) {
    this.chip = chip;
    this.address = address;
  }

  /** Takes out what has been written since the last time. */
  drain() {
    const { chip, address } = this;
    // "SEGGER RTT", then the numbers of channels, then the first of them.
    if (chip.readUint32(address) !== 0x47474553) {
      return new Uint8Array(0);
    }
    const channel = address + 24;
    const buffer = chip.readUint32(channel + 4);
    const size = chip.readUint32(channel + 8);
    const write = chip.readUint32(channel + 12);
    const read = chip.readUint32(channel + 16);
    if (size === 0 || write === read || write >= size || read >= size) {
      return new Uint8Array(0);
    }
    const bytes = [];
    for (let at = read; at !== write; at = (at + 1) % size) {
      bytes.push(chip.readUint8(buffer + at));
    }
    chip.writeUint32(channel + 16, write);
    return Uint8Array.from(bytes);
  }
}

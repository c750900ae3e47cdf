// The log: reads the first up-channel of the firmware's RTT block as raw bytes. They are defmt frames,
// which can be decoded with the ELF file.

export class Rtt {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {number} address of `_SEGGER_RTT`
   */
  constructor(chip, address) {
    this.chip = chip;
    this.address = address;
  }

  /** Returns the bytes written since the last call, and removes them from the buffer. */
  drain() {
    const { chip, address } = this;
    // The block: "SEGGER RTT" in 16 bytes, the numbers of channels, then the first channel.
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

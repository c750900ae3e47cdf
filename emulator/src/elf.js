// Reads the segments and symbols of an ELF file.

const PT_LOAD = 1;
const SHT_SYMTAB = 2;

/**
 * @typedef {object} Image
 * @property {{ address: number, bytes: Uint8Array }[]} segments bytes to write into the flash
 * @property {Map<string, { address: number, size: number }>} symbols by name
 */

/**
 * Reads a 32-bit little-endian ELF file.
 *
 * @param {Uint8Array} file
 * @returns {Image}
 */
export function readElf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const u16 = (/** @type {number} */ at) => view.getUint16(at, true);
  const u32 = (/** @type {number} */ at) => view.getUint32(at, true);
  if (u32(0) !== 0x464c457f || file[4] !== 1 || file[5] !== 1) {
    throw new Error('not a 32-bit little-endian ELF file');
  }

  const segments = [];
  for (let i = 0; i < u16(44); i++) {
    const header = u32(28) + i * u16(42);
    const size = u32(header + 16);
    if (u32(header) === PT_LOAD && size > 0) {
      const offset = u32(header + 4);
      segments.push({ address: u32(header + 12), bytes: file.slice(offset, offset + size) });
    }
  }

  const symbols = new Map();
  for (let i = 0; i < u16(48); i++) {
    const header = u32(32) + i * u16(46);
    if (u32(header + 4) !== SHT_SYMTAB) {
      continue;
    }
    const names = u32(u32(32) + u32(header + 24) * u16(46) + 16);
    const table = u32(header + 16);
    for (let entry = table; entry < table + u32(header + 20); entry += 16) {
      const start = names + u32(entry);
      const name = Buffer.from(file.subarray(start, file.indexOf(0, start))).toString('utf8');
      if (name !== '' && !symbols.has(name)) {
        // The lowest bit of a function's address stands for Thumb instructions.
        const isFunction = (file[entry + 12] & 0xf) === 2;
        const address = u32(entry + 4) & (isFunction ? ~1 : ~0);
        symbols.set(name, { address: address >>> 0, size: u32(entry + 8) });
      }
    }
  }
  return { segments, symbols };
}

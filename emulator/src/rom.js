// The boot ROM: its lookup tables, its functions (implemented in JavaScript), and the start of the
// second-stage boot loader.

import { FLASH_BASE, PAGE, SECTOR } from './nor.js';

export const ROM_SIZE = 0x4000;
/** Address of an endless loop: for the injected fault `hang`, and as return address of `Machine.call`. */
export const SPIN = 0x40;

const MAGIC = 0x10;
const FUNCTION_TABLE = 0x80;
const DATA_TABLE = 0x180;
const FIRST_FUNCTION = 0x200;
const BOOT2_SIZE = 256;
const BOOT2_RUNS_AT = 0x20041f00;

/** @typedef {import('./machine.js').Machine} Machine */

/** @param {number} a @param {number} b */
const code = (a, b) => a | (b << 8);
const tag = (/** @type {string} */ name) => code(name.charCodeAt(0), name.charCodeAt(1));

/**
 * The ROM functions by their codes. A result goes to r0.
 *
 * @type {Record<string, (machine: Machine, r: Uint32Array) => number | void>}
 */
const FUNCTIONS = {
  P3: (_, r) => popcount(r[0]),
  R3: (_, r) => reverse(r[0]),
  L3: (_, r) => Math.clz32(r[0]),
  T3: (_, r) => (r[0] === 0 ? 32 : 31 - Math.clz32(r[0] & -r[0])),
  MS: (machine, r) => fill(machine, r),
  S4: (machine, r) => fill(machine, r),
  MC: (machine, r) => copy(machine, r),
  C4: (machine, r) => copy(machine, r),
  IF: () => {},
  EX: () => {},
  FC: () => {},
  CX: () => {},
  RE: (machine, r) => {
    // Sector by sector, although the chip has block erases: so a power cut can hit each sector.
    for (let at = r[0]; at < r[0] + r[1]; at += SECTOR) {
      machine.stall(machine.nor.eraseNanos);
      machine.nor.erase(at);
    }
  },
  RP: (machine, r) => {
    for (let done = 0; done < r[2]; done += PAGE) {
      const bytes = new Uint8Array(PAGE);
      for (let i = 0; i < PAGE; i++) {
        bytes[i] = machine.chip.readUint8(r[1] + done + i);
      }
      machine.stall(machine.nor.programNanos);
      machine.nor.program(r[0] + done, bytes);
    }
  },
  UB: (machine) => machine.toBootsel('requested by the firmware'),
};

const NAMES = Object.keys(FUNCTIONS);
const LOOKUP = FIRST_FUNCTION + 4 * NAMES.length;

/** Returns the content of the ROM. */
export function romWords() {
  const bytes = new DataView(new ArrayBuffer(ROM_SIZE));
  bytes.setUint32(MAGIC, 0x0201754d, true);
  bytes.setUint16(MAGIC + 4, FUNCTION_TABLE, true);
  bytes.setUint16(MAGIC + 6, DATA_TABLE, true);
  bytes.setUint16(MAGIC + 8, LOOKUP | 1, true);
  bytes.setUint16(SPIN, 0xe7fe, true);
  NAMES.forEach((name, i) => {
    bytes.setUint16(FUNCTION_TABLE + 4 * i, tag(name), true);
    bytes.setUint16(FUNCTION_TABLE + 4 * i + 2, (FIRST_FUNCTION + 4 * i) | 1, true);
  });
  return new Uint32Array(bytes.buffer);
}

/**
 * Executes the ROM function that the core has jumped to, and returns from it.
 *
 * @param {Machine} machine
 */
export function callRom(machine) {
  const { core } = machine.chip;
  const at = core.PC & ~1;
  const r = core.registers;
  if (at === LOOKUP) {
    r[0] = lookUp(machine, r[0], r[1]);
  } else {
    const name = NAMES[(at - FIRST_FUNCTION) / 4];
    if (name === undefined) {
      machine.fault(`jump into the boot ROM at 0x${at.toString(16)}`);
      return;
    }
    const result = FUNCTIONS[name](machine, r);
    if (typeof result === 'number') {
      r[0] = result;
    }
  }
  core.PC = core.LR & ~1;
}

/**
 * Boots the image as the ROM does: checks the second-stage boot loader and runs it from RAM.
 *
 * @param {Machine} machine
 */
export function boot(machine) {
  const { chip, nor } = machine;
  const boot2 = nor.cells.slice(0, BOOT2_SIZE);
  const stored = new DataView(boot2.buffer).getUint32(BOOT2_SIZE - 4, true);
  if (crc32(boot2.subarray(0, BOOT2_SIZE - 4)) !== stored) {
    machine.toBootsel('the second-stage boot loader is missing or damaged');
    return;
  }
  chip.sram.set(boot2, BOOT2_RUNS_AT - 0x20000000);
  const { core } = chip;
  core.VTOR = FLASH_BASE + BOOT2_SIZE;
  core.SP = BOOT2_RUNS_AT;
  // A return address of 0 makes boot2 start the image after it.
  core.LR = 0;
  core.PC = BOOT2_RUNS_AT;
}

/** @param {Machine} machine @param {number} table @param {number} wanted */
function lookUp(machine, table, wanted) {
  for (let at = table; ; at += 4) {
    const found = machine.chip.readUint16(at);
    if (found === 0 || found === wanted) {
      return found === 0 ? 0 : machine.chip.readUint16(at + 2);
    }
  }
}

/** @param {Machine} machine @param {Uint32Array} r */
function fill({ chip }, r) {
  for (let i = 0; i < r[2]; i++) {
    chip.writeUint8(r[0] + i, r[1] & 0xff);
  }
}

/** @param {Machine} machine @param {Uint32Array} r */
function copy({ chip }, r) {
  for (let i = 0; i < r[2]; i++) {
    chip.writeUint8(r[0] + i, chip.readUint8(r[1] + i));
  }
}

/** @param {number} value */
function popcount(value) {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) {
    count++;
  }
  return count;
}

/** @param {number} value */
function reverse(value) {
  let result = 0;
  for (let i = 0; i < 32; i++) {
    result = (result << 1) | ((value >>> i) & 1);
  }
  return result >>> 0;
}

/**
 * Returns the checksum of the boot loader: CRC-32/MPEG-2.
 *
 * @param {Uint8Array} bytes
 */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
    }
  }
  return crc >>> 0;
}

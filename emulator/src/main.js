// The command line: reads requests from standard input and writes events and answers to standard
// output, a JSON object per line. README.md lists them.

import { createInterface } from 'node:readline';
import { Board } from './board.js';

/** @param {object} value */
const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

// The reader has closed the pipe: exit without an error message.
process.stdout.on('error', () => process.exit());

/** @type {Board | null} */
let board = null;

/**
 * The handler of each request; its result is merged into the answer.
 *
 * @type {Record<string, (request: any, board: Board) => object | void>}
 */
const REQUESTS = {
  flash: ({ elf }, board) => board.flashElf(elf),
  saveFlash: ({ file }, board) => board.saveFlash(file),
  loadFlash: ({ file }, board) => board.loadFlash(file),
  power: ({ on }, board) => board.power(on),
  run: ({ to }, board) => board.run(to),
  frame: (_, board) => board.toFrame(),
  contact: ({ row, column, closed }, board) => board.contact(row, column, closed),
  key: ({ key, closed }, board) => board.key(key, closed),
  display: ({ address, plugged }, board) => board.plugDisplay(address, plugged),
  picture: ({ address }, board) => ({ hex: board.picture(address), contrast: board.contrast(address) }),
  cut: ({ operation, byte }, board) => board.parts.nor.cutAt(operation, byte),
  inject: ({ what, to }, board) => board.inject(what, to),
  counts: (_, board) => board.counts(),
  watch: ({ function: name }, board) => ({ found: board.watch(name) }),
  calls: (_, { parts }) => ({ calls: parts.watches?.take() ?? [] }),
  call: ({ function: name, registers, stack, given, wanted }, board) =>
    board.call(name, registers, stack, given, wanted),
  memory: ({ address, length }, board) => ({ hex: board.memory(address, length) }),
  clear: ({ static: name, bits }, board) => board.clear(name, bits),
  usb: ({ action, hex }, { parts: { host } }) => {
    switch (action) {
      case 'plug':
        return host.plug(true);
      case 'unplug':
        return host.plug(false);
      case 'open':
        return host.open(true);
      case 'close':
        return host.open(false);
      case 'read':
        return host.read(true);
      case 'pause':
        return host.read(false);
      case 'write':
        return host.write(Buffer.from(hex, 'hex'));
      case 'queued':
        return { packets: host.connection.queue.length };
      case 'suspend':
        return host.suspend();
      case 'resume':
        return host.resume();
      default:
        throw new Error(`unknown USB action ${action}`);
    }
  },
};

/** @param {string} line */
function answer(line) {
  try {
    const request = JSON.parse(line);
    if (request.do === 'board') {
      board = new Board(request.wiring, tell);
      tell({ done: 'board', at: 0 });
      return;
    }
    const carryOut = REQUESTS[request.do];
    if (!carryOut) {
      throw new Error(`unknown request ${request.do}`);
    }
    if (!board) {
      throw new Error('the first request must be `board`');
    }
    if (request.at !== undefined) {
      board.run(request.at);
    }
    const result = carryOut(request, board);
    tell({ done: request.do, ...result, at: board.micros });
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== '') {
    answer(line);
  }
}

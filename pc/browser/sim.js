// Plays a short game by mouse on the virtual board, with an irregular move and a power cut in it, while
// `damiera record` sits at its USB port, and finds the game in the file.
//
//   node sim.js DAMIERA CHROMIUM [SCREENSHOT [OPTION…]]
//
// The options go to `damiera sim`; with `--image ELF` it is the firmware that is played on.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const [damiera, executablePath, screenshot, ...options] = process.argv.slice(2);
// An emulator need not keep up with hands.
const SLOW = options.includes('--image') ? 4 : 1;
// Much longer than anything takes, even where two slow cores do other things as well.
const PATIENCE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'damiera-'));
const games = join(folder, 'games');
const programs = [];
const start = (...args) => {
  const program = spawn(damiera, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(program);
  return program;
};
const browser = await chromium.launch({
  executablePath,
  timeout: 2 * PATIENCE,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
});
try {
  const board = start('sim', '--no-open', ...options);
  const [address, port] = await new Promise((found, failed) => {
    board.on('exit', code => failed(new Error(`the board has stopped with ${code}`)));
    let page;
    createInterface(board.stdout).on('line', line => {
      page ??= /http:\S+/.exec(line)?.[0];
      const port = /USB port is (\S+)/.exec(line)?.[1];
      if (port) found([page, port]);
    });
  });
  const recorder = start('record', port, '-o', games);
  let recording = true;
  recorder.on('exit', () => { recording = false; });
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 1000 } });
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('request', request => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(address);

  const cell = square => {
    const row = (square - 1) >> 2;
    return page.locator(`[data-cell="${row * 8 + ((square - 1) % 4) * 2 + (row % 2)}"]`);
  };
  const centre = async locator => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const pixels = id => page.locator(id).evaluate(canvas => canvas.toDataURL());
  const changes = (id, before) =>
    page.waitForFunction(([id, before]) => document.querySelector(id).toDataURL() !== before, [id, before]);
  // A hand with a piece in it for longer than a brush.
  const drag = async (from, to, button = 'left') => {
    await page.mouse.move(...await centre(from));
    await page.mouse.down({ button });
    await page.waitForTimeout(200 * SLOW);
    await page.mouse.move(...await centre(to), { steps: 8 });
    await page.mouse.up({ button });
    await page.waitForTimeout(100 * SLOW);
  };
  const said = (kind, text) => page.locator(`#lines .${kind}`, { hasText: text }).first().waitFor();
  const recorded = async wanted => {
    for (const end = Date.now() + PATIENCE; ; await sleep(100)) {
      let text = '';
      try {
        const file = readdirSync(games).find(name => name.endsWith('.pdn'));
        text = file ? readFileSync(join(games, file), 'utf8') : '';
      } catch { /* The folder is not there yet. */ }
      if (text.includes(wanted)) return text;
      assert.ok(recording && Date.now() < end, `no ${wanted} in the recorded game:\n${text}`);
    }
  };
  const press = key => page.locator(`[data-key=${key}]`).click({ delay: 80 * SLOW });

  await cell(22).locator('.disc.w').waitFor();
  // A firmware takes its time to start.
  await page.waitForFunction(() => {
    const canvas = document.querySelector('#south');
    return canvas.getContext('2d').getImageData(0, 0, 128, 64).data.includes(0xd7);
  });
  const ready = await pixels('#south');
  await press('north');
  await page.locator('[data-key=south].runs').waitFor();
  // The display shows the clocks.
  await changes('#south', ready);

  await drag(cell(23), cell(19));
  await press('south');
  await said('Moved', '23-19');
  // With the right button the piece slides.
  await drag(cell(10), cell(14), 'right');
  await press('north');
  await said('Moved', '10-14');
  // The piece captured goes off the board; the button by a key of the keyboard.
  await drag(cell(19), cell(10));
  await drag(cell(14), page.locator('#tray-w'));
  await page.locator('#tray-w .disc.b').waitFor();
  await page.keyboard.press('s', { delay: 80 * SLOW });
  await said('Moved', '19x10');
  // Black has to capture, and does not: 8.1.6.
  const before = await pixels('#north');
  await drag(cell(12), cell(16));
  await press('north');
  await said('Irregularity', '8.1.6');
  // So does the display.
  await changes('#north', before);
  const article = await page.locator('#lines .Irregularity .text').textContent();
  if (screenshot) await page.screenshot({ path: screenshot });
  // White wants it corrected (8.2): the piece goes back, and the other one captures.
  await press('south');
  await said('Decided', '8.4');
  await drag(cell(16), cell(12));
  await drag(cell(5), cell(14));
  await drag(cell(10), page.locator('#tray-b'));
  await page.locator('#tray-b .disc.w').waitFor();
  await press('north');
  await said('Moved', '5x14');

  await page.locator('#power').click();
  await page.locator('#power[aria-pressed=false]').waitFor();
  await page.locator('#power').click();
  await said('Recovered', '');
  // The game is back and paused. It goes on, and White gives it up: MENU held, the second item.
  await press('menu');
  await said('Resumed', '');
  // MENU held sooner after the power came asks for the diagnostics.
  await page.waitForTimeout(3_000 * SLOW);
  await page.mouse.move(...await centre(page.locator('[data-key=menu]')));
  await page.mouse.down();
  await said('Paused', '');
  await page.mouse.up();
  for (const key of ['plus', 'menu', 'south']) await press(key);
  await said('Ended', '0-2');
  const pdn = await recorded('[Result "0-1"]');
  const moves = pdn.slice(pdn.indexOf('\n\n')).replace(/\{[^}]*\}/g, ' ').trim().split(/\s+/).join(' ');
  assert.equal(moves, '1. 23-19 10-14 2. 19x10 5x14 0-1', pdn);
  assert.match(pdn, /\{[^}]*8\.1\.6/, 'the irregularity stands in it');
  recorder.kill('SIGINT');
  const [code] = await once(recorder, 'exit');
  assert.equal(code, 0, 'Ctrl-C ends the recorder');

  await page.locator('#language').click();
  await page.getByText('Il flusso USB').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `a phone has to scroll sideways: ${wide}`);
  assert.deepEqual(complaints, [], 'no error, and nothing from elsewhere');
  console.log(`played by mouse; the page said ${article}; the file has ${moves}`);
} catch (error) {
  // What was to be seen says more than where it stopped.
  const last = browser.contexts().flatMap(context => context.pages()).at(-1);
  await last?.screenshot({ path: 'target/browser-failure.png' }).catch(() => {});
  throw error;
} finally {
  await browser.close();
  for (const program of programs) {
    program.removeAllListeners('exit');
    program.kill();
  }
  rmSync(folder, { recursive: true, force: true });
}

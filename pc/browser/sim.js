// Plays a short game by mouse on the virtual board and makes an irregular move.
//
//   node sim.js DAMIERA CHROMIUM [SCREENSHOT]

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const [damiera, executablePath, screenshot] = process.argv.slice(2);
const PATIENCE = 20_000;

const board = spawn(damiera, ['sim', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
try {
  const address = await new Promise((found, failed) => {
    board.on('exit', code => failed(new Error(`the board has stopped with ${code}`)));
    createInterface(board.stdout).on('line', line => {
      const match = /http:\S+/.exec(line);
      if (match) found(match[0]);
    });
  });
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
  // A hand with a piece in it for longer than a brush.
  const drag = async (from, to, button = 'left') => {
    await page.mouse.move(...await centre(from));
    await page.mouse.down({ button });
    await page.waitForTimeout(200);
    await page.mouse.move(...await centre(to), { steps: 8 });
    await page.mouse.up({ button });
    await page.waitForTimeout(100);
  };
  const said = (kind, text) => page.locator(`#lines .${kind}`, { hasText: text }).first().waitFor();
  const press = key => page.locator(`[data-key=${key}]`).click({ delay: 80 });

  await cell(22).locator('.disc.w').waitFor();
  const ready = await pixels('#south');
  await press('north');
  await page.locator('[data-key=south].runs').waitFor();
  assert.notEqual(await pixels('#south'), ready, 'the display shows the clocks');

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
  await page.keyboard.press('s', { delay: 80 });
  await said('Moved', '19x10');
  // Black has to capture, and does not: 8.1.6.
  const before = await pixels('#north');
  await drag(cell(12), cell(16));
  await press('north');
  await said('Irregularity', '8.1.6');
  assert.notEqual(await pixels('#north'), before, 'the display names the article');
  const article = await page.locator('#lines .Irregularity .text').textContent();
  if (screenshot) await page.screenshot({ path: screenshot });

  await page.locator('#power').click();
  await page.locator('#power[aria-pressed=false]').waitFor();
  await page.locator('#power').click();
  await said('Recovered', '');

  await page.locator('#language').click();
  await page.getByText('Il flusso USB').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `a phone has to scroll sideways: ${wide}`);
  assert.deepEqual(complaints, [], 'no error, and nothing from elsewhere');
  console.log(`played by mouse; the page said ${article}`);
} finally {
  await browser.close();
  board.removeAllListeners('exit');
  board.kill();
}

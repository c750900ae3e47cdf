// Three virtual boards on the page of a hall: moves, clocks, an irregularity, a flag, a board that goes and comes back.
//
//   node serve.js DAMIERA CHROMIUM [FOLDER FOR SCREENSHOTS]

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const [damiera, executablePath, folder] = process.argv.slice(2);
// Much longer than anything takes, even where two slow cores do other things as well.
const PATIENCE = 60_000;
const children = [];
const wait = millis => new Promise(done => setTimeout(done, millis));

// Starts the program, and reads what it says until it is ready.
async function start(...args) {
  const child = spawn(damiera, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const said = [];
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('Ctrl-C')) return { child, said: said.join('\n') };
    said.push(line);
  }
  throw new Error(`damiera ${args.join(' ')} has stopped: ${said.join('\n')}`);
}

function run(...args) {
  const { status, stdout, stderr } = spawnSync(damiera, args, { encoding: 'utf8' });
  assert.equal(status, 0, `damiera ${args.join(' ')}: ${stderr}`);
  return stdout;
}

// A virtual board with somebody who plays on it.
class Board {
  static async start(table, white, black, control) {
    const board = new Board();
    const { child, said } = await start('sim', '--no-open', '--tcp', '127.0.0.1:0');
    board.child = child;
    board.page = /http:\S+/.exec(said)[0];
    board.tcp = /and tcp (\S+)/.exec(said)[1];
    board.fen = 'start';
    const send = (...order) => run('send', `tcp:${board.tcp}`, ...order);
    send('names', white, black);
    send('sitting', 'Torneo di prova', '2', String(table));
    send('time-control', control);
    send('new-game');
    return board;
  }

  async act(order) {
    const answer = await fetch(`${this.page}act`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) });
    assert.equal(answer.status, 204);
  }

  cell(square) {
    const row = (square - 1) >> 2;
    return row * 8 + ((square - 1) % 4) * 2 + (row % 2);
  }

  lift(square) { return this.act({ do: 'lift', cell: this.cell(square) }); }
  drop(square) { return this.act({ do: 'drop', cell: this.cell(square) }); }

  async press(key) {
    await this.act({ do: 'key', key, down: true });
    await wait(80);
    await this.act({ do: 'key', key, down: false });
    await wait(80);
  }

  // Plays one of the legal moves.
  async play(choose = moves => moves[0]) {
    const { moves } = JSON.parse(run('moves', '--json', this.fen));
    const move = choose(moves);
    await this.hand(move.from, move.path.at(-1), ...move.captured);
    await this.press(this.fen === 'start' || this.fen.startsWith('W') ? 'south' : 'north');
    this.fen = move.after;
    return move;
  }

  async hand(from, to, ...captured) {
    await this.lift(from);
    await wait(200);
    await this.drop(to);
    for (const square of captured) {
      await wait(120);
      await this.lift(square);
    }
    await wait(120);
  }
}

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
try {
  // Not in the order of their tables.
  const [second, first, third] = [
    await Board.start(2, 'Circolo Est', 'Circolo Ovest', '5m+3s'),
    await Board.start(1, 'Circolo Nord', 'Circolo Sud', '40/60m'),
    await Board.start(3, 'Circolo Mare', 'Circolo Monti', '5s'),
  ];
  const { said } = await start('serve', '--listen', '127.0.0.1:0', ...[second, first, third].map(board => `tcp:${board.tcp}`));
  const address = /http:\S+/.exec(said)[0];

  const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('console', message => { if (message.type() === 'error' && !message.text().includes('ERR_')) complaints.push(message.text()); });
  page.on('request', request => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) complaints.push(request.url());
    if (request.method() !== 'GET') complaints.push(request.method());
  });
  await page.goto(address);
  const card = table => page.locator('.board-card', { hasText: `Tavolo ${table}` });
  await card(3).waitFor();
  assert.deepEqual(await page.locator('.board-card h2').allTextContents(), ['Tavolo 1', 'Tavolo 2', 'Tavolo 3'], 'in the order of the tables');
  assert.equal(await page.locator('h1').textContent(), 'Torneo di prova, turno 2');

  // A game that goes on.
  const game = (async () => {
    await first.press('north');
    const played = [];
    // Captures, where there are any, then a move from the middle of the list.
    for (let n = 0; n < 12; n++) played.push(await first.play(moves => moves[moves.length >> 1]));
    return played;
  })();
  // Black does not capture: 8.1.6.
  const breach = (async () => {
    await second.press('north');
    await second.hand(23, 19);
    await second.press('south');
    await second.hand(10, 14);
    await second.press('north');
    await second.hand(19, 10, 14);
    await second.press('south');
    await second.hand(12, 16);
    await second.press('north');
  })();
  // White's flag falls after five seconds.
  const flag = (async () => {
    await third.press('north');
    await third.hand(22, 18);
    await third.press('south');
    await third.hand(11, 15);
    await third.press('north');
  })();
  const [played] = await Promise.all([game, breach, flag]);

  await card(2).locator('.banner.alert', { hasText: 'art. 8.1.6' }).waitFor();
  await card(2).locator('.wrong').first().waitFor();
  await card(3).locator('.clock.flag', { hasText: 'bandierina' }).waitFor();
  const last = played.at(-1);
  await card(1).locator('.tail b', { hasText: `${last.from}${last.captured.length ? 'x' : '-'}${last.path.at(-1)}` }).waitFor();
  const white = card(1).locator('.player', { hasText: 'Circolo Nord' }).locator('.digits');
  const before = await white.textContent();
  // Nobody says anything meanwhile: the page's own clock runs.
  await wait(1_100);
  assert.notEqual(await white.textContent(), before, 'a clock that runs');
  if (folder) await page.screenshot({ path: `${folder}/hall.png` });

  // A phone: nothing to scroll sideways.
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(await wide() <= 390, `a phone has to scroll sideways: ${await wide()}`);
  if (folder) await page.screenshot({ path: `${folder}/hall-phone.png` });
  // Closer together, for many boards.
  await page.locator('#dense').click();
  await page.locator('#hall.dense').waitFor();
  assert.ok(await wide() <= 390, `a phone has to scroll sideways: ${await wide()}`);
  assert.ok(await card(2).locator('.banner.alert b', { hasText: 'art. 8.1.6' }).isVisible(), 'the article is still there');
  await page.locator('#dense').click();

  // In the dark, and an irregularity in full.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await card(2).locator('h2 a').click();
  await page.locator('#one .remark.grave', { hasText: 'art. 8.1.6, Nero: Presa tralasciata (12, 16)' }).waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goBack();

  // One board in full, and back through its moves.
  await card(1).locator('h2 a').click();
  await page.locator('#one [data-step="12"]').waitFor();
  assert.equal(await page.locator('#one [data-step]').count(), 12);
  const pieces = () => page.locator('#one .diagram .pieces use').evaluateAll(all => all.map(e => `${e.getAttribute('href')} ${e.getAttribute('x')} ${e.getAttribute('y')}`).join());
  const now = await pieces();
  await page.locator('#one [data-step="4"]').click();
  await page.locator('#one [data-step="4"][aria-current]').waitFor();
  assert.notEqual(await pieces(), now, 'another position');
  await page.keyboard.press('Home');
  assert.equal(await page.locator('#one .diagram').getAttribute('aria-label'),
    'Bianco: pedine 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32. Nero: pedine 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.');
  await page.keyboard.press('ArrowRight');
  await page.locator('#one [data-step="1"][aria-current]').waitFor();
  // The game goes on, and whoever looks back is left alone.
  await first.play();
  await page.locator('#one [data-step="13"]').waitFor();
  await page.locator('#one [data-step="1"][aria-current]').waitFor();
  await page.locator('[data-act=live]').click();
  await page.locator('#one [data-step="13"][aria-current]').waitFor();
  if (folder) await page.screenshot({ path: `${folder}/hall-board.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await wide() <= 390, `a phone has to scroll sideways: ${await wide()}`);
  await page.setViewportSize({ width: 1280, height: 900 });

  // Its file is the same game.
  const pdn = await (await fetch(`${address}board/1.pdn`)).text();
  assert.ok(pdn.includes('[White "Circolo Nord"]') && pdn.includes('[Board "1"]'), pdn);

  // The other language, and the hall again.
  await page.locator('#language').click();
  await page.locator('#one h2', { hasText: 'Table 1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.board-card', { hasText: 'the opponent chooses' }).waitFor();

  // A board is switched off, and comes back with another game.
  third.child.kill();
  const gone = page.locator('.board-card', { hasText: 'Table 3' });
  await gone.locator('.banner.alert', { hasText: 'Board not connected' }).waitFor();
  // Its memory is another one: nothing of the former game is left.
  await start('sim', '--no-open', '--tcp', third.tcp);
  const fresh = page.locator('.board-card', { hasText: 'No game yet' });
  await fresh.waitFor();
  assert.equal(await fresh.locator('.banner').count(), 0);

  // Nobody can do anything here but look.
  const post = await fetch(address, { method: 'POST', body: 'x' });
  assert.equal(post.status, 405);
  assert.deepEqual(complaints, [], 'no error, and nothing from elsewhere');
  console.log('three boards were seen: a game, an irregularity and a flag');
} finally {
  await browser.close();
  children.forEach(child => child.kill());
}

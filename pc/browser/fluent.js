// How fluent the page of a full hall is: frames, work of the page, and what goes over the wire.
//
//   node fluent.js ADDRESS CHROMIUM SECONDS [SCREENSHOT]

import { chromium } from 'playwright-core';

const [address, executablePath, seconds, screenshot] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const errors = [];
  page.on('pageerror', error => errors.push(String(error)));
  await page.goto(address);
  await page.locator('.board-card').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const work = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const before = await work();
  const gaps = await page.evaluate(millis => new Promise(done => {
    const gaps = [], end = performance.now() + millis;
    let last = performance.now();
    const frame = now => {
      gaps.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(frame); else done(gaps);
    };
    requestAnimationFrame(frame);
  }), seconds * 1000);
  const after = await work();
  await page.locator('#dense').click();
  if (screenshot) await page.screenshot({ path: screenshot });
  gaps.sort((a, b) => a - b);
  const at = share => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))].toFixed(0);
  const share = name => ((after[name] - before[name]) / seconds * 100).toFixed(1);
  if (errors.length) throw new Error(errors.join('\n'));
  console.log(`page in Chromium: ${(gaps.length / seconds).toFixed(0)} frames a second, one in a hundred longer than ${at(0.99)} ms, the longest ${at(1)} ms; ` +
    `script ${share('ScriptDuration')} %, layout ${share('LayoutDuration')} %, style ${share('RecalcStyleDuration')} % of the time; ` +
    `${(after.JSHeapUsedSize / 1e6).toFixed(1)} MB of heap, ${after.Nodes} nodes`);
} finally {
  await browser.close();
}

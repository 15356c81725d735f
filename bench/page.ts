import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/find-browser.ts';
import { recorded } from '../e2e/recorded.ts';
import { startServer } from '../e2e/start-server.ts';
import { temporaryFolder } from './programs.ts';
import type { Line } from './table.ts';

const VISITS = 5;
const CLICKS = 10;
/** How long a pointer rests on a play button before it presses, where it does, ms: a quick hand's time. */
const RESTS = 250;
/** How long after the load the largest paint and the last shift may come, ms. */
const SETTLES = 2500;

const PHONE = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1.75,
};
const SLOW = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const SLOWER_CPU = 4;

/** What the first page weighs, when a slow phone shows it, and how soon a click is heard. */
export async function page(): Promise<Line[]> {
  const server = await startServer({ DATA_DIR: temporaryFolder(), LOG_LEVEL: 'error' });
  await recorded(server.url);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const visits: Visit[] = [];
    for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, server.url));
    const [atOnce, rested]: number[][] = [[], []];
    for (let i = 0; i < CLICKS; i++) {
      atOnce!.push(await clickToSound(browser, server.url, i, 0));
      rested!.push(await clickToSound(browser, server.url, i, RESTS));
    }
    return [
      ...weights(),
      line('LCP at 412 px, CPU x4, 1.6 Mbit/s, 150 ms', median(visits.map(({ lcp }) => lcp)), 1700, 'ms'),
      line('CLS of the same', median(visits.map(({ cls }) => cls)), 0.02, ''),
      line('click to sound, pressed on arrival', median(atOnce!), 150, 'ms'),
      line(`click to sound, pressed after ${RESTS} ms`, median(rested!), 150, 'ms'),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function line(what: string, value: number, aim: number, unit: string): Line {
  const told = unit === '' ? value.toFixed(3) : value.toFixed(unit === 'ms' ? 0 : 1);
  return {
    what,
    ours: `${told} ${unit}`.trim(),
    against: '',
    aim: `<= ${aim} ${unit}`.trim(),
    reached: value <= aim,
  };
}

/** What the page names in its head comes at once; kB, texts gzipped. */
function weights(): Line[] {
  const dist = path.join(import.meta.dirname, '../web/dist');
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const kilobytes = (pattern: RegExp, weigh: (found: string) => number) =>
    [...html.matchAll(pattern)].reduce((sum, [, found]) => sum + weigh(found!), 0) / 1000;
  const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;
  const file = (address: string) => readFileSync(path.join(dist, address));
  const script = kilobytes(/(?:src|href)="(\/assets\/[^"]+\.js)"/g, (address) => gzipped(file(address)));
  const style =
    kilobytes(/<style>([\s\S]*?)<\/style>/g, gzipped) +
    kilobytes(/href="(\/assets\/[^"]+\.css)"/g, (address) => gzipped(file(address)));
  const font = kilobytes(/href="(\/assets\/[^"]+\.woff2)"/g, (address) => file(address).length);
  return [
    line("the first page's scripts, gzipped", script, 100, 'kB'),
    line("the first page's styles, gzipped", style, 12, 'kB'),
    line("the first page's fonts", font, 80, 'kB'),
  ];
}

interface Visit {
  /** Milliseconds. */
  lcp: number;
  cls: number;
}

/** A first visit to Explore, with nothing in any cache. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const tab = await context.newPage();
  const devtools = await context.newCDPSession(tab);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  await tab.addInitScript(() => {
    const told = { lcp: 0, cls: 0 };
    Object.assign(window, { told });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) told.lcp = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        told.cls += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await tab.goto(url);
  await tab.waitForTimeout(SETTLES);
  const told = await tab.evaluate(() => (window as Window & { told?: Visit }).told!);
  await context.close();
  if (told.lcp === 0) throw new Error('The browser told of no largest contentful paint.');
  return told;
}

/**
 * From the press on a card's play button until the element that plays says so and its clock has moved; nothing
 * of the track is in any cache.
 * @param rests ms that the pointer lies on the button before it presses.
 */
async function clickToSound(browser: Browser, url: string, which: number, rests: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const tab = await context.newPage();
  await tab.goto(url, { waitUntil: 'networkidle' });
  const buttons = tab.getByRole('article').getByRole('button', { name: /^Play / });
  const button = buttons.nth(which % (await buttons.count()));
  await button.scrollIntoViewIfNeeded();
  await tab.waitForTimeout(300);
  const heard = listenFor(tab);
  const { x, y, width, height } = (await button.boundingBox())!;
  await tab.mouse.move(x + width / 2, y + height / 2);
  if (rests > 0) await tab.waitForTimeout(rests);
  await tab.mouse.down();
  await tab.mouse.up();
  const took = await heard;
  await context.close();
  return took;
}

function listenFor(tab: Page): Promise<number> {
  return tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('pointerdown', ({ timeStamp }) => {
          pressed = timeStamp;
        });
        for (const audio of document.querySelectorAll('audio'))
          audio.addEventListener('playing', () => {
            const look = () => {
              if (audio.currentTime > 0) resolve(performance.now() - pressed);
              else setTimeout(look, 1);
            };
            look();
          });
      }),
  );
}

import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Board } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { artistPath, genrePath, trackPath } from 'contract/text/slugs.ts';
import { findChromium } from '../journeys/find-browser.ts';
import record, { recorded, recordedFolder } from '../journeys/lib/recorded.ts';
import { startServer } from '../journeys/lib/start-server.ts';
import { temporaryFolder } from './lib/programs.ts';
import type { Line } from './lib/table.ts';

const VISITS = 5;
const CLICKS = 10;
/** Time the pointer hovers over a play button before it clicks, ms: as long as a quick person takes. */
const HOVER_MS = 250;
/** Time after loading to wait for the largest paint and the last layout shift, ms. */
const SETTLE_MS = 2500;

const PHONE = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1.75,
};
const SLOW = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const SLOWER_CPU = 4;

/** The first page's weight, when a slow phone shows it and the others, and how soon a click is audible. */
export async function page(): Promise<Line[]> {
  // The demo is complete: what is still recorded would take the processor from the browser.
  await record();
  const folder = temporaryFolder();
  await cp(recordedFolder, folder, { recursive: true });
  const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' });
  const tracks = await recorded(server.url);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const shown: Line[] = [];
    for (const { name, path, aim } of await pages(server.url, tracks))
      shown.push(...(await firstPicture(browser, `the ${name} page`, server.url + path, aim)));
    const [immediate, hovered]: number[][] = [[], []];
    for (let i = 0; i < CLICKS; i++) {
      immediate!.push(await clickToSound(browser, server.url, i, 0));
      hovered!.push(await clickToSound(browser, server.url, i, HOVER_MS));
    }
    return [
      ...weights(),
      ...shown,
      line('click to sound, without hovering', median(immediate!), 150, 'ms'),
      line(`click to sound, after hovering ${HOVER_MS} ms`, median(hovered!), 150, 'ms'),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function line(what: string, value: number, aim: number, unit: string): Line {
  const formatted = unit === '' ? value.toFixed(3) : value.toFixed(unit === 'ms' ? 0 : 1);
  return {
    what,
    ours: `${formatted} ${unit}`.trim(),
    against: '',
    aim: `<= ${aim} ${unit}`.trim(),
    reached: value <= aim,
  };
}

/** Weighs the files that the page's head references, in kB; text gzipped. */
function weights(): Line[] {
  const dist = path.join(import.meta.dirname, '../../web/dist');
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const kilobytes = (pattern: RegExp, weigh: (found: string) => number) =>
    [...html.matchAll(pattern)].reduce((sum, [, found]) => sum + weigh(found!), 0) / 1000;
  const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;
  const file = (name: string) => readFileSync(path.join(dist, name));
  const script = kilobytes(/(?:src|href)="(\/assets\/[^"]+\.js)"/g, (name) => gzipped(file(name)));
  const style =
    kilobytes(/<style>([\s\S]*?)<\/style>/g, gzipped) +
    kilobytes(/href="(\/assets\/[^"]+\.css)"/g, (name) => gzipped(file(name)));
  const font = kilobytes(
    /url\((\/assets\/[^)]+-latin-wght-normal-[^)]+\.woff2)\)/g,
    (name) => file(name).length,
  );
  return [
    line("the first page's scripts, gzipped", script, 100, 'kB'),
    line("the first page's styles, gzipped", style, 12, 'kB'),
    line("the first page's fonts", font, 80, 'kB'),
  ];
}

/** Pages that the server renders, and how soon each should be shown, ms. */
async function pages(url: string, [track]: Track[]): Promise<{ name: string; path: string; aim: number }[]> {
  const { requests }: Board = await (await fetch(`${url}/requests/board`)).json();
  const places = {
    track: trackPath(track!),
    artist: artistPath(track!.display_artist),
    genre: genrePath(track!.genre!.split(':')[0]!),
    charts: '/charts',
    board: '/leaderboard',
    request: `/leaderboard/${requests[0]!.id}`,
  };
  return [
    { name: 'Explore', path: '/', aim: 1700 },
    ...Object.entries(places).map(([name, path]) => ({ name, path, aim: 1200 })),
  ];
}

async function firstPicture(browser: Browser, name: string, url: string, aim: number): Promise<Line[]> {
  const visits: Visit[] = [];
  for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, url));
  return [
    line(
      `LCP of ${name} at 412 px, CPU x4, 1.6 Mbit/s, 150 ms`,
      median(visits.map(({ lcp }) => lcp)),
      aim,
      'ms',
    ),
    line(`CLS of ${name}`, median(visits.map(({ cls }) => cls)), 0.02, ''),
  ];
}

interface Visit {
  /** Milliseconds. */
  lcp: number;
  cls: number;
}

/** A first visit to a page with empty caches. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const tab = await context.newPage();
  const devtools = await context.newCDPSession(tab);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  await tab.addInitScript(() => {
    const visit = { lcp: 0, cls: 0 };
    Object.assign(window, { visit });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) visit.lcp = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        visit.cls += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await tab.goto(url);
  await tab.waitForTimeout(SETTLE_MS);
  const measured = await tab.evaluate(() => (window as Window & { visit?: Visit }).visit!);
  await context.close();
  if (measured.lcp === 0) throw new Error('The browser reported no largest contentful paint.');
  return measured;
}

/**
 * The time from pressing a card's play button until its audio element's position advances, with empty caches, ms.
 * @param hoverMs how long the pointer hovers over the button first.
 */
async function clickToSound(browser: Browser, url: string, index: number, hoverMs: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const tab = await context.newPage();
  await tab.goto(url, { waitUntil: 'networkidle' });
  const buttons = tab.getByRole('article').getByRole('button', { name: /^Play / });
  const button = buttons.nth(index % (await buttons.count()));
  await button.scrollIntoViewIfNeeded();
  await tab.waitForTimeout(300);
  const sounded = timeToSound(tab);
  const { x, y, width, height } = (await button.boundingBox())!;
  await tab.mouse.move(x + width / 2, y + height / 2);
  if (hoverMs > 0) await tab.waitForTimeout(hoverMs);
  await tab.mouse.down();
  await tab.mouse.up();
  const took = await sounded;
  await context.close();
  return took;
}

function timeToSound(tab: Page): Promise<number> {
  return tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('pointerdown', ({ timeStamp }) => {
          pressed = timeStamp;
        });
        for (const audio of document.querySelectorAll('audio'))
          audio.addEventListener('playing', () => {
            const check = () => {
              if (audio.currentTime > 0) resolve(performance.now() - pressed);
              else setTimeout(check, 1);
            };
            check();
          });
      }),
  );
}

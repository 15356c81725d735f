import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { processFile } from 'music/analysis/process-file.ts';
import puppeteer, { type Browser } from 'puppeteer-core';
import { ffmpeg, findFfmpeg } from '../../music/testing/ffmpeg.ts';
import { m4a, mp3, steppedMp3 } from '../../server/features/publishing/testing/containers.ts';
import { findFirefox } from './find-browser.ts';

/** Folder of the files that browsers are asked about: their length, and the sound at a position. */
let folder: string;
let server: http.Server;
let firefox: Browser | undefined;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-sounds-'));
  server = http.createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
test.afterAll(async () => {
  await firefox?.close();
  server.close();
  await rm(folder, { recursive: true });
});

/** Serves the files of the folder, with ranges. */
async function serve({ url, headers }: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const file = path.join(folder, path.basename(url!));
  if (!/\.(mp3|m4a)$/.test(file))
    return void response.setHeader('content-type', 'text/html').end('<!doctype html>');
  const { size } = await stat(file);
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
  const [start, end] = [Number(from), to ? Number(to) : size - 1];
  response.writeHead(206, {
    'content-type': file.endsWith('.m4a') ? 'audio/mp4' : 'audio/mpeg',
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${size}`,
  });
  createReadStream(file, { start, end }).pipe(response);
}

/** Processes an uploaded file. @returns its measured length and the name of what is served. */
async function served(upload: string): Promise<{ seconds: number; name: string }> {
  const [from, stream] = [path.join(folder, upload), path.join(folder, `stream-${upload}`)];
  const targets = { stream, preview: path.join(folder, 'preview') };
  const { duration_seconds, ...copy } = await processFile(from, targets, {
    maxSeconds: 600,
    onProgress: () => {},
  });
  return { seconds: duration_seconds, name: path.basename(copy.stream ? stream : from) };
}

/** Runs in the page. @returns the length, and the tone that is heard after a jump to each position. */
async function listen({ url, positions }: { url: string; positions: number[] }) {
  const audio = new Audio(url) as HTMLAudioElement & {
    captureStream?: () => MediaStream;
    mozCaptureStream: () => MediaStream;
  };
  const event = (target: EventTarget, name: string) =>
    new Promise<Event>((resolve) => target.addEventListener(name, resolve, { once: true }));
  audio.preload = 'auto';
  await event(audio, 'loadedmetadata');
  const tones: number[] = [];
  for (const position of positions) {
    audio.currentTime = position;
    await event(audio, 'seeked');
    // Recorded, because not every machine has a device that plays.
    const recorder = new MediaRecorder(audio.captureStream?.() ?? audio.mozCaptureStream());
    await audio.play();
    recorder.start();
    while (audio.currentTime < position + 0.7) await new Promise((resolve) => setTimeout(resolve, 50));
    recorder.stop();
    const { data } = (await event(recorder, 'dataavailable')) as BlobEvent;
    audio.pause();
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await data.arrayBuffer());
    const x = sound.getChannelData(0);
    const level = (hz: number) => {
      const angle = (i: number) => (2 * Math.PI * hz * i) / 48_000;
      return Math.hypot(
        x.reduce((sum, value, i) => sum + value * Math.cos(angle(i)), 0),
        x.reduce((sum, value, i) => sum + value * Math.sin(angle(i)), 0),
      );
    };
    const heard = [300, 500, 700, 900, 1100, 1300].map((hz) => ({ hz, level: level(hz) }));
    tones.push(heard.sort((a, b) => b.level - a.level)[0]!.hz);
  }
  return { duration: audio.duration, tones };
}

/** Makes an MP3's table name another number of frames. */
function lying(file: Buffer, frames: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32BE(frames, 4 + 17 + 8);
  return copy;
}

const files: Record<string, () => Promise<Buffer>> = {
  'variable.mp3': () => steppedMp3(30),
  'short-by-its-table.mp3': async () => lying(await mp3(20), 100),
  'long-by-its-table.mp3': async () => lying(await mp3(20), 5000),
  'silence-in-front.m4a': () => m4a(20, 3),
  'beginning-cut-off.m4a': () => m4a(20, -3),
};
/** Files whose tone is higher every five seconds. */
const stepped = ['variable.mp3', 'stepped.m4a'];

test.beforeAll(async () => {
  for (const [name, make] of Object.entries(files)) await writeFile(path.join(folder, name), await make());
  if (!findFfmpeg()) return;
  const steps = "aevalsrc='0.3*sin(2*PI*t*(300+200*floor(t/5)))':d=30";
  ffmpeg('-f', 'lavfi', '-i', steps, '-c:a', 'aac', path.join(folder, 'stepped.m4a'));
});

async function checkAll(
  run: (task: Parameters<typeof listen>[0]) => ReturnType<typeof listen>,
): Promise<void> {
  for (const upload of (await readdir(folder)).filter((name) => name in files || stepped.includes(name))) {
    const { seconds, name } = await served(upload);
    const positions = stepped.includes(upload) ? [27, 7, 17, 12] : [];
    const { duration, tones } = await run({ url: `/${name}`, positions });
    expect(Math.abs(duration - seconds), `${upload}: ${duration} s, measured ${seconds} s`).toBeLessThan(0.1);
    expect(tones, upload).toEqual(positions.map((position) => 300 + 200 * Math.floor(position / 5)));
  }
}

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

test('Chromium knows the length of every file, and finds each second in it', async ({ page }) => {
  await page.goto(address());
  await checkAll((task) => page.evaluate(listen, task));
});

test('Firefox knows the length of every file, and finds each second in it', async () => {
  const page = await (await openFirefox()).newPage();
  await page.goto(address());
  await checkAll((task) => page.evaluate(listen, task));
});

/** Skips loudly where there is no Firefox. */
async function openFirefox(): Promise<Browser> {
  let executablePath = '';
  try {
    executablePath = findFirefox();
  } catch (error) {
    console.log(`\n!! SKIPPED: ${(error as Error).message}\n`);
    test.skip(true, (error as Error).message);
  }
  const extraPrefsFirefox = { 'media.autoplay.default': 0 };
  firefox = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox });
  return firefox;
}

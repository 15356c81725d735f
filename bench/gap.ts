import { chromium } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { findChromium, findFirefox } from '../e2e/find-browser.ts';
import { wav } from '../server/testing/sounds.ts';
import { ovation, type Program, temporaryFolder } from './programs.ts';
import { playEnds, type Recording, recordSongs } from './recording.ts';
import { type Seam, seamsOf } from './seams.ts';
import type { Line } from './table.ts';
import { adminOf, send, settled } from './uploads.ts';

const ROUNDS = 3;
/** Steady tones, so that whatever is silent is a gap; Hz. */
const TONES = [440, 660, 550];
const SECONDS = 30;
const ARTIST = 'Tuning Fork';
const MOST_MS = 50;

/** Opens an address in a browser, plays the ends of its songs and closes the browser. */
type Play = (address: string) => Promise<Recording>;

/** The silence between the songs of a queue, measured from the sound that the page plays. */
export async function gap(): Promise<Line[]> {
  const folder = temporaryFolder();
  const headers = await adminOf(folder);
  const server = await ovation(folder);
  await publish(server, headers);
  const address = `${server.url}/artists/${ARTIST.toLowerCase().replace(' ', '-')}`;
  const lines = [
    await measured('Chromium', playInChromium, address),
    await measured('Firefox', playInFirefox, address),
  ];
  await server.stop();
  return lines;
}

async function publish(server: Program, admin: Record<string, string>): Promise<void> {
  const headers = { ...admin, 'content-type': 'application/json' };
  for (const hz of TONES) {
    const audio_url = await settled(server, admin, await send(server, admin, wav(SECONDS, { hz })));
    const body = JSON.stringify({ title: `${hz} Hz`, display_artist: ARTIST, genre: 'Test', audio_url });
    const answer = await fetch(`${server.url}/track`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
}

const playInChromium: Play = async (address) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(recordSongs);
    await page.goto(address);
    return await page.evaluate(playEnds, TONES.length);
  } finally {
    await browser.close();
  }
};

const playInFirefox: Play = async (address) => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'media.autoplay.blocking_policy': 0 },
  });
  try {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(recordSongs);
    await page.goto(address);
    return await page.evaluate(playEnds, TONES.length);
  } finally {
    await browser.close();
  }
};

async function measured(name: string, play: Play, address: string): Promise<Line> {
  const seams: Seam[] = [];
  const what = `the longest silence between two songs, ${name}`;
  try {
    for (let round = 0; round < ROUNDS; round++) seams.push(...seamsOf(await play(address)));
  } catch (error) {
    console.log(`!! ${name} was not measured: ${(error as Error).message}`);
    return { what, ours: 'not measured', against: '', aim: '', reached: false };
  }
  for (const { silence, before, overlap } of seams)
    console.log(
      `${name}: ${silence.toFixed(1)} ms of silence (${before.toFixed(1)} while one song played), ${overlap.toFixed(1)} ms of both songs`,
    );
  const longest = Math.max(...seams.map(({ silence }) => silence));
  const disturbed = Math.max(...seams.map(({ before }) => before));
  return {
    what,
    ours: `${longest.toFixed(1)} ms`,
    against: `within a song ${disturbed.toFixed(1)} ms`,
    aim: `<= ${MOST_MS} ms`,
    reached: longest <= MOST_MS,
  };
}

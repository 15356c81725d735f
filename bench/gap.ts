import { chromium } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { findChromium, findFirefox } from '../e2e/find-browser.ts';
import { wavOf } from '../server/testing/sounds.ts';
import { playSongs } from './play-songs.ts';
import { ovation, type Program, temporaryFolder } from './programs.ts';
import { type Seam, seamsOf } from './seams.ts';
import { SAMPLE_RATE, type SoundCard, soundCard } from './sound-card.ts';
import type { Line } from './table.ts';
import { adminOf, send, settled } from './uploads.ts';

const ROUNDS = 2;
/** Steady tones, so that whatever is silent is a gap; multiples of `BASE`, so that one can be told from another. Hz. */
const BASE = 110;
const TONES = [440, 660, 550, 770, 880];
const SECONDS = 8;
const ARTIST = 'Tuning Fork';
const MOST_MS = 50;

/** Opens an address in a browser that plays on a sound card, plays its songs and closes the browser. */
type Play = (address: string, env: Record<string, string>) => Promise<void>;

/** The silence between the songs of a queue, measured from what a browser sends to the sound card. */
export async function gap(): Promise<Line[]> {
  const card = await soundCard();
  if (!card) {
    console.log('!! no gap was measured: PulseAudio was not found (Debian: apt-get install pulseaudio)');
    return [];
  }
  const folder = temporaryFolder();
  const headers = await adminOf(folder);
  const server = await ovation(folder);
  await publish(server, headers);
  const address = `${server.url}/artists/${ARTIST.toLowerCase().replace(' ', '-')}`;
  const lines = [
    await measured('Chromium', playInChromium, address, card),
    await measured('Firefox', playInFirefox, address, card),
  ];
  await server.stop();
  await card.stop();
  return lines;
}

async function publish(server: Program, admin: Record<string, string>): Promise<void> {
  const headers = { ...admin, 'content-type': 'application/json' };
  for (const hz of TONES) {
    const song = wavOf([tone(hz)], SAMPLE_RATE);
    const audio_url = await settled(server, admin, await send(server, admin, song));
    const body = JSON.stringify({ title: `${hz} Hz`, display_artist: ARTIST, genre: 'Test', audio_url });
    const answer = await fetch(`${server.url}/track`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
}

const tone = (hz: number) =>
  Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE),
  );

const playInChromium: Play = async (address, env) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
    ignoreDefaultArgs: ['--mute-audio'],
    env: { ...process.env, ...env },
  });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.evaluate(playSongs, TONES.length);
  } finally {
    await browser.close();
  }
};

const playInFirefox: Play = async (address, env) => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    env: { ...process.env, ...env },
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'media.autoplay.blocking_policy': 0 },
  });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.evaluate(playSongs, TONES.length);
  } finally {
    await browser.close();
  }
};

async function measured(name: string, play: Play, address: string, card: SoundCard): Promise<Line> {
  const seams: Seam[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const recording = await card.record();
    await play(address, card.env);
    const heard = await recording.stop();
    seams.push(...seamsOf(heard, SAMPLE_RATE, TONES, BASE));
  }
  for (const { silence, before, overlap } of seams)
    console.log(
      `${name}: ${silence.toFixed(1)} ms of silence (${before.toFixed(1)} while one song played), ${overlap.toFixed(1)} ms of both songs`,
    );
  const longest = Math.max(...seams.map(({ silence }) => silence));
  const disturbed = Math.max(...seams.map(({ before }) => before));
  return {
    what: `the longest silence between two songs, ${name}`,
    ours: `${longest.toFixed(1)} ms`,
    against: `within a song ${disturbed.toFixed(1)} ms`,
    aim: `<= ${MOST_MS} ms`,
    reached: longest <= MOST_MS,
  };
}

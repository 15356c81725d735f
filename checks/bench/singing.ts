import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { timedLines } from 'contract/text/lyrics.ts';
import { TAKES } from 'music/composer/arranging/form.ts';
import { composeSong, wordsFor } from 'music/composer/generate.ts';
import { render } from 'music/composer/rendering/render.ts';
import { biquad, filter } from 'music/composer/sound/filters.ts';
import { RATE } from 'music/composer/sound/tables.ts';
import type { Line } from './lib/table.ts';

const LYRICS = `[Verse]
Walking home along the river when the lights go down
Every window has a story in this sleepy town
I was looking for a reason, I was looking for a sign
Now the water keeps on moving and I leave it all behind

[Chorus]
Oh the river, take me home tonight
Carry me over, carry me into the light
Oh the river, never let me go
Sing me the only song I know`;

/** Four with a lead voice, and two through a vocoder. */
const ORDERS = [
  'pop:indie-pop',
  'rock:indie-rock',
  'folk:contemporary-folk',
  'jazz:vocal-jazz',
  'electronic-dance:synthwave',
  'house:deep-house',
].map((genre, i) => ({ genre, seed: 5, seconds: 60, take: TAKES[i % 3]!, lyrics: LYRICS }));

const MODEL = '/usr/share/pocketsphinx/model/en-us';
/** Samples a second that the recognizer hears. */
const HEARD = 16_000;

/** Measures how well Debian's pocketsphinx understands sung words, choosing from them and as many others. */
export async function singing(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const order of ORDERS) {
    const { score, account } = composeSong(order, await wordsFor(order));
    const begun = process.cpuUsage();
    const song = await render(score);
    const { user, system } = process.cpuUsage(begun);
    const dry = score.parts.flatMap((part) =>
      part.name === 'voice' ? [{ ...part, mix: { ...part.mix, reverb: 0, echo: 0 } }] : [],
    );
    const voice = await render({ ...score, parts: dry });
    const perMinute = ((user + system) / 1e6) * (60 / (song.left.length / RATE));
    lines.push({
      what: `${order.genre}, sung: CPU for a minute of music`,
      ours: `${perMinute.toFixed(1)} s`,
      against: '',
      aim: '7 s',
      reached: perMinute <= 7,
    });
    if (!existsSync(MODEL)) continue;
    const shares = [voice, song].map(({ left, right }) =>
      understood(
        left.map((x, i) => (x + right[i]!) / 2),
        account.lyrics!,
      ),
    ) as [number, number];
    lines.push({
      what: `${order.genre}, sung: words understood of the dry voice, and in the mix`,
      ours: shares.map((share) => `${Math.round(100 * share)} %`).join(', '),
      against: '',
      aim: '60 %, 40 %',
      reached: shares[0] >= 0.6 && shares[1] >= 0.4,
    });
  }
  return lines;
}

/** The share of sung words that the recognizer finds in their lines, in order. */
function understood(sound: Float32Array, lyrics: string): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-singing-'));
  try {
    const lines = timedLines(lyrics);
    const wanted = lines.map(({ text }) => text.toLowerCase().match(/[a-z']+/g) ?? []);
    const words = choices(new Set(wanted.flat()));
    writeFileSync(path.join(folder, 'words.dict'), words.map(({ entry }) => entry).join('\n'));
    const grammar = [...new Set(words.map(({ word }) => word))].join(' | ');
    writeFileSync(
      path.join(folder, 'words.gram'),
      `#JSGF V1.0;\ngrammar words;\npublic <line> = ( ${grammar} )+;\n`,
    );
    for (const [i, { at }] of lines.entries()) {
      const to = Math.min(at + 9, lines[i + 1]?.at ?? sound.length / RATE);
      const line = sound.slice(Math.max(0, Math.round((at - 0.25) * RATE)), Math.round((to - 0.1) * RATE));
      writeFileSync(path.join(folder, `${i}.raw`), slowly(line));
    }
    writeFileSync(path.join(folder, 'lines'), lines.map((_, i) => i).join('\n'));
    const options = {
      hmm: path.join(MODEL, 'en-us'),
      dict: path.join(folder, 'words.dict'),
      jsgf: path.join(folder, 'words.gram'),
      adcin: 'yes',
      cepdir: folder,
      cepext: '.raw',
      ctl: path.join(folder, 'lines'),
      hyp: path.join(folder, 'heard'),
    };
    execFileSync(
      'pocketsphinx_batch',
      Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]),
      { stdio: 'ignore' },
    );
    const heard = readFileSync(path.join(folder, 'heard'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/\s*\(\S+ -?\d+\)$/, '').split(' '));
    const found = wanted.reduce((sum, line, i) => sum + inOrder(line, heard[i] ?? []), 0);
    return found / wanted.flat().length;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The dictionary's entries of these words and of as many others, spread over the alphabet. */
function choices(wanted: ReadonlySet<string>): { word: string; entry: string }[] {
  const all = readFileSync(path.join(MODEL, 'cmudict-en-us.dict'), 'utf8')
    .split('\n')
    .map((entry) => ({ entry, word: entry.split(' ')[0]! }));
  const plain = all.filter(({ word }) => /^[a-z]{2,8}$/.test(word) && !wanted.has(word));
  const others = Array.from(wanted, (_, i) => plain[Math.floor(((i + 0.5) * plain.length) / wanted.size)]!);
  return [...all.filter(({ word }) => wanted.has(word.replace(/\(\d\)$/, ''))), ...others].map(
    ({ entry, word }) => ({ entry, word: word.replace(/\(\d\)$/, '') }),
  );
}

/** Number of one line's words that another has in order: the longest common subsequence. */
function inOrder(wanted: readonly string[], heard: readonly string[]): number {
  let above = new Array<number>(heard.length + 1).fill(0);
  for (const word of wanted) {
    const row = [0];
    for (const [j, other] of heard.entries())
      row.push(other === word ? above[j]! + 1 : Math.max(above[j + 1]!, row[j]!));
    above = row;
  }
  return above.at(-1)!;
}

/** 16-bit samples at the recognizer's rate. */
function slowly(sound: Float32Array): Buffer {
  for (const q of [0.54, 1.3]) filter(sound, biquad('lowpass', 7200, q));
  const out = Buffer.alloc(2 * Math.floor((sound.length * HEARD) / RATE));
  const loudest = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-6);
  for (let i = 0; i < out.length / 2; i++) {
    const at = (i * RATE) / HEARD;
    const whole = Math.floor(at);
    const value = sound[whole]! + (at - whole) * ((sound[whole + 1] ?? 0) - sound[whole]!);
    out.writeInt16LE(Math.round((25_000 * value) / loudest), 2 * i);
  }
  return out;
}

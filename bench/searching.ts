import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { spellingRows } from '../server/platform/text/spelling-keys.ts';
import { takeTurns } from './load.ts';
import { ovation } from './programs.ts';
import { type Line, perSecond } from './table.ts';

/** Words that no track has, as many as a catalog of a million real titles has. */
const VOCABULARY = 200_000;
const SYLLABLES = 'ka lo mi ren sta vor ti ble sha gro ne qua pil dor es um an tri fe zo'.split(' ');

const MISSPELLED = '/search?q=quetzalcaotl';
const AIM = { perSecond: 500, p99: 20 };
const CALLS = 600;

/** Common and rare words, as they are typed: in parts, misspelled, in another order, a letter, nothing alike. */
const TYPED =
  'quetzalcaotl|quetz|a|am|amb|amber|ambre|amber violet|voilet anber|kestrel|kestrel dormouse|dormosue kestral|quiet engines amber|thudner glass|midnihgt|cristal canyon|mara ost|fenwick rose|neon rain|zzyzx|99999|marble gardn echo'.split(
    '|',
  );

/** The search over everything, with corrections: how often at 100,000 tracks, and how slow at a million. */
export async function searching(small: string, large: string): Promise<Line[]> {
  for (const folder of [small, large]) learnWords(folder);
  const often = await ovation(small);
  const [rate] = await takeTurns([{ url: often.url + MISSPELLED, pid: often.pid }]);
  await often.stop();
  const slow = await ovation(large);
  const slowest = await p99(slow.url);
  await slow.stop();
  return [
    {
      what: 'misspelled search, of 100,000',
      ours: perSecond(rate!.perSecond),
      against: '',
      aim: `>= ${AIM.perSecond}/s`,
      reached: rate!.perSecond >= AIM.perSecond,
    },
    {
      what: 'searches as they are typed, of 1,000,000, p99',
      ours: `${slowest.toFixed(1)} ms`,
      against: '',
      aim: `<= ${AIM.p99} ms`,
      reached: slowest <= AIM.p99,
    },
  ];
}

function learnWords(folder: string): void {
  const database = new DatabaseSync(path.join(folder, 'ovation.db'));
  const learn = database.prepare('insert or ignore into spelling (key, word) values (?, ?)');
  database.exec('pragma synchronous = off; begin');
  for (let i = 0; i < VOCABULARY; i++)
    for (const { key, word } of spellingRows(wordOf(i))) learn.run(key, word);
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}

/** A number as syllables, spread over the alphabet. */
function wordOf(number: number): string {
  let rest = (number * 7919) % 3_200_000;
  let word = SYLLABLES[number % SYLLABLES.length]!;
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length]!;
  return word;
}

/** The time that 99 % of searches stay below, one after another; ms. */
async function p99(url: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const q = encodeURIComponent(TYPED[i % TYPED.length]!);
    const began = performance.now();
    const response = await fetch(`${url}/search?q=${q}`);
    await response.text();
    if (!response.ok) throw new Error(`Searching for ${q} answered ${response.status}.`);
    // The first round fills the caches of the database.
    if (i >= TYPED.length) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

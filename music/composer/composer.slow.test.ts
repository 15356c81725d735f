import { expect, describe as group, test } from 'vitest';
import { truePeak } from '../analysis/loudness.ts';
import { bandLevel, powerSpectrum } from '../analysis/spectrum.ts';
import { compareTakes } from '../testing/compare.ts';
import { decodeMp3 } from '../testing/decode-mp3.ts';
import { consonance, examine } from '../testing/measure.ts';
import { compose } from './compose.ts';
import { composeSong, encodeSong, type SongOrder } from './generate.ts';
import { type Rendering, render } from './rendering/render.ts';
import { type Score, secondsAt } from './score.ts';
import { RATE } from './sound/tables.ts';
import type { World } from './world.ts';
import { jazzTrio } from './worlds/concert.ts';
import { WORLDS } from './worlds/table.ts';

/** The genre picker's quick picks by their worlds: heard as arranged for an order, each in another take. */
const PICKS = new Map<string, SongOrder>(
  (
    [
      ['synthwave', 'electronic-dance:synthwave', 'A'],
      ['trap', 'hip-hop-rap:trap', 'B'],
      ['indie-rock', 'rock:indie-rock', 'C'],
      ['dance-pop', 'pop:hyperpop', 'A'],
      ['neo-soul', 'r-and-b-soul:neo-soul', 'B'],
      ['vaporwave', 'electronic-dance:vaporwave', 'C'],
    ] as const
  ).map(([world, genre, take]) => [world, { genre, take, seed: 7, seconds: 60 }]),
);

/** The song of a world, as ordered or as written, rendered once for all tests that listen to it. */
const songs = new Map<string, Promise<{ score: Score; record: Rendering }>>();
function songOf(world: World) {
  let song = songs.get(world.name);
  if (!song) {
    const order = PICKS.get(world.name);
    const score = order ? composeSong(order).score : compose({ world }, 1);
    song = render(score).then((record) => ({ score, record }));
    // Only one is heard twice; the others would fill the memory.
    if (world === jazzTrio) songs.set(world.name, song);
  }
  return song;
}

const listen = ({ left, right }: Rendering, score: Score) => examine(left, right, score);

/** Seconds of each song that are also heard as MP3: encoding whole songs would take a third of the time. */
const HEARD = 10;

/** Margin at the edges of the excerpt, where a cut may overshoot, samples. */
const EDGE = 2400;

/** The true peak of the song's loudest seconds, decoded from an MP3, and how far the MP3 is from the record, dB. */
async function asMp3({ left, right }: Rendering) {
  const at = loudestAt(left);
  const excerpt = [left, right].map((x) => x.slice(at, at + HEARD * RATE));
  const decoded = await decodeMp3(await encodeSong({ left: excerpt[0]!, right: excerpt[1]! }));
  expect(decoded[0]).toHaveLength(excerpt[0]!.length);
  const lost = decoded[0].map((value, i) => value - excerpt[0]![i]!);
  const power = (x: Float32Array) => x.reduce((sum, value) => sum + value * value, 1e-12);
  return {
    peak: truePeak(decoded.map((x) => x.subarray(EDGE, -EDGE))),
    noise: 10 * Math.log10(power(lost) / power(excerpt[0]!)),
  };
}

/** Start of the ten seconds with the most energy, in samples. */
function loudestAt(x: Float32Array): number {
  const seconds = Array.from({ length: Math.floor(x.length / RATE) }, (_, s) =>
    x.subarray(s * RATE, (s + 1) * RATE).reduce((sum, value) => sum + value * value, 0),
  );
  const energy = (from: number) => seconds.slice(from, from + HEARD).reduce((a, b) => a + b, 0);
  let best = 0;
  for (let s = 1; s + HEARD <= seconds.length; s++) if (energy(s) > energy(best)) best = s;
  return best * RATE;
}

/** Worlds of bands in a room, which were thin below 315 Hz. */
const WARM = ['bossa-nova', 'country', 'jazz-trio'];

group('every world, as a listener gets it', () => {
  test.each(WORLDS.map((world) => [world.name, world] as const))(
    '%s',
    { timeout: 300_000 },
    async (_, world) => {
      const { score, record } = await songOf(world);
      const findings = listen(record, score);
      const mp3 = await asMp3(record);
      expect(mp3.peak, 'true peak of the MP3, dBTP').toBeLessThanOrEqual(-1);
      expect(mp3.noise, 'what the MP3 changes, dB').toBeLessThan(-8);
      const body = findings.find((finding) => finding.name === 'low mids')!.value;
      if (WARM.includes(world.name)) expect(body, 'low mids, dB').toBeGreaterThan(-3.5);
      expect(findings.filter((finding) => !finding.pass)).toEqual([]);
      if (PICKS.has(world.name)) portraits.set(world.name, portrait(record, score));
      expect(Math.abs(record.corrections.air), 'air shelf, dB').toBeLessThanOrEqual(3);
      expect(record.corrections.side, 'side lift, dB').toBeLessThanOrEqual(3);
      const share = consonance(score);
      if (!Number.isNaN(share)) expect(share).toBeGreaterThan(0.95);
    },
  );
});

/** Features that tell one record from another. */
type Portrait = { score: Score; bands: number[]; hits: number; instruments: Set<string> };
/** The quick picks' portraits, drawn by the tests above. */
const portraits = new Map<string, Portrait>();

/** Hz that part bass, warmth, body, presence, brightness and air. */
const EDGES = [40, 125, 315, 800, 2000, 6000, 16_000];

function portrait({ left }: Rendering, score: Score): Portrait {
  const spectrum = powerSpectrum(left);
  const whole = bandLevel(spectrum, RATE, 40, 16_000);
  const hits = score.parts.reduce((sum, part) => sum + ('hits' in part ? part.hits.length : 0), 0);
  return {
    score,
    bands: EDGES.slice(1).map((to, i) => bandLevel(spectrum, RATE, EDGES[i]!, to) - whole),
    hits: hits / (left.length / RATE),
    instruments: new Set(score.parts.map(({ instrument }) => instrument)),
  };
}

/** The ways in which two records differ clearly. */
function contrasts(a: Portrait, b: Portrait): string[] {
  const { tempo, drums } = compareTakes(a.score, b.score);
  const density = Math.max(a.hits, b.hits) / Math.min(a.hits, b.hits);
  const balance = Math.max(...a.bands.map((level, i) => Math.abs(level - b.bands[i]!)));
  const shared = [...a.instruments].filter((name) => b.instruments.has(name)).length;
  const clear = {
    tempo: tempo > 0.08,
    drums: drums < 0.6 || density > 1.33,
    balance: balance > 2.5,
    instruments: shared / Math.min(a.instruments.size, b.instruments.size) < 0.5,
  };
  return Object.entries(clear).flatMap(([name, yes]) => (yes ? [name] : []));
}

test('every quick pick sounds like itself', () => {
  const all = [...portraits];
  expect(all).toHaveLength(PICKS.size);
  for (const [at, [name, one]] of all.entries())
    for (const [other, two] of all.slice(at + 1))
      expect(
        contrasts(one, two).length,
        `${name} and ${other}: ${contrasts(one, two)}`,
      ).toBeGreaterThanOrEqual(2);
});

test('the ear hears a click put on a section border', { timeout: 300_000 }, async () => {
  const { score, record } = await songOf(jazzTrio);
  const left = record.left.slice();
  left[Math.round(secondsAt(score, score.sections[2]!.beat) * RATE)]! += 0.6;
  const findings = listen({ ...record, left }, score);
  expect(findings.find((finding) => finding.name === 'border clicks')?.pass).toBe(false);
});

import { MPEGDecoder } from 'mpg123-decoder';
import { beforeAll, expect, describe as group, test } from 'vitest';
import { truePeak } from '../analysis/loudness.ts';
import { bandLevel, powerSpectrum } from '../analysis/spectrum.ts';
import { compareTakes } from '../testing/compare.ts';
import { consonance, examine } from '../testing/measure.ts';
import { compose } from './compose.ts';
import { composeSong, encodeSong, generate, type SongOrder } from './generate.ts';
import { createRandom } from './random.ts';
import { type Rendering, render } from './rendering/render.ts';
import { type Score, secondsAt } from './score.ts';
import { kit808, kit909, kitAcoustic, kitBrushes, kitEighties } from './sound/drums.ts';
import { openSoundfont } from './sound/soundfont.ts';
import { RATE } from './sound/tables.ts';
import { LONGEST_NOTE, type Voice } from './sound/voice.ts';
import { VOICES } from './sound/voices.ts';
import type { World } from './world.ts';
import { jazzTrio } from './worlds/concert.ts';
import { WORLDS } from './worlds/table.ts';
import { parseChord, parseKey, voiceChord } from './writing/theory.ts';

async function decode(mp3: Uint8Array): Promise<[Float32Array, Float32Array]> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData } = decoder.decode(mp3);
  decoder.free();
  return [channelData[0]!, channelData[1]!];
}

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

/** What a cut may overshoot at the edges of the excerpt, samples. */
const EDGE = 2400;

/** The true peak of the song's loudest seconds, decoded from an MP3, and how far the MP3 is from the record, dB. */
async function asMp3({ left, right }: Rendering) {
  const at = loudestAt(left);
  const excerpt = [left, right].map((x) => x.slice(at, at + HEARD * RATE));
  const decoded = await decode(await encodeSong({ left: excerpt[0]!, right: excerpt[1]! }));
  expect(decoded[0]).toHaveLength(excerpt[0]!.length);
  const lost = decoded[0].map((value, i) => value - excerpt[0]![i]!);
  const power = (x: Float32Array) => x.reduce((sum, value) => sum + value * value, 1e-12);
  return {
    peak: truePeak(decoded.map((x) => x.subarray(EDGE, -EDGE))),
    noise: 10 * Math.log10(power(lost) / power(excerpt[0]!)),
  };
}

/** Where the ten seconds begin that have the most energy, in samples. */
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

/** What tells one record from another. */
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

group('a performance', () => {
  const order = { genre: 'latin:bossa-nova', description: 'by the sea', seconds: 60 };

  // That the same order gives the same bytes is tested where the server plays it twice.
  test('has facts and a waveform that fit it', { timeout: 300_000 }, async () => {
    const { audio, facts, waveform } = await generate({ ...order, seed: 7 });
    const [left, right] = await decode(audio);
    expect(facts.genre).toBe('latin:bossa-nova');
    expect(left.length / RATE).toBeCloseTo(facts.duration, 2);
    expect(facts.true_peak).toBeLessThanOrEqual(-1);
    expect(waveform.length).toBeGreaterThan(280);
    const { score } = composeSong({ ...order, seed: 7 });
    const failed = examine(left, right, score).filter(({ pass }) => !pass);
    expect(failed).toEqual([]);
  });

  test('differs in its notes between seeds', () => {
    for (const world of WORLDS) {
      const notes = (seed: number) =>
        JSON.stringify(compose({ world }, seed).parts.map((p) => ('notes' in p ? p.notes : p.hits)));
      expect(notes(1)).not.toBe(notes(2));
      expect(notes(3)).toBe(notes(3));
    }
  });
});

group('harmony', () => {
  test('reads Roman numerals', () => {
    const key = parseKey('A minor');
    expect(parseChord('VImaj7', key).tones).toEqual([5, 9, 0, 4]);
    expect(parseChord('V7b9', key).tones).toEqual([4, 8, 11, 2, 5]);
    expect(parseChord('bIImaj7', key).root).toBe(10);
    expect(parseChord('iiø', parseKey('C major')).tones).toEqual([2, 5, 8, 0]);
    expect(() => parseChord('H7', key)).toThrow();
  });
  test('leads voices by small steps', () => {
    const key = parseKey('C major');
    let before = voiceChord(parseChord('Imaj7', key), null);
    for (const symbol of ['vi7', 'ii7', 'V7', 'Imaj7']) {
      const next = voiceChord(parseChord(symbol, key), before);
      const moved = next.reduce((sum, pitch, i) => sum + Math.abs(pitch - before[i]!), 0);
      expect(moved).toBeLessThanOrEqual(9);
      before = next;
    }
  });
});

group('instruments', () => {
  beforeAll(openSoundfont);
  const canvas = {
    left: new Float32Array(LONGEST_NOTE * RATE + 64),
    right: new Float32Array(LONGEST_NOTE * RATE + 64),
  };
  const play = (voice: Voice, pitch: number, seed = 1) => {
    const frequency = 440 * 2 ** ((pitch - 69) / 12);
    const tone = { frequency, seconds: 1, velocity: 0.8, random: createRandom(seed).unit };
    return canvas.left.slice(0, voice.sound(tone, canvas));
  };
  /** Struck metal and wood have partials that are no harmonics. */
  const pitched = (family: string, name: string) => family !== 'mallets' && name !== 'shakuhachi';

  test.each(Object.entries(VOICES))('%s sounds, on pitch, and ends', (name, { make, family, range }) => {
    const [low, high] = range;
    for (const pitch of [low, Math.round((low + high) / 2), high]) {
      const x = play(make(), pitch);
      expect(x.length).toBeGreaterThan(1000);
      expect(x.every(Number.isFinite)).toBe(true);
      expect(Math.max(...x.map(Math.abs).subarray(0, 40_000))).toBeGreaterThan(0.01);
      if (pitched(family, name) && pitch < 84)
        expect(periodOf(x.subarray(9000, 26_000), 440 * 2 ** ((pitch - 69) / 12))).toBeLessThan(30);
    }
  });

  test('a recorded note that is played again is not the same recording', () => {
    const { make } = VOICES['nylon guitar'];
    const [first, second] = [play(make(), 60, 1), play(make(), 60, 2)];
    const likeness = first.slice(0, 8000).reduce((sum, x, i) => sum + x * second[i]!, 0);
    const power = first.slice(0, 8000).reduce((sum, x) => sum + x * x, 0);
    expect(likeness / power).toBeLessThan(0.97);
  });

  test('a soft note is darker than a hard one', () => {
    const { make } = VOICES['electric piano'];
    const brightness = (velocity: number) => {
      const tone = { frequency: 220, seconds: 1, velocity, random: createRandom(1).unit };
      const spectrum = powerSpectrum(canvas.left.slice(0, make().sound(tone, canvas)));
      return bandLevel(spectrum, RATE, 2000, 8000) - bandLevel(spectrum, RATE, 200, 1000);
    };
    expect(brightness(0.9) - brightness(0.3)).toBeGreaterThan(4);
  });

  test('an open hat rings for a second and a half', () => {
    const out = new Float32Array(5 * RATE);
    kitAcoustic.open!.strike(out, 0.8, createRandom(1).unit);
    const level = (at: number) =>
      10 * Math.log10(out.slice(at * RATE, (at + 0.1) * RATE).reduce((sum, x) => sum + x * x, 0));
    expect(level(1.4) - level(0)).toBeGreaterThan(-30);
  });

  test('every piece of every kit sounds and is finite', () => {
    const out = new Float32Array(5 * RATE);
    for (const kit of [kit808, kit909, kitEighties, kitAcoustic, kitBrushes]) {
      for (const piece of Object.values(kit)) {
        const samples = piece.strike(out, 0.8, Math.random);
        const x = out.subarray(0, samples);
        expect(x.every(Number.isFinite)).toBe(true);
        expect(x.reduce((a, b) => Math.max(a, Math.abs(b)), 0)).toBeGreaterThan(0.02);
      }
    }
  });
});

/** How far, in cents, the best-correlated lag lies from two periods of the asked frequency (looked for within a semitone). */
function periodOf(x: Float32Array, frequency: number): number {
  const wanted = (2 * RATE) / frequency;
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let lag = wanted * 0.96; lag <= wanted * 1.04; lag += 0.1) {
    const whole = Math.floor(lag);
    const f = lag - whole;
    let sum = 0;
    let energy = 1e-12;
    for (let i = 0; i + whole + 1 < Math.min(x.length, 8000); i++) {
      const y = x[i + whole]! * (1 - f) + x[i + whole + 1]! * f;
      sum += x[i]! * y;
      energy += y * y;
    }
    const score = sum / Math.sqrt(energy);
    if (score > highest) {
      highest = score;
      best = lag;
    }
  }
  return Math.abs(1200 * Math.log2(best / wanted));
}

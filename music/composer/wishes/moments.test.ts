import { describe, expect, it } from 'vitest';
import { composeSong } from '../generate.ts';
import { lengthOf, type Score, secondsAt } from '../score.ts';
import { belongs } from './instruments.ts';
import { playerOf } from './notes.ts';

const GENRES = [
  ...['rock:indie-rock', 'pop:synth-pop', 'jazz:bebop', 'techno:hypnotic-techno', 'folk:chamber-folk'],
  ...['metal:doom-metal', 'classical-orchestral:chamber-music', 'hip-hop-rap:boom-bap', 'latin:bossa-nova'],
];
const TAKES = ['A', 'B', 'C'] as const;

/** Every sound of a song, by its second. */
function soundsOf(score: Score) {
  return score.parts.flatMap((part) =>
    ('notes' in part ? part.notes : part.hits).map((event) => ({
      ...{ role: part.role, player: playerOf(part), name: part.name, velocity: event.velocity },
      at: secondsAt(score, event.beat),
    })),
  );
}
type Sounds = ReturnType<typeof soundsOf>;
const between = (sounds: Sounds, from: number, to: number) =>
  sounds.filter(({ at }) => at >= from - 0.06 && at < to - 0.06);
const weight = (sounds: Sounds, from: number, to: number) =>
  between(sounds, from, to).reduce((sum, { velocity }) => sum + velocity, 0) / (to - from);
const players = (sounds: Sounds, from: number, to: number) =>
  new Set(between(sounds, from, to).map(({ name }) => name)).size;
const ground = ({ role }: Sounds[number]) => role === 'drums' || role === 'bass';

/** Checks of a moment at its second, given the song's sounds, its length, and a bar in seconds. */
const TRUE: Record<string, (s: Sounds, at: number, long: number, bar: number) => boolean> = {
  'Starts quiet': (s, at, long) => at < 1 && weight(s, 0, 0.12 * long) < weight(s, 0.4 * long, 0.9 * long),
  'The whole band': (s, at, _long, bar) =>
    players(s, at, at + 4 * bar) >= players(s, 0, 4 * bar) && weight(s, at, at + 4 * bar) > weight(s, 0, at),
  Builds: (s, at, long) => weight(s, at, long) > weight(s, 0, at),
  'The drop': (s, at, _long, bar) =>
    !between(s, at - bar, at).some(ground) && between(s, at, at + bar).some(ground),
  'The break': (s, at, _long, bar) => !between(s, at + bar, at + 1.5 * bar).some(ground),
  'Everything stops': (s, at) =>
    between(s, at + 0.1, at + 0.5).length === 0 && between(s, at - 2, at).length > 0,
  'Fades out': (s, at, long, bar) => weight(s, long - 2 * bar, long) < 0.7 * weight(s, at - bar, at + bar),
  'Strings enter': (s, at) => enters(s, 'strings', at),
  'Drums enter': (s, at) => enters(s, 'drums', at),
};
const enters = (sounds: Sounds, name: string, at: number) =>
  Math.abs(Math.min(...sounds.filter(({ player }) => belongs(player, name)).map((one) => one.at)) - at) < 0.1;

const WISHES: [description: string, labels: string[], least: number][] = [
  ['Starts as a whisper, ends with the whole band soaked.', ['Starts quiet', 'The whole band'], 0.9],
  ['It builds up.', ['Builds'], 0.9],
  ['A drop.', ['The drop'], 0.9],
  ['A break.', ['The break'], 0.6],
  ['Everything stops before the last chorus.', ['Everything stops'], 0.9],
  ['It fades out.', ['Fades out'], 1],
  ['No drums until the middle, strings only at the end.', ['Drums enter', 'Strings enter'], 0.5],
];

describe.each(WISHES)('%s', (description, labels, least) => {
  it('is heard at the second that its moments name, in every genre', () => {
    let known = 0;
    let songs = 0;
    for (const genre of GENRES)
      for (const [i, take] of TAKES.entries()) {
        const { score, account } = composeSong({ genre, description, seed: 7 * songs + i, take });
        const sounds = soundsOf(score);
        const bar = (60 / score.bpm) * score.beatsPerBar;
        songs++;
        for (const { outcome, moment } of account.heard) {
          if (!moment) continue;
          known++;
          const what = `${moment.label} at ${moment.at} in ${genre}, take ${take}`;
          expect(labels, what).toContain(moment.label);
          expect(outcome).toBe('done');
          expect(TRUE[moment.label]!(sounds, moment.at, lengthOf(score) - score.tail, bar), what).toBe(true);
        }
      }
    expect(known / (songs * labels.length)).toBeGreaterThanOrEqual(least);
  });
});

it('a key change is where the pitches move', () => {
  const order = { genre: 'pop:synth-pop', seed: 3, take: 'A' } as const;
  const { score: plain } = composeSong({ ...order, description: 'It fades out.' });
  const { score, account } = composeSong({ ...order, description: 'It fades out. A key change.' });
  const { at } = account.heard.find(({ moment }) => moment?.label === 'Key change')!.moment!;
  for (const [p, part] of score.parts.entries()) {
    const before = plain.parts[p]!;
    if (!('notes' in part && 'notes' in before)) continue;
    for (const [n, { beat, pitch }] of part.notes.entries()) {
      const after = secondsAt(score, beat) - at;
      if (Math.abs(after) > 0.15) expect(pitch - before.notes[n]!.pitch).toBe(after > 0 ? 2 : 0);
    }
  }
});

it.each([
  'In D minor, 90 bpm, two minutes long.',
  'No drums. Only piano and strings.',
  'Sad and slow, with a warm tape sound.',
  'More cowbell, less bass.',
])('what is true of the whole song has no moment: %s', (description) => {
  for (const genre of GENRES)
    for (const { wish, moment } of composeSong({ genre, description, seed: 5 }).account.heard)
      expect([wish.chip, moment]).toEqual([wish.chip, undefined]);
});

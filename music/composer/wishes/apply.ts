import type { Arrangement, Hints } from '../arranging/arrange.ts';
import { TAKES, type Take } from '../arranging/form.ts';
import type { Genre } from '../genres/table.ts';
import type { Score } from '../score.ts';
import type { World } from '../world.ts';
import { feelOf } from '../writing/grooves.ts';
import type { Asked } from './asked.ts';
import { closeEnsemble, inMeter, openEnsemble } from './ensemble.ts';
import { choosePlayers } from './players.ts';
import { applyToSections } from './sections.ts';

/** Share by which words may go beyond a genre's tempos. */
const BEYOND = 0.3;

/** The tempo, key and mode that words ask for, within the genre's reach: a stated tempo is doubled or halved to fit. */
export function hintsOf({ bpm, pace, key, mode }: Asked, { tempo }: Genre): Hints {
  return {
    ...(bpm === undefined ? {} : { bpm: fit(bpm, tempo) }),
    ...(pace === undefined ? {} : { pace }),
    ...(key === undefined ? {} : { key }),
    ...(mode === undefined ? {} : { mode }),
  };
}

function fit(asked: number, [slow, fast]: readonly [number, number]): number {
  const [lowest, highest] = [slow * (1 - BEYOND), fast * (1 + BEYOND)];
  const options = [asked, asked * 2, asked / 2].filter((bpm) => bpm >= lowest && bpm <= highest);
  return Math.round(options[0] ?? Math.max(lowest, Math.min(highest, asked)));
}

/** A genre and its world in the meter and feel that were asked for. */
export function inFeel(
  world: World,
  genre: Genre,
  { feel, drums }: Asked,
  take: Take,
): { world: World; genre: Genre } {
  const beats = feel === undefined ? 4 : feelOf(feel).beats;
  if (feel && beats !== 4)
    return { world: inMeter(world, TAKES.indexOf(take), beats), genre: { ...genre, feel } };
  const wanted = feel ?? (drums === 'half' ? 'halftime' : undefined);
  if (!wanted || world.beatsPerBar !== 4) return { world, genre };
  return { world, genre: { ...genre, feel: wanted } };
}

/** Seconds by which a song is arranged longer, because its intro will be cut or doubled. */
export function extraSeconds({ shapes }: Asked): number {
  return shapes.has('no intro') ? 7 : shapes.has('long intro') ? -7 : 0;
}

/** An arrangement as the words want it, how loud each of its sections is played, and who plays without the words. */
export function applyToBand(
  arrangement: Arrangement,
  genre: Genre,
  asked: Asked,
  take: Take,
): { arrangement: Arrangement; loud: number[]; usual: string[] } {
  const { world, plan } = arrangement;
  const band = openEnsemble(world, genre.feel === 'own' ? world.feel : genre.feel, TAKES.indexOf(take));
  const usual = [...band.who.values()];
  choosePlayers(band, asked);
  const loud = applyToSections(band, asked);
  const changed = closeEnsemble(band);
  const roles = band.rows.map(({ label, bars }) => ({
    role: label as (typeof plan)[number]['role'],
    bars,
  }));
  const abrupt = asked.shapes.has('end') ? { ending: 'stop' as const } : {};
  return { arrangement: { ...arrangement, plan: roles, world: { ...changed, ...abrupt } }, loud, usual };
}

/** Room, tone, dust and dynamics of the record. */
export function applyToRecord(score: Score, asked: Asked): void {
  const { room = 0, bright = 0, warmth = 0, dust, touch = 0, shapes, places } = asked;
  const { sound } = score;
  const far = Math.max(-1, Math.min(1.5, room));
  sound.roomSeconds = clamp(sound.roomSeconds * 2 ** (far < 0 ? 1.6 * far : 1.1 * far), 0.25, 5);
  sound.roomLevel = clamp(
    sound.roomLevel * (far < 0 ? 1 + 0.7 * far : 1) + (far > 0 ? 0.25 * far : 0),
    0.05,
    1,
  );
  if (far < 0) sound.echoLevel *= 1 + 0.8 * far;
  sound.air = clamp(sound.air + 5 * bright, -32, -8);
  sound.warmth = clamp(sound.warmth * (1 + 0.6 * warmth), 0.5, 3);
  if (dust === 'none') [sound.crackle, sound.hiss] = [0, 0];
  if (dust === 'vinyl') [sound.crackle, sound.hiss] = [34, 48];
  if (dust === 'tape') sound.hiss = 42;
  if (shapes.has('steady')) sound.range = Math.min(sound.range, 3);
  if (shapes.has('build') || shapes.has('fade out') || shapes.has('fade in') || places.length)
    sound.range = Math.max(sound.range, 9);
  const quiet = places.some(
    ({ place, effect, amount }) => place === 'start' && (effect.touch ?? effect.energy ?? 0) * amount < 0,
  );
  if (quiet || shapes.has('build') || shapes.has('fade in')) sound.opening = 99;
  if (touch < -0.3) sound.crest = Math.min(17, sound.crest + 1);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

import type { FormSection, World } from '../world.ts';
import type { Arrangement } from './arrange.ts';

/** Seconds that the last chord rings. */
const RINGS = 3;

/**
 * The hook alone, as near to `seconds` as whole phrases allow: the band plays it from its first beat and closes on the
 * song's last chord. `row` says which row of the arrangement it is.
 */
export function hookOf(arrangement: Arrangement, seconds: number): { arrangement: Arrangement; row: number } {
  const { world, bpm } = arrangement;
  const row = hookRow(world.form);
  const [name, , chords, energy, entries] = world.form[row]!;
  const bar = (60 * world.beatsPerBar) / bpm;
  const bars = Math.max(2, 2 * Math.round(((seconds - RINGS) / bar - 1) / 2));
  const playing = entries
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split('@')[0]!)
    .join(' ');
  const hook: FormSection = [name, bars + 1, 'sketch', energy, playing, 'hook'];
  return {
    row,
    arrangement: {
      ...arrangement,
      plan: [{ role: 'hook', bars: bars + 1 }],
      world: {
        ...world,
        form: [hook],
        chords: { ...world.chords, sketch: [...barsOf(world, chords, bars), homeOf(world)].join(' | ') },
        ending: 'ritard',
        lift: 0,
        ritard: { beats: world.beatsPerBar / 2, amount: 0.08 },
      },
    },
  };
}

/** The last hook, or the loudest row where the form has none. */
function hookRow(form: World['form']): number {
  const last = form.map(([name, , , , , label]) => label ?? name).lastIndexOf('hook');
  if (last >= 0) return last;
  return form.reduce((best, [, , , energy], i) => (energy > form[best]![3] ? i : best), 0);
}

/** So many bars of a progression, from its beginning and over again. */
function barsOf(world: World, name: string, count: number): string[] {
  const bars = [world.chords[name]!].flat()[0]!.split('|');
  return Array.from({ length: count }, (_, i) => bars[i % bars.length]!.trim());
}

/** The chord on which the song ends. */
function homeOf(world: World): string {
  const chords = [world.chords[world.form.at(-1)![2]]!].flat()[0]!.split(/[\s|]+/);
  return chords.filter((chord) => chord && chord !== '%').at(-1)!;
}

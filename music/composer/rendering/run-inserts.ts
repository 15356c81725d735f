import type { Random } from '../random.ts';
import type { Part, Score } from '../score.ts';
import { eq, type Insert } from '../sound/inserts.ts';
import { inStretches, type Stem } from './stem.ts';

/** Runs a part through its effects and its high-pass. A mono part stays mono until an effect widens it. */
export function runInserts(
  score: Score,
  part: Part,
  inserts: readonly Insert[],
  stem: Stem,
  random: Random,
): Stem {
  const { left, right, regions } = stem;
  const context = { secondsPerBeat: 60 / score.bpm, random: random.unit };
  const steps = [...inserts, eq('highpass', part.mix.highpass, 0.7)].map((insert) => ({
    process: insert(context),
    widens: insert.widens === true,
  }));
  const widening = stem.mono ? steps.findIndex(({ widens }) => widens) : 0;
  const narrow = widening < 0 ? steps.length : widening;
  inStretches(regions, (from, to) => {
    for (let k = 0; k < narrow; k++) steps[k]!.process(left, null, from, to);
    if (narrow === steps.length) return;
    if (stem.mono) right.set(left.subarray(from, to), from);
    for (let k = narrow; k < steps.length; k++) steps[k]!.process(left, right, from, to);
  });
  return { ...stem, mono: stem.mono && widening < 0 };
}

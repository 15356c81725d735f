import { createRandom } from '../random.ts';
import type { Hit } from '../score.ts';
import type { Kit } from '../sound/drums.ts';
import { build, drumming, type Groove } from '../writing/drumming.ts';
import { drawFills, drawGrooves, type Feel, feelOf, type Playing, softened } from '../writing/grooves.ts';
import type { Section } from '../writing/section.ts';

/** Substitutes for pieces that the kit lacks. */
const SUBSTITUTES: Readonly<Record<string, readonly string[]>> = {
  clap: ['snare', 'rim'],
  snare: ['clap', 'rim'],
  rim: ['block', 'snare'],
  ride: ['hat', 'shaker'],
  open: ['hat', 'shaker'],
  hat: ['pedal', 'shaker'],
  pedal: ['hat'],
  sweep: ['shaker'],
  crash: ['open'],
  tom: ['tomLow', 'conga'],
  tomLow: ['tom', 'tumba'],
  tomHigh: ['tom', 'bongo'],
};

/** Choices that the drums of one take keep to from beginning to end. */
type Beat = Playing & { feel: Feel; take: number; fills: readonly Groove[]; every: 4 | 8 };

/** Draws the beat of a take (0 to 2); the seed is the song's, so that its takes draw different ones. */
export function drawBeat(feel: Feel, take: number, seed: number, kit: Kit): Beat {
  const random = createRandom(seed);
  const suited = (groove: Groove) => fit(groove, kit);
  const playing = drawGrooves(feel, random.fork('grooves'), suited)[take]!;
  const chance = random.fork(`fills/${take}`);
  const fills = drawFills(feel, chance).map(suited);
  return { ...playing, feel, take, fills, every: take < 2 && chance.chance(0.2) ? 4 : 8 };
}

/** Plays a section in the song's groove, as full as the section's energy asks. */
export function playGroove(section: Section, kit: Kit, beat: Beat): Hit[] {
  const { feel, take, groove: plain, more, every } = beat;
  const plan = feelOf(feel);
  const { energy, label, following } = section;
  const quiet = label === 'break' || label === 'intro' || energy < 0.56;
  const groove: Groove = quiet
    ? softened(plain)
    : energy > 0.93 || section.visit > 0
      ? { ...more, ...plain }
      : plain;
  const fills = quiet ? [] : beat.fills;
  let hits = drumming(section, groove, {
    fills,
    every,
    velocity: 0.6 + 0.3 * energy,
    ...(label === 'hook' && take !== 2 && kit.crash ? { crash: 'crash' } : {}),
  });
  if (following === 'hook' && label !== 'hook' && kit.open && !plan.hands) hits = opening(section, hits);
  // A roll leads out of a break or a build-up.
  const roll = kit.snare ? 'snare' : kit.clap ? 'clap' : undefined;
  if ((label === 'break' || label === 'pre') && roll && take !== 2 && plan.beats === 4)
    hits.push(...build(section, roll, { bars: 1, grid: 0.25, from: 0.15, to: 0.75 }));
  return hits.filter((hit) => kit[hit.piece]);
}

/** The hat opens on its way to the hook: first now and then between the beats, at last on every one. */
function opening(section: Section, hits: readonly Hit[]): Hit[] {
  const { beats, random } = section;
  const from = Math.max(0, beats - 4 * section.beatsPerBar);
  return hits.map((hit) => {
    const between = Math.abs((hit.beat % 1) - 0.5) < 0.01;
    const way = (hit.beat - from) / (beats - from);
    return hit.piece === 'hat' && between && random.chance(way) ? { ...hit, piece: 'open' } : hit;
  });
}

function fit(groove: Groove, kit: Kit): Groove {
  const fitted: Record<string, string | readonly string[]> = {};
  for (const [piece, rhythm] of Object.entries(groove)) {
    const found = [piece, ...(SUBSTITUTES[piece] ?? [])].find((name) => kit[name] && !(name in fitted));
    if (found) fitted[found] = rhythm;
  }
  return fitted;
}

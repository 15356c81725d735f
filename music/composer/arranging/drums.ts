import type { Hit } from '../score.ts';
import type { Kit } from '../sound/drums.ts';
import { build, drumming, type Groove } from '../writing/drumming.ts';
import { type Feel, feelOf, HAND_FILLS, STRAIGHT_FILLS, TRIPLET_FILLS } from '../writing/grooves.ts';
import type { Section } from '../writing/section.ts';

/** What plays a part of the groove when the kit lacks a piece. */
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

/** What is left of a groove when the band plays softly. */
const QUIET = /^(kick|hat|ride|shaker|cabasa|sweep|rim|clave|tumba|conga|bongo|pedal|triangle|tomLow)$/;

const HANDS: readonly Feel[] = ['clave', 'cumbia', 'hand', 'tabla', 'bhangra', 'samba', 'bossa'];

/** Plays a section in a feel's groove for this take (0 to 2), as full as the section's energy asks. */
export function playGroove(section: Section, kit: Kit, feel: Feel, take: number): Hit[] {
  const plan = feelOf(feel);
  const plain = plan.grooves[take]!;
  const { energy, label } = section;
  const quiet = label === 'break' || label === 'intro' || energy < 0.66;
  const groove: Groove = quiet
    ? Object.fromEntries(Object.entries(plain).filter(([piece]) => QUIET.test(piece)))
    : energy > 0.93
      ? { ...plan.more?.[take], ...plain }
      : plain;
  const triplets = plan.swing?.unit === 0.5 || feel === 'twelve';
  const fills =
    quiet || plan.beats ? [] : HANDS.includes(feel) ? HAND_FILLS : triplets ? TRIPLET_FILLS : STRAIGHT_FILLS;
  const hits = drumming(section, fit(groove, kit), {
    fills: fills.map((fill) => fit(fill, kit)),
    // A sparse take also fills less often.
    every: take === 2 ? 8 : 4,
    velocity: 0.6 + 0.3 * energy,
    ...(label === 'hook' && take !== 2 && kit.crash ? { crash: 'crash' } : {}),
  });
  // A roll leads out of a break or a build-up.
  const roll = kit.snare ? 'snare' : kit.clap ? 'clap' : undefined;
  if ((label === 'break' || label === 'pre') && roll && take !== 2 && !plan.beats)
    hits.push(...build(section, roll, { bars: 1, grid: 0.25, from: 0.15, to: 0.75 }));
  return hits.filter((hit) => kit[hit.piece]);
}

function fit(groove: Groove, kit: Kit): Groove {
  const fitted: Record<string, string | readonly string[]> = {};
  for (const [piece, rhythm] of Object.entries(groove)) {
    const found = [piece, ...(SUBSTITUTES[piece] ?? [])].find((name) => kit[name] && !(name in fitted));
    if (found) fitted[found] = rhythm;
  }
  return fitted;
}

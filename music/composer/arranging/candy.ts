import type { Random } from '../random.ts';
import { choppedVowels, reversedCymbal, riser } from '../sound/candy.ts';
import type { PartPlan } from '../world.ts';
import { arpeggio } from '../writing/chords.ts';
import type { Plan, Take } from './form.ts';

type Candy = 'riser' | 'reversed cymbal' | 'chopped vowels';

/** Effects that sweeten the worlds made at a desk rather than in a room. */
const CANDY: Readonly<Record<string, readonly Candy[]>> = {
  'bass-music': ['riser', 'reversed cymbal', 'chopped vowels'],
  'dance-pop': ['riser', 'reversed cymbal', 'chopped vowels'],
  'deep-house': ['riser', 'chopped vowels'],
  'indie-rock': ['reversed cymbal'],
  'liquid-drum-and-bass': ['riser', 'reversed cymbal', 'chopped vowels'],
  'lo-fi': ['chopped vowels'],
  synthwave: ['riser', 'reversed cymbal'],
  techno: ['riser', 'reversed cymbal'],
  trance: ['riser', 'reversed cymbal'],
  trap: ['reversed cymbal', 'chopped vowels'],
  vaporwave: ['reversed cymbal', 'chopped vowels'],
};

const AIR = { level: -27, highpass: 350, reverb: 0.35, late: 0, loose: 0, swing: false } as const;

/** The parts that this take adds to its world's: what rises into the hooks, and what sings in them. */
export function candyOf(
  world: { name: string; beatsPerBar: number },
  take: Take,
  random: Random,
): Record<string, PartPlan> {
  const kinds = CANDY[world.name] ?? [];
  // The sparse take goes without.
  if (take === 'C' || kinds.length === 0) return {};
  const parts: Record<string, PartPlan> = {};
  const rises = kinds.filter((kind) => kind !== 'chopped vowels');
  if (rises.length) {
    const kind = random.pick(rises);
    const beats = world.beatsPerBar * (kind === 'riser' ? 2 : 1);
    const voice = kind === 'riser' ? riser : reversedCymbal;
    parts.rise = {
      role: 'texture',
      voice,
      mix: AIR,
      // Ends with the section, however short that is.
      play: (s) => {
        const length = Math.min(beats, s.beats);
        return [{ beat: s.beats - length, length, pitch: 60, velocity: 0.8 }];
      },
    };
  }
  if (kinds.includes('chopped vowels') && random.chance(0.7)) {
    const rhythm = random.pick(['x.xx..x.x..x.xx.', '..x..xx...x.x.x.', 'x..x..x.xx..x...']);
    parts.chops = {
      role: 'arp',
      voice: choppedVowels,
      mix: { level: -26, pan: -0.15, reverb: 0.35, echo: 0.3 },
      play: (s) => arpeggio(s, [2, 1, 2, 3, 0, 2], { rhythm, center: 70, gate: 0.8 }),
    };
  }
  return parts;
}

/** Candy that a section of the form adds to its row: a rise where a hook follows, vowels in the hooks. */
export function candyIn(plan: Plan, at: number, parts: Readonly<Record<string, unknown>>): string {
  const added: string[] = [];
  if (parts.rise && plan[at + 1]?.role === 'hook' && plan[at]!.bars > 1)
    added.push(`rise@${Math.max(1, plan[at]!.bars - 1)}`);
  if (parts.chops && plan[at]!.role === 'hook') added.push('chops');
  return added.map((text) => ` ${text}`).join('');
}

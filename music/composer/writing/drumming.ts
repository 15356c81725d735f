import type { Hit } from '../score.ts';
import { readRhythm, type Section } from './section.ts';

/** One groove: a rhythm per piece of the kit ('X...x...'). Several rhythms for a piece: one is drawn per two bars. */
export type Groove = Readonly<Record<string, string | readonly string[]>>;

type DrummingOptions = {
  /** Fills, each a groove of one bar; drawn for the last of every `every` bars, and of sections that lead into a hook. */
  fills?: readonly Groove[];
  every?: 4 | 8;
  /** Piece struck where a section begins. */
  crash?: string;
  velocity?: number;
};

/** Four on the floor. */
const FOUR = /^X...X...X...X/;

/** Plays a groove for a section as a person would: ghost notes, fills, a crash to open, accents that wander, nothing twice. */
export function drumming(section: Section, groove: Groove, options: DrummingOptions = {}): Hit[] {
  const { fills = [], every = 8, crash, velocity = 0.85 } = options;
  const { random, beatsPerBar } = section;
  const hits: Hit[] = [];
  const fillBars = new Set<number>();
  for (let bar = every - 1; bar < section.bars; bar += every) fillBars.add(bar);
  if (section.bars >= 2 && section.following === 'hook') fillBars.add(section.bars - 1);
  for (const [piece, rhythms] of Object.entries(groove)) {
    for (let bar = 0; bar < section.bars; bar += 2) {
      const rhythm = typeof rhythms === 'string' ? rhythms : random.pick(rhythms);
      const bars = rhythm.split('|').length;
      for (const step of readRhythm(
        rhythm,
        beatsPerBar,
        Math.min(2, section.bars - bar) * beatsPerBar,
        bars,
      )) {
        const beat = bar * beatsPerBar + step.beat;
        const inFill = fills.length > 0 && fillBars.has(Math.floor(beat / beatsPerBar));
        // A kick on every beat never stops.
        const drives = piece === 'kick' && FOUR.test(rhythm);
        if (inFill && !drives && beat % beatsPerBar >= beatsPerBar / 2 - 0.01) continue;
        hits.push({
          beat,
          piece,
          velocity: velocity * step.velocity * lean(beat, random.between(0.93, 1.06)),
        });
      }
    }
  }
  if (fills.length) {
    for (const bar of fillBars) {
      for (const [piece, rhythm] of Object.entries(random.pick(fills))) {
        for (const step of readRhythm(
          typeof rhythm === 'string' ? rhythm : random.pick(rhythm),
          beatsPerBar,
          beatsPerBar,
          1,
        )) {
          // A fill grows towards the next bar.
          const grow = 0.75 + 0.3 * (step.beat / beatsPerBar);
          hits.push({
            beat: bar * beatsPerBar + step.beat,
            piece,
            velocity: velocity * step.velocity * grow,
          });
        }
      }
    }
  }
  if (!crash || section.first) return hits;
  // The hand that strikes the crash leaves the hat and the ride alone.
  const free = hits.filter(({ beat, piece }) => beat > 0.01 || !/^(hat|open|ride)$/.test(piece));
  return [...free, { beat: 0, piece: crash, velocity: velocity * 0.9 }];
}

/** The bar leans: its first beat a little heavier, the last sixteenths lighter. */
function lean(beat: number, chance: number): number {
  const inBar = beat % 1;
  return chance * (inBar < 0.01 ? 1.04 : inBar < 0.3 || inBar > 0.7 ? 0.94 : 1);
}

/** A crescendo of one piece through a section's last bars, for breaks and build-ups. */
export function build(
  section: Section,
  piece: string,
  { bars = 2, from = 0.2, to = 0.9, grid = 0.25 } = {},
): Hit[] {
  const hits: Hit[] = [];
  const length = bars * section.beatsPerBar;
  for (let beat = section.beats - length; beat < section.beats - 0.01; beat += grid) {
    const x = (beat - section.beats + length) / length;
    hits.push({ beat, piece, velocity: (from + (to - from) * x) * section.random.between(0.9, 1.08) });
  }
  return hits;
}

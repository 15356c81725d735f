import { loudnessOfOne } from '../../analysis/loudness.ts';
import { createRandom } from '../random.ts';
import { type Note, type Part, type Score, secondsAt } from '../score.ts';
import { linesOf } from '../singing/lyrics.ts';
import { singLine } from '../singing/sing.ts';
import { type Singer, SPOKEN_PITCH, type Spoken, speak } from '../singing/speech.ts';
import { vocode } from '../singing/vocoder.ts';
import type { Line } from '../singing/words.ts';
import { biquad, filter } from '../sound/filters.ts';
import { eq } from '../sound/inserts.ts';
import { RATE } from '../sound/tables.ts';
import type { Voice } from '../sound/voice.ts';
import { hertz } from './events.ts';
import { createRegions, runInserts, type Stem, type Stereo } from './stem.ts';

type Vocal = Part & { voice: Voice & { singer: Singer }; notes: Note[] };

export const isVocal = (part: Part): part is Vocal => 'voice' in part && part.voice.singer !== undefined;

/** Speaks the lines of a score that somebody sings. */
export async function speakLines(parts: readonly Part[]): Promise<Map<Line, Spoken>> {
  const part = parts.find(isVocal);
  if (!part) return new Map();
  const lines = [...new Set(linesOf(part.notes).map(({ line }) => line))];
  const texts = lines.map(({ words }) => words.map(({ said }) => said).join(' '));
  const spoken = await speak(texts, part.voice.singer);
  return new Map(lines.map((line, i) => [line, spoken[i]!]));
}

/** Level of the voice above the band in hooks and elsewhere, dB. */
const BEFORE = { hook: 3, other: 5 };
/** Cut in the band's middle that makes room for it, dB. */
const ROOM = -10;
/** A voice in a hook is doubled on each side: cents off, seconds late, and how loud. */
const DOUBLES = [
  { detune: 8, late: 0.012 },
  { detune: -7, late: 0.017 },
];
const DOUBLED = 0.4;
/** The loudness of a band that hardly plays, LUFS. */
const QUIET = -27;
/** Seconds of a phrase before its first beat and after its last. */
const AROUND = 0.6;

/** Sings the lines of a part into the stem, each before what the band plays meanwhile, then its effects. */
export function playVoice(
  score: Score,
  part: Vocal,
  stem: Stem,
  spoken: ReadonlyMap<Line, Spoken>,
  band: Stereo,
): Stem {
  const random = createRandom(score.seed).fork(part.name);
  const regions = createRegions();
  for (const { line, notes } of linesOf(part.notes)) {
    const at = Math.max(0, Math.round((secondsAt(score, notes[0]!.beat) - AROUND) * RATE));
    const seconds = (beat: number) => secondsAt(score, beat) - at / RATE;
    const sung = notes.map(({ sung, beat, length, pitch, velocity }) => ({
      at: sung!.at,
      start: seconds(beat),
      end: seconds(beat + length),
      // A vocoder has its tune from the chords: the denser the voice, the clearer its vowels.
      hertz: sung!.chord ? SPOKEN_PITCH[part.voice.singer] : hertz(score, pitch),
      velocity,
    }));
    const to = Math.min(stem.left.length, at + Math.ceil((sung.at(-1)!.end + AROUND) * RATE));
    const sing = (double?: (typeof DOUBLES)[number]) => {
      const out = new Float32Array(to - at);
      singLine(out, spoken.get(line)!, sung, part.voice.singer, double);
      return out;
    };
    const hook = score.sections.findLast(({ beat }) => beat <= notes[0]!.beat + 0.01)?.name === 'hook';
    const lead = sing();
    const chords = notes.flatMap(({ sung: { chord } = {}, pitch, beat }, i) => {
      const next = notes[i + 1]?.beat ?? beat + 8;
      return chord
        ? {
            from: RATE * (seconds(beat) - 0.1),
            to: RATE * (seconds(next) - 0.1),
            hertz: [pitch, ...chord].map((tone) => hertz(score, tone)),
          }
        : [];
    });
    const sides =
      chords.length > 0
        ? vocode(lead, chords, random.unit)
        : DOUBLES.map((double) => (hook ? add(lead, sing(double)) : lead));
    for (const x of [band.left, band.right]) stepBack(x.subarray(at, to), lead);
    const level =
      Math.max(QUIET, loudnessOfOne(band.left.subarray(at, to), RATE)) - loudnessOfOne(sides[0]!, RATE);
    const gain = Number.isFinite(level) ? 10 ** ((level + (hook ? BEFORE.hook : BEFORE.other)) / 20) : 1;
    for (const [side, out] of [stem.left, stem.right].entries())
      for (const [i, value] of sides[side]!.entries()) out[at + i]! += gain * value;
    regions.cover(at, to);
  }
  const effects = [eq('peak', 2800, 0.6, 4), eq('highshelf', 5000, 0.7, 3), ...part.inserts];
  return runInserts(
    score,
    part,
    effects,
    { ...stem, mono: false, regions: regions.list(stem.left.length) },
    random,
  );
}

/** Lowers the middle of what the band plays while a voice sings. */
function stepBack(band: Float32Array, voice: Float32Array): void {
  const lower = band.slice();
  filter(lower, biquad('peak', 1700, 0.35, ROOM));
  let share = 0;
  for (let i = 0; i < band.length; i++) {
    const sings = Math.abs(voice[i]!) > 0.004;
    share += (sings ? 0.002 : 0.0001) * (Number(sings) - share);
    band[i]! += share * (lower[i]! - band[i]!);
  }
}

const add = (lead: Float32Array, double: Float32Array) =>
  lead.map((value, i) => value + DOUBLED * double[i]!);

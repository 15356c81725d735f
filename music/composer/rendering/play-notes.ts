import { createRandom } from '../random.ts';
import type { Note, Part, Score } from '../score.ts';
import type { Canvas, Voice } from '../sound/voice.ts';
import { type Event, eventsOf, shape } from './events.ts';
import { addReleased, recordHeld, recordStruck, releaseOf } from './recordings.ts';
import { createRegions, runInserts, type Stem } from './stem.ts';

type Melodic = Part & { voice: Voice; notes: Note[] };

/** Plays the notes of a part into the stem, then its effects. */
export function playNotes(score: Score, part: Melodic, stem: Stem, canvas: Canvas): Stem {
  const random = createRandom(score.seed).fork(part.name);
  const events = eventsOf(score, part, part.notes, random);
  const play = part.voice.struck
    ? struckPlayer(score, part, events, stem, canvas)
    : heldPlayer(score, part, events, stem, canvas);
  const regions = createRegions();
  for (const [index, event] of events.entries())
    regions.cover(event.start, event.start + Math.max(0, play(event, index)));
  const inserts = [...(part.voice.inserts ?? []), ...part.inserts];
  const played = { ...stem, mono: !part.voice.stereo, regions: regions.list(stem.left.length) };
  return runInserts(score, part, inserts, played, random);
}

/** Adds one note to the stem and returns its length in samples. */
type Player = (event: Event, index: number) => number;

function struckPlayer(score: Score, part: Melodic, events: Event[], stem: Stem, canvas: Canvas): Player {
  const { voice, name } = part;
  const take = recordStruck(score, name, voice, events, canvas);
  return (event, index) => {
    const { recording, gain } = take(event, index);
    const room = stem.left.length - event.start;
    let [held, end] = releaseOf(recording, event.gate, voice.struck!.release);
    end = Math.min(end, room);
    held = Math.min(held, end);
    const level = gain * event.gain;
    const played = shaped(recording, end, event);
    addReleased(stem.left, played.left, event.start, held, end, level);
    if (voice.stereo) addReleased(stem.right, played.right, event.start, held, end, level);
    return end;
  };
}

function heldPlayer(score: Score, part: Melodic, events: Event[], stem: Stem, canvas: Canvas): Player {
  const { voice, name } = part;
  const take = recordHeld(score, name, voice, events, canvas);
  const random = createRandom(score.seed).fork(`${name}/held`).unit;
  return (event) => {
    const recorded = take(event);
    const samples =
      recorded?.recording.samples ??
      voice.sound(
        {
          frequency: event.frequency,
          seconds: event.gate,
          velocity: event.velocity,
          random,
          glideFrom: event.glideFrom,
        },
        canvas,
      );
    const level = (recorded?.gain ?? 1) * event.gain;
    const count = Math.min(samples, stem.left.length - event.start);
    const source = shaped(recorded?.recording ?? canvas, count, event);
    add(stem.left, source.left, event.start, count, level);
    if (voice.stereo) add(stem.right, source.right, event.start, count, level);
    return count;
  };
}

function shaped(source: Canvas, count: number, { gesture, gate }: Event): Canvas {
  if (!gesture) return source;
  const channel = (samples: Float32Array) => shape(samples, count, gate, gesture);
  // A mono recording has nothing on the right.
  const right = source.right.length > 0 ? channel(source.right) : source.right;
  return { left: channel(source.left), right };
}

function add(to: Float32Array, from: Float32Array, start: number, count: number, gain: number): void {
  for (let i = 0; i < count; i++) to[start + i]! += gain * from[i]!;
}

import type { Line } from './singing/words.ts';
import type { Kit } from './sound/drums.ts';
import type { Insert } from './sound/inserts.ts';
import type { Voice } from './sound/voice.ts';

/** Beats count from the start of the song, pitches are MIDI numbers (60 = middle C), velocities 0..1. */
export type Note = {
  beat: number;
  length: number;
  pitch: number;
  velocity: number;
  /** Slides from the previous note. */
  slide?: boolean;
  /** Begins this many semitones below its pitch and is pushed up. */
  bend?: number;
  /** Drops by this many semitones as it ends. */
  fall?: number;
  /** Grows (up to 1) or fades (down to -1) while it is held. */
  swell?: number;
  /** The syllable of a line that is sung on it; a vocoder sings it on the pitches of a chord. */
  sung?: { line: Line; at: number; chord: readonly number[] | undefined };
};

export type Hit = { beat: number; piece: string; velocity: number };

export type Role = 'drums' | 'bass' | 'chords' | 'pad' | 'arp' | 'lead' | 'texture';

/** Place of a part in the mix. */
export type Mix = {
  /** Loudness of the part while it plays, in LUFS before mastering: the whole band balances by these. */
  level: number;
  /** -1 left .. 1 right */
  pan: number;
  /** High-pass in Hz. */
  highpass: number;
  /** Sends, 0..1. */
  reverb: number;
  echo: number;
  /** Ducking by the kick, in dB. */
  duck: number;
  /** Milliseconds after the beat; negative pushes ahead of it. */
  late: number;
  /** Deviation of the timing in milliseconds. */
  loose: number;
  /** Follows the song's swing (false: straight). */
  swing: boolean;
};

export type Part = {
  name: string;
  /** Name that a musician would use. */
  instrument: string;
  role: Role;
  mix: Mix;
  inserts: readonly Insert[];
} & ({ voice: Voice; notes: Note[] } | { kit: Kit; hits: Hit[] });

export type ScoreSection = { name: string; beat: number; beats: number; energy: number };

/** The room, the echo and the mastering. */
export type Sound = {
  /** Seconds the room takes to fall by 60 dB. */
  roomSeconds: number;
  /** 0 bright .. 1 dark */
  roomDamping: number;
  /** Loudness of the room against the dry mix, 0..1. */
  roomLevel: number;
  /** Echo time in beats, feedback 0..0.9, level 0..1. */
  echoBeats: number;
  echoFeedback: number;
  echoLevel: number;
  /** Saturation of the whole mix, 1 gentle .. 3 hot. */
  warmth: number;
  /** Vinyl crackle or tape hiss under everything, in dB below the music; 0 for none. */
  crackle: number;
  hiss: number;
  /** The least loudness range, LU: the faders ride the sections until it is met. */
  range: number;
  /** Side against mid, dB, between -14 and -4. */
  width: number;
  /** Lift around 200 Hz, dB: where a band is thin without it. */
  body: number;
  /** Power above 6 kHz against 500-2000 Hz, dB. */
  air: number;
  /** The slope of the spectrum, dB an octave from 60 Hz to 12 kHz. */
  tilt: number;
  /** Power from 30 to 120 Hz against 500-2000 Hz, dB. */
  bass: number;
  /** The highest peak against the loudness, dB: 9 dense .. 17 open. */
  crest: number;
  /** Largest gap of the first five seconds below the song, dB. */
  opening: number;
};

/** Ending of a song: slower, on a chord struck in time, on one cut short, or faded out while the band plays on. */
export type Ending = 'ritard' | 'hit' | 'stop' | 'fade';

export type Score = {
  title: string;
  artist: string;
  genre: string;
  world: string;
  key: string;
  bpm: number;
  beatsPerBar: number;
  seed: number;
  /** Share of a pair of swung notes that the first one takes, 0.5 straight .. 0.67 triplets. */
  swing: number;
  /** Length of the notes that swing, in beats: 0.5 eighths, 0.25 sixteenths. */
  swingUnit: number;
  sections: ScoreSection[];
  parts: Part[];
  /** First and last beat of the slowing down before the last chord. */
  ritard: readonly [from: number, to: number];
  /** Slowing at the end, 0.3 = a third. */
  ritardAmount: number;
  /** Seconds of a beat against the song's tempo, at some beats; it changes evenly from one to the next. */
  paces?: readonly (readonly [beat: number, factor: number])[];
  ending: Ending;
  /** The beat of the first note: what is silent before it is left out. */
  start: number;
  beats: number;
  /** Seconds of ringing out after the last beat. */
  tail: number;
  /** Cents by which each pitch class (C first) is played off equal temperament; twelve of them. */
  tuning?: readonly number[] | undefined;
  sound: Sound;
};

/** Seconds from the first note at which a beat falls, swing and ritard included; `LEAD_IN` comes first. */
export function secondsAt(score: Score, beat: number, swung = true): number {
  const perBeat = 60 / score.bpm;
  const [from, to] = score.ritard;
  const position = swung ? swing(beat, score.swing, score.swingUnit) : beat;
  let slowed = 0;
  if (position > from) {
    const inside = Math.min(position, to) - from;
    slowed = (score.ritardAmount * inside * inside) / (2 * Math.max(0.001, to - from));
    if (position > to) slowed += score.ritardAmount * (position - to);
  }
  const delay = (at: number) => delayOf(score.paces ?? [], at);
  return Math.max(
    0,
    LEAD_IN + perBeat * (position + slowed + delay(position) - score.start - delay(score.start)),
  );
}

/** Seconds from the first to the last beat of a score, with its tail. */
export function lengthOf(score: Score): number {
  return secondsAt(score, score.beats) + score.tail;
}

/** Beats by which changes of the pace have put off a beat. */
function delayOf(paces: NonNullable<Score['paces']>, beat: number): number {
  let delay = 0;
  for (const [i, [from, factor]] of paces.entries()) {
    const [to, next] = paces[i + 1] ?? [beat, factor];
    const inside = Math.min(beat, to) - from;
    if (inside > 0) delay += inside * (factor - 1 + ((next - factor) * inside) / (2 * (to - from)));
  }
  return delay;
}

/** Seconds of silence before the first beat, so that early notes are not cut. */
const LEAD_IN = 0.12;

function swing(beat: number, share: number, unit: number): number {
  const pair = Math.floor(beat / (2 * unit)) * 2 * unit;
  const x = (beat - pair) / unit;
  return pair + unit * (x < 1 ? x * 2 * share : 2 * share + (x - 1) * (2 - 2 * share));
}

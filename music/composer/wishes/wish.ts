import type { Feel } from '../writing/grooves.ts';
import type { Mode } from '../writing/progressions.ts';

/** Place in a song where a wish holds; without one it holds throughout. */
export type Place = 'start' | 'middle' | 'end' | 'verse' | 'bridge' | 'hook';

/** An instrument plays from its place on, up to it, or nowhere else; without a span it plays elsewhere, too. */
export type Span = 'from' | 'until' | 'just';

/** Kinds of wishes for an instrument. */
export type How = 'with' | 'without' | 'only' | 'lead' | 'solo' | 'more' | 'less';

/** Ways in which an instrument is to sound. */
export type Touch =
  | 'heavy'
  | 'soft'
  | 'distorted'
  | 'clean'
  | 'brushed'
  | 'acoustic'
  | 'electric'
  | 'strummed'
  | 'picked';

export type TraitKind =
  | 'pace'
  | 'feel'
  | 'mode'
  | 'mood'
  | 'energy'
  | 'density'
  | 'dynamics'
  | 'shape'
  | 'source'
  | 'space'
  | 'tone'
  | 'era'
  | 'use';

/** Content of a wish. */
export type Meaning =
  /** `trait` names a row of traits.ts; the amount is 0.5 for 'a little', 1, 1.5 for 'very', and negative for 'not'. */
  | { kind: TraitKind; trait: string; amount: number; place?: Place }
  | { kind: 'tempo'; bpm: number }
  | { kind: 'key'; key: string; mode: Mode }
  | { kind: 'length'; seconds: number }
  /** `instrument` names a row of instruments.ts. */
  | { kind: 'instrument'; instrument: string; how: How; touch: Touch[]; place?: Place; span?: Span }
  | { kind: 'vocals'; sung: boolean }
  | { kind: 'unknown' };

/** One thing that a description asks for. Plain data: it can be stored and sent. */
export type Wish = Meaning & {
  /** A short English sentence for the person who wrote it: 'No drums', 'Slow, about 70 bpm'. */
  chip: string;
  /** The words of the description that ask for it, as written. */
  words: string;
  /** The misspelt word, as written, that the wish was read from by guessing. */
  guess?: string;
};

/** Place where a met wish is heard: about three words, and seconds from the song's start. */
export type Moment = { label: string; at: number };

/** Outcome of a wish in a song. Without a moment it is true of the whole song. */
export type Heard = { wish: Wish; outcome: 'done' | 'not possible'; why?: string; moment?: Moment };

/** Changes made by a trait. Numbers run from -1 to 1 and are scaled by the wish's amount. */
export type Effect = {
  /** Tempo: -1 at the slow end of the genre and below, 1 at its fast end and above. */
  pace?: number;
  /** Fullness and force of the band's playing. */
  energy?: number;
  /** Notes per bar. */
  density?: number;
  /** Loudness of the playing. */
  touch?: number;
  /** Length of the notes: -1 short, 1 tied. */
  legato?: number;
  /** Brightness of the record. */
  bright?: number;
  /** Size of the room: -1 dry, 1 a hall. */
  room?: number;
  /** Saturation of the record. */
  warmth?: number;
  mode?: Mode;
  feel?: Feel;
  /** Drums of another character. */
  drums?: 'off' | 'brushed' | 'electronic' | 'acoustic' | 'eighties' | 'half';
  source?: 'acoustic' | 'electric' | 'electronic' | 'orchestral';
  /** Dust on the record. */
  dust?: 'vinyl' | 'tape' | 'none';
  shape?: Shape;
  /** Everybody plays. */
  band?: 'whole';
};

export type Shape =
  | 'build'
  | 'drop'
  | 'long intro'
  | 'no intro'
  | 'fade out'
  | 'fade in'
  | 'break'
  | 'stop'
  | 'key change'
  | 'speed up'
  | 'slow down'
  | 'call and response'
  | 'end'
  | 'steady';

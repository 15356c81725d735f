import { encodeMp3 } from '../analysis/mp3.ts';
import { drawWaveform, type Waveform } from '../analysis/waveform.ts';
import { type Account, type Facts, factsOf, writeAccount } from './account.ts';
import { arrange } from './arranging/arrange.ts';
import type { Take } from './arranging/form.ts';
import { hookOf } from './arranging/hook.ts';
import { compose } from './compose.ts';
import { coverSeed, drawCover } from './cover/cover.ts';
import { type Closeness, GENRES } from './genres/table.ts';
import { hash } from './random.ts';
import { type Rendering, render } from './rendering/render.ts';
import { castVoice, prepareWords, timedWords, type Words } from './singing/lyrics.ts';
import { addSinger, type Setting, setLyrics } from './singing/setting.ts';
import { RATE } from './sound/tables.ts';
import { applyToBand, applyToRecord, extraSeconds, hintsOf, inFeel } from './wishes/apply.ts';
import { settle } from './wishes/asked.ts';
import { outcomesOf } from './wishes/heard.ts';
import { applyToNotes } from './wishes/notes.ts';
import { readWishes } from './wishes/reading/read.ts';
import type { Wish } from './wishes/wish.ts';
import { worldNamed } from './worlds/table.ts';

export type SongOrder = {
  /** Shown on the record and shapes the cover; the band invents one if it is missing. Never changes the music. */
  title?: string | undefined;
  /** 'parent' or 'parent:sub'. */
  genre: string;
  /** Words that the band reads and obeys: 'slow and sad, in D minor, no drums'. */
  description?: string | undefined;
  /** Words to sing, in English; sections in brackets. Without them, a voice that the description asks for sings 'ooh'. */
  lyrics?: string | undefined;
  seed: number;
  /** A: hook first, B: slow build, C: sparse or half-time. */
  take?: Take | undefined;
  /** The length to aim for, 60 to 180 (of a hook, 10 to 30); the song is within a few seconds of it. */
  seconds?: number | undefined;
  /** The hook alone, for a sketch: 18 seconds unless said otherwise. */
  part?: 'hook' | undefined;
  /** Voters, in order: they shape the cover. */
  votes?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  /** Reports the share done, 0 to 1, several times. */
  onProgress?: ((share: number) => void) | undefined;
};

export type Song = {
  /** MP3, 192 kbit/s, 44.1 kHz stereo. */
  audio: Uint8Array;
  facts: Facts;
  waveform: Waveform;
  /** An SVG of 1000 × 1000; `encodeCover` makes the pictures of it. */
  cover: string;
  closeness: Closeness;
  account: Account;
};

export const SHORTEST = 60;
export const LONGEST = 180;
const USUAL = 90;
/** Seconds that a song with words lasts at most: the voice needs memory, too. */
const SUNG = 135;
/** Seconds of a sketch. */
const SKETCH = { shortest: 10, usual: 18, longest: 30 };

/**
 * Composes the score of an order without playing it: milliseconds instead of seconds. Throws RangeError on an unknown genre.
 * @param words of `wordsFor`; without them, nobody sings.
 */
export function composeSong(
  {
    title,
    genre,
    description = '',
    seed,
    take = 'A',
    part,
    seconds = part ? SKETCH.usual : USUAL,
  }: SongOrder,
  words?: Words,
) {
  const row = GENRES.get(genre);
  if (!row) throw new RangeError(`Unknown genre: ${genre}`);
  const { closeness } = row;
  const read = readWishes(description, genre);
  const wishes = part ? read.map(soloLeads) : read;
  const asked = settle(wishes);
  const length = part ? USUAL : Math.max(SHORTEST, Math.min(LONGEST, asked.seconds ?? seconds));
  const felt = inFeel(worldNamed(row.world), row, asked, take);
  let setting: Setting | undefined;
  const arranged = arrange(felt.world, felt.genre, {
    slug: genre,
    hints: hintsOf(asked, row),
    take,
    seconds: length + extraSeconds(asked),
    seed: hash(`${seed}/${genre}`),
    planFor: words?.stanzas.length
      ? (world, bpm) => {
          const seconds = Math.min(length, SUNG);
          const longest = asked.seconds === undefined ? SUNG : seconds;
          setting = setLyrics(words, { take, world, bpm, seconds, longest });
          return setting.plan;
        }
      : undefined,
  });
  const heeds = wishes.some(({ kind }) => kind !== 'unknown');
  const whole = heeds
    ? applyToBand(arranged, felt.genre, asked, take)
    : { arrangement: arranged, loud: [], usual: [] };
  const { arrangement: played, loud, usual } = part ? hookAlone(whole, seconds) : whole;
  const arrangement = setting
    ? addSinger(played, setting, castVoice(genre, description, seed, take))
    : played;
  const { bpm, key } = arrangement;
  const score = compose({ world: arrangement.world, bpm, key }, hash(`${seed}/${genre}/${take}`));
  if (heeds) {
    applyToNotes(score, asked, loud);
    applyToRecord(score, asked);
  }
  const named = { ...score, genre, title: title ?? score.title };
  return {
    score: named,
    closeness,
    account: writeAccount(arrangement, named, {
      genre,
      closeness,
      take,
      seed,
      heard: outcomesOf(wishes, asked, named, row, usual),
      lyrics: timedWords(named),
      unsung: words?.why ?? unsungOf(setting),
    }),
  };
}

/** A hook has no solo: who was asked for one leads. */
function soloLeads(wish: Wish): Wish {
  return wish.kind === 'instrument' && wish.how === 'solo' ? { ...wish, how: 'lead' } : wish;
}

/** A song's hook as it was arranged and as loud as the words want it there. */
function hookAlone(whole: ReturnType<typeof applyToBand>, seconds: number): ReturnType<typeof applyToBand> {
  const { arrangement, row } = hookOf(
    whole.arrangement,
    Math.max(SKETCH.shortest, Math.min(SKETCH.longest, seconds)),
  );
  return { ...whole, arrangement, loud: whole.loud.slice(row, row + 1) };
}

/** Describes the part of the lyrics that has no room. */
const unsungOf = (setting: Setting | undefined) =>
  setting && setting.left > 0 ? `The song ends before the last ${setting.left} lines` : undefined;

/** Words to sing for an order; undefined if nobody asked for a voice. */
export async function wordsFor({
  lyrics,
  description = '',
  genre,
  part,
}: SongOrder): Promise<Words | undefined> {
  const { sung } = settle(readWishes(description, genre));
  if (sung === false || (lyrics === undefined && !sung)) return undefined;
  return prepareWords(lyrics, part === 'hook');
}

/** The share of a song's time after which it is rendered. */
const RENDERED = 0.72;

/** A song before it is encoded. */
type Performance = Omit<Song, 'audio'> & { rendering: Rendering };

/** Plays a song without encoding it; see `generate`. */
export async function perform(order: SongOrder): Promise<Performance> {
  const { signal, onProgress = () => {} } = order;
  signal?.throwIfAborted();
  const { score, closeness, account } = composeSong(order, await wordsFor(order));
  onProgress(0.02);
  const rendering = await render(score, {
    signal,
    onProgress: (share) => onProgress(0.02 + (RENDERED - 0.02) * share),
  });
  const facts = factsOf(score, rendering);
  const waveform = drawWaveform([rendering.left, rendering.right], RATE);
  const cover = drawCover({
    seed: coverSeed(score.title, order.votes ?? [], order.seed),
    world: score.world,
    bpm: score.bpm,
    key: score.key,
    energy: energyOf(waveform),
    brightness: facts.brightness,
  });
  return { rendering, facts, waveform, cover, closeness, account };
}

/**
 * Makes a song: the genre chooses the world, the words change it, seed and take decide the rest. The same order gives
 * the same bytes in the same version of the band. Takes several seconds of one core; it lets other work in
 * between parts, and rejects with the signal's reason when aborted.
 */
export async function generate(order: SongOrder): Promise<Song> {
  const { signal, onProgress = () => {} } = order;
  const { rendering, ...song } = await perform(order);
  const audio = await encodeSong(rendering, (share) => {
    signal?.throwIfAborted();
    onProgress(RENDERED + (1 - RENDERED) * share);
  });
  return { audio, ...song };
}

/** The loudness over time, 0 to 1, from which the cover is drawn. */
export function energyOf({ data, bits }: Waveform): number[] {
  return Array.from({ length: data.length / 2 }, (_, i) => (data[2 * i + 1]! - data[2 * i]!) / 2 ** bits);
}

/** kbit/s */
const KBPS = 192;

/** Encodes a song of the band, or a part of it, as MP3. @param onProgress gets the share done, 0 to 1. */
export const encodeSong = (
  { left, right }: { left: Float32Array; right: Float32Array },
  onProgress?: (share: number) => void,
): Promise<Uint8Array> => encodeMp3([left, right], RATE, KBPS, onProgress);

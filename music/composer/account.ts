import type { Arrangement } from './arranging/arrange.ts';
import type { Take } from './arranging/form.ts';
import type { Closeness } from './genres/row.ts';
import type { Score } from './score.ts';
import { BAND_VERSION } from './version.ts';
import type { Heard } from './wishes/wish.ts';

/** How a song was made, for its page and for making it again. */
export type Account = {
  world: string;
  closeness: Closeness;
  take: Take;
  seed: number;
  bpm: number;
  key: string;
  /** Sections in order, with their bars: 'intro 4, hook 8, verse 8'. */
  form: string;
  instruments: string[];
  /** What was asked for in words, and what became of it. */
  heard: Heard[];
  /** The version of the band that made it. */
  version: number;
  /** All of it in English sentences. */
  text: string;
};

const MANNERS: Readonly<Record<Take, string>> = {
  A: 'opens with the hook',
  B: 'builds slowly and saves the hook for the end',
  C: 'is the sparse one',
};

const CLOSENESS: Readonly<Record<Closeness, string>> = {
  exact: 'a genre the band has a sound of its own for',
  close: 'a genre close to one the band knows well',
  distant: 'a genre the band can only approach',
};

/** Writes the account of an arranged and composed song. */
export function writeAccount(
  { plan }: Arrangement,
  score: Score,
  made: { genre: string; closeness: Closeness; take: Take; seed: number; heard: Heard[] },
): Account {
  const { closeness, take, seed, heard } = made;
  const played = score.parts.filter((part) => ('notes' in part ? part.notes : part.hits).length > 0);
  const instruments = [...new Set(played.map((part) => part.instrument))];
  const form = plan.map(({ role, bars }) => `${role} ${bars}`).join(', ');
  const text = [
    `The house band (version ${BAND_VERSION}) plays ${made.genre}, ${CLOSENESS[closeness]}, in its ${score.world} line-up.`,
    `Take ${take} ${MANNERS[take]}: ${score.key}, ${score.bpm} beats per minute; in bars: ${form}.`,
    `Instruments: ${instruments.join(', ')}. Composed and rendered from seed ${seed}, without recordings of anyone.`,
  ].join(' ');
  return {
    world: score.world,
    closeness,
    take,
    seed,
    bpm: score.bpm,
    key: score.key,
    form,
    instruments,
    heard,
    version: BAND_VERSION,
    text,
  };
}

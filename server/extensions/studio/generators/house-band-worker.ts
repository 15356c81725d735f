import { writeFile } from 'node:fs/promises';
import type { Wish } from 'contract/features/song-requests.ts';
import { genreLabel } from 'contract/genres.ts';
import type { Account } from 'music/composer/account.ts';
import { TAKES } from 'music/composer/arranging/form.ts';
import { generate } from 'music/composer/generate.ts';
import { serveTask } from '../../../platform/workers/serve-task.ts';
import { ALL_LYRICS, SING_LYRICS, type TakeSpec } from '../generator.ts';

interface HouseBandTask {
  spec: TakeSpec;
  /** The words to sing, without times. */
  lyrics: string | undefined;
  target: string;
  /** Of a sketch; the length is the band's own then. */
  part?: 'hook';
}

/** The worker's report besides the file. */
export interface Played {
  version: string;
  closeness: number;
  account: string;
  bpm: number;
  musical_key: string;
  heard: Wish[];
  /** The words that are sung, with LRC's times. */
  lyrics: string | undefined;
}

/** Closeness of the band to the genre, as a share. */
const CLOSENESS = { exact: 1, close: 0.7, distant: 0.4 } as const;

/** Outcome of the lyrics. */
function sung({ lyrics, unsung }: Account): Wish[] {
  const wish = { words: '', why: unsung ?? null };
  if (lyrics === undefined) return [{ ...wish, chip: SING_LYRICS, outcome: 'not possible' }];
  const done: Wish = { ...wish, chip: SING_LYRICS, outcome: 'done', why: null };
  return unsung === undefined ? [done] : [done, { ...wish, chip: ALL_LYRICS, outcome: 'not possible' }];
}

serveTask(
  async (
    { spec, lyrics, target, part }: HouseBandTask,
    report: (progress: number) => void,
  ): Promise<Played> => {
    report(0);
    const { title, genre, prompt, seconds, seed, number } = spec;
    const take = TAKES[(Math.max(1, number) - 1) % TAKES.length]!;
    const order = { title, genre, description: prompt, lyrics, seed, take, onProgress: report };
    const song = await generate(part ? { ...order, part } : { ...order, seconds });
    await writeFile(target, song.audio, { flush: !part });
    return {
      version: String(song.account.version),
      closeness: CLOSENESS[song.closeness],
      account: song.account.text.replace(genre, genreLabel(genre)),
      bpm: Math.round(song.facts.bpm),
      musical_key: song.facts.key,
      heard: [
        ...song.account.heard.map(
          ({ wish: { kind, chip, words }, outcome, why = null, moment }): Wish => ({
            chip,
            words,
            outcome: kind === 'unknown' ? 'unknown' : outcome,
            why,
            ...(moment && { moment }),
          }),
        ),
        ...(lyrics === undefined ? [] : sung(song.account)),
      ],
      lyrics: song.account.lyrics,
    };
  },
);

import { availableParallelism } from 'node:os';
import path from 'node:path';
import { limitsOfLyrics } from 'music/composer/singing/words.ts';
import { BAND_VERSION } from 'music/composer/version.ts';
import { runWorker, WorkerFailed } from '../../../platform/workers/run-worker.ts';
import { GeneratorError, type MusicGenerator, type TakeFacts, type TakeSpec } from '../generator.ts';
import type { Played } from './house-band-worker.ts';
import { askedOf } from './prompt.ts';

export const HOUSE_BAND = 'house-band';

const WORKER = path.join(import.meta.dirname, 'house-band-worker.ts');
const LIMITS = { name: 'house band', seconds: 300, bytes: 450 * 1024 * 1024, heapMb: 256 };

/**
 * The band can play three minutes, but people wait for the first take: two minutes take about 9 s of one core and 380 MB,
 * two and a half 12 s and 430 MB, three minutes more memory than the limit.
 */
const MAX_SECONDS = 150;

/** More takes at once would leave too little processor time for the site. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));

const RIGHTS =
  'Composed and rendered by a program, without recordings or works of anyone else. Free to use with the name of this site.';

/** Of a song with words. */
const SUNG_RIGHTS =
  'Composed, rendered and sung by a program with a synthetic voice; the words are the requester’s. Free to use with the name of this site.';

/** Our own composer, in worker processes: it needs no key and no network, and the same order gives the same file. */
export function houseBand(): MusicGenerator {
  return {
    id: HOUSE_BAND,
    name: 'House band',
    limitsOfLyrics,
    endsByItself: true,
    capabilities: {
      lyrics: true,
      seed: 'exact',
      maxSeconds: MAX_SECONDS,
      atOnce: AT_ONCE,
      cancel: true,
      watermark: false,
      rights: RIGHTS,
      repeatable: true,
    },
    quote: () => ({ cents: 0, seconds: 15 }),
    submit: async (spec, _takeKey, { target, signal, onProgress }) => {
      const task = { spec, lyrics: askedOf(spec).lyrics, target };
      const played = await runWorker<Played, number>(WORKER, task, { ...LIMITS, signal, onProgress }).catch(
        (error) => {
          if (!(error instanceof WorkerFailed)) throw error;
          const message = `The house band had to stop: its process ${error.ending}.`;
          throw new GeneratorError('transient', message, undefined, error);
        },
      );
      return {
        facts: {
          model: BAND_MODEL,
          version: played.version,
          seed: spec.seed,
          reproducible: true,
          prompt: spec.prompt,
          rights: played.lyrics === undefined ? RIGHTS : SUNG_RIGHTS,
          source_type: 'algorithmicMedia',
          closeness: played.closeness,
          account: played.account,
          heard: played.heard,
          lyrics: played.lyrics,
          bpm: played.bpm,
          musical_key: played.musical_key,
        },
      };
    },
    // Nothing is ever pending there: a submission ends with the song or a failure.
    poll: async () => ({ state: 'unknown' }),
    fetch: async () => {
      throw new GeneratorError('lost', 'The house band keeps no songs.');
    },
    check: async () => ({ reachable: true, message: 'The house band runs on this server.' }),
  };
}

/** Order for a sketch. */
export interface SketchOrder {
  genre: string;
  description: string;
  lyrics: string | null;
}

/** A sketch takes about 3 s of one core and 170 MB; the limits leave room for a slow machine. */
const SKETCH_LIMITS = { ...LIMITS, seconds: 60, bytes: 300 * 1024 * 1024 };

/** Plays the hook of what words ask for, to a file. @throws WorkerFailed, and the reason of the signal. */
export async function playHook(
  { genre, description, lyrics, seed }: SketchOrder & { seed: number },
  target: string,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  const spec: TakeSpec = { title: '', genre, prompt: description, seconds: 0, seed, number: 1, lyrics };
  const task = { spec, lyrics: askedOf(spec).lyrics, target, part: 'hook' };
  await runWorker<Played, number>(WORKER, task, { ...SKETCH_LIMITS, ...options });
}

export const BAND_MODEL = 'Ovation house band';

/** True if the band plays differently today than when it made this: its songs are exact only within a version. */
export function isSuperseded({ model, version }: Pick<TakeFacts, 'model' | 'version'>): boolean {
  return model === BAND_MODEL && version !== String(BAND_VERSION);
}

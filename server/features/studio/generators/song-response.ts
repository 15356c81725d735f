import { GeneratorError, type MusicGenerator } from '../generator.ts';
import { saveAudio } from './fetch-audio.ts';
import { readLimited, readRefusal, send } from './send.ts';

/** A song takes up to four minutes. */
const TIMEOUT_MS = 300_000;
const MAX_BYTES = 60_000_000;

/**
 * Sends an order to a generator that answers with the song itself, and saves the song at `target`.
 * @param refuse turns the body of a refusal, undefined unless it is JSON, into its error.
 * @throws GeneratorError
 */
export async function sendForSong(
  name: string,
  url: URL,
  order: { headers: Record<string, string>; body: string; signal: AbortSignal },
  target: string,
  refuse: (status: number, body: unknown) => GeneratorError,
): Promise<void> {
  const response = await send(name, url, { method: 'POST', ...order, timeout: TIMEOUT_MS });
  const { statusCode: status = 0 } = response;
  if (status !== 200) throw refuse(status, await readRefusal(response));
  await saveAudio(name, readLimited(name, response, MAX_BYTES), target);
}

/** Nothing is ever pending at such a generator: a submission ends with the song or a failure. */
export const nothingPending = (name: string): Pick<MusicGenerator, 'poll' | 'fetch'> => ({
  poll: async () => ({ state: 'unknown' }),
  fetch: async () => {
    throw new GeneratorError('lost', `${name} keeps no songs.`);
  },
});

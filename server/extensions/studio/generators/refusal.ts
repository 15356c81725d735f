import { GeneratorError, type GeneratorFailure } from '../generator.ts';
import { limitText, plainText } from './prompt.ts';

/** Characters of a provider's own words that are shown to the admin. */
const MAX_WORDS = 300;
/** Characters that are read of them: markup and addresses are left out. */
const MAX_READ = 2000;

/**
 * Failure of an order by its HTTP status. Only 429 says for sure that nothing was accepted: a server that fails with
 * 500, or a proxy with 502 to 504, may have begun.
 */
function kindOf(status: number): GeneratorFailure {
  if (status === 429) return 'busy';
  if (status === 402) return 'quota';
  return status >= 300 && status < 500 && status !== 408 ? 'invalid' : 'lost';
}

/** A refusal in a sentence, with the provider's own words if it gave any. */
export function refusal(
  name: string,
  status: number,
  words: unknown,
  kind: GeneratorFailure = kindOf(status),
  suggestion?: string,
): GeneratorError {
  const what =
    kind === 'invalid' && (status === 401 || status === 403)
      ? `${name} refuses the key`
      : kind === 'busy'
        ? `${name} is busy`
        : kind === 'quota'
          ? `The account at ${name} is used up`
          : kind === 'moderated'
            ? `${name} refuses this prompt`
            : `${name} answered ${status}`;
  return new GeneratorError(kind, withWords(what, words), suggestion);
}

/** A sentence with a provider's own words after it, on one line. */
export function withWords(sentence: string, words: unknown): string {
  const plain = typeof words === 'string' ? plainText(words.slice(0, MAX_READ)) : '';
  const text = limitText(plain, MAX_WORDS).replace(/[.\s]+$/, '');
  return text ? `${sentence}: ${text}.` : `${sentence}.`;
}

/**
 * Asks about an order that was accepted. Whatever goes wrong now, even a refused key, says nothing about the order: it
 * can be asked again.
 */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof GeneratorError ? new GeneratorError('transient', error.message) : error;
  }
}

/** A value inside of a parsed JSON body, by its path; undefined if it is not there. */
export function at(body: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    body,
  );
}

/** The facts that are the same of every song of a provider, and those that no provider tells. */
export const PROVIDER_FACTS = {
  reproducible: false,
  source_type: 'trainedAlgorithmicMedia',
  closeness: null,
  account: null,
  bpm: null,
  musical_key: null,
} as const;

/** The result of a check: what `ask` says, or why it failed. */
export async function checked(ask: () => Promise<string>): Promise<{ reachable: boolean; message: string }> {
  try {
    return { reachable: true, message: await ask() };
  } catch (error) {
    if (error instanceof GeneratorError) return { reachable: false, message: error.message };
    throw error;
  }
}

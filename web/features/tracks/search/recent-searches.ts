import { permanent } from '../../../lib/storage/storage.ts';
import { readStored } from '../../../lib/storage/stored.ts';
import { createStore } from '../../../lib/store.ts';

const KEY = 'ovation.searches';
const MOST = 5;

/** The texts of the last searches that led somewhere, the latest first. */
export const recentSearches = createStore<string[]>([]);

function read(): string[] {
  const stored = readStored<unknown[]>(permanent, KEY, 'array') ?? [];
  return stored.filter((one) => typeof one === 'string').slice(0, MOST);
}

/** Reads them again: another tab may have searched, or another person have logged in. */
export const readRecentSearches = (): void => recentSearches.set(read());

function write(texts: string[]): void {
  recentSearches.set(texts.slice(0, MOST));
  permanent.set(KEY, JSON.stringify(recentSearches.get()));
}

export const rememberSearch = (text: string): void =>
  write([text, ...read().filter((one) => one.toLowerCase() !== text.toLowerCase())]);

export const forgetSearch = (text: string): void => write(read().filter((one) => one !== text));

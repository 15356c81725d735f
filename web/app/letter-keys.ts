import { permanent } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const KEY = 'ovation.letter-keys';

/** Whether single letters are shortcuts. People who dictate, or press keys by accident, can turn them off (WCAG 2.1.4). */
export const letterKeys = createStore(permanent.get(KEY) !== 'off');

export function setLetterKeys(on: boolean): void {
  permanent.set(KEY, on ? 'on' : 'off');
  letterKeys.set(on);
}

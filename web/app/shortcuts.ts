import { createStore } from '../lib/store.ts';

/** The sheet of keys. */
export const shortcuts = createStore(false);

import { createStore } from '../lib/store.ts';

/** True while the list of keyboard shortcuts is open. */
export const shortcuts = createStore(false);

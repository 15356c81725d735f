import { createStore } from '../lib/store.ts';

/** Whether the list of keyboard shortcuts is open. */
export const shortcuts = createStore(false);

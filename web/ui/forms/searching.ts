import { createStore } from '../../lib/store.ts';

/** Whether the search over everything is open. */
export const searching = createStore(false);

import { createStore } from '../../lib/store.ts';

/** The request whose last lamp the viewer has just lit, until they have seen the moment. */
export const lastLamp = createStore<string | null>(null);

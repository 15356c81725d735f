import { createStore } from '../lib/store.ts';
import type { Listen } from './play-reports.ts';

/** The latest play that began to be heard in this tab. */
export const latestListen = createStore<Listen | null>(null);

import { createStore } from '../../lib/store.ts';
import type { RequestInput } from './request-input.ts';

/** A request that another page began; the board's page opens its dialog with it. */
export const draft = createStore<RequestInput | null>(null);

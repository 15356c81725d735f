import { createStore } from '../../lib/store.ts';

export type CreditsTab = 'packages' | 'subscriptions';

/** The credits dialog, open on one of its tabs. */
export const creditsDialog = createStore<CreditsTab | null>(null);

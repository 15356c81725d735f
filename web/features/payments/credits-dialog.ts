import { switchStore } from '../../ui/switch-store.ts';

export type CreditsTab = 'packages' | 'subscriptions';

/** The credits dialog, open on one of its tabs. */
export const creditsDialog = switchStore<CreditsTab>();

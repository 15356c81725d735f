import type { QueryClient } from '@tanstack/react-query';
import { planOf } from 'contract/plans.ts';
import { call } from '../../lib/api.ts';
import { refreshCredits } from '../../lib/credits.ts';
import { toast } from '../../ui/toasts.ts';
import { creditsDialog } from './credits-dialog.ts';
import { settle } from './settle.ts';

/** What the provider's pages send back in the address. */
export interface Returned {
  /** The purchase that a bank was asked about. */
  purchase: string | null;
  /** How a hosted page was left: `done`, `cancelled`, or `changed` for the portal. */
  subscription: string | null;
}

/** When to ask whether word of a subscription has come, ms after the last time. */
const LOOKS = [0, 1000, 1000, 2000, 3000, 5000, 8000];

/** Goes on with what the viewer left the site for. `refresh` asks anew who the viewer is, with which plan. */
export async function takeUp(
  client: QueryClient,
  { purchase, subscription }: Returned,
  refresh: () => Promise<void>,
): Promise<void> {
  // An address can be made up by anybody: what the server does not know is passed over in silence.
  if (purchase !== null)
    await settle(client, purchase).catch((error) => console.warn('There is no such purchase.', error));
  if (subscription === 'cancelled') creditsDialog.set('subscriptions');
  if (subscription === 'done' || subscription === 'changed') await followPlan(client, subscription, refresh);
}

/** The plan changes when the provider has told the server, which may be a moment after the viewer is back. */
async function followPlan(
  client: QueryClient,
  how: 'done' | 'changed',
  refresh: () => Promise<void>,
): Promise<void> {
  let seen: string | undefined;
  for (const wait of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await call('GET /payments/subscription').catch(() => undefined);
    if (!answer || JSON.stringify(answer) === seen) continue;
    const isFirst = seen === undefined;
    seen = JSON.stringify(answer);
    // With the first look too: word may have come after the page had asked for the plan, and before this.
    await refresh();
    refreshCredits(client);
    for (const key of ['subscription', 'credit-history']) void client.invalidateQueries({ queryKey: [key] });
    const { subscription } = answer;
    if (how === 'done' && subscription) {
      const { name, monthlyCredits } = planOf({ plan_tier: subscription.tier });
      return toast(
        `Welcome to ${name}!`,
        `${monthlyCredits.toLocaleString('en')} credits are yours every month.`,
      );
    }
    if (how === 'changed' && !isFirst) return;
  }
  if (how === 'done')
    toast('Subscription under way', 'Your plan changes as soon as your payment is confirmed.');
}

import { plural, t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { planOf } from 'contract/plans.ts';
import { creditHistoryKey, creditsDialog, refreshCredits } from '../../lib/credits.ts';
import { call } from '../../lib/http/api.ts';
import { say } from '../../lib/i18n.ts';
import { toast } from '../../ui/layers/toasts.ts';
import { subscriptionQuery } from './queries.ts';
import { settle } from './settle.ts';

/** Results that the provider's pages send back in the URL. */
export interface Returned {
  /** The id of a purchase that the bank has approved or refused. */
  purchase: string | null;
  /** The result of a hosted page: `done`, `cancelled`, or `changed` for the portal. */
  subscription: string | null;
}

/** Delays between checks for a changed subscription, ms. */
const CHECK_DELAYS = [0, 1000, 1000, 2000, 3000, 5000, 8000];

/** Completes what the viewer did on the provider's pages. `refresh` loads the viewer and their plan again. */
export async function completeReturn(
  client: QueryClient,
  { purchase, subscription }: Returned,
  refresh: () => Promise<void>,
): Promise<void> {
  // Anybody can make up a URL: ignores purchases that the server does not know.
  if (purchase !== null)
    await settle(client, purchase).catch((error) => console.warn('There is no such purchase.', error));
  if (subscription === 'cancelled') creditsDialog.set('subscriptions');
  if (subscription === 'done' || subscription === 'changed') await syncPlan(client, subscription, refresh);
}

/** The plan changes with the provider's webhook, which may arrive after the viewer has returned. */
async function syncPlan(
  client: QueryClient,
  how: 'done' | 'changed',
  refresh: () => Promise<void>,
): Promise<void> {
  let seen: string | undefined;
  for (const wait of CHECK_DELAYS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await call('GET /payments/subscription').catch(() => undefined);
    if (!answer || JSON.stringify(answer) === seen) continue;
    const isFirst = seen === undefined;
    seen = JSON.stringify(answer);
    // On the first check too: the webhook may have arrived since the page loaded the plan.
    await refresh();
    refreshCredits(client);
    for (const queryKey of [subscriptionQuery.queryKey, creditHistoryKey])
      void client.invalidateQueries({ queryKey });
    const { subscription } = answer;
    if (how === 'done' && subscription) {
      const { monthlyCredits, ...plan } = planOf({ plan_tier: subscription.tier });
      const name = say(plan.name);
      const monthly = plural(monthlyCredits, {
        one: '# credit is yours every month.',
        other: '# credits are yours every month.',
      });
      return toast(t`Welcome to ${name}!`, monthly);
    }
    if (how === 'changed' && !isFirst) return;
  }
  if (how === 'done')
    toast(t`Subscription under way`, t`Your plan changes as soon as your payment is confirmed.`);
}

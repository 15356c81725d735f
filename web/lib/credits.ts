import { t } from '@lingui/core/macro';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { CreditsRecord } from 'contract/features/credits.ts';
import { call } from './http/api.ts';
import { useSession } from './session.tsx';
import { createStore } from './store.ts';

const KEY = ['credits'];

/** The changes of the balance; a payment outdates them too. */
export const creditHistoryKey = ['credit-history'];

/**
 * The viewer's balance, undefined for visitors and until it is loaded, and whether it could not be loaded.
 * @param isFetched whether to ask for it; otherwise the one that the page has is shown.
 */
export function useBalance(isFetched = true): { record: CreditsRecord | undefined; failed: boolean } {
  const { viewer } = useSession();
  const { data, isError } = useQuery({
    queryKey: KEY,
    // Without `user_id`, admins get everybody's balance.
    queryFn: () => call('GET /credits', { query: { user_id: viewer?.id } }),
    enabled: viewer !== null && isFetched,
    // §9
    staleTime: 1000,
    refetchOnMount: 'always',
    meta: { private: true },
  });
  const record = data?.find(({ user_id }) => user_id === viewer?.id);
  return { record, failed: isError && record === undefined };
}

/** The viewer's balance, as `useBalance`. */
export const useCredits = (isFetched?: boolean) => useBalance(isFetched).record;

/** Stores a balance that came with another response. */
export function setCredits(client: QueryClient, record: CreditsRecord): void {
  client.setQueryData<CreditsRecord[]>(KEY, (known = []) => [
    record,
    ...known.filter(({ id }) => id !== record.id),
  ]);
}

/** Fetches the balance again wherever it is shown. */
export function refreshCredits(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: KEY });
}

export type CreditsTab = 'packages' | 'subscriptions';

/** The credits dialog, open on one of its tabs. */
export const creditsDialog = createStore<CreditsTab | null>(null);

/** The name of the request that credits are needed for, if any. */
export const creditsNeed = createStore<string | null>(null);

/** Opens the dialog that sells credits, for a request of this name. */
export function getCreditsFor(title: string | null): void {
  creditsNeed.set(title);
  creditsDialog.set('packages');
}

/** Opens the dialog that sells credits. */
export const getCredits = () => getCreditsFor(null);
/** Opens the dialog that sells plans. */
export const viewPlans = () => creditsDialog.set('subscriptions');

/** The next step in the toast of a plan's limit. */
export const seePlans = {
  get label() {
    return t`See plans`;
  },
  run: viewPlans,
};

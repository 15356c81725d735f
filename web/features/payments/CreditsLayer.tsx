import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { creditsDialog } from './credits-dialog.ts';

export const CreditsDialog = lazyLayer(() => import('./CreditsDialog.tsx'));

/** Where the credits dialog opens; it is loaded with its first opening. */
export default function CreditsLayer() {
  const tab = useStore(creditsDialog);
  useReturns();
  return tab && <CreditsDialog tab={tab} />;
}

/**
 * Some cards lead to their bank's page first, subscriptions to the provider's: from there one comes back to
 * `?purchase=<id>` or `?subscription=<how>`, which is taken up once and vanishes from the address.
 */
function useReturns(): void {
  const client = useQueryClient();
  const { viewer, refresh } = useSession();
  const signedIn = viewer !== null;
  useEffect(() => {
    const address = new URL(location.href);
    const purchase = address.searchParams.get('purchase');
    const subscription = address.searchParams.get('subscription');
    if (!signedIn || (purchase === null && subscription === null)) return;
    for (const name of [
      'purchase',
      'payment_intent',
      'payment_intent_client_secret',
      'redirect_status',
      'subscription',
    ])
      address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
    void import('./returns.ts').then(({ takeUp }) => takeUp(client, { purchase, subscription }, refresh));
  }, [client, signedIn, refresh]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { creditsDialog } from './credits-dialog.ts';

export const CreditsDialog = lazyLayer(() => import('./CreditsDialog.tsx'));

/** The credits dialog, loaded when it first opens. */
export default function CreditsLayer() {
  const tab = useStore(creditsDialog);
  useReturns();
  return tab && <CreditsDialog tab={tab} />;
}

/**
 * Banks and the provider's pages return to `?purchase=<id>` or `?subscription=<result>`: handles the result once and
 * removes it from the address.
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
    void import('./returns.ts').then(({ completeReturn }) =>
      completeReturn(client, { purchase, subscription }, refresh),
    );
  }, [client, signedIn, refresh]);
}

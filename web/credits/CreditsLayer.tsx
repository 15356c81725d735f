import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazy } from '../lib/lazy.ts';
import { useSession } from '../lib/session.tsx';
import { creditsDialog } from './credits-dialog.ts';

export const loadCreditsDialog = () => import('./CreditsDialog.tsx');
const CreditsDialog = lazy(loadCreditsDialog);

/** Where the credits dialog opens; it is loaded with its first opening. */
export default function CreditsLayer() {
  const tab = useSyncExternalStore(creditsDialog.listen, creditsDialog.value, creditsDialog.value);
  useReturnFromBank();
  return tab && <Suspense>{<CreditsDialog tab={tab} />}</Suspense>;
}

/** Some cards lead to their bank's page first; from there one comes back to `?purchase=<id>`. */
function useReturnFromBank(): void {
  const client = useQueryClient();
  const { viewer } = useSession();
  const signedIn = viewer !== null;
  useEffect(() => {
    const address = new URL(location.href);
    const purchase = address.searchParams.get('purchase');
    if (!signedIn || purchase === null) return;
    for (const name of ['purchase', 'payment_intent', 'payment_intent_client_secret', 'redirect_status'])
      address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
    void import('./settle.ts').then(({ settle }) => settle(client, purchase));
  }, [client, signedIn]);
}

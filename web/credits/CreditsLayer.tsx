import { lazy, Suspense, useSyncExternalStore } from 'react';
import { creditsDialog } from './credits-dialog.ts';

export const loadCreditsDialog = () => import('./CreditsDialog.tsx');
const CreditsDialog = lazy(loadCreditsDialog);

/** Where the credits dialog opens; it is loaded with its first opening. */
export default function CreditsLayer() {
  const tab = useSyncExternalStore(creditsDialog.listen, creditsDialog.value, creditsDialog.value);
  return tab && <Suspense>{<CreditsDialog tab={tab} />}</Suspense>;
}

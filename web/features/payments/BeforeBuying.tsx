import { can } from 'contract/plans.ts';
import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.tsx';
import { creditsDialog } from './credits-dialog.ts';

/** Shown without a provider key (§8). */
export const OFF = 'Payment system not configured. Please contact support.';

/** What a buyer must know before they choose a pack. `off`: payments are not set up. */
export function BeforeBuying({ off }: { off: boolean }) {
  const { viewer } = useSession();
  return (
    <>
      {off && (
        <Note>
          <p role="alert" className="text-bad">
            {OFF}
          </p>
        </Note>
      )}
      {viewer && !can(viewer, 'vote') && (
        <Note>
          <p>
            Credits pay for votes and song requests, and{' '}
            <strong className="font-semibold">both need Plus</strong> or a higher plan.
          </p>
          <button
            type="button"
            onClick={() => creditsDialog.set('subscriptions')}
            className="min-h-11 font-semibold text-ember-ink hover:underline"
          >
            View Plans
          </button>
        </Note>
      )}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="-mt-2 mb-7 flex min-h-13 flex-wrap items-center justify-between gap-x-5 rounded-md border border-line bg-raised px-4 py-2">
      {children}
    </div>
  );
}

import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { canUpgrade, type Tier } from 'contract/plans.ts';
import { Coins } from 'lucide-react';
import { useEffect } from 'react';
import { creditsDialog, getCredits, refreshCredits, useBalance, viewPlans } from '../../lib/credits.ts';
import { formatCount } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';

const CreditsDialog = lazyLayer(() => import('./CreditsDialog.tsx'));

/** The credits dialog, loaded when it first opens. */
export default function CreditsLayer() {
  const tab = useStore(creditsDialog);
  useReturns();
  return tab && <CreditsDialog tab={tab} />;
}

/**
 * Banks and the provider's pages return to `?purchase=<id>` or `?subscription=<result>`: handles the result once and
 * removes it from the URL.
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

const ahead = { onPointerEnter: CreditsDialog.preload, onFocus: CreditsDialog.preload };

/**
 * The balance and 'Upgrade' in the header (§2); each opens its tab of the credits dialog. A balance that could not be
 * loaded is asked for again.
 */
export function CreditButtons({ tier }: { tier: Tier }) {
  const client = useQueryClient();
  const { record, failed } = useBalance();
  return (
    <>
      <button
        type="button"
        aria-label={
          failed
            ? t`Retry: could not load user credits`
            : record
              ? plural({ credits: record.credits }, { one: '# credit', other: '# credits' })
              : t`Credits`
        }
        data-tooltip={failed ? t`Could not load user credits` : t`Click to purchase credits`}
        onClick={failed ? () => refreshCredits(client) : getCredits}
        {...ahead}
        className="inline-flex h-11 items-center gap-2 rounded-full border border-line px-3.5 text-[0.9375rem] font-semibold transition hover:bg-raised md:h-10"
      >
        <Coins size={16} aria-hidden="true" className="text-ember-ink" />
        {/* Reserves the place of most balances, so that they do not shift the header when they load. */}
        <span className="figures min-w-[3ch] text-center md:min-w-[5ch]">
          {failed ? t`Retry` : record ? formatCount(record.credits) : '–'}
        </span>
      </button>
      {canUpgrade(tier) && (
        <button
          type="button"
          onClick={viewPlans}
          {...ahead}
          className="hidden h-10 items-center rounded-full px-2 text-[0.9375rem] font-medium text-soft transition hover:text-ink md:inline-flex"
        >
          {t`Upgrade`}
        </button>
      )}
    </>
  );
}

import { canUpgrade, type Tier } from 'contract/plans.ts';
import { Coins } from 'lucide-react';
import { useCredits } from '../../lib/credits.ts';
import { formatCount } from '../../lib/format.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { CreditsDialog } from './CreditsLayer.tsx';
import { creditsDialog } from './credits-dialog.ts';

const ahead = { onPointerEnter: CreditsDialog.preload, onFocus: CreditsDialog.preload };

/** The balance and 'Upgrade' in the header (§2); each opens its tab of the credits dialog. 'Upgrade' is loud for free members alone. */
export function CreditButtons({ tier }: { tier: Tier }) {
  const credits = useCredits()?.credits;
  return (
    <>
      <button
        type="button"
        data-tooltip="Click to purchase credits"
        onClick={() => creditsDialog.set('packages')}
        {...ahead}
        className="inline-flex h-11 items-center gap-2 rounded-full border border-line px-3.5 text-[0.9375rem] font-semibold transition hover:bg-raised md:h-10"
      >
        <Coins size={16} aria-hidden="true" className="text-ember-ink" />
        {/* Reserves the place of most balances, so that they do not shift the header when they load. */}
        <span className="figures min-w-[3ch] text-center md:min-w-[5ch]">
          {credits === undefined ? '–' : formatCount(credits)}
        </span>
        <span className="sr-only"> credits</span>
      </button>
      {canUpgrade(tier) && (
        <button
          type="button"
          onClick={() => creditsDialog.set('subscriptions')}
          {...ahead}
          className={`${buttonLook(tier === 'free' ? 'ember' : 'bare')} hidden! md:inline-flex!`}
        >
          Upgrade
        </button>
      )}
    </>
  );
}

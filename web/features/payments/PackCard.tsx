import type { CreditPackage } from 'contract/credits-constants.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { OfferCard } from './OfferCard.tsx';

/** One pack; on phones a low card with the button on its right, so that all packs fit on the screen. */
export function PackCard({
  pack,
  lit,
  called,
  disabled,
  onPurchase,
}: {
  pack: CreditPackage;
  lit: boolean;
  /** Whether its button is the dialog's main action. */
  called: boolean;
  disabled: boolean;
  onPurchase: (button: HTMLButtonElement) => void;
}) {
  return (
    <OfferCard
      lit={lit}
      badge={pack.popular ? { text: 'Most Popular' } : undefined}
      className="flex items-end justify-between gap-3 md:flex-col md:items-stretch"
    >
      <div>
        <h3 className="font-sans text-base font-medium tracking-normal whitespace-nowrap text-faint">
          {pack.name}
        </h3>
        <p className="figures font-display text-[2rem] leading-tight font-bold md:text-[2.5rem]">
          {formatCount(pack.credits)}
        </p>
        <p className="text-faint">
          credits <span className="hidden md:inline">·</span>{' '}
          <span className="block md:inline">${(pack.price / pack.credits).toFixed(3)} each</span>
        </p>
      </div>
      <div className="grid gap-3">
        <p className="figures text-right text-lg font-semibold md:text-left">${pack.price.toFixed(2)}</p>
        <Button
          look={lit && called ? 'ember' : 'quiet'}
          aria-label={`Purchase Credits: ${pack.name}`}
          disabled={disabled}
          onClick={(event) => onPurchase(event.currentTarget)}
        >
          Purchase Credits
        </Button>
      </div>
    </OfferCard>
  );
}

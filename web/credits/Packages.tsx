import { type CreditPackage, creditPackages } from 'contract/credit-packages.ts';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { OfferCard } from './OfferCard.tsx';

/** The packs. Payment opens in place below the one that was chosen. */
export function Packages() {
  const [chosen, setChosen] = useState<CreditPackage['id'] | null>(null);
  return (
    <>
      <ul className="grid gap-5 md:grid-cols-3 md:gap-4">
        {creditPackages.map((pack) => (
          <OfferCard key={pack.id} lit={pack.popular} badge={pack.popular ? 'Most Popular' : undefined}>
            <h3 className="font-sans text-base font-medium tracking-normal text-faint">{pack.name}</h3>
            <p className="figures font-display text-[2.5rem] leading-tight font-bold">
              {pack.credits.toLocaleString('en')}
            </p>
            <p className="text-faint">credits · ${(pack.price / pack.credits).toFixed(3)} each</p>
            <p className="mt-1 mb-5 text-lg font-semibold">${pack.price.toFixed(2)}</p>
            <Button
              look={pack.popular ? 'ember' : 'quiet'}
              className="mt-auto"
              onClick={() => setChosen(pack.id)}
            >
              Purchase Credits
            </Button>
            {chosen === pack.id && (
              <p role="alert" className="mt-4 text-[0.9375rem] text-bad">
                Payment system not configured. Please contact support.
              </p>
            )}
          </OfferCard>
        ))}
      </ul>
      <p className="mt-6 text-center text-soft">One-time purchase • Credits never expire</p>
    </>
  );
}

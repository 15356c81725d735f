import type { CreditPackage } from 'contract/credits-constants.ts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCredits } from '../../lib/credits.ts';
import { formatCount } from '../../lib/format.ts';

/** Replaces the card form after a successful payment. */
export function Purchased({ pack }: { pack: CreditPackage }) {
  const balance = useCredits()?.credits;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={place}
      className="mt-6 flex items-center gap-4 rounded-md border border-line bg-raised p-4 sm:p-5"
    >
      <CircleCheck size={28} aria-hidden="true" className="shrink-0 text-good" />
      <p>
        <span className="block font-semibold">Credits purchased!</span>
        <span className="text-soft">
          {pack.name}
          {balance !== undefined && (
            <>
              {' '}
              · you now have <span className="figures font-semibold text-ink">{formatCount(balance)}</span>{' '}
              credits
            </>
          )}
        </span>
      </p>
    </div>
  );
}

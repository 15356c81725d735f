import { useCredits } from '../../lib/credits.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { CreditEntries } from './CreditEntries.tsx';

/** All changes of the viewer's balance, newest first. */
export function CreditHistory({ onGetCredits }: { onGetCredits: () => void }) {
  const balance = useCredits()?.credits;
  return (
    <section aria-labelledby="credit-history" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="credit-history" className="text-title">
          Credits
        </h2>
        <p className="flex items-center gap-4">
          <span>
            <span className="figures font-semibold">
              {balance === undefined ? '–' : formatCount(balance)}
            </span>{' '}
            <span className="text-soft">left</span>
          </span>
          <Button onClick={onGetCredits}>Get credits</Button>
        </p>
      </div>
      <CreditEntries />
    </section>
  );
}

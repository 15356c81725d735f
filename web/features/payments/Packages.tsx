import { useMutation, useQuery } from '@tanstack/react-query';
import { type CreditPackage, creditPackages } from 'contract/credits-constants.ts';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { toastProblem } from '../../ui/toasts.ts';
import { BeforeBuying } from './BeforeBuying.tsx';
import { Checkout, isOff, Payment } from './Checkout.tsx';
import { PackCard } from './PackCard.tsx';
import { Purchased } from './Purchased.tsx';
import { paymentSettingsQuery } from './queries.ts';

/** The credit packs; payment opens below them. */
export function Packages() {
  const [chosen, setChosen] = useState<CreditPackage | null>(null);
  const [bought, setBought] = useState<CreditPackage | null>(null);
  const [paying, setPaying] = useState(false);
  const { data: settings } = useQuery(paymentSettingsQuery);
  const off = settings?.publishable_key === null;
  const opener = useRef<HTMLButtonElement>(null);
  const begin = useMutation({
    mutationFn: (pack: CreditPackage) => {
      Payment.preload();
      return call('POST /api/create-payment-intent', { body: { packageId: pack.id } });
    },
    onError: (error) => {
      if (!isOff(error)) toastProblem('Error', 'Failed to initialize payment');
    },
  });
  const choose = (pack: CreditPackage) => {
    setBought(null);
    setChosen(pack);
    begin.mutate(pack);
  };
  const close = () => {
    setChosen(null);
    begin.reset();
  };
  return (
    <>
      <BeforeBuying off={off} />
      <ul className="grid grid-cols-1 gap-5 md:grid-cols-3 md:gap-4">
        {creditPackages.map((pack) => (
          <PackCard
            key={pack.id}
            pack={pack}
            lit={chosen ? chosen === pack : pack.popular}
            called={chosen === null}
            disabled={off || begin.isPending || paying || (chosen === pack && begin.isSuccess)}
            onPurchase={(button) => {
              opener.current = button;
              choose(pack);
            }}
          />
        ))}
      </ul>
      {chosen && (
        <Checkout
          key={chosen.id}
          pack={chosen}
          purchase={begin.data}
          error={begin.error}
          onRetry={() => choose(chosen)}
          onPaying={setPaying}
          onPaid={() => {
            setBought(chosen);
            close();
          }}
          onClose={() => {
            close();
            // The button is enabled with the next frame.
            requestAnimationFrame(() => opener.current?.focus());
          }}
        />
      )}
      {bought && <Purchased pack={bought} />}
      <p className="mt-6 text-center text-soft">One-time purchase • Credits never expire</p>
    </>
  );
}

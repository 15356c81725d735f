import { useMutation } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { type CreditPackage, creditPackages } from 'contract/credit-packages.ts';
import { Suspense, useState } from 'react';
import { call } from '../lib/api.ts';
import { lazy } from '../lib/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { toastProblem } from '../ui/toasts.ts';
import { usePaymentSettings } from './hooks.ts';
import { OfferCard } from './OfferCard.tsx';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';

/** §8, where the provider's key is missing. */
const OFF = 'Payment system not configured. Please contact support.';

const loadPayment = () => import('./Payment.tsx');
const Payment = lazy(loadPayment);

/** The packs. Payment opens in place below them. */
export function Packages() {
  const { data: settings } = usePaymentSettings();
  const [chosen, setChosen] = useState<CreditPackage | null>(null);
  const begin = useMutation({
    mutationFn: (pack: CreditPackage) => {
      void loadPayment().catch(() => {});
      return call('POST /api/create-payment-intent', { body: { packageId: pack.id } });
    },
    onError: (error) => {
      if (!isOff(error)) toastProblem('Error', 'Failed to initialize payment');
    },
  });
  const choose = (pack: CreditPackage) => {
    setChosen(pack);
    begin.mutate(pack);
  };
  const close = () => {
    setChosen(null);
    begin.reset();
  };
  const key = settings?.publishable_key;
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
              aria-label={`Purchase Credits: ${pack.name}`}
              disabled={begin.isPending}
              onClick={() => choose(pack)}
            >
              Purchase Credits
            </Button>
          </OfferCard>
        ))}
      </ul>
      {chosen && (
        <section
          aria-label={`Pay for the ${chosen.name}`}
          className="mt-6 rounded-md border border-line bg-raised p-5 md:p-6"
        >
          <p className="mb-4 font-semibold">
            {chosen.name} <span className="font-normal text-faint">·</span>{' '}
            <span className="figures">{chosen.credits.toLocaleString('en')}</span> credits for{' '}
            <span className="figures">${chosen.price.toFixed(2)}</span>
          </p>
          {begin.error && (
            <p role="alert" className="flex flex-wrap items-center gap-4 text-bad">
              {begin.error.message}
              {!isOff(begin.error) && <Button onClick={() => choose(chosen)}>Retry</Button>}
            </p>
          )}
          {begin.isPending && <PaymentSkeleton />}
          {begin.data && key && (
            <Suspense fallback={<PaymentSkeleton />}>
              <Payment
                key={begin.data.clientSecret}
                publishableKey={key}
                purchase={begin.data}
                price={chosen.price}
                onClose={close}
              />
            </Suspense>
          )}
          {begin.data && key === null && (
            <p role="alert" className="text-bad">
              {OFF}
            </p>
          )}
        </section>
      )}
      <p className="mt-6 text-center text-soft">One-time purchase • Credits never expire</p>
    </>
  );
}

const isOff = (error: Error) => error instanceof AnswerProblem && error.code === 'payments_off';

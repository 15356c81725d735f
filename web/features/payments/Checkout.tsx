import { useQuery } from '@tanstack/react-query';
import { AnswerProblem, sentenceOf } from 'contract/answers.ts';
import type { CreditPackage } from 'contract/features/credits-constants.ts';
import type { createPaymentIntent } from 'contract/features/payments.ts';
import { can, type PlanHolder, planOf } from 'contract/plans.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import type { z } from 'zod';
import { viewPlans } from '../../lib/credits.ts';
import { formatCount } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';
import { paymentSettingsQuery } from './queries.ts';

export const Payment = lazyLayer(() => import('./Payment.tsx'));

export const isOff = (error: Error) => error instanceof AnswerProblem && error.code === 'payments_off';

/** The payment form for one pack, shown below the packs. */
export function Checkout({
  pack,
  purchase,
  error,
  onRetry,
  onPaying,
  onPaid,
  onClose,
}: {
  pack: CreditPackage;
  /** Undefined until the purchase is created. */
  purchase: z.output<typeof createPaymentIntent.returns> | undefined;
  error: Error | null;
  onRetry: () => void;
  onPaying: (paying: boolean) => void;
  onPaid: () => void;
  onClose: () => void;
}) {
  const settings = useQuery(paymentSettingsQuery);
  const key = settings.data?.publishable_key;
  const place = useRef<HTMLElement>(null);
  // On phones it opens below the visible part; the skeleton already has the form's height.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const problem = error ?? settings.error;
  const off = key === null || (error !== null && isOff(error));
  return (
    <section
      ref={place}
      aria-label={`Pay for the ${pack.name}`}
      className="mt-6 rounded-md border border-line bg-raised p-4 sm:p-5 md:p-6"
    >
      <p className="mb-4 font-semibold">
        {pack.name} <span className="font-normal text-faint">·</span>{' '}
        <span className="figures">{formatCount(pack.credits)}</span> credits for{' '}
        <span className="figures">${pack.price.toFixed(2)}</span>
      </p>
      {off ? (
        <p role="alert" className="text-bad">
          {OFF}
        </p>
      ) : problem ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p role="alert" className="text-balance text-bad">
            {sentenceOf(problem)}
          </p>
          <Button
            className="bg-lamp!"
            onClick={() => {
              if (settings.error) void settings.refetch();
              onRetry();
            }}
          >
            Try again
          </Button>
        </div>
      ) : purchase && key ? (
        <Payment
          key={purchase.clientSecret}
          fallback={<PaymentSkeleton />}
          publishableKey={key}
          purchase={purchase}
          price={pack.price}
          onPaying={onPaying}
          onPaid={onPaid}
          onClose={onClose}
        />
      ) : (
        <PaymentSkeleton />
      )}
    </section>
  );
}

/** Shown without a provider key (§8). */
const OFF = 'Payment system not configured. Please contact support.';

/** What a buyer must know before they choose a pack. `off`: payments are not set up. */
export function BeforeBuying({ off }: { off: boolean }) {
  const { viewer } = useSession();
  return (
    <>
      {off && <NotSold what="Credits" />}
      {viewer && !off && !can(viewer, 'vote') && (
        <Note>
          <p>
            Credits pay for votes and song requests, and{' '}
            <strong className="font-semibold">both need Plus</strong> or a higher plan.
          </p>
          <button
            type="button"
            onClick={viewPlans}
            className="min-h-11 font-semibold text-ember-ink hover:underline"
          >
            View Plans
          </button>
        </Note>
      )}
    </>
  );
}

/** Says calmly, before anything is pressed, that nothing is sold here, and what goes without paying. */
export function NotSold({ what }: { what: 'Credits' | 'Plans' }) {
  const { viewer } = useSession();
  return (
    <Note>
      <p className="py-1">
        <strong className="font-semibold">{what} can't be bought here yet.</strong>{' '}
        <span className="text-soft">{withoutPaying(viewer)}</span>
      </p>
    </Note>
  );
}

function withoutPaying(viewer: PlanHolder): string {
  const { id, name, monthlyCredits, maxSavedTracks } = planOf(viewer);
  if (id === 'free')
    return `${viewer ? 'You' : 'Members'} can listen to every track, save up to ${maxSavedTracks}, applaud and share without paying.`;
  if (monthlyCredits === 0) return 'Your plan already includes everything.';
  return `Your ${name} plan goes on, with ${formatCount(monthlyCredits)} credits every month.`;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="-mt-2 mb-7 flex min-h-13 flex-wrap items-center justify-between gap-x-5 rounded-md border border-line bg-raised px-4 py-2">
      {children}
    </div>
  );
}

import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { CreditPackage } from 'contract/features/credits-constants.ts';
import type { createPaymentIntent } from 'contract/features/payments.ts';
import { can, planOf, plans } from 'contract/plans.ts';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { useCredits, viewPlans } from '../../lib/credits.ts';
import { formatDayOfYear } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http/api.ts';
import { language, say } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';
import { paymentSettingsQuery } from './queries.ts';

export const Payment = lazyLayer(() => import('./Payment.tsx'));

/** A price in US dollars: "$4.99". */
export const formatPrice = (dollars: number, digits = 2): string =>
  dollars.toLocaleString(language, { style: 'currency', currency: 'USD', minimumFractionDigits: digits });

export const isOff = (error: Error) => error instanceof AnswerProblem && error.code === 'payments_off';

/** The payment form for one pack, shown in the place of the packs. */
export function Checkout({
  pack,
  height,
  purchase,
  error,
  onRetry,
  onPaid,
  onClose,
}: {
  pack: CreditPackage;
  /** Of the packs, px. */
  height: number;
  /** Undefined until the purchase is created. */
  purchase: z.output<typeof createPaymentIntent.returns> | undefined;
  error: Error | null;
  onRetry: () => void;
  onPaid: () => void;
  onClose: () => void;
}) {
  const settings = useQuery(paymentSettingsQuery);
  const key = settings.data?.publishable_key;
  const place = useRef<HTMLElement>(null);
  // On phones the button may be far below.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const name = say(pack.name);
  const price = formatPrice(pack.price);
  const problem = error ?? settings.error;
  const off = key === null || (error !== null && isOff(error));
  return (
    <section
      ref={place}
      aria-label={t`Pay for the ${name}`}
      className="checkout"
      style={{ minHeight: height }}
    >
      <div>
        <p className="text-soft">{name}</p>
        <p className="figures font-display text-[2.75rem] leading-tight font-bold">{price}</p>
        <p className="figures text-lg font-semibold">
          {plural({ credits: pack.credits }, { one: '# credit', other: '# credits' })}
        </p>
      </div>
      {off ? (
        <p role="alert" className="text-bad">
          {t(OFF)}
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
            {t`Try again`}
          </Button>
        </div>
      ) : purchase && key ? (
        <Payment
          key={purchase.clientSecret}
          fallback={<PaymentSkeleton />}
          publishableKey={key}
          purchase={purchase}
          price={price}
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
export const OFF = msg`Payment system not configured. Please contact support.`;

/** Information that a buyer needs before choosing a pack. `off`: payments are not set up. */
export function BeforeBuying({ off }: { off: boolean }) {
  const { viewer } = useSession();
  return (
    <>
      {off && <NotSold what="Credits" />}
      {viewer && !off && !can(viewer, 'vote') && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-5">
          <p>
            <Trans>
              Credits pay for votes and song requests, and{' '}
              <strong className="font-semibold">both need Plus</strong> or a higher plan.
            </Trans>
          </p>
          <button
            type="button"
            onClick={viewPlans}
            className="min-h-11 font-semibold text-ember-ink hover:underline"
          >
            {t`View Plans`}
          </button>
        </div>
      )}
    </>
  );
}

/** Says calmly, before anything is pressed, that nothing is sold here, and what a plan brings. */
export function NotSold({ what }: { what: 'Credits' | 'Plans' }) {
  const { viewer } = useSession();
  const next = useCredits()?.next_refill;
  const { id, monthlyCredits, maxSavedTracks, ...plan } = planOf(viewer);
  const name = say(plan.name);
  const plus = plans.plus.monthlyCredits;
  const date = next && formatDayOfYear(next);
  const free =
    (what === 'Credits' &&
      plural(plus, { one: 'Plus brings # every month.', other: 'Plus brings # every month.' })) ||
    (viewer
      ? t`You can listen to every track, save up to ${maxSavedTracks}, applaud and share without paying.`
      : t`Members can listen to every track, save up to ${maxSavedTracks}, applaud and share without paying.`);
  const paid =
    (monthlyCredits === 0 && t`Your plan already includes everything.`) ||
    (what === 'Plans'
      ? date
        ? t`With ${name} you get ${plural(monthlyCredits, { one: '# credit', other: '# credits' })} every month, next on ${date}.`
        : t`With ${name} you get ${plural(monthlyCredits, { one: '# credit', other: '# credits' })} every month.`
      : date
        ? t`With ${name} you get ${plural(monthlyCredits, { one: '#', other: '#' })} every month, next on ${date}.`
        : t`With ${name} you get ${plural(monthlyCredits, { one: '#', other: '#' })} every month.`);
  return (
    <p className="mb-6 text-pretty">
      <strong className="font-semibold">
        {what === 'Plans' ? t`Plans aren't on sale here yet.` : t`Credits aren't on sale here yet.`}
      </strong>{' '}
      <span className="text-soft">{id === 'free' ? free : paid}</span>
    </p>
  );
}

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { planOf, subscriptions } from 'contract/plans.ts';
import { Check } from 'lucide-react';
import { creditsDialog } from '../../lib/credits.ts';
import { formatDate } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { say } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.tsx';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { Button } from '../../ui/Button.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { formatPrice, NotSold } from './Checkout.tsx';
import { OfferCard } from './OfferCard.tsx';
import { subscriptionQuery, usePlansForSale } from './queries.ts';

const RECOMMENDED = 'premium';

/** The monthly plans (§2, §6). */
export function Subscriptions() {
  const { viewer } = useSession();
  const current = planOf(viewer).id;
  const off = usePlansForSale() === false;
  const subscribe = useMutation({
    mutationFn: (tier: 'plus' | 'premium' | 'platinum') =>
      call('POST /payments/subscription', { body: { tier } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      if (error instanceof AnswerProblem && error.code === 'subscriptions_off') {
        toast(t`Subscription coming soon!`);
        creditsDialog.set(null);
      } else toastProblem(t`Error`, error);
    },
  });
  const choose = (tier: 'plus' | 'premium' | 'platinum') => {
    if (viewer) return subscribe.mutate(tier);
    creditsDialog.set(null);
    askToLogIn(t`Authentication required`, t`Please log in to subscribe.`);
  };
  return (
    <>
      {off && <NotSold what="Plans" />}
      <ul className="grid grid-cols-1 gap-5 md:grid-cols-3 md:gap-4">
        {subscriptions.map((plan) => {
          const isCurrent = plan.id === current;
          const recommended = plan.id === RECOMMENDED && !isCurrent;
          const lit = recommended && !off;
          const price = formatPrice(plan.price ?? 0);
          return (
            <OfferCard
              key={plan.id}
              lit={lit}
              badge={
                isCurrent
                  ? { text: t`Current Plan`, quiet: true }
                  : recommended
                    ? { text: t`Recommended`, quiet: off }
                    : undefined
              }
            >
              <h3 className="text-xl">{say(plan.name)}</h3>
              <p className="figures mt-1 font-display text-[2rem] leading-tight font-bold">
                <Trans>
                  {price}
                  <span className="font-sans text-base font-normal text-faint">/month</span>
                </Trans>
              </p>
              {plan.monthlyCredits > 0 && (
                <p className="mt-1 text-ember-ink">
                  {plural(
                    { credits: plan.monthlyCredits },
                    { one: '# credit per month', other: '# credits per month' },
                  )}
                </p>
              )}
              <ul className="mt-4 mb-6 grid gap-2">
                {plan.features.map(say).map((feature) => (
                  <li key={feature} className="flex items-start gap-2.5 text-[0.9375rem] text-soft">
                    <Check size={16} aria-hidden="true" className="mt-1 shrink-0 text-ember-ink" />
                    {feature}
                  </li>
                ))}
              </ul>
              <Button
                look={lit ? 'ember' : 'quiet'}
                className="mt-auto"
                disabled={isCurrent || subscribe.isPending}
                onClick={() => choose(plan.id as 'plus')}
              >
                {isCurrent ? t`Current Plan` : t`Subscribe`}
              </Button>
            </OfferCard>
          );
        })}
      </ul>
      {viewer && <CurrentSubscription />}
      <p className="mt-6 text-center text-balance text-soft">
        {t`Recurring monthly subscription • Cancel anytime`}
      </p>
    </>
  );
}

/** The current subscription, with a link to the provider's portal to change the card or cancel. */
function CurrentSubscription() {
  const { data } = useQuery(subscriptionQuery);
  const manage = useMutation({
    mutationFn: () => call('POST /payments/portal'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastProblem(t`Error`, error),
  });
  const subscription = data?.subscription;
  if (!subscription) return;
  const { tier, status, cancel_at_period_end, current_period_end } = subscription;
  const until = current_period_end === null ? '' : formatDate(current_period_end);
  const name = say(planOf({ plan_tier: tier }).name);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-md border border-line bg-raised p-4 sm:p-5">
      <p className="text-balance">
        {status === 'past_due' || !until ? (
          <>
            <span className="font-semibold">{name}</span>{' '}
            {status === 'past_due' && (
              <span className="text-soft">{t`The last payment failed. Please update your card.`}</span>
            )}
          </>
        ) : cancel_at_period_end ? (
          <Trans>
            <span className="font-semibold">{name}</span> <span className="text-soft">ends on {until}</span>
          </Trans>
        ) : (
          <Trans>
            <span className="font-semibold">{name}</span> <span className="text-soft">renews on {until}</span>
          </Trans>
        )}
      </p>
      <Button className="bg-lamp!" disabled={manage.isPending} onClick={() => manage.mutate()}>
        {t`Manage subscription`}
      </Button>
    </div>
  );
}

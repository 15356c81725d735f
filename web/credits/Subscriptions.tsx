import { planOf, subscriptions } from 'contract/plans.ts';
import { Check } from 'lucide-react';
import { useSession } from '../lib/session.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts.ts';
import { creditsDialog } from './credits-dialog.ts';
import { OfferCard } from './OfferCard.tsx';

const RECOMMENDED = 'premium';

/** The plans that are sold by the month (§2, §6). */
export function Subscriptions() {
  const { viewer } = useSession();
  const current = planOf(viewer).id;
  const subscribe = () => {
    toast('Subscription coming soon!');
    creditsDialog.close();
  };
  return (
    <>
      <ul className="grid gap-5 md:grid-cols-3 md:gap-4">
        {subscriptions.map((plan) => {
          const isCurrent = plan.id === current;
          const lit = plan.id === RECOMMENDED && !isCurrent;
          return (
            <OfferCard
              key={plan.id}
              lit={lit}
              badge={isCurrent ? 'Current Plan' : lit ? 'Recommended' : undefined}
            >
              <h3 className="text-xl">{plan.name}</h3>
              <p className="figures mt-1 font-display text-[2rem] leading-tight font-bold">
                ${plan.price?.toFixed(2)}
                <span className="font-sans text-base font-normal text-faint">/month</span>
              </p>
              {plan.monthlyCredits > 0 && (
                <p className="mt-1 text-ember-ink">
                  {plan.monthlyCredits.toLocaleString('en')} credits per month
                </p>
              )}
              <ul className="mt-4 mb-6 grid gap-2">
                {plan.features.map((feature) => (
                  <li key={feature} className="flex items-start gap-2.5 text-[0.9375rem] text-soft">
                    <Check size={16} aria-hidden="true" className="mt-1 shrink-0 text-ember-ink" />
                    {feature}
                  </li>
                ))}
              </ul>
              <Button
                look={lit ? 'ember' : 'quiet'}
                className="mt-auto"
                disabled={isCurrent}
                onClick={subscribe}
              >
                {isCurrent ? 'Current Plan' : 'Subscribe'}
              </Button>
            </OfferCard>
          );
        })}
      </ul>
      <p className="mt-6 text-center text-soft">Recurring monthly subscription • Cancel anytime</p>
    </>
  );
}

import { t } from '@lingui/core/macro';
import { planOf, type Tier } from 'contract/plans.ts';
import { say } from '../../lib/i18n.ts';

const dots: Record<Tier, string> = {
  free: 'bg-faint',
  plus: 'bg-bronze',
  premium: 'bg-ember',
  platinum: 'bg-silver',
  admin: 'bg-gold',
};

/** The viewer's plan with §2's tooltip; opens the plans. */
export function PlanBadge({ tier, onPress }: { tier: Tier; onPress: () => void }) {
  const name = say(planOf({ plan_tier: tier }).name);
  return (
    <button
      type="button"
      aria-label={t`Plan: ${name}`}
      data-tooltip={t`Your current plan: ${name}`}
      onClick={onPress}
      className="hidden h-10 items-center rounded-full px-2 text-[0.9375rem] text-soft transition hover:text-ink md:inline-flex"
    >
      {name}
    </button>
  );
}

/** The badge without its button, for rows of a menu. */
export function PlanName({ tier }: { tier: Tier }) {
  return (
    <span className="inline-flex items-center gap-2 text-sm text-soft">
      <Dot tier={tier} />
      {say(planOf({ plan_tier: tier }).name)}
    </span>
  );
}

const Dot = ({ tier }: { tier: Tier }) => (
  <span aria-hidden="true" className={`size-2 rounded-full ${dots[tier]}`} />
);

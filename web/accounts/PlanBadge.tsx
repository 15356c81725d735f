import { planOf, type Tier } from 'contract/plans.ts';

const dots: Record<Tier, string> = {
  free: 'bg-faint',
  plus: 'bg-bronze',
  premium: 'bg-ember',
  platinum: 'bg-silver',
  admin: 'bg-gold',
};

/** The viewer's plan, with §2's tooltip. */
export function PlanBadge({ tier }: { tier: Tier }) {
  const { name } = planOf({ plan_tier: tier });
  return (
    <span
      data-tooltip={`Your current plan: ${name}`}
      className="hidden h-10 items-center gap-2 rounded-full border border-line px-3.5 text-[0.9375rem] text-soft md:inline-flex"
    >
      <span aria-hidden="true" className={`size-2 rounded-full ${dots[tier]}`} />
      {name}
    </span>
  );
}

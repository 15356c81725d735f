import type { Tier } from 'contract/plans.ts';
import { PlanBadge } from '../features/accounts/PlanBadge.tsx';
import { CreditButtons } from '../features/payments/CreditsLayer.tsx';
import { viewPlans } from '../lib/credits.ts';
import { Slot } from '../ui/Slot.tsx';

/** The members' part of the header: plan, credits, upgrade, and what extensions add. */
export default function MemberBadges({ tier }: { tier: Tier }) {
  return (
    <>
      <PlanBadge tier={tier} onPress={viewPlans} />
      <CreditButtons tier={tier} />
      <Slot at="header/items" />
    </>
  );
}

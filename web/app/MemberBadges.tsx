import type { Tier } from 'contract/plans.ts';
import { PlanBadge } from '../features/accounts/PlanBadge.tsx';
import { Bell } from '../features/notifications/Bell.tsx';
import { CreditButtons } from '../features/payments/CreditsLayer.tsx';
import { viewPlans } from '../lib/credits.ts';

/** The members' part of the header: plan, credits, upgrade, notifications. */
export default function MemberBadges({ tier }: { tier: Tier }) {
  return (
    <>
      <PlanBadge tier={tier} onPress={viewPlans} />
      <CreditButtons tier={tier} />
      <Bell />
    </>
  );
}

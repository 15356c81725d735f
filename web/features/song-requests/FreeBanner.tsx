import { upgradeHint } from 'contract/plans.ts';
import { Button } from '../../ui/Button.tsx';

/** Invites free members to upgrade. */
export function FreeBanner({ onViewPlans }: { onViewPlans: () => void }) {
  return (
    <div className="spotlight flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-stage p-4 md:p-5">
      <p className="font-medium">{upgradeHint('requests', 'free')}</p>
      <Button look="ember" onClick={onViewPlans}>
        View Plans
      </Button>
    </div>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { BoardCounts as Counts } from 'contract/features/song-requests.ts';
import { REQUEST_COST, VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { upgradeHint } from 'contract/plans.ts';
import type { ReactNode } from 'react';
import { viewPlans } from '../../../lib/credits.ts';
import { formatCount } from '../../../lib/format.ts';
import { say } from '../../../lib/i18n.ts';
import { session } from '../../../lib/storage/session-token.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/QueryView.tsx';
import type { Voter } from '../use-voter.ts';

/** The counts in the header: skeletons while they load, dashes if that fails. */
export function BoardCounts({ counts, failed }: { counts: Counts | undefined; failed: boolean }) {
  const missing = failed ? <span className="text-faint">–</span> : <Skeleton className="h-7 w-14" />;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3 sm:gap-x-10">
      <Count name={t`requests`} value={counts ? formatCount(counts.requests) : missing} />
      <Count name={t`total votes`} value={counts ? formatCount(counts.votes) : missing} />
      <Count name={t`reached the goal`} value={counts ? formatCount(counts.queued) : missing} />
    </dl>
  );
}

function Count({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-[0.9375rem] text-faint">{name}</dt>
      <dd className="figures flex h-10 items-center font-display text-[2rem] leading-none font-bold">
        {value}
      </dd>
    </div>
  );
}

/**
 * Invites free members to upgrade. So that it does not push the board down when they are loaded, it is there before
 * for those who were free members last: in the server's picture, where a style decides, and until the script knows.
 */
export function FreeBanner({ voter }: { voter: Voter }) {
  const isDrawn = typeof window === 'undefined';
  const isFree = voter.obstacle === 'plan' || (!voter.viewer && session.lastPlan() === 'free');
  if (!isDrawn && !isFree) return null;
  return (
    <div className={isDrawn ? 'for-free' : ''}>
      <div className="spotlight flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-stage p-4 md:p-5">
        <p className="font-medium">{say(upgradeHint('requests', 'free'))}</p>
        <Button look="ember" onClick={viewPlans}>
          {t`View Plans`}
        </Button>
      </div>
    </div>
  );
}

const STRONG = 'font-semibold text-ink';
const steps = [
  <Trans key="request">
    <strong className={STRONG}>Request.</strong> Costs {REQUEST_COST} credits.
  </Trans>,
  <Trans key="vote">
    <strong className={STRONG}>Vote.</strong> A vote costs {VOTE_COST} credits.
  </Trans>,
  <Trans key="listen">
    <strong className={STRONG}>Listen.</strong> At {VOTE_GOAL} votes AI makes it, and the people who voted
    pick the take.
  </Trans>,
];

/** The 'How It Works' notice (§2). */
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="rounded-lg border border-line bg-stage p-4 md:p-5">
      <h2 id="how" className="mb-3 text-lg">
        {t`How It Works`}
      </h2>
      <ol className="how-steps">
        {steps.map((step, index) => (
          <li key={step.key} className="grid grid-cols-[auto_1fr] items-start gap-x-3">
            <span
              aria-hidden="true"
              className="figures mt-0.5 grid size-7 place-items-center rounded-full bg-raised text-sm font-semibold text-ember-ink"
            >
              {index + 1}
            </span>
            <p className="text-[0.9375rem] text-soft">{step}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

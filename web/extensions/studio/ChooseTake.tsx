import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Take } from 'contract/extensions/studio.ts';
import { say } from '../../lib/i18n.ts';
import './studio.css';
import { useQuery } from '@tanstack/react-query';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { statusNames } from 'contract/features/song-requests-constants.ts';
import { useEffect, useState } from 'react';
import { formatTimeLeft } from '../../features/song-requests/time-left.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { Time } from '../../ui/Time.tsx';
import { takesQuery } from './queries.ts';
import { Takes } from './Takes.tsx';

/** The takes of a request, for those who may listen to them. */
export default function ChooseTake({ request }: { request: RequestPage }) {
  const { viewer } = useSession();
  const query = useQuery(takesQuery(viewer?.id, request.id));
  const { status, may_choose, choosing_ends_at } = request;
  // A song that was made elsewhere has no takes.
  if (status === 'released' && !query.data?.length) return null;
  const isOpen = status === 'choosing' && may_choose;
  return (
    <section aria-labelledby="takes">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="takes" className="text-title">
            {isOpen
              ? say(statusNames.choosing)
              : status === 'in_studio'
                ? t`Takes in the making`
                : t`The takes`}
          </h2>
          {isOpen && request.choosers && <Choosers {...request.choosers} />}
          {status === 'choosing' && !may_choose && (
            <p className="text-sm text-soft">{t`The people who voted are choosing.`}</p>
          )}
        </div>
        {status === 'choosing' && choosing_ends_at !== null && <Closing at={choosing_ends_at} />}
      </div>
      <QueryView
        query={query}
        loading={t`Loading the takes...`}
        skeleton={
          <div className="grid gap-4">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-28" />
            ))}
          </div>
        }
        compact
        isEmpty={(takes) => takes.length === 0}
        empty={
          <p className="text-soft">
            {request.progress === null ? t`None is being made right now.` : t`No take is ready yet.`}
          </p>
        }
      >
        {(takes) => (
          <>
            <Takes request={request} takes={takes} />
            <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm text-soft">
              <p className="hidden md:block">
                <Trans>
                  <Letters takes={takes} /> switch takes without losing your place
                </Trans>
              </p>
              {isOpen && <p>{t`You can change your mind. You’ll see the result when it closes.`}</p>}
            </div>
          </>
        )}
      </QueryView>
    </section>
  );
}

const Letters = ({ takes }: { takes: readonly Take[] }) =>
  takes.slice(0, 9).map(({ id, label }) => (
    <kbd key={id} className="me-1 rounded-sm border font-sans border-line px-1.5 py-0.5">
      {label}
    </kbd>
  ));

/** Number of people who have chosen; their choices stay hidden. */
const Choosers = ({ chosen, all }: { chosen: number; all: number }) => (
  <p className="figures text-sm whitespace-nowrap text-soft">
    {all === 1
      ? plural(chosen, { one: '# of 1 has chosen.', other: '# of 1 have chosen.' })
      : t`${{ chosen: formatCount(chosen) }} of ${{ all: formatCount(all) }} have chosen.`}
  </p>
);

/** Update interval of the time left, ms. */
const EVERY = 30_000;

/** Time left for a choice, and its closing time. @param at epoch milliseconds. */
function Closing({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="text-sm text-soft sm:text-end">
      <span className="figures block font-display text-lg font-semibold text-ink">
        {formatTimeLeft(at - now)}
      </span>
      <Trans>
        Closes on <Time at={at} format={formatDateTime} />
      </Trans>
    </p>
  );
}

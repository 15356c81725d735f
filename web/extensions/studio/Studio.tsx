import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { language, say } from '../../lib/i18n.ts';
import './studio.css';
import { useQuery } from '@tanstack/react-query';
import type { Generator, Studio as State, StudioRequest } from 'contract/extensions/studio.ts';
import { isFinal } from 'contract/extensions/studio-constants.ts';
import { statusNames } from 'contract/features/song-requests-constants.ts';
import { useState } from 'react';
import type { Ways } from '../../features/publishing/Views.tsx';
import { formatTimeLeft } from '../../features/song-requests/time-left.ts';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { generatorsQuery, studioQuery, useLiveStudio } from './queries.ts';
import { StudioWork } from './StudioWork.tsx';
import { formatCents, formatEstimate, formatPrice } from './take-words.ts';

/** The studio, for admins: the requests in line, and the work on one of them. */
export default function Studio(otherWays: Ways) {
  const query = useQuery(studioQuery);
  const [selected, setSelected] = useState<string | null>(null);
  useLiveStudio();
  return (
    <QueryView
      query={query}
      loading={t`Loading the studio...`}
      skeleton={<Skeleton className="h-40 rounded-lg!" />}
      failed={t`Failed to load the studio`}
    >
      {(studio) => {
        const request = studio.requests.find(({ id }) => id === selected) ?? studio.requests[0];
        return (
          <div className="studio">
            <div className="studio-side">
              <StudioLine requests={studio.requests} selected={request?.id} onSelect={setSelected} />
              <Generators studio={studio} />
            </div>
            {request ? (
              <StudioWork key={request.id} studio={studio} request={request} {...otherWays} />
            ) : (
              <EmptyState
                picture={<EmptyStage />}
                title={t`No requests are waiting`}
                text={t`A request comes here when it has 30 votes.`}
              />
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

/** The generators: whether they can be reached, their prices, and what they cost this month. */
function Generators({ studio: { spending, monthly_budget } }: { studio: State }) {
  const query = useQuery(generatorsQuery);
  const spent = spending.reduce((sum, { cents }) => sum + cents, 0);
  const price = formatCents(spent);
  const budget = formatCents(monthly_budget ?? 0);
  const month = new Date().toLocaleDateString(language, { month: 'long', timeZone: 'UTC' });
  return (
    <section aria-labelledby="generators" className="studio-generators">
      <h2 id="generators" className="mb-2 text-lg">
        {t`Generators`}
      </h2>
      <p className="figures text-[0.9375rem] text-soft">
        <Trans>
          <strong className="font-semibold text-ink">{price}</strong> spent in {month}
        </Trans>
        {monthly_budget !== null && (
          <>
            <br />
            <Trans>
              <strong className="font-semibold text-ink">{budget}</strong> is the month’s limit
            </Trans>
          </>
        )}
      </p>
      <QueryView
        query={query}
        loading={t`Asking the generators...`}
        skeleton={<Skeleton className="mt-4 h-16" />}
        compact
      >
        {(generators) => (
          <ul className="mt-3 divide-y divide-line border-t border-line">
            {generators.map((generator) => (
              <GeneratorItem key={generator.id} generator={generator} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function GeneratorItem({
  generator: { name, is_default, reachable, message, cents, seconds, spent_cents },
}: {
  generator: Generator;
}) {
  const price = cents === 0 ? t`Free` : formatCents(cents);
  const time = formatEstimate(seconds);
  return (
    <li className="py-3 text-sm wrap-anywhere">
      <p className="flex justify-between gap-3">
        <span className="text-base font-medium">{name}</span>
        <span className={`font-semibold ${reachable ? 'text-good' : 'text-bad'}`}>
          {reachable ? t`Ready` : t`Not reachable`}
        </span>
      </p>
      <p className="figures text-soft">
        {is_default ? t`${price}, about ${time} a take, used by default` : t`${price}, about ${time} a take`}
        {spent_cents > 0 && t`, ${{ price: formatCents(spent_cents) }} this month`}
      </p>
      <p className={reachable ? 'text-soft' : 'text-bad'}>{message}</p>
    </li>
  );
}

/** The requests in line, in the order in which they are made. */
function StudioLine({
  requests,
  selected,
  onSelect,
}: {
  requests: readonly StudioRequest[];
  /** The id of the request whose work is shown. */
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="line" className="min-w-0">
      <h2 id="line" className="mb-2 text-lg">
        {t`Queue`}
      </h2>
      <ol className="studio-line">
        {requests.map((request) => (
          <li key={request.id}>
            <button
              type="button"
              aria-current={request.id === selected || undefined}
              onClick={() => onSelect(request.id)}
              className="flex w-full items-center gap-3 rounded-md px-4 py-2.5 text-start wrap-anywhere transition hover:bg-raised aria-current:bg-raised"
            >
              <Face id={request.id} genre={request.genre} votes={request.votes} className="size-13" />
              <span className="min-w-0">
                <bdi className="block font-semibold">{request.title}</bdi>
                {describe(request).map((line) => (
                  <span key={line} className="figures block text-sm text-soft">
                    {line}
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Describes the state of a request; before it begins, also the estimate. */
function describe({ status, votes, takes, choosing_ends_at, estimate }: StudioRequest): string[] {
  if (status === 'choosing')
    return [
      choosing_ends_at === null
        ? say(statusNames.choosing)
        : `${say(statusNames.choosing)}, ${formatTimeLeft(choosing_ends_at - Date.now())}`,
    ];
  if (status === 'in_studio')
    return [
      takes.some(({ state }) => !isFinal(state))
        ? t`In the studio, making takes`
        : t`In the studio, waiting for you to make takes`,
    ];
  const begin = `${say(statusNames.queued)}, ${plural(votes, { one: '# vote', other: '# votes' })}`;
  if (!estimate) return [begin];
  const { takes: count, cents, seconds } = estimate;
  return [
    begin,
    t`${plural(count, { one: '# take', other: '# takes' })}: ${{ price: formatPrice(cents) }}, about ${{ time: formatEstimate(seconds) }}`,
  ];
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ManagedReport } from 'contract/features/reports.ts';
import { useState } from 'react';
import { formatTimeAgo } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/forms/Field.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { ListEnd } from '../../ui/PagedList.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { reportsQuery } from './queries.ts';
import { usePublishingMutation, useWithdraw } from './use-publishing-mutation.ts';

const states = () => ({ open: t`Open`, resolved: t`Resolved` });

/** The listeners' reports of tracks. */
export function Reports() {
  const [state, setState] = useState<'open' | 'resolved'>('open');
  const query = useInfiniteQuery(reportsQuery(state));
  return (
    <>
      <div className="mb-5">
        <Select label={t`State`} options={states()} value={state} onChoose={setState} />
      </div>
      <QueryView
        query={query}
        loading={t`Loading reports...`}
        skeleton={
          <div className="grid gap-3">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-24" />
            ))}
          </div>
        }
        failed={t`Failed to load reports`}
        isEmpty={({ pages }) => pages[0]!.rows.length === 0}
        empty={
          <EmptyState
            picture={<EmptyStage />}
            title={state === 'open' ? t`No open reports` : t`No resolved reports`}
            text={state === 'open' ? t`Listeners’ reports about tracks appear here.` : undefined}
          />
        }
      >
        {({ pages }) => (
          <ul className="divide-y divide-line border-y border-line">
            {pages
              .flatMap(({ rows }) => rows)
              .map((report) => (
                <ReportRow key={report.id} report={report} />
              ))}
          </ul>
        )}
      </QueryView>
      <ListEnd query={query} skeleton={<Skeleton className="mt-3 h-24" />} />
    </>
  );
}

function ReportRow({ report }: { report: ManagedReport }) {
  const { id, track_id, title, display_artist, reason, reported_by, created_at, is_deleted } = report;
  const ago = formatTimeAgo(created_at);
  const resolving = usePublishingMutation(
    () => call('POST /publishing/reports/:id/resolve', { params: { id } }),
    () => toast(t`Report resolved`, `“${title}”`),
    (error) => toastProblem(t`Failed to resolve report`, error),
  );
  const { withdraw, busy } = useWithdraw();
  return (
    <li className="grid gap-x-8 gap-y-3 py-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <p dir="auto" className="text-lg wrap-anywhere whitespace-pre-line">
          {reason}
        </p>
        <p className="mt-1 text-[0.9375rem] text-soft wrap-anywhere">
          <Trans>
            <AppLink
              href={`/create?view=tracks&q=${encodeURIComponent(title)}`}
              className="font-medium text-ember-ink hover:underline"
            >
              {title}
            </AppLink>{' '}
            by {display_artist}
          </Trans>
          {is_deleted && <span className="text-bad"> {t`· deleted`}</span>}
        </p>
        <p className="text-sm text-faint">
          {reported_by ? t`Reported by ${reported_by}, ${ago}` : t`Reported ${ago}`}
          {report.resolved_at !== null && t`; resolved ${{ ago: formatTimeAgo(report.resolved_at) }}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {report.resolved_at === null && (
          <Button
            aria-label={t`Resolve the report of ${title}`}
            disabled={resolving.isPending}
            onClick={() => resolving.mutate(undefined)}
          >
            {t`Resolve`}
          </Button>
        )}
        {!is_deleted && (
          <Button
            look="bare"
            aria-label={t`Delete track ${title}`}
            disabled={busy}
            onClick={() => withdraw({ id: track_id, title })}
          >
            {t`Delete track`}
          </Button>
        )}
      </div>
    </li>
  );
}

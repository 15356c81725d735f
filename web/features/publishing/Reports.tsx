import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { EmptyStage } from '../../ui/lazy-illustrations.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { reportsQuery } from './queries.ts';
import { ReportRow } from './ReportRow.tsx';

const STATES = { open: 'Open', resolved: 'Resolved' };

/** The listeners' reports of tracks. */
export function Reports() {
  const [state, setState] = useState<keyof typeof STATES>('open');
  const query = useInfiniteQuery(reportsQuery(state));
  return (
    <>
      <div className="mb-5">
        <Select label="State" options={STATES} value={state} onChoose={setState} />
      </div>
      <QueryView
        query={query}
        loading="Loading reports..."
        skeleton={
          <div className="grid gap-3">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-24" />
            ))}
          </div>
        }
        failed="Failed to load reports"
        isEmpty={({ pages }) => pages[0]!.rows.length === 0}
        empty={
          <EmptyState
            picture={<EmptyStage />}
            title={state === 'open' ? 'No open reports' : 'No resolved reports'}
            text={state === 'open' ? 'Listeners’ reports about tracks appear here.' : undefined}
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

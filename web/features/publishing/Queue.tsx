import { useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/song-requests.ts';
import { useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EmptyStage } from '../../ui/lazy-illustrations.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';
import { QueuedRequest } from './QueuedRequest.tsx';
import { queueQuery } from './queries.ts';

/** Requests that have reached their goal, to be created or declined. */
export function Queue() {
  const query = useQuery(queueQuery);
  const [declining, setDeclining] = useState<SongRequest | null>(null);
  return (
    <>
      <QueryView
        query={query}
        loading="Loading the queue..."
        skeleton={
          <div className="grid gap-4">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-32" />
            ))}
          </div>
        }
        failed="Failed to load the queue"
        isEmpty={(queue) => queue.length === 0}
        empty={
          <EmptyState
            picture={<EmptyStage />}
            title="No request is queued"
            text="Requests appear here when they reach their goal."
          />
        }
      >
        {(queue) => (
          <ol className="divide-y divide-line border-y border-line">
            {queue.map((request) => (
              <li key={request.id}>
                <QueuedRequest request={request} onDecline={() => setDeclining(request)} />
              </li>
            ))}
          </ol>
        )}
      </QueryView>
      {declining && <DeclineDialog request={declining} onClose={() => setDeclining(null)} />}
    </>
  );
}

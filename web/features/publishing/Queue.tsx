import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { genreLabel } from 'contract/genres.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatTimeAgo } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';
import { draft } from './form/draft.ts';
import { queueQuery } from './queries.ts';
import { viewAddress } from './Views.tsx';

/** Requests that have reached their goal, to be created or declined. */
export function Queue() {
  const query = useQuery(queueQuery);
  const [declining, setDeclining] = useState<SongRequest | null>(null);
  return (
    <>
      <QueryView
        query={query}
        loading={t`Loading the queue...`}
        skeleton={
          <div className="grid gap-4">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-32" />
            ))}
          </div>
        }
        failed={t`Failed to load the queue`}
        isEmpty={(queue) => queue.length === 0}
        empty={
          <EmptyState
            picture={<EmptyStage />}
            title={t`No request is queued`}
            text={t`Requests appear here when they reach their goal.`}
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

function QueuedRequest({ request, onDecline }: { request: SongRequest; onDecline: () => void }) {
  const [, navigate] = useLocation();
  const { id, title, artist, genre, description, votes, backers, requested_by, created_at } = request;
  const ago = formatTimeAgo(created_at);
  return (
    <article
      aria-labelledby={`queued-${id}`}
      className="grid gap-x-8 gap-y-4 py-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-center"
    >
      <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-5">
        <Face id={id} genre={genre} votes={votes} className="size-14 md:size-17" />
        <div className="min-w-0">
          <h2 id={`queued-${id}`} dir="auto" className="text-lg leading-snug wrap-anywhere md:text-xl">
            {title}
          </h2>
          <p dir="auto" className="text-soft wrap-anywhere">
            {artist}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.9375rem] text-soft">
            <span className="rounded-full bg-raised px-3 py-0.5 text-sm">{genreLabel(genre)}</span>
            <span className="figures">
              <Trans>
                <strong className="font-semibold text-ink">
                  <Plural value={votes} one="# vote" other="# votes" />
                </strong>{' '}
                by <Plural value={backers} one="# backer" other="# backers" />
              </Trans>
            </span>
            <span>
              {requested_by ? (
                <Trans>
                  Requested by {requested_by}, <span className="whitespace-nowrap">{ago}</span>
                </Trans>
              ) : (
                <Trans>
                  Requested <span className="whitespace-nowrap">{ago}</span>
                </Trans>
              )}
            </span>
          </p>
          {description && (
            <p dir="auto" className="mt-3 max-w-[65ch] text-soft wrap-anywhere whitespace-pre-line">
              {description}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button
          look="ember"
          aria-describedby={`queued-${id}`}
          onClick={() => {
            draft.answerRequest(request);
            navigate(viewAddress('new'));
            scrollTo(0, 0);
          }}
          className="flex-1 md:flex-none"
        >
          {t`Create this song`}
        </Button>
        <Button aria-label={t`Decline ${title}`} onClick={onDecline}>
          {t`Decline`}
        </Button>
      </div>
    </article>
  );
}

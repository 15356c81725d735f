import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { Upload } from 'contract/features/publishing.ts';
import { call, callPage } from '../../lib/http/api.ts';

const PAGE_SIZE = 24;
/** Polling interval for the progress of an upload's processing, ms. */
const POLL_EVERY = 600;

const isSettled = (upload: Upload | undefined) => upload?.state === 'ready' || upload?.state === 'failed';
export const isGone = (error: Error | null) => error instanceof AnswerProblem && error.status === 404;

/** An uploaded file. Polled until it is ready or failed; §9's 'no polling' is about lists. */
export const uploadQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['upload', id],
    queryFn: id === null ? skipToken : () => call('GET /publishing/uploads/:id', { params: { id } }),
    refetchOnMount: (query) => (isSettled(query.state.data) ? false : 'always'),
    refetchInterval: ({ state }) => (isSettled(state.data) || isGone(state.error) ? false : POLL_EVERY),
    meta: { private: true },
  });

/** Requests that have reached their goal, most votes first. */
export const queueQuery = queryOptions({
  queryKey: ['publishing', 'queue'],
  queryFn: () => call('GET /publishing/queue'),
  refetchOnMount: 'always',
  meta: { private: true },
});

export type TrackState = 'all' | 'live' | 'scheduled' | 'deleted';

/** Tracks in a state, newest first. */
export const tracksQuery = (q: string, state: TrackState) =>
  infiniteQueryOptions({
    queryKey: ['publishing', 'tracks', q, state],
    queryFn: ({ pageParam }) =>
      callPage('GET /publishing/tracks', {
        query: { q: q || undefined, state, limit: PAGE_SIZE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    meta: { private: true },
  });

/** Reports in a state, newest first. */
export const reportsQuery = (state: 'open' | 'resolved') =>
  infiniteQueryOptions({
    queryKey: ['publishing', 'reports', state],
    queryFn: ({ pageParam }) =>
      callPage('GET /publishing/reports', { query: { state, limit: PAGE_SIZE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    meta: { private: true },
  });

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { Upload } from 'contract/publishing.ts';
import { useSyncExternalStore } from 'react';
import { call, callPage } from '../../lib/api.ts';
import { draft } from './draft.ts';

export const useDraft = () => useSyncExternalStore(draft.listen, draft.now);

/** How often the processing of a file is asked after, ms. */
const ASK_EVERY = 600;

const isSettled = (upload: Upload | undefined) => upload?.state === 'ready' || upload?.state === 'failed';
const isGone = (error: Error | null) => error instanceof AnswerProblem && error.status === 404;

/** An uploaded file, asked after until it is ready or failed. Such waiting is what §9's 'no polling' does not mean. */
export function useUpload(id: string | null) {
  const { data, error } = useQuery({
    queryKey: ['upload', id],
    queryFn: () => call('GET /publishing/uploads/:id', { params: { id: id! } }),
    enabled: id !== null,
    refetchOnMount: (query) => (isSettled(query.state.data) ? false : 'always'),
    refetchInterval: ({ state }) => (isSettled(state.data) || isGone(state.error) ? false : ASK_EVERY),
    meta: { private: true },
  });
  return { upload: id === null ? undefined : data, gone: isGone(error) };
}

const PUBLISHING = 'publishing';

/** Requests at their goal, most votes first. */
export function useQueue() {
  return useQuery({
    queryKey: [PUBLISHING, 'queue'],
    queryFn: () => call('GET /publishing/queue'),
    refetchOnMount: 'always',
    meta: { private: true },
  });
}

export type TrackState = 'all' | 'live' | 'scheduled' | 'deleted';
const PAGE = 24;

/** Every track, newest first. */
export function useTracks(q: string, state: TrackState) {
  return useInfiniteQuery({
    queryKey: [PUBLISHING, 'tracks', q, state],
    queryFn: ({ pageParam }) =>
      callPage('GET /publishing/tracks', {
        query: { q: q || undefined, state, limit: PAGE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    meta: { private: true },
  });
}

/** What listeners reported, newest first. */
export function useReports(state: 'open' | 'resolved') {
  return useInfiniteQuery({
    queryKey: [PUBLISHING, 'reports', state],
    queryFn: ({ pageParam }) =>
      callPage('GET /publishing/reports', { query: { state, limit: PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    meta: { private: true },
  });
}

/**
 * Something that changes what others see: whatever is shown of tracks and requests is asked for anew.
 * What was done, or why not, is told even when what began it is no longer on the page.
 */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done: (output: Output, input: Input) => void,
  failed: (error: Error) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: done,
    onError: failed,
    onSettled: () => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'waveform' && queryKey[0] !== 'upload',
      });
    },
  });
}

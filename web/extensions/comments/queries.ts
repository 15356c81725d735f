import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommentSort, Subject } from 'contract/extensions/comments/comments.ts';
import { useEffect } from 'react';
import { call, callPage, callWithCursor } from '../../lib/http/api.ts';
import { subscribe } from '../../lib/http/event-stream.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';

const keyOf = ({ on, subject }: Subject) => ['comments', on, subject] as const;

/**
 * A conversation as the viewer sees it.
 * @param viewer_id null for visitors, as the server drew it.
 */
export const conversationQuery = (of: Subject, sort: CommentSort, viewer_id: string | null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(of), sort, viewer_id],
    queryFn: ({ pageParam }) =>
      callWithCursor('GET /comments', { query: { ...of, sort, cursor: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    meta: { private: viewer_id !== null },
  });

/** All answers to a comment, which are fetched when somebody asks for them. */
export const answersQuery = (of: Subject, id: string, viewer_id: string | null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(of), 'answers', id, viewer_id],
    queryFn: async ({ pageParam }) => {
      return callPage('GET /comments/:id/answers', {
        params: { id },
        query: { cursor: pageParam ?? undefined },
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    meta: { private: viewer_id !== null },
  });

export const toReviewQuery = infiniteQueryOptions({
  queryKey: ['comments', 'review'],
  queryFn: async ({ pageParam }) => {
    return callPage('GET /comments/review', { query: { limit: 20, cursor: pageParam } });
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  meta: { private: true },
});

/** The streams that the pages have open anyway. */
const STREAMS = { request: '/requests/events', track: '/track/applause/events' };
/** The delay before what is new is fetched, ms: random, so that not all readers ask at once. */
const REFETCH_MS = { min: 100, max: 900 };

/** Keeps a conversation up to date while it is on screen. */
export function useLiveConversation({ on, subject }: Subject): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: keyOf({ on, subject }) });
    };
    const onNote = (data: string) => {
      const note: { kind: string; id: string } = JSON.parse(data);
      if (note.kind !== 'comments' || note.id !== subject) return;
      timer ??= setTimeout(refetch, REFETCH_MS.min + Math.random() * (REFETCH_MS.max - REFETCH_MS.min));
    };
    const unsubscribe = subscribe(STREAMS[on], { note: onNote, reset: refetch }, refetch);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client, on, subject]);
}

/**
 * Changes something about comments and shows them as they are then.
 * @param failed the title of a failure.
 */
export function useCommentMutation<Input>(act: (input: Input) => Promise<unknown>, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => client.invalidateQueries({ queryKey: ['comments'] }),
    onError: (error) => toastProblem(failed, error),
  });
}

/** Hides or shows a comment, for admins. */
export const judge = (id: string, verdict: 'hide' | 'show') =>
  call(verdict === 'hide' ? 'POST /comments/:id/hide' : 'POST /comments/:id/show', { params: { id } });

export const mute = (id: string, muted: boolean) =>
  call('PUT /comments/:id/mute', { params: { id }, body: { muted } });

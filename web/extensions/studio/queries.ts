import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Take } from 'contract/extensions/studio.ts';
import { useEffect } from 'react';
import { call } from '../../lib/http/api.ts';
import { subscribe } from '../../lib/http/event-stream.ts';
import { type ToastAction, toast, toastProblem } from '../../ui/layers/toasts.ts';

/** Matches the takes of a request for every viewer. It begins as the key of the request's page, which refetches it. */
const takesKey = (id: string) => ['request', id, 'takes'];

/** The takes of a request as the viewer may hear them. */
export const takesQuery = (viewerId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...takesKey(id), viewerId ?? 'visitor'],
    queryFn: () => call('GET /requests/:id/takes', { params: { id } }),
    refetchOnMount: 'always',
    meta: { private: true },
  });

const studioKey = ['studio'];

/** The studio's queue with its takes and this month's spending, for admins. */
export const studioQuery = queryOptions({
  queryKey: [...studioKey, 'queue'],
  queryFn: () => call('GET /studio'),
  refetchOnMount: 'always',
  meta: { private: true },
});

/** The generators that are set up: whether they can be reached now, and what they cost. */
export const generatorsQuery = queryOptions({
  queryKey: [...studioKey, 'generators'],
  queryFn: () => call('GET /studio/generators'),
  refetchOnMount: 'always',
  meta: { private: true },
});

/**
 * A change that an admin makes in the studio. Afterwards everything that shows requests or tracks is fetched again.
 * @param failure the title of the toast if the server refuses it.
 */
export function useStudioMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  {
    success,
    failure,
    actions = () => [],
  }: { success?: string; failure: string; actions?: (output: Output) => ToastAction[] },
  onDone: () => void = () => {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (output) => {
      if (success) toast(success, undefined, ...actions(output));
      onDone();
    },
    onError: (error) => toastProblem(failure, error),
    onSettled: () => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'waveform' });
    },
  });
}

/** Changes are collected for this long before the studio is fetched again, ms. */
const REFETCH_DELAY = 500;

/** Keeps the studio up to date while it is on screen. */
export function useLiveStudio(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      clearTimeout(timer);
      timer = undefined;
      void client.invalidateQueries({ queryKey: studioQuery.queryKey });
    };
    const refetchSoon = () => {
      timer ??= setTimeout(refetch, REFETCH_DELAY);
    };
    const unsubscribe = subscribe('/requests/events', { request: refetchSoon, reset: refetch }, refetch);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client]);
}

/** Chooses a take of a request, or changes the choice. It shows at once, and is undone if the server refuses it. */
export function useChoose(request_id: string) {
  const client = useQueryClient();
  const queryKey = takesKey(request_id);
  return useMutation({
    mutationKey: queryKey,
    mutationFn: ({ id }: Take) =>
      call('PUT /requests/:id/choice', { params: { id: request_id }, body: { take_id: id } }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueriesData<Take[]>({ queryKey });
      client.setQueriesData<Take[]>({ queryKey }, (takes) =>
        takes?.map((take) => ({ ...take, chosen_by_caller: take.id === id })),
      );
      return before;
    },
    onSuccess: ({ closed }, { label }) =>
      closed
        ? toast(t`Take ${label} chosen`, t`Everyone has chosen: the song is being released.`)
        : toast(t`Take ${label} chosen`, t`You can change your mind until the choice closes.`),
    onError: (error, _take, before) => {
      for (const [key, takes] of before ?? []) client.setQueryData(key, takes);
      toastProblem(t`Your choice was not counted`, error);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['request', request_id] }),
  });
}

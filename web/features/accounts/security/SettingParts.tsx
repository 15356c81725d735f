import { msg, t } from '@lingui/core/macro';
import {
  type QueryKey,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { QueryView, Skeleton } from '../../../ui/QueryView.tsx';
import { emailQuery } from './security-queries.ts';

/** Rows that come from the server, with what to say while they load and where they failed to. */
export function SettingQuery<Data>({
  loading,
  failed,
  query,
  children,
}: {
  loading: string;
  failed: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  return (
    <QueryView
      query={query}
      loading={loading}
      skeleton={<Skeleton className="my-3 h-10" />}
      failed={failed}
      compact
    >
      {children}
    </QueryView>
  );
}

/**
 * Asks once more, and removes a way to log in.
 * @param removed what the toast says afterwards.
 * @param query the list that it was in.
 */
export function RemovalSheet({
  title,
  text,
  action,
  remove,
  removed,
  query,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  remove: () => Promise<unknown>;
  removed: string;
  query: { queryKey: QueryKey };
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast(removed);
      onClose();
    },
    // Also after a failure: it may have been removed elsewhere.
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <Sheet title={title} description={text} onClose={onClose}>
      {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button disabled={isPending} onClick={() => mutate()} className="bg-bad! text-ground!">
          {action}
        </Button>
      </div>
    </Sheet>
  );
}

/** True if the viewer must confirm their email address before they add a way to log in. */
export function useNeedsConfirmation(): boolean {
  const { data } = useQuery(emailQuery);
  return data?.mail === true && !data.confirmed;
}

/** Text in the row of a way to log in until the address is confirmed. */
export const CONFIRM_FIRST = msg`First, please confirm your email address.`;

import { t } from '@lingui/core/macro';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { FollowTarget } from 'contract/extensions/news/following.ts';
import { call, callPage } from '../../lib/http/api.ts';
import { type ToastAction, toast, toastProblem } from '../../ui/layers/toasts.ts';

/** Under this key is everything about what the viewer follows. */
const KEY = 'follow';
const PAGE_SIZE = 30;

/** Follow of a target by the viewer: its id, or null. */
export const followQuery = ({ kind, target }: FollowTarget) =>
  queryOptions({
    queryKey: [KEY, kind, target],
    queryFn: () => call('GET /follow', { query: { kind, target } }),
    meta: { private: true },
  });

/** Follows of the viewer, latest first. */
export const followsQuery = infiniteQueryOptions({
  queryKey: [KEY, 'list'],
  queryFn: ({ pageParam }) =>
    callPage('GET /follow/list', { query: { limit: PAGE_SIZE, cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  meta: { private: true },
});

/** Provides further actions for the toast. */
export type Offer = (client: QueryClient) => Promise<ToastAction[]>;

/** Follows something, and says where its news appear. */
export async function startFollowing(
  client: QueryClient,
  { name, ...target }: FollowTarget & { name: string },
  offer?: Offer,
): Promise<void> {
  try {
    client.setQueryData(followQuery(target).queryKey, await call('POST /follow', { body: target }));
    const offered = await offer?.(client).catch(() => undefined);
    toast(t`Following ${name}`, t`What is new appears in your inbox.`, ...(offered ?? []));
    void client.invalidateQueries({ queryKey: followsQuery.queryKey });
  } catch (error) {
    toastProblem(t`Failed to follow`, error);
  }
}

/** Ends a follow. */
export async function stopFollowing(client: QueryClient, id: string, name: string): Promise<void> {
  try {
    await call('DELETE /follow/:id', { params: { id } });
    toast(t`Unfollowed`, t`You no longer follow ${name}.`);
  } catch (error) {
    toastProblem(t`Failed to unfollow`, error);
  }
  await client.invalidateQueries({ queryKey: [KEY] });
}

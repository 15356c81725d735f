import { queryOptions } from '@tanstack/react-query';
import type { BoardEvent, RequestPage, SongRequest } from 'contract/song-requests.ts';
import { call } from '../../lib/api.ts';
import { newest } from './board-page.ts';

/** Matches everything that is cached of one request: its page, its timeline and its takes. */
export const requestKey = (id: string) => ['request', id];
/** Matches the takes of a request, for any viewer. */
export const takesKey = (id: string) => [...requestKey(id), 'takes'];
/** Matches a request's page, for any viewer. */
export const requestPageKey = (id: string) => [...requestKey(id), 'page'];

/** A request with its page's data, as the viewer sees it. */
export const requestPageQuery = (viewerId: string | undefined, id: string) => {
  const queryKey = [...requestPageKey(id), viewerId ?? 'visitor'];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const page = await call('GET /requests/:id', { params: { id } });
      return { ...page, ...newest(client.getQueryData<RequestPage>(queryKey) ?? page, page) };
    },
    refetchOnMount: 'always',
    meta: { private: true },
  });
};

/** What happened to a request, oldest first. */
export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...requestKey(id), 'timeline'],
    queryFn: () => call('GET /requests/:id/timeline', { params: { id } }),
    refetchOnMount: 'always',
  });

/** Applies a newer copy of a request to its page; an older one changes nothing. */
export function updatePage(page: RequestPage, incoming: SongRequest | BoardEvent['request']): RequestPage {
  return { ...page, ...newest(page, incoming) };
}

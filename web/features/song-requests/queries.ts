import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Board, BoardEvent, RequestPage, SongRequest } from 'contract/features/song-requests.ts';
import { call, callPage } from '../../lib/http/api.ts';
import { keepNewest, newest } from './board/board-page.ts';

const OWN_PAGE_SIZE = 5;

/** Matches every cached page of the board. */
export const boardKey = ['board'];
/** Matches both of the viewer's lists. */
export const ownRequestsKey = ['own-requests'];
/** Matches every search for similar requests. */
export const similarKey = ['similar-requests'];

/** One page of the board; the previous page stays while another one loads. */
export const boardQuery = (viewerId: string | undefined, page: number) => {
  const queryKey = [...boardKey, viewerId ?? 'visitor', page];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const board = await call('GET /requests/board', { query: { page } });
      return keepNewest(client.getQueryData<Board>(queryKey), board);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: { private: true },
  });
};

/** The request nearest its goal; null when there is none. */
export const nearestQuery = queryOptions({
  queryKey: ['nearest'],
  queryFn: () => call('GET /requests/nearest'),
  refetchOnMount: 'always',
});

/** The requests that the viewer made, or voted for, newest first. */
export const ownRequestsQuery = (as: 'requested' | 'voted') =>
  infiniteQueryOptions({
    queryKey: [...ownRequestsKey, as],
    queryFn: ({ pageParam }) =>
      callPage('GET /requests/own', { query: { as, limit: OWN_PAGE_SIZE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    meta: { private: true },
  });

/** Open requests with a similar title and artist. */
export const similarQuery = (title: string, artist: string) =>
  queryOptions({
    queryKey: [...similarKey, title, artist],
    queryFn: () => call('GET /requests/similar', { query: { title, artist: artist || undefined } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { private: true },
  });

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

/** History of a request, oldest first. */
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

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Board } from 'contract/song-requests.ts';
import { call, callPage } from '../../lib/api.ts';
import { keepNewest } from './board-page.ts';

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

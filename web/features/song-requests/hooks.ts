import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Board } from 'contract/song-requests.ts';
import { useEffect, useState } from 'react';
import { call, callPage } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { afterFetch } from './board-page.ts';

/** Every cached page of the board. */
export const BOARD = ['board'];
/** What the viewer asked for and voted for. */
export const OWN = ['own-requests'];

/** One page of the board; while another one comes, what was there before stays. */
export function useBoard(page: number) {
  const { viewer, loading } = useSession();
  return useQuery({
    queryKey: [...BOARD, viewer?.id ?? 'visitor', page],
    queryFn: async ({ client, queryKey }) => {
      const fetched = await call('GET /requests/board', { query: { page } });
      return afterFetch(client.getQueryData<Board>(queryKey), fetched);
    },
    enabled: !loading,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: { private: true },
  });
}

/** The request nearest its goal; null when there is none. */
export function useNearest() {
  return useQuery({
    queryKey: ['nearest'],
    queryFn: () => call('GET /requests/nearest'),
    refetchOnMount: 'always',
  });
}

const OWN_PAGE = 5;

/** What the viewer asked for, or voted for, newest first. */
export function useOwnRequests(as: 'requested' | 'voted') {
  return useInfiniteQuery({
    queryKey: [...OWN, as],
    queryFn: ({ pageParam }) =>
      callPage('GET /requests/own', { query: { as, limit: OWN_PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    meta: { private: true },
  });
}

/** How long typing rests before the board is asked, ms. */
const RESTS = 250;
/** Fewer letters than this could mean anything. */
const ENOUGH = 3;

/** Requests that what is being typed may already mean. */
export function useSimilar(title: string, artist: string) {
  const [asked, setAsked] = useState({ title: '', artist: '' });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ title: title.trim(), artist: artist.trim() }), RESTS);
    return () => clearTimeout(timer);
  }, [title, artist]);
  const enough = asked.title.length >= ENOUGH && title.trim().length >= ENOUGH;
  const { data } = useQuery({
    queryKey: ['similar', asked.title, asked.artist],
    queryFn: () =>
      call('GET /requests/similar', { query: { title: asked.title, artist: asked.artist || undefined } }),
    enabled: enough,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { private: true },
  });
  return enough ? (data ?? []) : [];
}

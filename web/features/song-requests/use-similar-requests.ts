import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { similarQuery } from './queries.ts';

const DEBOUNCE_MS = 250;
/** Shorter titles match too much. */
const MIN_TITLE_LENGTH = 3;

/** Open requests like the one being typed. */
export function useSimilarRequests(title: string, artist: string) {
  const [search, setSearch] = useState({ title: '', artist: '' });
  useEffect(() => {
    const timer = setTimeout(setSearch, DEBOUNCE_MS, { title: title.trim(), artist: artist.trim() });
    return () => clearTimeout(timer);
  }, [title, artist]);
  const enabled = search.title.length >= MIN_TITLE_LENGTH && title.trim().length >= MIN_TITLE_LENGTH;
  const { data } = useQuery({ ...similarQuery(search.title, search.artist), enabled });
  return enabled ? (data ?? []) : [];
}

import { infiniteQueryOptions } from '@tanstack/react-query';
import { SECTION_SIZE } from 'contract/tracks-constants.ts';
import { callPage } from '../../lib/api.ts';
import { QUEUE_LIMIT } from '../../player/PlayAllButtons.tsx';
import { type Song, toSong } from '../../player/song.ts';
import type { SectionName } from './queries.ts';

/** Fills whole rows in 1, 2, 3 and 4 columns. */
const PAGE = 24;

/** The newest tracks don't follow the search (§2). */
const filterOf = (section: SectionName, q: string) =>
  section === 'new' ? { sort: 'newest' as const } : { q: q || undefined };

/** Trending continues where Most Popular ends (§2). */
const skippedBy = (section: SectionName) => (section === 'trending' ? SECTION_SIZE : 0);

/** All tracks of a section, page by page. */
export const sectionQuery = (section: SectionName, q: string) =>
  infiniteQueryOptions({
    queryKey: ['section', section, section === 'new' ? '' : q],
    queryFn: ({ pageParam }) =>
      callPage('GET /track', { query: { ...filterOf(section, q), limit: PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) =>
      pages.map(({ rows }, index) => (index === 0 ? rows.slice(skippedBy(section)) : rows)),
  });

/** The songs of a section, as many as a queue takes. */
export async function loadSectionSongs(section: SectionName, q: string): Promise<Song[]> {
  const { rows } = await callPage('GET /track', { query: { ...filterOf(section, q), limit: QUEUE_LIMIT } });
  return rows.slice(skippedBy(section)).map(toSong);
}

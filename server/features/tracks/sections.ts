import { SECTION_SIZE } from 'contract/tracks-constants.ts';

/**
 * Explore's sections from the newest and the most popular tracks, three times as many of each as a section shows. A
 * section takes what is already on the screen only if there are not enough others.
 * @param isSearch the results come first on the page then, so they are kept as they are.
 */
export function arrangeSections<Track extends { id: string }>(
  newest: Track[],
  popular: Track[],
  isSearch: boolean,
) {
  const first = <T>(list: T[]) => list.slice(0, SECTION_SIZE);
  if (isSearch) {
    const mostPopular = first(popular);
    const trendingNow = popular.slice(SECTION_SIZE, 2 * SECTION_SIZE);
    const others = without(newest, [...mostPopular, ...trendingNow]);
    return { newReleases: first(others.length < SECTION_SIZE ? newest : others), mostPopular, trendingNow };
  }
  const newReleases = first(newest);
  const others = without(popular, newReleases);
  const mostPopular = first(others.length < SECTION_SIZE ? popular : others);
  const unseen = without(others, mostPopular);
  const trendingNow = first([...unseen, ...without(popular, [...mostPopular, ...unseen])]);
  return { newReleases, mostPopular, trendingNow };
}

/** The tracks of a list that are not among those already shown. */
export function without<Track extends { id: string }>(list: Track[], shown: { id: string }[]): Track[] {
  const ids = new Set(shown.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}

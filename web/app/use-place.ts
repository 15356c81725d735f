import { useLocation, useSearch } from 'wouter';

/** The address without `?q=`: typing a search does not leave the page. */
export function usePlace(): string {
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  search.delete('q');
  return `${path}?${search}`;
}

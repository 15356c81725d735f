import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { queueQuery, reportsQuery } from './queries.ts';

export const views = [
  'new',
  'queue',
  'studio',
  'tracks',
  'reports',
  'members',
  'invitations',
  'operation',
  'log',
] as const;
export type View = (typeof views)[number];

export const VIEW_TITLES: Record<View, string> = {
  new: 'Create Track',
  queue: 'Request queue',
  studio: 'Studio',
  tracks: 'Tracks',
  reports: 'Reports',
  members: 'Members',
  invitations: 'Invitations',
  operation: 'Operation',
  log: 'Audit log',
};
const LINKS: Record<View, string> = {
  new: 'New track',
  queue: 'Queue',
  studio: 'Studio',
  tracks: 'Tracks',
  reports: 'Reports',
  members: 'Members',
  invitations: 'Invitations',
  operation: 'Operation',
  log: 'Log',
};

/** The URL of a view, which is its `?view=`. */
export const viewAddress = (view: View) => (view === 'new' ? '/create' : `/create?view=${view}`);

/** Tabs for the views of publishing, with the number of items waiting in each. */
export function Views({ view }: { view: View }) {
  const { data: queue } = useQuery(queueQuery);
  const { data: reports } = useInfiniteQuery(reportsQuery('open'));
  const waiting: Partial<Record<View, number | undefined>> = {
    queue: queue?.length,
    reports: reports?.pages[0]?.total,
  };
  const nav = useRef<HTMLElement>(null);
  // On phones the tabs are wider than the screen.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>(`[href$="${viewAddress(view)}"]`);
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.clientWidth) / 2;
  }, [view]);
  return (
    <nav ref={nav} aria-label="Publishing" className="relative mb-7 -mx-4 overflow-x-auto px-4 md:mb-8">
      <ul className="flex w-max min-w-full rounded-full bg-raised p-1 sm:inline-flex sm:min-w-0">
        {views.map((item) => (
          <li key={item} className="flex-auto">
            <AppLink
              href={viewAddress(item)}
              aria-current={item === view ? 'page' : undefined}
              className="flex h-11 items-center justify-center gap-1.5 rounded-full px-2 text-[0.9375rem] font-semibold whitespace-nowrap text-soft transition hover:text-ink aria-[current=page]:bg-ground aria-[current=page]:text-ink sm:gap-2 sm:px-4 sm:text-base md:h-10"
            >
              {LINKS[item]}{' '}
              {(waiting[item] ?? 0) > 0 && (
                <span className="figures text-sm text-ember-ink">
                  {waiting[item]} <span className="sr-only">waiting</span>
                </span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

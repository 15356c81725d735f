import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { type ComponentType, useEffect, useRef } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { queueQuery, reportsQuery } from './queries.ts';

/** A view of publishing. */
export interface View {
  /** Its `?view=`. */
  name: string;
  /** The heading, and the words of the tab. */
  title: MessageDescriptor;
  link: MessageDescriptor;
  Part: ComponentType<Ways>;
}

/** Actions on a request besides those of a view. */
export interface Ways {
  onUpload: (request: SongRequest) => void;
  onDecline: (request: SongRequest) => void;
}

/** A view that an extension adds behind another one. */
export interface AddedView extends View {
  after: 'queue' | 'invitations';
}

/** The URL of a view. */
export const viewAddress = (view: string) => (view === 'new' ? '/create' : `/create?view=${view}`);

/** Tabs for what admins do, with the number of items waiting in each. */
export function Views({ view, views }: { view: string; views: readonly View[] }) {
  const { data: queue } = useQuery(queueQuery);
  const { data: reports } = useInfiniteQuery(reportsQuery('open'));
  const waiting: Record<string, number | undefined> = {
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
    <nav ref={nav} aria-label={t`Admin`} className="relative mb-7 -mx-4 overflow-x-auto px-4 md:mb-8">
      <ul className="flex w-max min-w-full rounded-full bg-raised p-1 sm:inline-flex sm:min-w-0">
        {views.map(({ name, link }) => (
          <li key={name} className="flex-auto">
            <AppLink
              href={viewAddress(name)}
              aria-current={name === view ? 'page' : undefined}
              className="flex h-11 items-center justify-center gap-1.5 rounded-full px-2 text-[0.9375rem] font-semibold whitespace-nowrap text-soft transition hover:text-ink aria-[current=page]:bg-ground aria-[current=page]:text-ink sm:gap-2 sm:px-4 sm:text-base md:h-10"
            >
              {t(link)}{' '}
              {(waiting[name] ?? 0) > 0 && (
                <span className="figures text-sm text-ember-ink">
                  {waiting[name]} <span className="sr-only">{t`waiting`}</span>
                </span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import type { QueryClient } from '@tanstack/react-query';
import { BellRing, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { followIntended } from './features/following/intent.ts';
import type { AddedView } from './features/publishing/Views.tsx';
import { SearchLayer } from './features/search/SearchLayer.tsx';
import OfflineLayer from './offline/OfflineLayer.tsx';
import { lazyLayer } from './ui/lazy-layer.tsx';
import type { Fillers } from './ui/Slot.tsx';

const keep = () => import('./offline/Keep.tsx');
const kept = () => import('./offline/Kept.tsx');
const applause = () => import('./features/applause/Applause.tsx');
const following = () => import('./features/following/FollowButton.tsx');
const hits = () => import('./features/search/Hits.tsx');

const followButton = async () => ({ default: (await following()).FollowButton });

/** What fills the places that core offers, in order. */
export const slots: Fillers = {
  'header/items': [async () => ({ default: (await import('./features/notifications/Bell.tsx')).Bell })],
  'track/below': [async () => ({ default: (await applause()).Claps })],
  'track/aside': [async () => ({ default: (await applause()).Applaud })],
  'playlist/actions': [followButton],
  'artist/actions': [followButton],
  'genre/actions': [followButton],
  'person/actions': [followButton],
  'request/follow': [async () => ({ default: (await import('./features/following/TellMe.tsx')).TellMe })],
  'profile/settings': [
    async () => ({ default: (await import('./features/notifications/EmailSetting.tsx')).EmailSetting }),
    async () => ({ default: (await import('./features/notifications/PushSettings.tsx')).PushSettings }),
    async () => ({ default: (await kept()).KeptOnDevice }),
    async () => ({
      default: (await import('./features/people/PublicProfileSetting.tsx')).PublicProfileSetting,
    }),
  ],
  'profile/help': [async () => ({ default: (await import('./features/support/Support.tsx')).Support })],
  takes: [() => import('./features/studio/ChooseTake.tsx')],
  hits: [hits],
  suggestion: [async () => ({ default: (await hits()).DidYouMean })],
  'unreachable-page': [async () => ({ default: (await kept()).KeptPage })],
  'unreachable-songs': [async () => ({ default: (await kept()).KeptSongs })],
  'list-line': [async () => ({ default: (await keep()).KeepLine })],
  'song-mark': [async () => ({ default: (await keep()).KeptMark })],
  'song-menu': [async () => ({ default: (await keep()).KeepItem })],
};

/** What lies above the pages. */
export const layers: ComponentType[] = [SearchLayer, OfflineLayer];

/** Entries of the members' menu, after those of core. */
export const menu: { href: string; name: string; icon: LucideIcon }[] = [
  { href: '/following', name: 'Following', icon: BellRing },
];

/** Views of `/create`. */
export const createViews: AddedView[] = [
  {
    name: 'studio',
    title: 'Studio',
    link: 'Studio',
    after: 'queue',
    Part: lazyLayer(() => import('./features/studio/Studio.tsx')),
  },
  {
    name: 'operation',
    title: 'Operation',
    link: 'Operation',
    after: 'invitations',
    Part: lazyLayer(() => import('./features/operation/Operation.tsx')),
  },
];

/** What visitors intended when they were asked to log in, by the extension that asked. */
export const intents: Record<string, (client: QueryClient, input: unknown) => void> = {
  follow: followIntended,
};

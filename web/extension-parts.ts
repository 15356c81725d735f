import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { BellRing, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { followIntended } from './extensions/following/intent.ts';
import OfflineLayer from './extensions/offline/OfflineLayer.tsx';
import type { AddedView } from './features/publishing/Views.tsx';
import { lazyLayer } from './ui/layers/lazy-layer.tsx';
import type { Fillers } from './ui/Slot.tsx';

const radio = () => import('./extensions/discovery/radio.tsx');
const downloadControls = () => import('./extensions/offline/DownloadControls.tsx');
const downloadsPage = () => import('./extensions/offline/DownloadsPage.tsx');
const applause = () => import('./extensions/applause/Applause.tsx');
const talk = () => import('./extensions/comments/Talk.tsx');
const following = () => import('./extensions/following/FollowButton.tsx');

const followButton = async () => ({ default: (await following()).FollowButton });

/** Components that fill the slots of core, in order. */
export const slots: Fillers = {
  'header/items': [async () => ({ default: (await import('./extensions/notifications/Bell.tsx')).Bell })],
  'track/below': [async () => ({ default: (await applause()).Claps })],
  'track/aside': [async () => ({ default: (await applause()).Applaud })],
  'track/marks': [async () => ({ default: (await talk()).SongMarks })],
  'track/talk': [async () => ({ default: (await talk()).SongTalk })],
  'request/talk': [async () => ({ default: (await talk()).RequestTalk })],
  'track/premiere': [
    async () => ({ default: (await import('./extensions/premieres/PremiereOnce.tsx')).PremiereOnce }),
  ],
  'premiere/words': [async () => ({ default: (await talk()).HouseWords })],
  'premiere/applause': [async () => ({ default: (await applause()).HouseApplaud })],
  'song-radio': [async () => ({ default: (await radio()).RadioItem })],
  'track/radio': [async () => ({ default: (await radio()).RadioButton })],
  'after-song': [async () => ({ default: (await radio()).SimilarSongs })],
  'playlist/actions': [followButton],
  'artist/actions': [followButton],
  'genre/actions': [followButton],
  'person/actions': [followButton],
  'request/sketch': [async () => ({ default: (await import('./extensions/studio/Sketch.tsx')).Sketch })],
  'request/follow': [async () => ({ default: (await import('./extensions/following/TellMe.tsx')).TellMe })],
  'settings/account': [
    async () => ({
      default: (await import('./extensions/people/PublicProfileSetting.tsx')).PublicProfileSetting,
    }),
  ],
  'settings/notifications': [
    async () => ({ default: (await import('./extensions/notifications/PushSettings.tsx')).PushSettings }),
    async () => ({ default: (await import('./extensions/notifications/EmailSetting.tsx')).EmailSetting }),
  ],
  'settings/data': [async () => ({ default: (await downloadsPage()).DownloadsOnDevice })],
  'settings/apps': [
    async () => ({ default: (await import('./extensions/scrobbling/ScrobbleLinks.tsx')).ScrobbleLinks }),
  ],
  share: [async () => ({ default: (await import('./extensions/embeds/ShareParts.tsx')).ShareParts })],
  'settings/help': [async () => ({ default: (await import('./extensions/support/Support.tsx')).Support })],
  'explore-end': [() => import('./extensions/discovery/ExplorePlaces.tsx')],
  'take-rows': [() => import('./extensions/studio/TakeRows.tsx')],
  waiting: [() => import('./extensions/notifications/Waits.tsx')],
  takes: [
    () => import('./extensions/studio/ChooseTake.tsx'),
    async () => ({ default: (await import('./extensions/premieres/TimePicker.tsx')).PremiereOfRequest }),
  ],
  hits: [() => import('./extensions/search/Hits.tsx')],
  'unreachable-page': [async () => ({ default: (await downloadsPage()).DownloadsPage })],
  'unreachable-songs': [async () => ({ default: (await downloadsPage()).DownloadedSongs })],
  'list-line': [async () => ({ default: (await downloadControls()).DownloadLine })],
  'list-menu': [async () => ({ default: (await downloadControls()).DownloadListItem })],
  'song-mark': [async () => ({ default: (await downloadControls()).DownloadMark })],
  'song-menu': [async () => ({ default: (await downloadControls()).DownloadItem })],
};

/** Layers above the pages. */
export const layers: ComponentType[] = [OfflineLayer];

/** Entries of the members' menu, after those of core. */
export const menu: { href: string; name: MessageDescriptor; icon: LucideIcon }[] = [
  { href: '/following', name: msg`Inbox`, icon: BellRing },
];

/** Views of `/create`. */
export const createViews: AddedView[] = [
  {
    name: 'studio',
    title: msg`Studio`,
    link: msg`Studio`,
    after: 'queue',
    Part: lazyLayer(() => import('./extensions/studio/Studio.tsx')),
  },
  {
    name: 'comments',
    title: msg`Comments to review`,
    link: msg`Comments`,
    after: 'queue',
    Part: lazyLayer(() => import('./extensions/comments/Review.tsx')),
  },
  {
    name: 'operation',
    title: msg`Operation`,
    link: msg`Operation`,
    after: 'invitations',
    Part: lazyLayer(() => import('./extensions/operation/Operation.tsx')),
  },
];

/** Handlers of what visitors intended when they were asked to log in, by the extension that asked. */
export const intents: Record<string, (client: QueryClient, input: unknown) => void> = {
  follow: followIntended,
};

import type { Notification } from 'contract/extensions/news/notifications.ts';
import type { PushKind } from 'contract/extensions/news/push.ts';

type Told = Pick<
  Notification,
  'kind' | 'role' | 'title' | 'artist' | 'request_id' | 'track_id' | 'reason'
> & {
  followed: string | null;
  followed_target: string | null;
  /** The name of what is followed. */
  followed_name: string | null;
};

/** All that a push service carries, encrypted: a sentence and the page that it leads to. */
export interface PushMessage {
  title: string;
  path: string;
}

const isTalk = (kind: Told['kind']) => kind === 'comment' || kind === 'request_update';

/** The kind under which members turn a notification's push on and off; undefined if it is never pushed. */
export function pushKindOf({
  kind,
  role,
  followed,
}: Pick<Told, 'kind' | 'role' | 'followed'>): PushKind | undefined {
  if (kind === 'request_released' || kind === 'request_premiere')
    return role === 'follower' && followed !== 'request' ? 'followed' : 'released';
  if (kind === 'new_song' || kind === 'playlist_songs') return 'followed';
  if (isTalk(kind)) return 'comments';
  // Followers neither choose nor get credits back.
  if (role === 'follower' || role === 'admin') return undefined;
  if (kind === 'request_choosing') return 'choosing';
  if (kind === 'request_closing') return 'closing';
  return kind === 'request_declined' || kind === 'request_returned' ? 'returned' : undefined;
}

/** Characters of a title. */
const TITLE_MAX = 100;

/** Message for a device. @param news the newest first, at least one. */
export function pushMessage(news: readonly [Told, ...Told[]]): PushMessage {
  const [newest] = news;
  const sentence = sentenceOf(newest);
  if (news.length === 1) return { title: sentence, path: pathOf(newest) };
  const title = `${sentence}, and ${news.length - 1} more`;
  if (news.every(({ kind }) => isTalk(kind))) return { title, path: pathOf(newest) };
  const areFollowed = news.every(({ role }) => role === 'follower');
  return { title, path: areFollowed ? '/following' : '/profile?view=requests' };
}

function sentenceOf({ kind, title, artist, reason, followed_name }: Told): string {
  const name = `“${shortened(title)}”`;
  switch (kind) {
    case 'request_choosing':
      return `${name} has takes to choose from`;
    case 'request_premiere':
      return `${name} is heard together ${whenOf(reason!)}`;
    case 'comment':
      return `New comments on ${name}`;
    case 'request_update':
      return `${name} has news from the studio`;
    case 'request_closing':
      return `Voting on ${name} closes soon`;
    case 'request_declined':
      return `${name} was declined: your credits are back`;
    case 'request_returned':
      return `${name} ran out of time: your credits are back`;
    case 'playlist_songs':
      return `New songs in ${shortened(followed_name ?? 'a playlist')}`;
    default:
      return `${name} by ${shortened(artist)} is out`;
  }
}

/** A device may be in any time zone. @param at ISO 8601. */
const whenOf = (at: string) => `at ${at.slice(11, 16)} UTC on ${WEEKDAYS[new Date(at).getUTCDay()]}`;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function pathOf({ kind, request_id, track_id, followed_target }: Told): string {
  if (kind === 'request_premiere') return `/tracks/${track_id}?premiere`;
  if (isTalk(kind)) return `${track_id ? `/tracks/${track_id}` : `/leaderboard/${request_id}`}#comments`;
  if (kind === 'playlist_songs' && followed_target) return `/playlists/${followed_target}`;
  if (kind === 'new_song' || kind === 'playlist_songs' || kind === 'request_released')
    return track_id ? `/tracks/${track_id}` : '/following';
  return `/leaderboard/${request_id}`;
}

const shortened = (text: string) =>
  text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX).toWellFormed()}…` : text;

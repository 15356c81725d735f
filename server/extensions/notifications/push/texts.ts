import type { Notification } from 'contract/extensions/news/notifications.ts';
import type { PushKind } from 'contract/extensions/news/push.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { english } from 'contract/text/messages.ts';
import { apart, CLOCK, say, sayTime } from '../../../platform/text/say.ts';

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
export function pushMessage(language: LanguageCode, news: readonly [Told, ...Told[]]): PushMessage {
  const [newest] = news;
  const sentence = sentenceOf(language, newest);
  if (news.length === 1) return { title: sentence, path: pathOf(newest) };
  const n = news.length - 1;
  const title = say(language, '{sentence}, and {n, plural, one {# more} other {# more}}', { sentence, n });
  if (news.every(({ kind }) => isTalk(kind))) return { title, path: pathOf(newest) };
  const areFollowed = news.every(({ role }) => role === 'follower');
  return { title, path: areFollowed ? '/following' : '/profile?view=requests' };
}

/** The texts by kind, in the words of the emails. */
const sentences: Partial<Record<Told['kind'], string>> = {
  request_choosing: english('“{title}” has takes to choose from'),
  request_premiere: english('“{title}” is heard together at {time} UTC on {weekday}'),
  comment: english('New comments on “{title}”'),
  request_update: english('“{title}” has news from the studio'),
  request_closing: english('Voting on “{title}” closes soon'),
  request_declined: english('“{title}” was declined: your credits are back'),
  request_returned: english('“{title}” ran out of time: your credits are back'),
};

function sentenceOf(language: LanguageCode, { kind, title, artist, reason, followed_name }: Told): string {
  const own = (text: string) => apart(language, shortened(text));
  if (kind === 'playlist_songs')
    return followed_name === null
      ? say(language, 'New songs in a playlist')
      : say(language, 'New songs in {playlist}', { playlist: own(followed_name) });
  return say(language, sentences[kind] ?? english('“{title}” by {artist} is out'), {
    title: own(title),
    artist: own(artist),
    ...(kind === 'request_premiere' && whenOf(language, reason!)),
  });
}

/** @param at ISO 8601. */
const whenOf = (language: LanguageCode, at: string) => ({
  time: sayTime(language, Date.parse(at), CLOCK),
  weekday: sayTime(language, Date.parse(at), { weekday: 'long' }),
});

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

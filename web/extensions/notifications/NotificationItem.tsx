import '../../ui/rows.css';
import './inbox.css';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Notification } from 'contract/extensions/news/notifications.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useVoter } from '../../features/song-requests/use-voter.ts';
import { VoteButton, VoteWords } from '../../features/song-requests/VoteButton.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { notificationsQuery } from './queries.ts';

/** Notification about a song: a sentence, and its actions. */
export function NotificationItem({
  notification,
  fresh,
  onLeave,
}: {
  notification: Notification;
  /** First seen in this list. */
  fresh: boolean;
  /** Closes the list: the item leads to another page. */
  onLeave?: () => void;
}) {
  const { kind, role, title, genre, votes, track_id, request_id, request, cover_image_url } = notification;
  const isMember = role === 'requester' || role === 'voter';
  return (
    <li className="inbox-row" data-new={fresh || undefined}>
      <AppLink href={pathOf(notification)} onClick={onLeave} className="inbox-link">
        {track_id === null && request_id !== null ? (
          <Face id={request_id} genre={genre} votes={votes} className="inbox-picture" />
        ) : (
          <span className="inbox-picture">
            <Cover url={cover_image_url} sizes="60px" />
          </span>
        )}
        <span className="inbox-text">
          {fresh && <span className="sr-only">{t`New:`} </span>}
          <span dir="auto" className="inbox-name">
            {title}
          </span>{' '}
          <span>{sentenceOf(notification)}</span>
        </span>{' '}
        {track_id !== null && kind !== 'comment' && (
          <span className={buttonLook()}>
            <Play size={14} fill="currentColor" aria-hidden="true" />{' '}
            {t({ message: 'Listen', context: 'verb' })}
          </span>
        )}
        {isMember && isChoosing(notification) && <span className={buttonLook('ember')}>{t`Choose`}</span>}
      </AppLink>
      {isMember && (kind === 'request_declined' || kind === 'request_returned') && (
        <AppLink
          href="/profile?view=credits"
          onClick={onLeave}
          aria-label={t`See your credits`}
          className={buttonLook()}
        >
          {t`Credits`}
        </AppLink>
      )}
      {request && role !== 'admin' && <Vote request={request} />}
    </li>
  );
}

function Vote({ request }: { request: SongRequest }) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries(notificationsQuery);
  return (
    <VoteButton request={request} voter={useVoter()} onVoted={refresh} className="vote-pill">
      <VoteWords song={request.title}>{t({ message: 'Vote', context: 'verb' })}</VoteWords>
    </VoteButton>
  );
}

/** A released song's page opens with its premiere, once. */
function pathOf({ kind, role, title, track_id, request_id, followed }: Notification): string {
  if (kind === 'playlist_inherited') return `/playlists/${followed?.target}`;
  if (role === 'invited') return `/playlists/${followed?.target}?invitation`;
  if (role === 'admin') return '/create?view=studio';
  const path = track_id === null ? `/leaderboard/${request_id}` : trackPath({ id: track_id, title });
  if (kind === 'request_premiere' && track_id !== null) return `${path}?premiere`;
  return kind === 'comment' || kind === 'request_update' ? `${path}#comments` : path;
}

const HOUR_MS = 3_600_000;

const isChoosing = ({ kind, choosing_ends_at }: Notification) =>
  (kind === 'request_choosing' || kind === 'request_closing') && choosing_ends_at !== null;

/** One short sentence about the song, as things are now. */
function sentenceOf(notification: Notification): ReactNode {
  const { kind, role, status, choosing_ends_at, reason, artist } = notification;
  switch (kind) {
    case 'request_queued':
      return status === 'queued' || status === 'in_studio'
        ? t`Reached ${VOTE_GOAL} votes. It’s in the studio.`
        : t`Reached ${VOTE_GOAL} votes.`;
    case 'request_choosing':
    case 'request_closing': {
      if (choosing_ends_at === null) return t`Its takes were voted on.`;
      const hours = Math.max(1, Math.ceil((choosing_ends_at - Date.now()) / HOUR_MS));
      return plural(hours, { one: '# hour left to choose a take.', other: '# hours left to choose a take.' });
    }
    case 'request_premiere':
      return t`Heard together on ${{ time: formatDateTime(Date.parse(reason!)) }}.`;
    case 'request_declined':
      return role === 'follower' ? (
        <Trans>
          Declined: <q dir="auto">{reason}</q>
        </Trans>
      ) : (
        <Trans>
          Declined: <q dir="auto">{reason}</q> All your credits on it are back.
        </Trans>
      );
    case 'request_returned':
      return role === 'follower'
        ? t`It couldn’t be made in time.`
        : t`It couldn’t be made in time. All your credits on it are back.`;
    case 'request_merged':
      return (
        <Trans>
          Goes on as “<bdi>{reason}</bdi>”.
        </Trans>
      );
    case 'comment':
      return t`New comments.`;
    case 'request_update':
      return (
        <Trans>
          An update: <q dir="auto">{reason}</q>
        </Trans>
      );
    case 'request_in_review':
      return t`Waits for your review.`;
    case 'playlist_inherited':
      return t`Its owner left. This playlist is yours now.`;
    case 'playlist_invitation':
      return (
        <Trans>
          <bdi>{artist}</bdi> invites you to edit this playlist.
        </Trans>
      );
    case 'studio_failed':
      return (
        <>
          {t`Couldn’t be made.`} <bdi>{reason}</bdi>
        </>
      );
    default:
      return newsOf(notification);
  }
}

/** News of a released song, worded for the reader. */
function newsOf({ role, track_id, followed }: Notification): ReactNode {
  if (track_id === null) return t`It is no longer available.`;
  if (role === 'requester') return t`Your song is out.`;
  if (role === 'voter') return t`Out now. You voted for it.`;
  if (!followed || followed.kind === 'request') return t`Out now.`;
  const name = <bdi>{followed.kind === 'genre' ? genreLabel(followed.name) : followed.name}</bdi>;
  if (followed.kind === 'person') return <Trans>Out now. {name} asked for it.</Trans>;
  return followed.kind === 'artist' ? <Trans>New from {name}.</Trans> : <Trans>New in {name}.</Trans>;
}

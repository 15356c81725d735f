import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { Play } from 'lucide-react';
import { say } from '../../../lib/i18n.ts';
import { usePlayTrack } from '../../../player/use-play-track.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Face } from '../../../ui/pictures/Face.tsx';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { formatProgress } from '../ProgressLamps.tsx';
import { ownRequestsQuery } from '../queries.ts';

const sections = {
  requested: {
    title: msg`My requests`,
    loading: msg`Loading your requests...`,
    empty: msg`You haven’t requested a song yet.`,
  },
  voted: {
    title: msg`My votes`,
    loading: msg`Loading your votes...`,
    empty: msg`You haven’t voted yet.`,
  },
};

/** The requests that the viewer made or voted for, each with its status. */
export function OwnRequests({ as }: { as: keyof typeof sections }) {
  const query = useInfiniteQuery(ownRequestsQuery(as));
  const { title, loading, empty } = sections[as];
  return (
    <section aria-labelledby={`own-${as}`}>
      <h2 id={`own-${as}`} className="mb-3 text-title">
        {t(title)}
      </h2>
      <PagedList
        query={query}
        loading={t(loading)}
        rowHeight="h-16"
        empty={
          <>
            {t(empty)}{' '}
            <AppLink href="/leaderboard" className="font-medium text-ember-ink hover:underline">
              {t`See the requests`}
            </AppLink>
          </>
        }
      >
        {(request) => <OwnRequest key={request.id} request={request} />}
      </PagedList>
    </section>
  );
}

function OwnRequest({ request }: { request: SongRequest }) {
  const { id, title, artist, genre, votes, own_votes, status } = request;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 py-3.5 sm:grid-cols-[auto_minmax(0,1fr)_15rem] sm:items-center">
      <Face id={id} genre={genre} votes={votes} className="row-span-2 size-13 sm:row-span-1" />
      <p className="min-w-0 wrap-anywhere">
        <AppLink href={`/leaderboard/${id}`} className="font-medium hover:underline">
          <bdi>{title}</bdi>
        </AppLink>{' '}
        <bdi className="text-soft">{artist}</bdi>
      </p>
      <div className="grid gap-1.5 text-sm">
        <OwnRequestStatus request={request} />
        {(status === 'open' || status === 'queued') && <Lamps lit={votes} goal={VOTE_GOAL} className="h-2" />}
        {own_votes > 0 && (
          <span className="figures text-faint">
            {plural(votes, {
              one: `${own_votes} of # vote by you`,
              other: `${own_votes} of # votes by you`,
            })}
          </span>
        )}
      </div>
    </li>
  );
}

function OwnRequestStatus({ request }: { request: SongRequest }) {
  const { title, votes, status, track_id, decline_reason } = request;
  switch (status) {
    case 'open':
      return (
        <span className="flex justify-between gap-3 text-soft">
          {t`Progress to Creation`} <span className="figures font-semibold">{formatProgress(votes)}</span>
        </span>
      );
    case 'queued':
      return <span className="font-semibold text-ember-ink">{t`Queued for Creation`}</span>;
    case 'in_review':
      return <span className="text-soft">{t`Waiting for review`}</span>;
    case 'in_studio':
    case 'choosing':
      return <span className="font-semibold text-ember-ink">{say(statusNames[status])}</span>;
    case 'returned':
      return <span className="text-soft">{t`Could not be made in time. The credits were returned.`}</span>;
    case 'merged':
      return (
        <span className="text-soft">{t`Merged with a request for the same song. Its votes count there.`}</span>
      );
    case 'released':
      return (
        <span className="flex items-center justify-between gap-3 text-good">
          {say(statusNames.released)} {track_id !== null && <Listen track_id={track_id} title={title} />}
        </span>
      );
    case 'declined':
      return (
        <span className="text-soft wrap-anywhere">
          {decline_reason ? (
            <Trans>
              Declined: <bdi>{decline_reason}</bdi>. The credits were returned.
            </Trans>
          ) : (
            t`Declined. The credits were returned.`
          )}
        </span>
      );
  }
}

/** Plays the released song. */
function Listen(track: { track_id: string; title: string }) {
  const { title } = track;
  const { play, isPending } = usePlayTrack(track);
  return (
    <button
      type="button"
      aria-label={t`Listen to ${title}`}
      aria-busy={isPending || undefined}
      onClick={play}
      className="-my-3 -me-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-ember-ink transition hover:bg-raised"
    >
      <Play size={14} fill="currentColor" aria-hidden="true" /> {t`Listen`}
    </button>
  );
}

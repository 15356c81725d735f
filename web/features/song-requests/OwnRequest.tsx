import type { SongRequest } from 'contract/song-requests.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { pluralize } from '../../lib/format.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Lamps } from '../../ui/Lamps.tsx';
import { OwnRequestStatus } from './OwnRequestStatus.tsx';

export function OwnRequest({ request }: { request: SongRequest }) {
  const { id, title, artist, votes, own_votes, status } = request;
  return (
    <li className="grid gap-x-6 gap-y-2 py-3.5 sm:grid-cols-[minmax(0,1fr)_15rem] sm:items-center">
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
            {own_votes} of {pluralize(votes, 'vote')} by you
          </span>
        )}
      </div>
    </li>
  );
}

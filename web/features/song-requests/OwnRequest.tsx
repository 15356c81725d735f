import { pluralize } from 'contract/pluralize.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Face } from '../../ui/Face.tsx';
import { Lamps } from '../../ui/Lamps.tsx';
import { OwnRequestStatus } from './OwnRequestStatus.tsx';

export function OwnRequest({ request }: { request: SongRequest }) {
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
            {own_votes} of {pluralize(votes, 'vote')} by you
          </span>
        )}
      </div>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { genreLabel } from 'contract/genres.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { pluralize } from '../../lib/format.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Lamps } from '../../ui/Lamps.tsx';
import { nearestQuery } from './queries.ts';

/** The request nearest its goal, on Explore. */
export default function NearestCard() {
  const { data } = useQuery(nearestQuery);
  if (!data?.request) return null;
  const { title, artist, genre, votes } = data.request;
  return (
    <AppLink
      href="/leaderboard"
      className="nearest spotlight grid gap-3.5 rounded-lg border border-line bg-stage p-5 transition hover:border-faint md:p-6"
    >
      <span className="figures text-[0.9375rem] text-soft">
        {pluralize(VOTE_GOAL - votes, 'vote')} from being made
      </span>
      <span className="grid gap-1">
        <span
          dir="auto"
          className="line-clamp-2 font-display text-xl leading-snug font-semibold wrap-anywhere"
        >
          {title}
        </span>
        <span className="flex gap-x-3 text-soft">
          <span dir="auto" className="min-w-0 truncate">
            {artist}
          </span>
          <span className="shrink-0 text-faint">{genreLabel(genre)}</span>
        </span>
      </span>
      <Lamps lit={votes} goal={VOTE_GOAL} className="h-4" />
    </AppLink>
  );
}

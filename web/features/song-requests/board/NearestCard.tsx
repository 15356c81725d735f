import './board.css';
import { useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Face } from '../../../ui/pictures/Face.tsx';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { nearestQuery } from '../queries.ts';
import { useOptimisticVote } from '../use-vote.ts';
import { useVoter } from '../use-voter.ts';
import { VoteButton } from '../VoteButton.tsx';

/** The request nearest its goal, with its vote button; it loads after Explore. */
export default function NearestCard() {
  const { data } = useQuery(nearestQuery);
  if (!data) return null;
  return data.request ? <Nearest request={data.request} /> : <span data-none hidden />;
}

function Nearest({ request }: { request: SongRequest }) {
  const voter = useVoter();
  const shown = useOptimisticVote(request);
  const { id, title, artist, genre, votes } = shown;
  return (
    <article
      aria-label={title}
      className="nearest spotlight relative grid grid-cols-1 gap-4 rounded-lg border border-line bg-stage p-4 transition hover:border-faint md:p-6"
    >
      <div className="flex items-center gap-3 md:gap-4">
        <Face id={id} genre={genre} votes={votes} className="size-12 md:size-17" />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
          <p className="figures text-[0.9375rem] text-soft">
            {pluralize(VOTE_GOAL - votes, 'vote')} from being made
          </p>
          <p
            dir="auto"
            className="line-clamp-2 font-display text-lg leading-snug font-semibold wrap-anywhere md:text-xl"
          >
            {/* The whole card leads to the request. */}
            <AppLink href={`/leaderboard/${id}`} className="after:absolute after:inset-0">
              {title}
            </AppLink>
          </p>
          <p className="flex flex-wrap gap-x-3 text-soft">
            <span dir="auto" className="max-w-full truncate">
              {artist}
            </span>
            <span className="shrink-0 text-faint">{genreLabel(genre)}</span>
          </p>
        </div>
        <div className="relative z-10">
          <VoteButton
            request={shown}
            voter={voter}
            label={`Vote for ${title}, ${pluralize(votes, 'vote')}`}
          />
        </div>
      </div>
      <Lamps lit={votes} goal={VOTE_GOAL} className="h-3" />
    </article>
  );
}

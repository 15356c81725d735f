import './board.css';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Face } from '../../../ui/pictures/Face.tsx';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { nearestQuery } from '../queries.ts';
import { useOptimisticVote } from '../use-vote.ts';
import { useVoter } from '../use-voter.ts';
import { VoteButton } from '../VoteButton.tsx';

/** The request nearest its goal, in a row with its vote. @param initial as the page has it; the newest comes after. */
export default function NearestRow({ initial }: { initial: SongRequest }) {
  const { data } = useQuery({ ...nearestQuery, initialData: { request: initial } });
  return data.request && <Nearest request={data.request} />;
}

function Nearest({ request }: { request: SongRequest }) {
  const voter = useVoter();
  const shown = useOptimisticVote(request);
  const { id, title, artist, genre, description, votes } = shown;
  const wish = description?.trim();
  const missing = VOTE_GOAL - votes;
  return (
    <article aria-label={title} className="nearest-row">
      <Face id={id} genre={genre} votes={votes} className="nearest-face" />
      <div className="min-w-0">
        <p className="text-[0.9375rem] text-soft">
          {plural(missing, { one: 'One vote short', other: '# votes short' })}
        </p>
        <p dir="auto" className="truncate font-display text-xl font-semibold">
          {/* The whole row leads to the request. */}
          <AppLink href={`/leaderboard/${id}`} className="after:absolute after:inset-0">
            {title}
          </AppLink>
        </p>
        <p dir="auto" className="truncate text-[0.9375rem] text-faint">
          {artist} · {genreLabel(genre)}
        </p>
      </div>
      <div className="nearest-lamps">
        <p className="mb-2 flex justify-between gap-4 text-[0.9375rem]">
          <span dir="auto" className="truncate text-soft">
            {wish && t`“${wish}”`}
          </span>
          <span className="figures shrink-0">{t`${votes} of ${VOTE_GOAL}`}</span>
        </p>
        <Lamps lit={votes} goal={VOTE_GOAL} className="h-2.5" />
      </div>
      <VoteButton request={shown} voter={voter} className="nearest-vote">
        <svg viewBox="0 0 22 12" aria-hidden="true">
          <path d="M9.6.9a2 2 0 0 1 2.8 0l8 7.6A2 2 0 0 1 19 12H3a2 2 0 0 1-1.4-3.5z" />
        </svg>
        {missing === 1 ? t`Cast the last vote` : t`Vote`} <span>{t`${VOTE_COST} credits`}</span>
      </VoteButton>
    </article>
  );
}

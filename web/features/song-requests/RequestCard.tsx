import { genreLabel } from 'contract/genres.ts';
import { pluralize } from 'contract/pluralize.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { acceptsVotes, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Face } from '../../ui/Face.tsx';
import { CardNote } from './CardNote.tsx';
import { useOptimisticVote } from './hooks.ts';
import { ProgressLamps } from './ProgressLamps.tsx';
import { Rank } from './Rank.tsx';
import { RequestDescription } from './RequestDescription.tsx';
import type { Voter } from './use-voter.ts';
import { VoteButton } from './VoteButton.tsx';

interface Props {
  request: SongRequest;
  rank: number;
  voter: Voter;
  /** Highlights the request that the viewer has just submitted. */
  fresh?: boolean;
}

/** A request on the board: its rank, the song, its backers, its progress, and the vote button. */
export function RequestCard({ request, rank, voter, fresh = false }: Props) {
  const shown = useOptimisticVote(request);
  const { id, title, artist, genre, description, votes, backers, own_votes, status } = shown;
  const reached = votes >= VOTE_GOAL;
  return (
    <article
      aria-labelledby={`request-${id}`}
      data-fresh={fresh || undefined}
      className={`request-card grid h-full content-center grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 rounded-lg border p-4 md:grid-cols-[auto_auto_minmax(0,1fr)_auto] md:gap-x-5 ${reached ? 'md:p-4' : 'md:p-5'} ${reached ? 'spotlight-left border-ember/60' : 'border-line'}`}
    >
      <div className="row-span-2 grid justify-items-center gap-2 self-center md:contents">
        <div className="self-center md:row-span-4">
          <Rank rank={rank} />
        </div>
        <Face
          id={id}
          genre={genre}
          votes={votes}
          className={`size-13 self-center md:row-span-4 ${reached ? 'md:size-17' : 'md:size-22'}`}
        />
      </div>
      <h3
        id={`request-${id}`}
        dir="auto"
        className="self-end text-left text-lg leading-snug wrap-anywhere md:self-auto md:text-xl"
      >
        <AppLink href={`/leaderboard/${id}`} className="hover:underline">
          {title}
        </AppLink>
      </h3>
      <div className="row-span-2 self-center md:row-span-4">
        {acceptsVotes(status) ? (
          <VoteButton
            request={shown}
            voter={voter}
            label={`Vote for ${title}, ${pluralize(votes, 'vote')}${reached ? ', moves it up the queue' : ''}`}
          />
        ) : (
          <p className="figures grid w-17 justify-items-center font-display text-2xl leading-none font-bold md:w-22">
            {votes} <span className="font-sans text-sm font-normal text-soft">votes</span>
          </p>
        )}
      </div>
      {/* One line on wide screens; on phones the artist stays beside the rank and the rest goes below. */}
      <div className="contents md:col-start-3 md:mt-1 md:flex md:flex-wrap md:items-center md:gap-x-5 md:gap-y-1.5">
        <p dir="auto" className="col-start-2 text-left text-soft wrap-anywhere">
          {artist}
        </p>
        <p className="col-span-full mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem] md:mt-0">
          <span className="rounded-full bg-raised px-3 py-0.5 text-sm text-soft">{genreLabel(genre)}</span>
          <span className="figures text-soft">
            {pluralize(backers, 'backer')}
            {own_votes > 0 && <span className="ml-3 text-ink">{pluralize(own_votes, 'vote')} by you</span>}
          </span>
        </p>
      </div>
      {description && <RequestDescription text={description} />}
      <div className="col-span-full mt-3 md:col-span-1 md:col-start-3">
        <ProgressLamps request={shown} />
      </div>
      <CardNote request={shown} fresh={fresh} />
    </article>
  );
}

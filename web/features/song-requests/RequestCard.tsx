import { genreLabel } from 'contract/genres.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { useState } from 'react';
import { ProgressLamps } from './ProgressLamps.tsx';
import { Rank } from './Rank.tsx';
import { useVote } from './use-vote.ts';
import { VoteButton } from './VoteButton.tsx';
import type { Voter } from './voter.ts';

/** A request on the board: its place, what it asks for, who is behind it, how far it is, and the vote. */
export function RequestCard({
  request,
  place,
  voter,
  fresh = false,
}: {
  request: SongRequest;
  place: number;
  voter: Voter;
  /** The viewer has just made it. */
  fresh?: boolean;
}) {
  const { shown, lit, busy, press } = useVote(request, voter);
  const { id, title, artist, genre, description, votes, backers, own_votes } = shown;
  const reached = votes >= VOTE_GOAL;
  return (
    <article
      aria-labelledby={`request-${id}`}
      data-fresh={fresh || undefined}
      className={`request-card grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 rounded-lg border p-4 md:gap-x-5 md:p-5 ${reached ? 'spotlight-left border-ember/60' : 'border-line'}`}
    >
      <div className="row-span-2 self-center md:row-span-4">
        <Rank place={place} />
      </div>
      <h3
        id={`request-${id}`}
        dir="auto"
        className="self-end text-left text-lg leading-snug wrap-anywhere md:self-auto md:text-xl"
      >
        {title}
      </h3>
      <div className="row-span-2 self-center md:row-span-4">
        <VoteButton
          title={title}
          votes={votes}
          obstacle={voter.obstacle}
          lit={lit}
          busy={busy}
          onPress={press}
        />
      </div>
      {/* Beside the artist where there is room, on phones below all three. */}
      <div className="contents md:col-start-2 md:mt-1 md:flex md:flex-wrap md:items-center md:gap-x-5 md:gap-y-1.5">
        <p dir="auto" className="col-start-2 text-left text-soft wrap-anywhere">
          {artist}
        </p>
        <p className="col-span-full mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem] md:mt-0">
          <span className="rounded-full bg-raised px-3 py-0.5 text-sm text-soft">{genreLabel(genre)}</span>
          <span className="figures text-soft">
            {backers} {backers === 1 ? 'backer' : 'backers'}
            {own_votes > 0 && (
              <span className="ml-3 text-ink">
                {own_votes} {own_votes === 1 ? 'vote' : 'votes'} by you
              </span>
            )}
          </span>
          {reached && (
            <span className="ember rounded-full px-3 py-0.5 text-sm font-semibold">Goal Reached!</span>
          )}
        </p>
      </div>
      {description && <Description text={description} />}
      <div className="col-span-full mt-3 md:col-span-1 md:col-start-2">
        <ProgressLamps votes={votes} />
      </div>
    </article>
  );
}

/** Longer than what two lines of the narrowest card hold, in characters. */
const LONG = 90;

/** What the requester wrote: its beginning, and the whole on demand. */
function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  return (
    <div className="col-span-full mt-3 md:col-span-1 md:col-start-2">
      <p
        dir="auto"
        className={`text-left text-soft wrap-anywhere ${whole ? 'whitespace-pre-line' : 'line-clamp-2'}`}
      >
        {text}
      </p>
      {(text.length > LONG || text.includes('\n')) && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="-mb-2 inline-flex min-h-11 items-center font-medium text-ember-ink hover:underline md:min-h-9"
        >
          {whole ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}

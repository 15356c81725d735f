import type { SongRequest } from 'contract/features/song-requests.ts';
import { acceptsVotes, VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import { plans, type Tier } from 'contract/plans.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { session } from '../../../lib/storage/session-token.ts';
import { useStore } from '../../../lib/store.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Face } from '../../../ui/pictures/Face.tsx';
import { ProgressLamps } from '../ProgressLamps.tsx';
import { lastLamp, useOptimisticVote } from '../use-vote.ts';
import type { Voter } from '../use-voter.ts';
import { VoteButton } from '../VoteButton.tsx';

interface Props {
  request: SongRequest;
  rank: number;
  voter: Voter;
}

/** A request on the board: its rank, the song, its backers, its progress, and the vote button. */
export function RequestCard({ request, rank, voter }: Props) {
  const shown = useOptimisticVote(request);
  const { id, title, artist, genre, description, votes, backers, own_votes, status } = shown;
  const reached = votes >= VOTE_GOAL;
  return (
    <article
      aria-labelledby={`request-${id}`}
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
            label={`Vote for ${title}, ${pluralize(votes, 'vote')}${reached ? ', moves it up the queue' : ''}, ${VOTE_COST} credits`}
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
          <PlanNote request={shown} voter={voter} />
        </p>
      </div>
      {description && <RequestDescription text={description} />}
      <div className="col-span-full mt-3 md:col-span-1 md:col-start-3">
        <ProgressLamps request={shown} />
      </div>
      <CardNote id={id} />
    </article>
  );
}

/** The viewer's plan, where it decides what they can do with a request or what becomes of it (§2). */
function PlanNote({ request: { status, own_votes }, voter }: { request: SongRequest; voter: Voter }) {
  const isDrawn = typeof window === 'undefined';
  const tier = isDrawn ? 'free' : (voter.viewer?.plan_tier ?? session.lastPlan());
  const notes: Partial<Record<Tier, string | false>> = {
    free: acceptsVotes(status) && 'no votes',
    platinum:
      (status === 'queued' && own_votes > 0 && 'first among equal votes') ||
      (status === 'choosing' && 'you may hear its takes'),
  };
  const note = tier && notes[tier];
  if (!tier || !note) return null;
  return (
    <span className={`text-soft ${isDrawn ? 'for-free' : ''}`}>
      Your plan: {plans[tier].name}, {note}
    </span>
  );
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

const medals: Record<number, string> = { 1: 'medal-gold', 2: 'medal-silver', 3: 'medal-bronze' };
const names: Record<number, string> = { 1: 'Gold', 2: 'Silver', 3: 'Bronze' };

/** A rank on the board, with medals for the first three. */
function Rank({ rank }: { rank: number }) {
  const medal = medals[rank];
  return (
    <p
      data-medal={names[rank]?.toLowerCase()}
      className={`figures grid size-11 shrink-0 place-items-center rounded-full font-display text-lg font-bold md:size-13 md:text-xl ${medal ? `medal ${medal}` : 'text-faint'}`}
    >
      <span>
        {formatCount(rank)}
        <span className="text-[0.65em] font-semibold">{endings[ordinals.select(rank)]}</span>
        {medal && <span className="sr-only"> place, {names[rank]} medal</span>}
      </span>
    </p>
  );
}

const link =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-ember-ink hover:underline md:min-h-9';

/** The viewer has just cast the last vote of a request: what to do next. */
function CardNote({ id }: { id: string }) {
  const last = useStore(lastLamp) === id;
  return (
    <div role="status" className="contents">
      {last && (
        <p className="col-span-full mt-3 flex flex-wrap items-center justify-between gap-x-5 rounded-sm bg-raised px-3.5 py-1 md:col-start-3">
          <strong className="font-semibold">You lit the last lamp.</strong>
          <AppLink href={`/leaderboard/${id}`} className={link}>
            See the stage
          </AppLink>
        </p>
      )}
    </div>
  );
}

/** The requester's description: two lines of it, all of it on demand. */
function RequestDescription({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false);
  return (
    <div className="col-span-full mt-3 md:col-span-1 md:col-start-3">
      <p
        dir="auto"
        className={`text-left text-soft wrap-anywhere ${expanded ? 'whitespace-pre-line' : 'line-clamp-2'}`}
      >
        {text}
      </p>
      {(text.length > TWO_LINES || text.includes('\n')) && (
        <button
          type="button"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
          className="-mb-2 inline-flex min-h-11 items-center font-medium text-ember-ink hover:underline md:min-h-9"
        >
          {expanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}

/** Characters that two lines of the narrowest card hold. */
const TWO_LINES = 90;

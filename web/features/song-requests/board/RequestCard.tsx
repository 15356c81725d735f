import { msg, plural, selectOrdinal, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { acceptsVotes, VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import { plans } from 'contract/plans.ts';
import { useState } from 'react';
import { say } from '../../../lib/i18n.ts';
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
      className={`request-card grid h-full content-center grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 rounded-lg border p-4 md:grid-cols-[auto_auto_minmax(0,1fr)_auto] md:gap-x-5 ${reached ? 'md:p-4' : 'md:p-5'} ${reached ? 'spotlight-start border-ember/60' : 'border-line'}`}
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
        className="self-end text-lg leading-snug wrap-anywhere md:self-auto md:text-xl"
      >
        <AppLink href={`/leaderboard/${id}`} className="hover:underline">
          <bdi>{title}</bdi>
        </AppLink>
      </h3>
      <div className="row-span-2 self-center md:row-span-4">
        {acceptsVotes(status) ? (
          <VoteButton
            request={shown}
            voter={voter}
            label={
              reached
                ? t`Vote for ${title}, ${plural(votes, { one: '# vote', other: '# votes' })}, moves it up the queue, ${VOTE_COST} credits`
                : t`Vote for ${title}, ${plural(votes, { one: '# vote', other: '# votes' })}, ${VOTE_COST} credits`
            }
          />
        ) : (
          <p className="figures grid w-17 justify-items-center font-display text-2xl leading-none font-bold md:w-22">
            <Trans>
              {votes}{' '}
              <span className="font-sans text-sm font-normal text-soft">
                <Plural value={votes} one="vote" other="votes" />
              </span>
            </Trans>
          </p>
        )}
      </div>
      {/* One line on wide screens; on phones the artist stays beside the rank and the rest goes below. */}
      <div className="contents md:col-start-3 md:mt-1 md:flex md:flex-wrap md:items-center md:gap-x-5 md:gap-y-1.5">
        <p className="col-start-2 text-soft wrap-anywhere">
          <bdi>{artist}</bdi>
        </p>
        <p className="col-span-full mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem] md:mt-0">
          <span className="rounded-full bg-raised px-3 py-0.5 text-sm text-soft">{genreLabel(genre)}</span>
          <span className="figures text-soft">
            {plural(backers, { one: '# backer', other: '# backers' })}
            {own_votes > 0 && (
              <bdi className="ms-3 text-ink">
                {plural(own_votes, { one: '# vote by you', other: '# votes by you' })}
              </bdi>
            )}
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
  if (tier !== 'free' && tier !== 'platinum') return null;
  const plan = say(plans[tier].name);
  const note =
    tier === 'free'
      ? acceptsVotes(status) && t`Your plan: ${plan}, no votes`
      : (status === 'queued' && own_votes > 0 && t`Your plan: ${plan}, first among equal votes`) ||
        (status === 'choosing' && t`Your plan: ${plan}, you may hear its takes`);
  return note && <span className={`text-soft ${isDrawn ? 'for-free' : ''}`}>{note}</span>;
}

const medals = [
  { look: 'medal-gold', place: msg`1st place, Gold medal` },
  { look: 'medal-silver', place: msg`2nd place, Silver medal` },
  { look: 'medal-bronze', place: msg`3rd place, Bronze medal` },
];

/** A rank on the board, with medals for the first three. */
function Rank({ rank }: { rank: number }) {
  const medal = medals[rank - 1];
  const place = selectOrdinal(rank, { one: '#st', two: '#nd', few: '#rd', other: '#th' });
  return (
    <p
      data-medal={medal?.look}
      className={`figures grid size-11 shrink-0 place-items-center rounded-full font-display text-lg font-bold md:size-13 md:text-xl ${medal ? `medal ${medal.look}` : 'text-faint'}`}
    >
      <span aria-hidden={medal && 'true'}>
        {/* The number is large, what makes it an ordinal is small. */}
        {place.split(/(\d(?:[\d\s.,]*\d)?)/).map((part, index) =>
          index % 2 === 1 ? (
            part
          ) : (
            <span key={index} className="text-[0.65em] font-semibold">
              {part}
            </span>
          ),
        )}
      </span>
      {medal && <span className="sr-only">{t(medal.place)}</span>}
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
          <strong className="font-semibold">{t`You lit the last lamp.`}</strong>
          <AppLink href={`/leaderboard/${id}`} className={link}>
            {t`See the stage`}
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
      <p className={`text-soft wrap-anywhere ${expanded ? 'whitespace-pre-line' : 'line-clamp-2'}`}>
        <bdi>{text}</bdi>
      </p>
      {(text.length > TWO_LINES || text.includes('\n')) && (
        <button
          type="button"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
          className="-mb-2 inline-flex min-h-11 items-center font-medium text-ember-ink hover:underline md:min-h-9"
        >
          {expanded ? t`Show less` : t`Show more`}
        </button>
      )}
    </div>
  );
}

/** Characters that two lines of the narrowest card hold. */
const TWO_LINES = 90;

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { upgradeHint } from 'contract/plans.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { type ReactNode, useState } from 'react';
import { say } from '../../../lib/i18n.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { Voter } from '../use-voter.ts';

/** Explanation of a request's status to the viewer, in a sentence or two. */
export function RequestNote({ request, voter }: { request: RequestPage; voter: Voter }) {
  return (
    <div role="status" className="request-note text-[0.9375rem] text-soft wrap-anywhere">
      {noteOf(request, voter)}
    </div>
  );
}

function noteOf(request: RequestPage, voter: Voter): ReactNode {
  const {
    title,
    track_id,
    status,
    own_votes,
    release_date,
    decline_reason,
    may_choose,
    progress,
    requested_by,
  } = request;
  const isOwn = own_votes > 0 || (!!requested_by && requested_by === voter.viewer?.username);
  switch (status) {
    case 'in_review':
      return t`Waiting for review. Until then only you can see it. If it is declined, every credit comes back.`;
    case 'open':
    case 'queued':
      return <VotingNote votes={request.votes} own_votes={own_votes} voter={voter} />;
    case 'in_studio':
      if (progress === null)
        return t`The studio could not make a take yet. It tries again; if no song comes of it, every credit comes back.`;
      return may_choose
        ? t`The studio is making takes. You choose one when they’re ready.`
        : t`The studio is making takes. The people who voted choose one when they’re ready.`;
    case 'choosing':
      // The takes say it.
      return null;
    case 'released':
      return (
        <>
          {release_date && (
            <>
              <Trans>
                Released on <Time at={release_date} />.
              </Trans>{' '}
            </>
          )}
          {track_id && (
            <AppLink
              href={trackPath({ id: track_id, title })}
              className="font-medium text-ember-ink hover:underline"
            >
              {t`See the song`}
            </AppLink>
          )}
        </>
      );
    case 'declined':
      return (
        <>
          <strong className="font-semibold text-ink">{t`Declined.`}</strong>{' '}
          {decline_reason && (
            <>
              <q dir="auto">{decline_reason}</q>{' '}
            </>
          )}
          <Refund isOwn={isOwn} />
        </>
      );
    case 'merged':
      return t`It goes on with another request for the same song.`;
    case 'returned':
      return (
        <>
          <strong className="font-semibold text-ink">{t`It could not be made in time.`}</strong>{' '}
          <Refund isOwn={isOwn} />
        </>
      );
  }
}

function VotingNote({ votes, own_votes, voter }: { votes: number; own_votes: number; voter: Voter }) {
  const [votesBefore] = useState(votes);
  if (votesBefore < VOTE_GOAL && votes >= VOTE_GOAL)
    return (
      <Trans>
        <strong className="font-semibold text-ink">Goal reached.</strong> AI makes the song now.
      </Trans>
    );
  if (voter.obstacle === 'visitor')
    return plural(VOTE_COST, { one: 'A vote costs # credit.', other: 'A vote costs # credits.' });
  if (voter.obstacle === 'plan') return say(upgradeHint('upvotes', voter.viewer?.plan_tier));
  if (voter.obstacle === 'credits')
    return plural(
      { missing: VOTE_COST - (voter.credits ?? 0) },
      { one: 'You need # more credit to vote.', other: 'You need # more credits to vote.' },
    );
  return (
    <>
      {own_votes > 0 && (
        <strong className="figures font-semibold text-ink">
          {plural(own_votes, { one: '# vote by you.', other: '# votes by you.' })}
        </strong>
      )}{' '}
      {votes >= VOTE_GOAL && t`More votes decide which of the queued songs is made first.`}{' '}
      {t`If the request is declined, every credit comes back.`}
    </>
  );
}

/** Says that the credits of a request were returned. `isOwn`: the viewer paid some of them. */
function Refund({ isOwn }: { isOwn: boolean }) {
  return (
    <>
      {t`Everyone got every credit back.`}{' '}
      {isOwn && (
        <AppLink href="/profile?view=credits" className="font-medium text-ember-ink hover:underline">
          {t`See your credits`}
        </AppLink>
      )}
    </>
  );
}

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { SearchResults } from 'contract/extensions/search.ts';
import { REQUEST_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import { RequestRow } from '../../features/song-requests/RequestRow.tsx';
import { missingCredits, useVoter } from '../../features/song-requests/use-voter.ts';
import { NoMatches } from '../../features/tracks/search/NoMatches.tsx';
import { SongRow } from '../../features/tracks/search/SongRow.tsx';
import { formatCount } from '../../lib/format.ts';
import { say } from '../../lib/i18n.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { EmptyStage } from '../../ui/EmptyState.tsx';

/** A search that found nothing: what was meant, what is closest, and apart from them the way to have it made. */
export function Nothing({ q, found }: { q: string; found: SearchResults }) {
  return (
    <div className="search-nothing">
      <NoMatches q={q}>
        <Meant found={found} />
        {found.closest.length > 0 && (
          <section aria-label={t`Closest to it`}>
            <h3 className="search-heading">{t`Closest to it`}</h3>
            <ul>
              {found.closest.map(({ track, request }) =>
                track ? (
                  <SongRow key={track.id} track={track} />
                ) : (
                  request && <RequestRow key={request.id} request={request} left />
                ),
              )}
            </ul>
          </section>
        )}
      </NoMatches>
      <section aria-labelledby="ask-for-it" className="search-ask">
        <EmptyStage />
        <h2 id="ask-for-it" className="search-ask-title">
          {t`Not made yet? Ask for it.`}
        </h2>
        <p className="search-ask-text">
          {t`Describe the song you have in mind. When it has ${VOTE_GOAL} votes, AI makes it, and you and everyone who voted pick the take.`}
        </p>
        <AppLink href={`/leaderboard?title=${encodeURIComponent(q)}`}>{t`Ask for this song`}</AppLink>
        <Price />
      </section>
    </div>
  );
}

/** Price of a request, or the obstacle to one. */
function Price() {
  const voter = useVoter();
  const { viewer, credits } = voter;
  const missing = missingCredits(voter);
  const text =
    viewer && !can(viewer, 'requestSongs')
      ? say(upgradeHint('requests', viewer.plan_tier))
      : missing > 0
        ? plural(missing, {
            one: 'You need # more credit to submit a request',
            other: 'You need # more credits to submit a request',
          })
        : viewer && credits !== undefined
          ? t`${REQUEST_COST} credits. You have ${{ credits: formatCount(credits) }}.`
          : t`${REQUEST_COST} credits.`;
  return <p className="search-price figures">{text}</p>;
}

/** 'Did you mean …', if it is something else than what was typed. */
export function Meant({ found: { meant } }: { found: SearchResults }) {
  if (meant === null) return null;
  return (
    <p role="status" className="search-meant">
      <Trans>
        Did you mean{' '}
        <AppLink href={`/?q=${encodeURIComponent(meant)}`} dir="auto">
          {meant}
        </AppLink>
        ?
      </Trans>
    </p>
  );
}

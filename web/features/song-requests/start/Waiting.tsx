import { plural, t } from '@lingui/core/macro';
import type { Jump } from 'contract/features/library.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { PlayPauseIcon } from '../../../player/PlayToggle.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonLook } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { Face } from '../../../ui/pictures/Face.tsx';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { type Waiting as Added, Slot } from '../../../ui/Slot.tsx';
import { formatTimeLeft } from '../time-left.ts';
import { useVotedRequest } from '../use-vote.ts';
import { useVoter } from '../use-voter.ts';
import { VoteButton, VoteWords } from '../VoteButton.tsx';

/** Next actions of a member, the most urgent first. */
export interface Waits extends Pick<Jump, 'choose' | 'nearest' | 'credits'> {
  premiere: Added['premiere'];
}

/** At most so many things stand there. */
const MOST = 3;

/** "Waiting for you": the first thing large, the others beside it. */
export function Waiting({ choose, premiere, nearest, credits }: Waits) {
  const parts = [
    choose && ((look: string) => <Choose key="choose" request={choose} look={look} />),
    premiere && ((look: string) => <Premiere key="premiere" {...premiere} look={look} />),
    nearest && ((look: string) => <Nearest key="nearest" known={nearest} look={look} />),
    credits && ((look: string) => <Credits key="credits" amount={credits} look={look} />),
  ].filter((part) => typeof part === 'function');
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="text-title">
        {t`Waiting for you`}
      </h2>
      <ul className="waiting">
        {parts.slice(0, MOST).map((part, index) => part(buttonLook(index === 0 ? 'ember' : 'quiet')))}
      </ul>
    </section>
  );
}

/** @param look the classes of its button. */
type Look = { look: string };

function Choose({ request, look }: Look & { request: NonNullable<Jump['choose']> }) {
  const { choosing_ends_at, choosers } = request;
  return (
    <Item
      picture={<RequestFace request={request} />}
      title={request.title}
      text={t`The takes are ready. Which one should be released?`}
      aside={
        <p className="waiting-aside figures">
          {choosing_ends_at !== null && <b>{formatTimeLeft(choosing_ends_at - Date.now())}</b>}
          <span>
            {t`${{ chosen: formatCount(choosers.chosen) }} of ${{ all: formatCount(choosers.all) }} have chosen`}
          </span>
        </p>
      }
    >
      <div className="waiting-takes">
        <Slot at="take-rows" request={request} />
      </div>
      <AppLink href={`/leaderboard/${request.id}`} className={`waiting-button ${look}`}>
        {t`Choose a take`}
      </AppLink>
    </Item>
  );
}

function Premiere({ track, votes, look }: Look & NonNullable<Waits['premiere']>) {
  return (
    <Item
      picture={<Cover url={track.cover_image_url} sizes="88px" className="rounded-md" />}
      title={track.title}
      text={
        votes > 0
          ? plural(votes, {
              one: 'Out now. You helped make it with # vote.',
              other: 'Out now. You helped make it with # votes.',
            })
          : t`Out now. You asked for it.`
      }
    >
      <AppLink href={`${trackPath(track)}?premiere`} className={`waiting-button ${look}`}>
        <PlayPauseIcon isPlaying={false} size={16} /> {t`Watch the premiere`}
      </AppLink>
    </Item>
  );
}

function Nearest({ known, look }: Look & { known: SongRequest }) {
  const [request, setVoted] = useVotedRequest(known);
  const { title, votes } = request;
  const missing = VOTE_GOAL - votes;
  return (
    <Item
      picture={<RequestFace request={request} />}
      title={<AppLink href={`/leaderboard/${request.id}`}>{title}</AppLink>}
      text={
        missing > 0
          ? t`${plural(missing, { one: '# vote to go', other: '# votes to go' })}. ${votes} of ${VOTE_GOAL}.`
          : t`Goal reached. ${votes} of ${VOTE_GOAL}.`
      }
    >
      <div className="waiting-vote">
        <Lamps lit={votes} goal={VOTE_GOAL} className="h-2 min-w-0 flex-1" />
        <VoteButton
          request={request}
          voter={useVoter()}
          onVoted={setVoted}
          className={`waiting-button vote-offer ${look}`}
        >
          <VoteWords song={title}>{t`Vote`}</VoteWords>
        </VoteButton>
      </div>
    </Item>
  );
}

function Credits({ amount, look }: Look & { amount: number }) {
  return (
    <Item
      picture={<Coins className="waiting-coins" />}
      title={plural(amount, { one: '# credit came', other: '# credits came' })}
      text={plural(
        { votes: Math.floor(amount / VOTE_COST) },
        { one: 'This month’s, for # vote.', other: 'This month’s, for # votes.' },
      )}
    >
      <AppLink href="/leaderboard" className={`waiting-button ${look}`}>
        {t`See what’s open for votes`}
      </AppLink>
    </Item>
  );
}

const RequestFace = ({ request: { id, genre, votes } }: { request: SongRequest }) => (
  <Face id={id} genre={genre} votes={votes} className="w-full" />
);

function Item({
  picture,
  title,
  text,
  aside,
  children,
}: {
  picture: ReactNode;
  title: ReactNode;
  text: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <div className="waiting-picture">{picture}</div>
      <div className="waiting-words">
        <h3 dir="auto" className="wrap-anywhere">
          {title}
        </h3>
        <p className="text-soft">{text}</p>
      </div>
      {aside}
      <div className="waiting-actions">{children}</div>
    </li>
  );
}

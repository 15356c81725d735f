import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { Track } from 'contract/features/tracks.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { trackPath } from 'contract/text/slugs.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { Lamps } from '../../ui/pictures/Lamps.tsx';

const HOUR_MS = 3_600_000;

/** What a member can do now, the most urgent first: a take to choose, a premiere, the own request nearest its goal. */
export interface Waits {
  choose: SongRequest | undefined;
  premiere: Track | undefined;
  nearest: SongRequest | undefined;
}

/** "Waiting for you": the first thing large, the others beside it. */
export function Waiting({ choose, premiere, nearest }: Waits) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="text-title">
        Waiting for you
      </h2>
      <ul className="waiting">
        {choose && <Choose request={choose} />}
        {premiere && (
          <Item
            picture={<Cover url={premiere.cover_image_url} sizes="88px" className="rounded-md" />}
            title={premiere.title}
            text="Out now. You helped make it."
          >
            <AppLink
              href={`${trackPath(premiere)}?premiere`}
              className={buttonLook(choose ? 'quiet' : 'ember')}
            >
              Watch the premiere
            </AppLink>
          </Item>
        )}
        {nearest && (
          <Item
            picture={<RequestFace request={nearest} />}
            title={nearest.title}
            text={`${pluralize(VOTE_GOAL - nearest.votes, 'vote')} to go. ${nearest.votes} of ${VOTE_GOAL}.`}
          >
            <Lamps lit={nearest.votes} goal={VOTE_GOAL} className="h-2 min-w-0 flex-1" />
            <AppLink href={`/leaderboard/${nearest.id}`} className={buttonLook()}>
              Vote
            </AppLink>
          </Item>
        )}
      </ul>
    </section>
  );
}

function Choose({ request }: { request: SongRequest }) {
  const hours = Math.max(1, Math.round((request.choosing_ends_at! - Date.now()) / HOUR_MS));
  return (
    <Item
      picture={<RequestFace request={request} />}
      title={request.title}
      text="The takes are ready. Which one should be released?"
    >
      <AppLink href={`/leaderboard/${request.id}`} className={buttonLook('ember')}>
        Choose a take
      </AppLink>
      {request.choosing_ends_at !== null && (
        <span className="figures font-semibold">{pluralize(hours, 'hour')} left</span>
      )}
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
  children,
}: {
  picture: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li>
      <div className="waiting-picture">{picture}</div>
      <div className="min-w-0">
        <h3 dir="auto" className="wrap-anywhere">
          {title}
        </h3>
        <p className="text-soft">{text}</p>
        <div className="waiting-actions">{children}</div>
      </div>
    </li>
  );
}

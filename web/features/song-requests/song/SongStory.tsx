import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { SongStory as Story } from 'contract/features/song-requests.ts';
import type { TrackPage } from 'contract/features/track-page.ts';
import { useState } from 'react';
import { formatDayOfYear } from '../../../lib/format.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { Avatar } from '../../../ui/pictures/Avatar.tsx';
import { Initials } from '../../../ui/pictures/Initials.tsx';
import { VipBadge } from '../../../ui/pictures/VipBadge.tsx';
import { Time } from '../../../ui/Time.tsx';
import { SharePart } from './SharePart.tsx';

const DAY = 86_400_000;
/** In two rows of nine. */
const MOST_FACES = 18;
/** A longer wish is no headline. */
const HEADLINE = 120;

/** Request behind a song, its requester, and those who made it possible. @param premiere the link to its premiere. */
export function SongStory({
  story,
  page,
  name,
  username,
  premiere,
}: {
  story: Story;
  page: Pick<TrackPage, 'called_by' | 'vips' | 'provenance'>;
  /** Of the song. */
  name: string;
  /** The viewer's; undefined for a visitor. */
  username: string | undefined;
  premiere: string;
}) {
  const { wish, asked_by, asked_at, released_at, votes, request_id } = story;
  const { takes, take, chosen_by } = page.provenance ?? { takes: 0, take: 0, chosen_by: 0 };
  const days = Math.round((released_at - asked_at) / DAY);
  const who = asked_by ? <bdi className="person-first">{asked_by}</bdi> : t`Somebody who has left`;
  const isNew = Date.now() - released_at < 7 * DAY;
  return (
    <section aria-labelledby="story" className="song-story">
      <div className="min-w-0">
        <h2 id="story" dir="auto" data-long={wish.length > HEADLINE || undefined} className="song-wish">
          {wish ? `“${wish}”` : t`Asked for, and heard`}
        </h2>
        <p className="song-facts">
          <Trans>
            {who}{' '}
            <AppLink href={`/leaderboard/${request_id}`} className="hover:underline">
              asked for it
            </AppLink>{' '}
            on <Time at={asked_at} format={formatDayOfYear} />.
          </Trans>{' '}
          {days > 0
            ? t`It took ${plural(votes, { one: '# vote', other: '# votes' })} and ${plural(days, { one: '# day', other: '# days' })}.`
            : plural(votes, { one: 'It took # vote.', other: 'It took # votes.' })}{' '}
          {chosen_by > 0 &&
            takes > 1 &&
            t`Of ${plural(takes, { 2: 'two takes', 3: 'three takes', other: '# takes' })}, the people who voted chose ${plural(take, { 1: 'the first', 2: 'the second', 3: 'the third', other: 'number #' })}.`}{' '}
          {isNew && (
            <AppLink href={premiere} className="song-premiere">
              {t`Watch the premiere`}
            </AppLink>
          )}
        </p>
      </div>
      <People story={story} page={page} name={name} username={username} />
    </section>
  );
}

/** The faces of those who voted, the viewer first, and the viewer's own part. */
function People({
  story: { voters, seats, request_id },
  page: { called_by, vips },
  name,
  username,
}: {
  story: Story;
  page: Pick<TrackPage, 'called_by' | 'vips'>;
  name: string;
  username: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const named = [...new Set([...seats, ...called_by])].filter((one) => one !== null);
  const isBacker = username !== undefined && named.includes(username);
  const names = isBacker ? [username, ...named.filter((one) => one !== username)] : named;
  const total = Math.max(voters, names.length);
  if (total === 0) return null;
  const shown = names.slice(0, total > MOST_FACES ? MOST_FACES - 1 : MOST_FACES);
  const more = total - shown.length;
  const title = plural(total, { one: '# person made it possible', other: '# people made it possible' });
  const own = isBacker ? seats.flatMap((seat, index) => (seat === username ? index + 1 : [])) : [];
  const [first, second, third] = own;
  const lamps = own.length;
  const face = (one: string) =>
    one === username ? (
      <Avatar user={{ username, email: '', avatar_url: null }} className="size-10 text-sm song-own" />
    ) : (
      <Initials name={one} className="size-10 text-sm" />
    );
  return (
    <div className="min-w-0">
      <h3 className="text-lg">{title}</h3>
      <ul className="song-people">
        {shown.map((one) => (
          <li key={one} data-tooltip={one === username ? t`You` : one}>
            {face(one)}
            <span className="sr-only">{one === username ? t`You` : one}</span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <button
              type="button"
              aria-label={t`${more} more, all names`}
              onClick={() => setOpen(true)}
              className="figures grid size-10 place-items-center rounded-full bg-raised text-sm text-soft transition hover:bg-lamp hover:text-ink"
            >
              <bdi dir="ltr">+{more}</bdi>
            </button>
          </li>
        )}
      </ul>
      {own.length > 0 && (
        <p className="song-part">
          <span>
            <Trans>
              <strong className="font-semibold">You</strong>{' '}
              <span className="text-soft">
                lit{' '}
                <Plural
                  value={lamps}
                  _1={`lamp ${first}`}
                  _2={`lamps ${first} and ${second}`}
                  _3={`lamps ${first}, ${second} and ${third}`}
                  other="# lamps"
                />
                .
              </span>
            </Trans>
          </span>
          <SharePart request_id={request_id} name={name} number={own.at(-1)!}>
            {t`Share your part`}
          </SharePart>
        </p>
      )}
      {isOpen && (
        <Sheet title={title} onClose={() => setOpen(false)}>
          <ul className="grid gap-3">
            {names.map((one) => (
              <li key={one} className="flex items-center gap-3">
                {face(one)}
                <bdi className="min-w-0 wrap-anywhere">{one === username ? t`You` : one}</bdi>
                {vips.includes(one) && <VipBadge />}
              </li>
            ))}
            {total > names.length && (
              <li className="text-soft">
                {plural({ others: total - names.length }, { one: 'and # other', other: 'and # others' })}
              </li>
            )}
          </ul>
        </Sheet>
      )}
    </div>
  );
}

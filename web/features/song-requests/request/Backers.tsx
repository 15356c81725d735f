import { plural, t } from '@lingui/core/macro';
import type { RequestPage } from 'contract/features/song-requests.ts';
import type { CSSProperties } from 'react';
import { Avatar } from '../../../ui/pictures/Avatar.tsx';
import { VipBadge } from '../../../ui/pictures/VipBadge.tsx';
import { initialsOf, type Spotlight } from './Seats.tsx';

/** More lamps than these are written as a number. */
const MOST_DOTS = 12;

/** Backers of a request, the viewer first. Pointing at someone shows their seats. */
export function Backers({
  request: { backers, backed_by, own_votes },
  username,
  spotlight,
}: {
  request: RequestPage;
  /** The viewer's; undefined for a visitor. */
  username: string | undefined;
  spotlight: Spotlight;
}) {
  const others = backed_by.filter((one) => one.username !== username);
  const isBacker = own_votes > 0 && username !== undefined;
  const unnamed = backers - others.length - (isBacker ? 1 : 0);
  return (
    <section aria-labelledby="backers">
      <h2 id="backers" className="text-title">
        {backers === 0
          ? t`Nobody has voted yet`
          : plural(backers, { one: '# person voted', other: '# people voted' })}
      </h2>
      {backers === 0 ? (
        <p className="mt-3 text-soft">{t`Be the first.`}</p>
      ) : (
        <ul className="backers mt-4">
          {isBacker && (
            <Backer
              name={username}
              label={t`You`}
              votes={own_votes}
              vip={backed_by.some((one) => one.vip && one.username === username)}
              spotlight={spotlight}
            >
              <Avatar user={{ username, email: '', avatar_url: null }} className="size-10 shrink-0 text-sm" />
            </Backer>
          )}
          {others.map(({ username: name, votes, vip }) => (
            <Backer key={name} name={name} label={name} votes={votes} vip={vip} spotlight={spotlight}>
              <span
                aria-hidden="true"
                data-letters={initialsOf(name)}
                className="grid size-10 shrink-0 place-items-center rounded-full bg-raised text-sm font-semibold before:content-[attr(data-letters)]"
              />
            </Backer>
          ))}
          {unnamed > 0 && (
            <li className="figures self-center text-soft">
              {plural(unnamed, { one: 'and # more', other: 'and # more' })}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Backer({
  name,
  label,
  votes,
  vip,
  spotlight,
  children,
}: {
  name: string;
  label: string;
  votes: number;
  vip: boolean;
  spotlight: Spotlight;
  children: React.ReactNode;
}) {
  const show = () => spotlight.set(name);
  const hide = () => spotlight.set(null);
  return (
    <li>
      <button
        type="button"
        className="flex items-center gap-2.5 w-full min-w-0 min-h-11 rounded-sm text-start"
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show()}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hide()}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
        <span className="min-w-0">
          <span className="flex items-center">
            <bdi className={`truncate ${label === name ? '' : 'font-semibold'}`}>{label}</bdi>
            {vip && <VipBadge />}
          </span>
          {votes <= MOST_DOTS && (
            <span aria-hidden="true" className="backer-dots" style={{ '--votes': votes } as CSSProperties} />
          )}
          <span className={votes <= MOST_DOTS ? 'sr-only' : 'figures text-sm text-soft'}>
            {plural(votes, { one: '# vote', other: '# votes' })}
          </span>
        </span>
      </button>
    </li>
  );
}

import type { RequestPage } from 'contract/song-requests.ts';
import { formatCount, pluralize } from '../../lib/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';

/** Who has voted for a request, the viewer first. */
export function Backers({
  request: { backers, backed_by, own_votes },
  username,
}: {
  request: RequestPage;
  /** The viewer's; undefined for a visitor. */
  username: string | undefined;
}) {
  const others = backed_by.filter((one) => one.username !== username);
  const isBacker = own_votes > 0 && username !== undefined;
  const unnamed = backers - others.length - (isBacker ? 1 : 0);
  return (
    <section aria-labelledby="backers">
      <h2 id="backers" className="text-title">
        {pluralize(backers, 'backer')}
      </h2>
      {backers === 0 ? (
        <p className="mt-3 text-soft">Nobody has voted yet. The first lamp is yours to light.</p>
      ) : (
        <ul className="backers mt-4">
          {isBacker && (
            <li>
              <Avatar user={{ username, email: '', avatar_url: null }} className="size-10 shrink-0 text-sm" />
              <span className="min-w-0">
                <span className="block font-semibold">You</span>
                <span className="figures text-sm text-soft">{pluralize(own_votes, 'vote')}</span>
              </span>
            </li>
          )}
          {others.map(({ username: name, votes }) => (
            <li key={name}>
              <span
                aria-hidden="true"
                data-letters={[...name].slice(0, 2).join('').toUpperCase()}
                className="grid size-10 shrink-0 place-items-center rounded-full bg-raised text-sm font-semibold before:content-[attr(data-letters)]"
              />
              <span className="min-w-0">
                <bdi className="block truncate">{name}</bdi>
                <span className="figures text-sm text-soft">{pluralize(votes, 'vote')}</span>
              </span>
            </li>
          ))}
          {unnamed > 0 && <li className="figures text-soft">and {formatCount(unnamed)} more</li>}
        </ul>
      )}
    </section>
  );
}

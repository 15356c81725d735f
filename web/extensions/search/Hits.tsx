import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { SearchResults } from 'contract/extensions/search.ts';
import { artistPath } from 'contract/text/slugs.ts';
import type { ReactNode } from 'react';
import { RequestRow } from '../../features/song-requests/RequestRow.tsx';
import { NoMatches } from '../../features/tracks/search/NoMatches.tsx';
import SearchSections from '../../features/tracks/search/SearchSections.tsx';
import { SongRow } from '../../features/tracks/search/SongRow.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Highlight } from './Highlight.tsx';
import { Meant, Nothing } from './Nothing.tsx';
import { searchQuery } from './queries.ts';
import { TopResult } from './TopResult.tsx';

/** Search results of every kind, and §2's sections. */
export default function Hits({ q }: { q: string }) {
  const query = useQuery(searchQuery(q));
  return (
    <QueryView
      query={query}
      loading={t`Loading music...`}
      skeleton={<RowsSkeleton />}
      failed={t`Failed to load tracks`}
    >
      {(found) => (
        <div aria-busy={query.isPlaceholderData} className="search-hits">
          {isEmpty(found) ? (
            <Nothing q={q} found={found} />
          ) : (
            <>
              <Found q={q} found={found} />
              <SearchSections q={q} shown={found.tracks} />
            </>
          )}
        </div>
      )}
    </QueryView>
  );
}

const songs = (count: number) => plural(count, { one: '# song', other: '# songs' });

const isEmpty = ({ tracks, artists, genres, requests, playlists }: SearchResults) =>
  [tracks, artists, genres, requests, playlists].every(({ length }) => length === 0);

function Found({ q, found }: { q: string; found: SearchResults }) {
  const { top, tracks, artists, requests, playlists, matched } = found;
  const mark = (name: string) => <Highlight text={name} matched={matched} />;
  return (
    <>
      {/* §2's lines; of a genre nothing of the kind is said. */}
      {tracks.length === 0 && top?.kind !== 'genre' && <NoMatches q={q} />}
      <Meant found={found} />
      <div className="search-best">
        {top && <TopResult found={found} />}
        <Group name={t`Songs`} of={tracks}>
          {tracks.map((track) => (
            <SongRow key={track.id} track={track} mark={mark} />
          ))}
        </Group>
      </div>
      <div className="search-others">
        <Group name={t`Requests`} of={requests}>
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} mark={mark} />
          ))}
        </Group>
        <Group name={t`Artists`} of={artists}>
          {artists.map(({ slug, name, tracks, cover_image_url }) => (
            <Row key={slug} href={artistPath(name)} name={mark(name)} detail={songs(tracks)}>
              <Cover url={cover_image_url} sizes="48px" className="rounded-full" />
            </Row>
          ))}
        </Group>
        <Group name={t`Playlists`} of={playlists}>
          {playlists.map(({ id, name, username, track_count, covers }) => (
            <Row
              key={id}
              href={`/playlists/${id}`}
              name={mark(name)}
              detail={
                <>
                  <bdi>{username}</bdi> · {songs(track_count)}
                </>
              }
            >
              <Cover url={covers[0] ?? null} sizes="48px" />
            </Row>
          ))}
        </Group>
      </div>
    </>
  );
}

/** A heading with its rows; nothing without any. */
function Group({ name, of, children }: { name: string; of: unknown[]; children: ReactNode }) {
  if (of.length === 0) return null;
  return (
    <section aria-label={name}>
      <h2 className="search-heading">{name}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function Row({
  href,
  name,
  detail,
  children,
}: {
  href: string;
  name: ReactNode;
  detail: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="search-row">
      <span className="search-picture">{children}</span>
      <AppLink href={href} className="search-text">
        <span dir="auto" className="search-name">
          {name}
        </span>
        <span className="search-detail figures">{detail}</span>
      </AppLink>
    </li>
  );
}

function RowsSkeleton() {
  return (
    <ul aria-hidden="true" className="search-skeleton">
      {[62, 48, 70, 40, 55].map((width) => (
        <li key={width} className="search-row">
          <span className="search-picture" />
          <span style={{ width: `${width}%` }} />
        </li>
      ))}
    </ul>
  );
}

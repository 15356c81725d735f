import { useQuery } from '@tanstack/react-query';
import type { SearchResults as Results } from 'contract/extensions/search.ts';
import type { Track } from 'contract/features/tracks.ts';
import { trackPath } from 'contract/text/slugs.ts';
import type { ReactNode } from 'react';
import { NoMatches } from '../../features/tracks/search/NoMatches.tsx';
import SearchSections from '../../features/tracks/search/SearchSections.tsx';
import { PlayAllButtons } from '../../player/PlayAllButtons.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { type ResultGroup, resultGroups } from './result-groups.ts';
import { Highlight, ResultBody, SearchSkeleton } from './SearchResults.tsx';
import { searchQuery } from './use-search.ts';

/** After songs: other kinds in this order. */
const OTHERS: ResultGroup['kind'][] = ['artists', 'requests', 'playlists', 'genres'];

/** What a search on Explore finds, of every kind; nothing without hits. */
export default function Hits({ q }: { q: string }) {
  const { data } = useQuery(searchQuery(q));
  if (!data) return <SearchSkeleton />;
  const groups = resultGroups(q, data);
  const others = OTHERS.flatMap((kind) => groups.find((group) => group.kind === kind) ?? []);
  const isEmpty = data.tracks.length === 0 && others.length === 0;
  if (isEmpty)
    return (
      <NoMatches q={q}>
        <Meant data={data} />
        <AppLink href={`/leaderboard?title=${encodeURIComponent(q)}`}>Ask for this song</AppLink>
      </NoMatches>
    );
  return (
    <>
      <div className="search-hits">
        {/* Without songs, it stands with what says so. */}
        {data.tracks.length > 0 && <Meant data={data} />}
        {data.tracks.length > 0 && <Songs tracks={data.tracks} matched={data.matched} />}
        {others.length > 0 && (
          <div className="search-others">
            {others.map((group) => (
              <HitGroup key={group.kind} name={group.name!}>
                {group.results.map((result) => (
                  <li key={result.id}>
                    <AppLink href={result.href} className="search-option">
                      <ResultBody kind={group.kind} result={result} matched={data.matched} />
                    </AppLink>
                  </li>
                ))}
              </HitGroup>
            ))}
          </div>
        )}
      </div>
      <SearchSections q={q} shown={data.tracks} />
    </>
  );
}

function Meant({ data: { meant } }: { data: Results }) {
  if (meant === null) return null;
  return (
    <p role="status" className="search-meant">
      Did you mean{' '}
      <AppLink href={`/?q=${encodeURIComponent(meant)}`} dir="auto">
        “{meant}”
      </AppLink>
      ?
    </p>
  );
}

function HitGroup({ name, actions, children }: { name: string; actions?: ReactNode; children: ReactNode }) {
  const id = `hits-${name.replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <div className="search-heading">
        <h2 id={id} className="text-title">
          {name}
        </h2>
        {actions}
      </div>
      <ul>{children}</ul>
    </section>
  );
}

function Songs({ tracks, matched }: { tracks: Track[]; matched: readonly string[] }) {
  const playAll = (
    <PlayAllButtons
      load={async () => tracks.map(toSong)}
      failure="The songs could not be played"
      disabled={false}
      compact
    />
  );
  return (
    <HitGroup name="Songs" actions={playAll}>
      {tracks.map((track) => (
        <SongHit key={track.id} track={track} matched={matched} />
      ))}
    </HitGroup>
  );
}

function SongHit({ track, matched }: { track: Track; matched: readonly string[] }) {
  const { isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <li className="search-option">
      <button
        type="button"
        aria-label={label}
        onClick={toggle}
        onPointerEnter={preload}
        className="search-picture search-play"
      >
        <Cover url={track.cover_image_url} sizes="40px" />
        <span>
          <PlayPauseIcon isPlaying={isPlaying} size={18} />
        </span>
      </button>
      <AppLink href={trackPath(track)} className="search-text">
        <span dir="auto">
          <Highlight text={track.title} matched={matched} />
        </span>
        <span dir="auto" className="search-detail">
          <Highlight text={track.display_artist} matched={matched} />
        </span>
      </AppLink>
    </li>
  );
}

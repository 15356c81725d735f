import { t } from '@lingui/core/macro';
import './places.css';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../ui/AppLink.tsx';
import { LanguageChoice } from '../../ui/LanguageChoice.tsx';
import { GenreTile } from './GenreTile.tsx';
import { genresQuery } from './queries.ts';

/** Whole rows in 2 and 4 columns. */
const TILES = 8;

/** The end of Explore: the largest genres, the way to all of them and to the charts, and the choice of a language. */
export default function ExplorePlaces() {
  return (
    <>
      <Genres />
      <footer className="empty:hidden pb-16">
        <LanguageChoice />
      </footer>
    </>
  );
}

function Genres() {
  const { data } = useQuery(genresQuery());
  const largest = data?.filter(({ tracks }) => tracks > 0).toSorted((a, b) => b.tracks - a.tracks);
  if (!largest || largest.length === 0) return null;
  return (
    <section aria-labelledby="explore-genres" className="pb-16">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="explore-genres" className="text-title">
          {t`Genres`}
        </h2>
        <AppLink href="/genres" className={LINK}>
          {t`All genres`}
        </AppLink>
      </div>
      <div className="genre-grid">
        {largest.slice(0, TILES).map(({ genre, tracks }) => (
          <GenreTile key={genre} genre={genre} tracks={tracks} />
        ))}
      </div>
    </section>
  );
}

const LINK =
  '-me-3 inline-flex min-h-11 items-center rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink';

import { t } from '@lingui/core/macro';
import { pages } from 'contract/pages.ts';
import { say } from '../../lib/i18n.ts';
import './places.css';
import { useQuery } from '@tanstack/react-query';
import { genres } from 'contract/genres.ts';
import { useTitle } from '../../ui/use-title.ts';
import { GenreTile } from './GenreTile.tsx';
import { genresQuery } from './queries.ts';

export { genresQuery as query };

/** `/genres`: every parent genre as a picture. The counts follow when they are loaded. */
export default function Genres() {
  useTitle(say(pages.genres.title));
  const { data } = useQuery(genresQuery());
  return (
    <div className="stage-width pt-7 pb-16 md:pt-10">
      <h1 className="text-hero tracking-[-0.03em]">{t`Genres`}</h1>
      <p className="mt-3 mb-6 text-soft">{t`Listen to one, or ask for the song it lacks.`}</p>
      <div className="genre-grid">
        {genres.map(({ value }, index) => (
          <GenreTile key={value} genre={value} tracks={data?.[index]?.tracks} />
        ))}
      </div>
    </div>
  );
}

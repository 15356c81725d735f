import { plural, t } from '@lingui/core/macro';
import type { GenreCount } from 'contract/extensions/places.ts';
import { genreLabel } from 'contract/genres.ts';
import { genrePath } from 'contract/text/slugs.ts';
import { serverUrl } from '../../lib/http/api.ts';
import { AppLink } from '../../ui/AppLink.tsx';

/** The URL of a genre's picture, which the server draws. */
export const genreArt = (genre: string) => serverUrl(`/art/genres/${encodeURIComponent(genre)}.svg`);

/** A genre as a picture that leads to its page. The count is left out if it is not known. */
export function GenreTile({ genre, tracks }: { genre: string; tracks?: GenreCount['tracks'] }) {
  return (
    <AppLink href={genrePath(genre)} className="genre-tile">
      <img src={genreArt(genre)} alt="" width={400} height={300} loading="lazy" decoding="async" />
      <span className="genre-tile-name">{genreLabel(genre)}</span>{' '}
      {tracks !== undefined && (
        <span className="figures text-sm text-faint">
          {tracks === 0 ? t`No songs yet` : plural(tracks, { one: '# song', other: '# songs' })}
        </span>
      )}
    </AppLink>
  );
}

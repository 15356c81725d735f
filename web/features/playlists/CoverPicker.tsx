import type { ReactNode } from 'react';
import { Cover } from '../../ui/Cover.tsx';
import { PlaylistCover } from './PlaylistCard.tsx';
import type { PlaylistPage } from './queries.ts';

/** As many covers as fill two rows, together with the mosaic. */
const MAX_COVERS = 11;

/** Offers the mosaic (null) and the covers of the playlist's tracks. */
export function CoverPicker({
  page: { playlist, entries },
  value,
  onChange,
}: {
  page: PlaylistPage;
  value: string | null;
  onChange: (url: string | null) => void;
}) {
  const covers = [...new Set(entries.flatMap(({ track }) => track?.cover_image_url ?? []))];
  if (covers.length === 0) return null;
  const option = (url: string | null, label: string, picture: ReactNode) => (
    <label
      key={url}
      className="overflow-hidden rounded-sm border-2 border-transparent transition has-checked:border-ember has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember-ink"
    >
      <input
        type="radio"
        name="cover"
        className="sr-only"
        checked={value === url}
        onChange={() => onChange(url)}
      />
      {picture}
      <span className="sr-only">{label}</span>
    </label>
  );
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Cover</legend>
      <div className="grid grid-cols-4 gap-2 sm:grid-cols-6">
        {option(
          null,
          'Mosaic of the first tracks',
          <PlaylistCover
            playlist={{ ...playlist, cover_image_url: null }}
            sizes="64px"
            className="rounded-none!"
          />,
        )}
        {covers
          .slice(0, MAX_COVERS)
          .map((url, index) => option(url, `Cover ${index + 1}`, <Cover url={url} sizes="64px" />))}
      </div>
    </fieldset>
  );
}

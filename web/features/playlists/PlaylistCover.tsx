import type { Playlist } from 'contract/playlists.ts';
import { ListMusic } from 'lucide-react';
import { Cover } from '../../ui/Cover.tsx';

/** A playlist's own cover, a mosaic of its first tracks' covers, or a placeholder. Square. */
export function PlaylistCover({
  playlist,
  sizes,
  className = '',
}: {
  playlist: Pick<Playlist, 'cover_image_url' | 'covers'>;
  sizes: string;
  className?: string;
}) {
  const { cover_image_url, covers } = playlist;
  const frame = `aspect-square overflow-hidden rounded-md bg-raised ${className}`;
  if (cover_image_url || covers.length === 1) {
    return (
      <div className={frame}>
        <Cover url={cover_image_url ?? covers[0]!} sizes={sizes} />
      </div>
    );
  }
  if (covers.length === 0) {
    return (
      <div className={`grid place-items-center text-faint ${frame}`}>
        <ListMusic aria-hidden="true" className="size-1/4" strokeWidth={1.25} />
      </div>
    );
  }
  // Two or three covers repeat to fill the four places.
  const four = [0, 1, 2, 3].map(
    (place) => covers[place] ?? covers[(place + (covers.length === 2 ? 1 : 0)) % covers.length]!,
  );
  return (
    <div className={`grid grid-cols-2 ${frame}`}>
      {four.map((url, place) => (
        <Cover key={place} url={url} sizes={`calc((${sizes.split(',').at(-1)}) / 2)`} />
      ))}
    </div>
  );
}

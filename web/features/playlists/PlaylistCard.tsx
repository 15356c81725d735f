import { t } from '@lingui/core/macro';
import type { Playlist } from 'contract/features/playlists.ts';
import { Globe, ListMusic, Lock } from 'lucide-react';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';

const COVER_SIZES = '(min-width: 1240px) 276px, (min-width: 768px) 22vw, (min-width: 600px) 30vw, 44vw';

export function PlaylistCard({ playlist }: { playlist: Playlist }) {
  const { username } = playlist;
  return (
    <article className="group relative min-w-0">
      <div className="relative transition group-hover:brightness-108">
        <PlaylistCover playlist={playlist} sizes={COVER_SIZES} />
        <PrivacyBadge privacy={playlist.privacy} className="absolute top-2 start-2" />
      </div>
      <h2 dir="auto" className="mt-3 truncate font-sans text-base font-semibold tracking-normal">
        <AppLink href={`/playlists/${playlist.id}`} className="after:absolute after:inset-0 after:rounded-md">
          {playlist.name}
        </AppLink>
      </h2>
      <p dir="auto" className="truncate text-[0.9375rem] text-faint">
        {playlist.role === 'editor' ? t`By ${username}` : playlist.description || t`No description`}
      </p>
    </article>
  );
}

export function PrivacyBadge({
  privacy,
  className = '',
}: {
  privacy: Playlist['privacy'];
  className?: string;
}) {
  const Icon = privacy === 'private' ? Lock : Globe;
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full bg-scrim px-2.5 py-1 text-sm font-medium text-on-scrim backdrop-blur-sm ${className}`}
    >
      <Icon size={13} aria-hidden="true" />
      {privacy === 'private' ? t`Private` : t`Public`}
    </span>
  );
}

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

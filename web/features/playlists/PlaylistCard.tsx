import type { Playlist } from 'contract/playlists.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { PlaylistCover } from './PlaylistCover.tsx';
import { PrivacyBadge } from './PrivacyBadge.tsx';

const COVER_SIZES = '(min-width: 1240px) 276px, (min-width: 768px) 22vw, (min-width: 600px) 30vw, 44vw';

export function PlaylistCard({ playlist }: { playlist: Playlist }) {
  return (
    <article className="group relative min-w-0">
      <div className="relative transition group-hover:brightness-108">
        <PlaylistCover playlist={playlist} sizes={COVER_SIZES} />
        <PrivacyBadge privacy={playlist.privacy} className="absolute top-2 left-2" />
      </div>
      <h2 dir="auto" className="mt-3 truncate font-sans text-base font-semibold tracking-normal">
        <AppLink href={`/playlists/${playlist.id}`} className="after:absolute after:inset-0 after:rounded-md">
          {playlist.name}
        </AppLink>
      </h2>
      <p dir="auto" className="truncate text-[0.9375rem] text-faint">
        {playlist.description || 'No description'}
      </p>
    </article>
  );
}

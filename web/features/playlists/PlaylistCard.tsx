import type { Playlist } from 'contract/playlists.ts';
import { Globe, Lock } from 'lucide-react';
import { AppLink } from '../../ui/AppLink.tsx';
import { PlaylistCover } from './PlaylistCover.tsx';

const SIZES = '(min-width: 1240px) 276px, (min-width: 768px) 22vw, (min-width: 600px) 30vw, 44vw';

export function PlaylistCard({ playlist }: { playlist: Playlist }) {
  return (
    <article className="group relative min-w-0">
      <div className="relative transition group-hover:brightness-108">
        <PlaylistCover playlist={playlist} sizes={SIZES} />
        <PrivacyBadge privacy={playlist.privacy} className="absolute top-2 left-2" />
      </div>
      <h2 className="mt-3 truncate font-sans text-base font-semibold tracking-normal">
        <AppLink href={`/playlists/${playlist.id}`} className="after:absolute after:inset-0 after:rounded-md">
          {playlist.name}
        </AppLink>
      </h2>
      <p className="truncate text-[0.9375rem] text-faint">{playlist.description || 'No description'}</p>
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
  const Face = privacy === 'private' ? Lock : Globe;
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full bg-scrim px-2.5 py-1 text-sm font-medium text-on-scrim backdrop-blur-sm ${className}`}
    >
      <Face size={13} aria-hidden="true" />
      {privacy === 'private' ? 'Private' : 'Public'}
    </span>
  );
}

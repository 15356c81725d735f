import type { Playlist } from 'contract/playlists.ts';
import { Globe, Lock } from 'lucide-react';

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
      {privacy === 'private' ? 'Private' : 'Public'}
    </span>
  );
}

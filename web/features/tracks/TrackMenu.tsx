import { t } from '@lingui/core/macro';
import type { Track } from 'contract/features/tracks.ts';
import { Ellipsis } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { Song } from '../../player/song.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';

const TrackMenuOpen = lazyLayer(() => import('./TrackMenuOpen.tsx'));

/** More actions for a track. The code of the open menu loads when the pointer or the focus reaches the button. */
export function TrackMenu({
  song,
  known,
  className,
}: {
  song: Song;
  /** The song's track, if the caller has it. */
  known?: Track;
  className: string;
}) {
  const [opened, setOpened] = useState<MouseEvent>();
  const trigger = (
    <button
      type="button"
      aria-label={t`More for ${{ title: song.title }}`}
      data-tooltip={t`More`}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={TrackMenuOpen.preload}
      onFocus={TrackMenuOpen.preload}
      onClick={setOpened}
      className={className}
    >
      <Ellipsis size={18} />
    </button>
  );
  return opened ? (
    <TrackMenuOpen fallback={trigger} song={song} known={known} trigger={trigger} opened={opened} />
  ) : (
    trigger
  );
}

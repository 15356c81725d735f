import { trackPath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import { Clock, Link, Share2 } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { formatDuration } from '../../lib/format.ts';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import { MENU, MenuItem } from '../../ui/MenuItem.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';

/** Shares the link of a track: by the system's own sheet, or copied, also with the current second. */
export function ShareMenu({ track, className }: { track: Track; className: string }) {
  const second = usePlayerState((state) => (state.song?.id === track.id ? state.second : 0));
  const link = () => location.origin + trackPath(track);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>
        <button type="button" aria-label={`Share ${track.title}`} data-tooltip="Share" className={className}>
          <Share2 size={20} />
        </button>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content align="end" sideOffset={8} collisionPadding={12} className={MENU}>
          {'share' in navigator && (
            <MenuItem icon={Share2} name="Share…" onSelect={() => void shareLink(track, link())} />
          )}
          <MenuItem icon={Link} name="Copy link" onSelect={() => void copyLink(link())} />
          {second > 0 && (
            <MenuItem
              icon={Clock}
              name={`Copy link at ${formatDuration(second)}`}
              onSelect={() => void copyLink(`${link()}?t=${second}`)}
            />
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

async function shareLink({ title, display_artist }: Track, url: string): Promise<void> {
  try {
    await navigator.share({ title: `${title} by ${display_artist}`, url });
  } catch (error) {
    // Closing the sheet is no failure.
    if ((error as Error).name !== 'AbortError') await copyLink(url);
  }
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast('Link copied', url);
  } catch {
    toastProblem('The link could not be copied', url);
  }
}

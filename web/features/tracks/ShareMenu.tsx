import { t } from '@lingui/core/macro';
import { trackPath } from 'contract/text/slugs.ts';
import { Clock, Link, QrCode, Share2 } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import type { Song } from '../../player/song.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { MENU, MenuItem, MenuRoot } from '../../ui/layers/menu.tsx';
import type { Shared } from '../../ui/layers/ShareDialog.tsx';
import { copyLink, shareLink } from '../../ui/layers/share.ts';

const ShareDialog = lazyLayer(() => import('../../ui/layers/ShareDialog.tsx'));

/** Shares the link of a track: by the system's own sheet, or copied, also with the current second. */
export function ShareMenu({ song, className }: { song: Song; className: string }) {
  const second = usePlayerState((state) => (state.song?.id === song.id ? state.second : 0));
  const [shared, setShared] = useState<Shared | null>(null);
  const [main, setMain] = useState<HTMLElement | null>(null);
  const { title, artist } = song;
  const name = t`${title} by ${artist}`;
  const link = () => location.origin + trackPath(song);
  return (
    <>
      <MenuRoot onOpenChange={(open) => open && setMain(document.querySelector('main'))}>
        <Menu.Trigger asChild>
          <button type="button" aria-label={t`Share ${title}`} data-tooltip={t`Share`} className={className}>
            <Share2 size={20} />
          </button>
        </Menu.Trigger>
        {/* Within the page's landmark: the rest of the page stays there for screen readers while it is open. */}
        <Menu.Portal container={main}>
          <Menu.Content align="end" sideOffset={8} collisionPadding={12} className={MENU}>
            {'share' in navigator && (
              <MenuItem icon={Share2} name={t`Share…`} onSelect={() => void shareLink(name, link())} />
            )}
            <MenuItem icon={Link} name={t`Copy link`} onSelect={() => void copyLink(link())} />
            {second > 0 && (
              <MenuItem
                icon={Clock}
                name={t`Copy link at ${{ time: formatDuration(second) }}`}
                onSelect={() => void copyLink(`${link()}?t=${second}`)}
              />
            )}
            <MenuItem
              icon={QrCode}
              name={t`Embed or QR code…`}
              onSelect={() => setShared({ name, path: trackPath(song), kind: 'track', id: song.id, second })}
            />
          </Menu.Content>
        </Menu.Portal>
      </MenuRoot>
      {shared && <ShareDialog shared={shared} onClose={() => setShared(null)} />}
    </>
  );
}

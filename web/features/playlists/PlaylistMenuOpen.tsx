import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { PlaylistFormat } from 'contract/features/library-constants.ts';
import type { Playlist } from 'contract/features/playlists.ts';
import { FileDown } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import type { MouseEvent, ReactElement } from 'react';
import { download } from '../../lib/download.ts';
import { MENU, MenuItem, MenuRoot, useKeyboardOpening } from '../../ui/layers/menu.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Slot } from '../../ui/Slot.tsx';

const FORMATS: Record<PlaylistFormat, MessageDescriptor> = {
  m3u8: msg`Export as M3U8, for other players`,
  xspf: msg`Export as XSPF, with its description`,
  jspf: msg`Export as JSPF, for ListenBrainz`,
};

/** Further actions on a playlist. */
export default function PlaylistMenuOpen({
  playlist: { id, name },
  trigger,
  opened,
}: {
  playlist: Playlist;
  trigger: ReactElement;
  opened: MouseEvent;
}) {
  const focusFirst = useKeyboardOpening(opened);
  const save = async (format: PlaylistFormat) => {
    const file = `${name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'playlist'}.${format}`;
    try {
      await download(file, 'GET /playlist/:id/export', { params: { id }, query: { format } });
    } catch (error) {
      toastProblem(t`Failed to export playlist`, error);
    }
  };
  return (
    <MenuRoot defaultOpen>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content ref={focusFirst} align="end" sideOffset={8} collisionPadding={12} className={MENU}>
          <Slot at="list-menu" id={`playlist:${id}`} />
          {(Object.keys(FORMATS) as PlaylistFormat[]).map((format) => (
            <MenuItem
              key={format}
              icon={FileDown}
              name={t(FORMATS[format])}
              onSelect={() => void save(format)}
            />
          ))}
        </Menu.Content>
      </Menu.Portal>
    </MenuRoot>
  );
}

import CreditsLayer from '../features/payments/CreditsLayer.tsx';
import AddToPlaylistLayer from '../features/playlists/AddToPlaylistLayer.tsx';
import OfflineLayer from '../offline/OfflineLayer.tsx';
import TooltipLayer from '../ui/TooltipLayer.tsx';
import ShortcutsLayer from './ShortcutsLayer.tsx';

/** What lies above the pages and only listens at first. It loads after the page, in one request. */
export default function Layers() {
  return (
    <>
      <AddToPlaylistLayer />
      <CreditsLayer />
      <TooltipLayer />
      <ShortcutsLayer />
      <OfflineLayer />
    </>
  );
}

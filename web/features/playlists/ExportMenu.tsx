import type { PlaylistFormat } from 'contract/library-constants.ts';
import type { Playlist } from 'contract/playlists.ts';
import { Download } from 'lucide-react';
import { download } from '../../lib/api.ts';
import { toastProblem } from '../../ui/toasts.ts';

/** Downloads a playlist as a file. */
export function ExportMenu({ playlist: { id, name } }: { playlist: Playlist }) {
  const save = async (format: PlaylistFormat) => {
    const file = `${name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'playlist'}.${format}`;
    try {
      await download(file, 'GET /playlist/:id/export', { params: { id }, query: { format } });
    } catch (error) {
      toastProblem('Failed to export playlist', (error as Error).message);
    }
  };
  return (
    <label
      data-tooltip="Export"
      className="relative grid size-11 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink"
    >
      <Download size={18} aria-hidden="true" />
      <select
        aria-label="Export playlist"
        value=""
        onChange={({ target }) => void save(target.value as PlaylistFormat)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        <option value="" disabled>
          Export as
        </option>
        <option value="m3u8">M3U8, for other players</option>
        <option value="json">JSON, to import it again</option>
      </select>
    </label>
  );
}

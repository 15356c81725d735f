import { keptFiles } from '../lib/kept-files.ts';
import { useSession } from '../lib/session.tsx';
import { useStore } from '../lib/store.ts';
import type { Song } from '../player/song.ts';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { isLost } from './connection.ts';

const keep = () => import('./Keep.tsx');
const kept = () => import('./Kept.tsx');

/** The parts of pages that keep songs and show what is kept, loaded when a page shows them. */
export const KeepLine = lazyLayer(async () => ({ default: (await keep()).KeepLine }));
export const KeepItem = lazyLayer(async () => ({ default: (await keep()).KeepItem }));
export const KeptMark = lazyLayer(async () => ({ default: (await keep()).KeptMark }));
export const KeptPage = lazyLayer(async () => ({ default: (await kept()).KeptPage }));
export const KeptSongs = lazyLayer(async () => ({ default: (await kept()).KeptSongs }));
export const KeptOnDevice = lazyLayer(async () => ({ default: (await kept()).KeptOnDevice }));

/** Whether a member's page cannot be opened, and shows what is kept instead. */
export function useOnlyKept(): boolean {
  const { viewer } = useSession();
  return useStore(isLost) && viewer === null;
}

/** The songs that can be played now: without a connection, those that are kept. */
export function usePlayable(songs: Song[]): Song[] {
  return useStore(isLost) ? songs.filter(({ audioUrl }) => keptFiles().urls.has(audioUrl)) : songs;
}

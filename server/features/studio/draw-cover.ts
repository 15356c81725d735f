import path from 'node:path';
import { COVER_MAIN_WIDTH } from 'contract/covers.ts';
import type { MediaStore } from '../../platform/media/store.ts';
import { runWorker } from '../../platform/workers/run-worker.ts';
import type { CoverTask } from './cover-worker.ts';

const WORKER = path.join(import.meta.dirname, 'cover-worker.ts');
const LIMITS = { name: 'cover', seconds: 60, bytes: 400 * 1024 * 1024, heapMb: 128 };

/** Draws and stores the cover of a song in a worker process. @returns its path on this server. */
export async function storeDrawnCover(
  media: MediaStore,
  task: CoverTask,
  signal?: AbortSignal,
): Promise<string> {
  const pictures = await runWorker<{ width: number; data: Uint8Array }[]>(WORKER, task, {
    ...LIMITS,
    signal,
  });
  return media.putWidths(pictures, COVER_MAIN_WIDTH);
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { COVER_MAIN_WIDTH } from 'contract/covers.ts';
import type { Waveform } from 'music/analysis/waveform.ts';
import type { Context } from '../../context.ts';
import type { MediaStore } from '../../platform/media/store.ts';
import { runWorker, WorkerFailed } from '../../platform/workers/run-worker.ts';
import { listSeats } from '../song-requests/song-requests.ts';
import type { CoverTask } from './cover-worker.ts';

const WORKER = path.join(import.meta.dirname, 'cover-worker.ts');
const LIMITS = { name: 'cover', seconds: 60, bytes: 400 * 1024 * 1024, heapMb: 128 };

/** A requested song. The path of its waveform is null if its audio was not measured. */
export type CoverSong = Omit<CoverTask, 'votes' | 'waveform'> & { waveform_json_url: string | null };

/**
 * Draws and stores the cover of a requested song in a worker process. Its title and who voted for it in which order
 * make it its own.
 * @returns its path on this server; null if it cannot be drawn, since a song without one is better than none.
 */
export async function drawSongCover(
  c: Context,
  request_id: string,
  { waveform_json_url, ...song }: CoverSong,
): Promise<string | null> {
  const seats = await listSeats(c.db, request_id);
  const waveform = await readWaveform(c.media, waveform_json_url);
  const task: CoverTask = { ...song, votes: seats.map((username) => username ?? ''), waveform };
  try {
    const pictures = await runWorker<{ width: number; data: Uint8Array }[]>(WORKER, task, LIMITS);
    return await c.media.putWidths(pictures, COVER_MAIN_WIDTH);
  } catch (error) {
    if (error instanceof WorkerFailed) return null;
    throw error;
  }
}

async function readWaveform(media: MediaStore, address: string | null): Promise<Waveform | undefined> {
  const stored = address === null ? undefined : await media.localCopy(address);
  if (!stored) return undefined;
  try {
    return JSON.parse(await readFile(stored.file, 'utf8'));
  } finally {
    await stored.release();
  }
}

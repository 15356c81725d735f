import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { COVER_MAIN_WIDTH } from 'contract/pictures/covers.ts';
import type { Waveform } from 'music/analysis/waveform.ts';
import type { Context } from '../../../platform/context.ts';
import type { MediaStore } from '../../../platform/media/store.ts';
import { runWorker, WorkerFailed } from '../../../platform/workers/run-worker.ts';
import { listSeats } from '../../song-requests/song-requests.ts';
import type { CoverTask } from './cover-worker.ts';

const WORKER = path.join(import.meta.dirname, 'cover-worker.ts');
const LIMITS = { name: 'cover', seconds: 60, bytes: 400 * 1024 * 1024, heapMb: 128 };

/** A worker may be killed because other things needed the memory. */
const ATTEMPTS = 3;

type Drawn = { width: number; data: Uint8Array }[];

/** A requested song. The path of its waveform is null if its audio was not measured. */
type CoverSong = Omit<CoverTask, 'request_id' | 'votes' | 'waveform'> & { waveform_json_url: string | null };

/**
 * Draws and stores the cover of a requested song in a worker process. Its title, who voted for it in which order,
 * and the face of its request make it its own.
 * @returns its path on this server; null if it cannot be drawn in three attempts, since a song without one is better than none.
 */
export async function drawSongCover(
  c: Context,
  request_id: string,
  { waveform_json_url, ...song }: CoverSong,
): Promise<string | null> {
  const seats = await listSeats(c.db, request_id);
  const waveform = await readWaveform(c.media, waveform_json_url);
  const task: CoverTask = { ...song, request_id, votes: seats.map((username) => username ?? ''), waveform };
  const pictures = await drawIn(ATTEMPTS, task);
  return pictures ? c.media.putWidths(pictures, COVER_MAIN_WIDTH) : null;
}

/** A song is released once, so its cover is tried again at once. @returns undefined if no attempt succeeds. */
async function drawIn(attempts: number, task: CoverTask): Promise<Drawn | undefined> {
  try {
    return await runWorker<Drawn>(WORKER, task, LIMITS);
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    return attempts > 1 ? drawIn(attempts - 1, task) : undefined;
  }
}

/** @returns undefined also for a damaged one: the cover is drawn without it. */
async function readWaveform(media: MediaStore, mediaPath: string | null): Promise<Waveform | undefined> {
  const stored = mediaPath === null ? undefined : await media.localCopy(mediaPath);
  if (!stored) return undefined;
  try {
    return JSON.parse(await readFile(stored.file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    await stored.release();
  }
}

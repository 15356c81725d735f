import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { AudioFacts } from 'contract/features/publishing.ts';
import { english } from 'contract/text/messages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { UploadTable } from '../../../platform/db/tables/publishing.ts';
import type { NewTrack } from '../../../platform/db/tables/tracks.ts';
import { isMediaPath } from '../../../platform/media/store.ts';
import { factsOf, linkToTrack, selectByUrl } from '../upload-queries.ts';

/** Facts about a track's audio: everything measured of an upload, nothing of audio hosted elsewhere. */
export interface AudioSource {
  url: string;
  upload_id?: string;
  duration_seconds?: number;
  bpm: number | null;
  musical_key: string | null;
  /** Tags of an upload. */
  tags?: AudioFacts['tags'];
  measured: Partial<Pick<NewTrack, 'loudness_lufs' | 'preview_url' | 'waveform_json_url'>>;
}

const AUDIO_GONE = english('This file is no longer here. Please upload it again.');
const field = 'audio_url';

/** Time a publish waits for its audio to be processed, ms: less than the minute after which proxies give up. */
const AUDIO_WAIT_MS = 50_000;
/** Polling interval, ms. */
const LOOK_EVERY = 250;
/** The most calls that wait; others are told at once. */
const MAX_WAITING = 20;
let waiting = 0;

/** Wait of a call: until its client is gone, the server begins to stop, or a limit. */
type AudioWait = (reply: FastifyReply) => AbortSignal;

export function audioWaits(server: FastifyInstance, ms = AUDIO_WAIT_MS): AudioWait {
  const stopping = new AbortController();
  server.addHook('preClose', async () => stopping.abort());
  return ({ raw }) => {
    const gone = new AbortController();
    raw.once('close', () => gone.abort());
    return AbortSignal.any([gone.signal, stopping.signal, AbortSignal.timeout(ms)]);
  };
}

/**
 * Finds the audio at a stored path, and waits for it to be processed, which clients expect that publish right after
 * they have uploaded. Nothing is held meanwhile. Of several uploads of one file, this user's is preferred.
 * @param wait ends the waiting.
 * @throws Problem `bad_audio`, `upload_processing`.
 */
export async function findAudio(
  c: Context,
  url: string,
  wait: AbortSignal,
  user_id?: string,
): Promise<AudioSource> {
  if (!isMediaPath(url)) return { url, bpm: null, musical_key: null, measured: {} };
  let audio = await processedAudio(c, url, user_id);
  if (audio) return audio;
  if (waiting >= MAX_WAITING) throw new Problem('upload_processing');
  waiting++;
  try {
    while (!audio && !wait.aborted) {
      await sleep(LOOK_EVERY, undefined, { signal: wait }).catch(() => {});
      audio = await processedAudio(c, url, user_id);
    }
  } finally {
    waiting--;
  }
  if (!audio) throw new Problem('upload_processing');
  return audio;
}

/** @returns undefined while it is being processed. @throws Problem `bad_audio`. */
async function processedAudio(
  c: Context,
  url: string,
  user_id: string | undefined,
): Promise<AudioSource | undefined> {
  const [upload] = await selectByUrl(c.db, url, user_id);
  if (!upload) throw new Problem('bad_audio', AUDIO_GONE, { field });
  if (upload.state === 'failed') throw new Problem('bad_audio', upload.failure ?? undefined, { field });
  const facts = factsOf(upload);
  return facts ? sourceOf(upload, facts) : undefined;
}

/** Facts about an upload that was processed. */
export function sourceOf({ id }: Pick<UploadTable, 'id'>, facts: AudioFacts) {
  const { loudness_lufs, preview_url, waveform_json_url } = facts;
  return {
    url: facts.stream_url,
    upload_id: id,
    duration_seconds: Math.max(1, Math.round(facts.duration_seconds)),
    bpm: facts.bpm?.value ?? null,
    musical_key: facts.musical_key?.value ?? null,
    tags: facts.tags,
    measured: { loudness_lufs, preview_url, waveform_json_url },
  };
}

/**
 * Links an upload to the track that plays it, so that it is not swept.
 * @throws Problem `bad_audio` when the upload was discarded or swept in the meantime.
 */
export async function linkUpload(tx: Tx, upload_id: string | undefined, track_id: string): Promise<void> {
  if (upload_id === undefined || (await linkToTrack(tx, upload_id, track_id))) return;
  throw new Problem('bad_audio', AUDIO_GONE, { field });
}

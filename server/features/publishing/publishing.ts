import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { editTrack as editContract, publishTrack as publishContract } from 'contract/publishing.ts';
import { AUDIO_REQUIRED } from 'contract/publishing-constants.ts';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { NewTrack, Tx } from '../../platform/db/schema.ts';
import { isMediaAddress } from '../../platform/media/store.ts';
import { release } from '../song-requests/song-requests.ts';
import { forgetTotal, getAnyTrack, insertTrack, updateTrack } from '../tracks/tracks.ts';
import { selectByUrl, selectMadeOf, tieToTrack } from './upload-queries.ts';
import { factsOf } from './uploads.ts';

export { reportData } from './reports.ts';

type Publication = z.output<typeof publishContract.body>;
type Changes = z.output<typeof editContract.body>;

/**
 * Publishes a track, and releases the request that it answers: both or neither. What the file told is filled in.
 * An upload makes one track: published again, as after an answer that was lost, it answers with that one.
 * @param origin scheme and host that the caller used: addresses that begin with it are our own.
 * @throws Problem `bad_input`, `bad_audio`, `upload_processing`; `not_found` and `request_closed` of the request.
 */
export async function publish(
  c: Context,
  user_id: string,
  { request_id, genre, ...given }: Publication,
  origin: string,
) {
  const said = ownPaths(given, origin);
  if (said.audio_url === undefined) throw new Problem('bad_input', AUDIO_REQUIRED, { field: 'audio_url' });
  const id = randomUUID();
  const now = c.clock();
  // Its backers are told at once, and must find it there.
  if (request_id && said.release_date !== undefined && Date.parse(said.release_date) > now)
    throw new Problem('bad_input', 'release_date: A requested song comes out at once.', {
      field: 'release_date',
    });
  const audio = await heard(c, said.audio_url, user_id);
  const { bpm, musical_key, measured } = audio;
  const duration_seconds = said.duration_seconds ?? audio.seconds;
  if (duration_seconds === undefined)
    throw new Problem('bad_input', 'duration_seconds: Please say how long the track is.', {
      field: 'duration_seconds',
    });
  const track: Omit<NewTrack, 'seq' | 'search_text'> = {
    ...said,
    bpm: said.bpm === undefined ? bpm : said.bpm,
    musical_key: said.musical_key === undefined ? musical_key : said.musical_key,
    ...measured,
    id,
    duration_seconds,
    audio_url: audio.url,
    release_date: dateOf(said.release_date, now),
    created_at: now,
    updated_at: now,
    is_deleted: 0,
    popularity: 0,
  };
  const published = await c.db.transaction().execute(async (tx) => {
    const before = audio.upload_id && (await selectMadeOf(tx, c.engine, audio.upload_id));
    if (before) return before.id;
    await insertTrack(tx, track, genre);
    await tie(tx, audio.upload_id, id);
    if (request_id) {
      const { user_id: requester_id, backers } = await release(tx, c.engine, {
        id: request_id,
        track_id: id,
        now,
      });
      await updateTrack(tx, id, { requester_id, backers });
    }
    return id;
  });
  forgetTotal(c.db);
  return getAnyTrack(c.db, published);
}

/**
 * Changes a track. New audio brings what it tells with it.
 * @throws Problem `not_found`, and as `publish`.
 */
export async function edit(
  c: Context,
  id: string,
  { genre, is_deleted, track_id: _, ...given }: Changes,
  origin: string,
) {
  const before = await getAnyTrack(c.db, id);
  const { audio_url, ...said } = ownPaths(given, origin);
  const audio =
    audio_url === undefined || audio_url === before.audio_url ? undefined : await heard(c, audio_url);
  const changes = {
    ...said,
    ...(audio && { audio_url: audio.url, ...audio.measured }),
    ...(audio?.seconds !== undefined &&
      said.duration_seconds === undefined && { duration_seconds: audio.seconds }),
    ...(said.release_date !== undefined && { release_date: dateOf(said.release_date, 0) }),
    ...(is_deleted !== undefined && { is_deleted: is_deleted ? (1 as const) : (0 as const) }),
    updated_at: c.clock(),
  };
  await c.db.transaction().execute(async (tx) => {
    await updateTrack(tx, id, changes, genre);
    if (audio) await tie(tx, audio.upload_id, id);
  });
  forgetTotal(c.db);
  return getAnyTrack(c.db, id);
}

/** Withdraws a track; once more changes nothing. @throws Problem `not_found`. */
export async function withdraw(c: Context, id: string): Promise<void> {
  const { is_deleted } = await getAnyTrack(c.db, id);
  if (is_deleted) return;
  await c.db.transaction().execute((tx) => updateTrack(tx, id, { is_deleted: 1, updated_at: c.clock() }));
  forgetTotal(c.db);
}

interface Heard {
  url: string;
  /** Of an upload of ours: it, and what was measured. */
  upload_id?: string;
  seconds?: number;
  bpm: number | null;
  musical_key: string | null;
  measured: Partial<Pick<NewTrack, 'loudness_lufs' | 'preview_url' | 'waveform_json_url'>>;
}

/** What is known of audio: much of an upload of ours, this person's before another's; nothing of what lies elsewhere. */
async function heard(c: Context, url: string, user_id?: string): Promise<Heard> {
  if (!isMediaAddress(url)) return { url, bpm: null, musical_key: null, measured: {} };
  const [upload] = await selectByUrl(c.db, url, user_id);
  const field = 'audio_url';
  if (!upload)
    throw new Problem('bad_audio', 'This file is no longer here. Please upload it again.', { field });
  if (upload.state === 'failed') throw new Problem('bad_audio', upload.failure ?? undefined, { field });
  const facts = factsOf(upload);
  if (!facts) throw new Problem('upload_processing');
  const { loudness_lufs, preview_url, waveform_json_url } = facts;
  return {
    url: facts.stream_url,
    upload_id: upload.id,
    seconds: Math.max(1, Math.round(facts.duration_seconds)),
    bpm: facts.bpm?.value ?? null,
    musical_key: facts.musical_key?.value ?? null,
    measured: { loudness_lufs, preview_url, waveform_json_url },
  };
}

/** The upload may have been swept or discarded a moment ago: then nothing is published. */
async function tie(tx: Tx, upload_id: string | undefined, track_id: string): Promise<void> {
  if (upload_id === undefined || (await tieToTrack(tx, upload_id, track_id))) return;
  throw new Problem('bad_audio', 'This file is no longer here. Please upload it again.', {
    field: 'audio_url',
  });
}

const MEDIA = ['audio_url', 'cover_image_url', 'preview_url', 'waveform_json_url'] as const;

/** Addresses of our own files as paths, as they are stored. */
function ownPaths<T extends Partial<Record<(typeof MEDIA)[number], string | null>>>(
  given: T,
  origin: string,
): T {
  const said = { ...given };
  for (const field of MEDIA) {
    const path = said[field]?.startsWith(`${origin}/`) ? said[field].slice(origin.length) : undefined;
    if (path !== undefined && isMediaAddress(path)) said[field] = path;
  }
  return said;
}

const dateOf = (text: string | undefined, now: number) => new Date(text ?? now).toISOString();

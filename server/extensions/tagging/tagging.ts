import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { genreLabel } from 'contract/genres.ts';
import { timedLines } from 'contract/text/lyrics.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { SOURCE_TYPE, type SongTags } from 'music/tagging/song-tags.ts';
import { getAnyTrackWithLyrics, sourceTypeOf, updateTrack } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { getSetting, putSetting } from '../../platform/db/settings.ts';
import { type Again, enqueue } from '../../platform/jobs.ts';
import { isMediaPath, type MediaEnding } from '../../platform/media/store.ts';
import { runWorker } from '../../platform/workers/run-worker.ts';
import type { TagTask } from './tag-worker.ts';

/** The kind of job that tags one track. */
export const TAG = 'tagging.track';

const WORKER = path.join(import.meta.dirname, 'tag-worker.ts');
const LIMITS = { name: 'tagging', seconds: 120, bytes: 900 * 1024 * 1024, heapMb: 128 };

/** Delay before another look at a track changed meanwhile, ms. */
const CHANGED_MS = 1000;

type FileContext = Pick<Context, 'db' | 'media' | 'publicUrl'>;
type TaggingContext = FileContext & Pick<Context, 'engine' | 'clock'>;
type Song = Awaited<ReturnType<typeof getAnyTrackWithLyrics>>;

/**
 * Gives a track a file that carries its facts, under an address of its own. The file before stays until the sweep, or
 * as long as an upload has it.
 */
export async function tagTrack(c: TaggingContext, id: string): Promise<Again | undefined> {
  const song = await getAnyTrackWithLyrics(c.db, id);
  const { audio_url } = song;
  const stored = isMediaPath(audio_url) ? await c.media.localCopy(audio_url) : undefined;
  if (!stored) return;
  const target = c.media.workFile();
  try {
    if (!(await writeTagged(c, song, stored.file, target))) return;
    const tagged = await c.media.moveIn(target, path.extname(audio_url).slice(1) as MediaEnding);
    if (tagged === audio_url) return;
    return await c.db.transaction().execute(async (tx) => {
      const now = await tx
        .selectFrom('track')
        .where('id', '=', id)
        .select(['audio_url', 'updated_at'])
        .executeTakeFirst();
      if (now?.audio_url !== audio_url || now.updated_at !== song.updated_at) return { inMs: CHANGED_MS };
      await updateTrack(tx, c.engine, id, { audio_url: tagged, updated_at: c.clock() });
    });
  } finally {
    await stored.release();
    await rm(target, { force: true });
  }
}

/** Writes the facts of a track into a file that was just made of it: in English, since everyone gets the same file. */
export async function tagFile(c: FileContext, id: string, file: string): Promise<void> {
  const target = `${file}.part`;
  try {
    if (await writeTagged(c, await getAnyTrackWithLyrics(c.db, id), file, target)) await rename(target, file);
  } finally {
    await rm(target, { force: true });
  }
}

/** @returns false if the file must stay as it is. */
async function writeTagged(c: FileContext, song: Song, file: string, target: string): Promise<boolean> {
  const cover = isMediaPath(song.cover_image_url ?? '')
    ? await c.media.localCopy(song.cover_image_url!)
    : undefined;
  try {
    const task: TagTask = { file, target, tags: tagsOf(song, c.publicUrl), cover: cover?.file };
    return await runWorker<boolean>(WORKER, task, LIMITS);
  } finally {
    await cover?.release();
  }
}

/** Tags of a file about its song. They name nobody who requested, backed or chose it. */
function tagsOf(song: Song, publicUrl: string | undefined): SongTags {
  const day = song.release_date.slice(0, 10);
  return {
    title: song.title,
    artist: song.display_artist,
    // What players that speak OpenSubsonic call it.
    album: `${song.display_artist} ${day.slice(0, 4)}`,
    genre: song.genre === null ? undefined : genreLabel(song.genre),
    made: day,
    comment: publicUrl && publicUrl + trackPath(song),
    lyrics: song.lyrics ?? undefined,
    timedLyrics: timedLines(song.timed_lyrics ?? ''),
    fields: { [SOURCE_TYPE]: `http://cv.iptc.org/newscodes/digitalsourcetype/${sourceTypeOf(song)}` },
  };
}

/** The setting with the id of the last track that was looked at. */
const LOOKED_AT = 'tagged_tracks';
const ALL = 'all';
/** Tracks that are looked at in one round. */
const BATCH = 50;

/** Has the tracks of older versions tagged, some at a time. A file that has its tags stays the same. */
export async function tagCatalogue(c: TaggingContext): Promise<void> {
  const before = (await getSetting(c.db, LOOKED_AT)) ?? '';
  if (before === ALL) return;
  const next = c.db.selectFrom('track').where('id', '>', before).orderBy('id').limit(BATCH).select('id');
  const ids = (await next.execute()).map(({ id }) => id);
  const run_at = c.clock();
  await c.db.transaction().execute(async (tx) => {
    await enqueue(tx, c.engine, ...ids.map((id) => ({ kind: TAG, key: id, payload: { id }, run_at })));
    await putSetting(tx, LOOKED_AT, ids.at(-1) ?? ALL);
  });
}

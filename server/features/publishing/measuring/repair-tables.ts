import { rm } from 'node:fs/promises';
import type { AudioFacts } from 'contract/features/publishing.ts';
import type { Context } from '../../../platform/context.ts';
import { getSetting, putSetting } from '../../../platform/db/settings.ts';
import { emit } from '../../../platform/jobs.ts';
import { updateTrack } from '../../tracks/tracks.ts';
import { runInWorker, WorkerFailed } from './process-upload.ts';

type RepairContext = Pick<Context, 'db' | 'engine' | 'media' | 'clock'>;

/** The setting with the id of the last upload that was looked at. */
const LOOKED_AT = 'repaired_tables';
const ALL = 'all';
/** Uploads that are looked at in one round. */
const BATCH = 50;

/** Says that an upload plays another file from now on. */
export const REPLACED = 'upload.replaced';

export interface ReplacedFile {
  from: string;
  to: string;
  upload_id: string;
}

/**
 * Gives the MP3 files of uploads that were processed by older versions a right table of their length, under addresses
 * of their own. The old files stay as long as their uploads, so that embeds, feeds and caches find them.
 * @param isStopping ends the round between two uploads.
 * @returns how many files were replaced.
 */
export async function repairTables(c: RepairContext, isStopping: () => boolean): Promise<number> {
  const before = (await getSetting(c.db, LOOKED_AT)) ?? '';
  if (before === ALL) return 0;
  const uploads = await c.db
    .selectFrom('upload')
    .leftJoin('track', 'track.id', 'upload.track_id')
    .where('upload.id', '>', before)
    .where('upload.state', '=', 'ready')
    .select(['upload.id', 'upload.facts', 'track.audio_url'])
    .orderBy('upload.id')
    .limit(BATCH)
    .execute();
  let replaced = 0;
  const failures: unknown[] = [];
  for (const { id, facts, audio_url } of uploads) {
    if (isStopping()) return replaced;
    const { codec, stream_url } = JSON.parse(facts!) as AudioFacts;
    for (const from of codec === 'mp3' ? new Set([stream_url, audio_url]) : []) {
      try {
        const to = from?.endsWith('.mp3') ? await repairedFile(c, from) : undefined;
        if (to === undefined || to === from) continue;
        await replaceFile(c, { from: from!, to, upload_id: id });
        replaced++;
      } catch (error) {
        // One bad file must not keep the others.
        if (!(error instanceof WorkerFailed)) throw error;
        failures.push(error);
      }
    }
    await putSetting(c.db, LOOKED_AT, id);
  }
  if (uploads.length === 0) await putSetting(c.db, LOOKED_AT, ALL);
  if (failures.length > 0) throw new AggregateError(failures, 'Some files could not be looked at.');
  return replaced;
}

/** Stores a file with a right table. @returns its path; undefined if this one is right, missing or elsewhere. */
async function repairedFile({ media }: RepairContext, url: string): Promise<string | undefined> {
  const copy = await media.localCopy(url);
  const target = media.workFile();
  try {
    const isRepaired = copy && (await runInWorker('repair', { file: copy.file, target }));
    return isRepaired ? await media.moveIn(target, 'mp3') : undefined;
  } finally {
    await copy?.release();
    await rm(target, { force: true });
  }
}

/** Lets an upload and its track play another file, and notes the old one, which the sweep then keeps. */
async function replaceFile(c: RepairContext, file: ReplacedFile): Promise<void> {
  const { from, to, upload_id } = file;
  await c.db.transaction().execute(async (tx) => {
    const upload = await c.engine
      .lockRow(tx.selectFrom('upload').where('id', '=', upload_id).select(['facts', 'track_id']))
      .executeTakeFirst();
    if (!upload) return;
    const facts: AudioFacts & { replaced?: string[] } = JSON.parse(upload.facts!);
    const stream_url = facts.stream_url === from ? to : facts.stream_url;
    const changed = { ...facts, stream_url, replaced: [...(facts.replaced ?? []), from] };
    await tx
      .updateTable('upload')
      .set({ facts: JSON.stringify(changed) })
      .where('id', '=', upload_id)
      .execute();
    await emit(tx, c.engine, REPLACED, file, c.clock());
    const track = await tx
      .selectFrom('track')
      .where('id', '=', upload.track_id)
      .where('audio_url', '=', from)
      .select('id')
      .executeTakeFirst();
    if (track) await updateTrack(tx, c.engine, track.id, { audio_url: to, updated_at: c.clock() });
  });
}

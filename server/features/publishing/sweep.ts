import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { StoreUnavailable } from '../../platform/media/bucket.ts';
import { countMediaUse } from '../../platform/media/media-use.ts';
import { deleteAbandoned } from './upload-queries.ts';

/** Files and uploads that nothing refers to are kept this long, ms. */
const KEEP_MS = 86_400_000;

/**
 * Removes uploads that were not published and files that nothing refers to, once they are a day old.
 * @returns how many files nothing referred to.
 */
export async function sweepMedia(c: Pick<Context, 'db' | 'media' | 'clock'>): Promise<number> {
  const before = c.clock() - KEEP_MS;
  await c.media.clearLeftovers();
  await deleteAbandoned(c.db, before);
  const old: string[] = [];
  const use = countMediaUse();
  for await (const file of c.media.list()) {
    use.add(file);
    if (file.put_at < before) old.push(file.mediaPath);
  }
  await use.write(c.db, c.clock());
  if (old.length === 0) return 0;
  const used = await usedFiles(c.db);
  const unused = old.filter((mediaPath) => !used.has(withoutWidth(mediaPath)));
  const failures: unknown[] = [];
  for (const mediaPath of unused) {
    try {
      // Unless the file was uploaded again since it was listed.
      await c.media.remove(mediaPath, before);
    } catch (error) {
      // A file that the store will not remove must not keep the others.
      if (!(error instanceof StoreUnavailable && error.permanent)) throw error;
      failures.push(error.cause);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The store refuses to remove some files.');
  return unused.length;
}

async function usedFiles(db: Db): Promise<Set<string>> {
  const used = new Set<string>();
  const add = (text: string) => {
    for (const mediaPath of mediaPathsIn(text)) used.add(withoutWidth(mediaPath));
  };
  for (const [table, column] of MEDIA_COLUMNS) {
    const rows = await db
      .selectFrom(table as 'track')
      .where(column as 'audio_url', 'like', '%/media/%')
      .select(column as 'audio_url')
      .distinct()
      .execute();
    for (const row of rows) add(Object.values(row)[0] as string);
  }
  // The files of uploads that are ready to be published.
  const uploads = await db.selectFrom('upload').where('facts', 'is not', null).select('facts').execute();
  for (const { facts } of uploads) add(facts!);
  return used;
}

/** Every column that refers to a file. Files of a column that is missing here are removed. */
export const MEDIA_COLUMNS = [
  ['track', 'audio_url'],
  ['track', 'cover_image_url'],
  ['track', 'preview_url'],
  ['track', 'waveform_json_url'],
  ['user', 'avatar_url'],
  ['playlist', 'cover_image_url'],
  ['upload', 'url'],
  ['take', 'audio_url'],
  ['take', 'waveform_json_url'],
] as const;

const MEDIA_PATH = /\/media\/[0-9a-f]{32}(?:-\d{1,4})?\.\w+/g;

/** The paths of files anywhere in a text: older rows may name the host that a file was uploaded through. */
export const mediaPathsIn = (text: string) => [...text.matchAll(MEDIA_PATH)].map(([mediaPath]) => mediaPath);

/** All widths of a picture count as one file. */
export const withoutWidth = (mediaPath: string) => mediaPath.replace(/-\d{1,4}\.webp$/, '.webp');

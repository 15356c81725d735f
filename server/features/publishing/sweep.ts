import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { StoreUnavailable } from '../../platform/media/bucket.ts';
import { countMediaUse } from '../../platform/media/media-use.ts';
import { addressesIn, MEDIA_COLUMNS, withoutWidth } from './media-columns.ts';
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
    if (file.put_at < before) old.push(file.address);
  }
  await use.write(c.db, c.clock());
  if (old.length === 0) return 0;
  const used = await usedFiles(c.db);
  const unused = old.filter((address) => !used.has(withoutWidth(address)));
  const failures: unknown[] = [];
  for (const address of unused) {
    try {
      // Unless the file was uploaded again since it was listed.
      await c.media.remove(address, before);
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
    for (const address of addressesIn(text)) used.add(withoutWidth(address));
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

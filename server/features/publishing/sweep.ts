import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { deleteForgotten } from './upload-queries.ts';

/** What nothing shows any more is kept for so long; ms. */
const KEPT_MS = 86_400_000;

/** Drops uploads that were not published, and files that nothing shows, once they are a day old. */
export async function sweepMedia(c: Pick<Context, 'db' | 'media' | 'clock'>): Promise<number> {
  const before = c.clock() - KEPT_MS;
  await c.media.clearLeftovers();
  await deleteForgotten(c.db, before);
  const old: string[] = [];
  for await (const { address, put_at } of c.media.list()) if (put_at < before) old.push(address);
  if (old.length === 0) return 0;
  const shown = await shownFiles(c.db);
  const unused = old.filter((address) => !shown.has(placeOf(address)));
  for (const address of unused) await c.media.remove(address);
  return unused.length;
}

/** The widths of a picture stand and fall together. */
const placeOf = (address: string) => address.replace(/-\d{1,4}\.webp$/, '.webp');

/** Every column that names a file. A new one belongs here, or its files are swept. */
export const MEDIA_COLUMNS = [
  ['track', 'audio_url'],
  ['track', 'cover_image_url'],
  ['track', 'preview_url'],
  ['track', 'waveform_json_url'],
  ['user', 'avatar_url'],
  ['playlist', 'cover_image_url'],
  ['upload', 'url'],
] as const;

async function shownFiles(db: Db): Promise<Set<string>> {
  const shown = new Set<string>();
  for (const [table, column] of MEDIA_COLUMNS) {
    const rows = await db
      .selectFrom(table as 'track')
      .where(column as 'audio_url', 'like', '/media/%')
      .select(column as 'audio_url')
      .distinct()
      .execute();
    for (const row of rows) shown.add(placeOf(Object.values(row)[0] as string));
  }
  // What an upload that is not published yet will bring.
  const uploads = await db.selectFrom('upload').where('facts', 'is not', null).select('facts').execute();
  for (const { facts } of uploads) {
    for (const [address] of facts!.matchAll(/\/media\/[0-9a-f]{32}(?:-\d{1,4})?\.\w+/g))
      shown.add(placeOf(address));
  }
  return shown;
}

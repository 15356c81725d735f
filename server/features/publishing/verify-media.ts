import path from 'node:path';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isIntact } from '../../platform/media/store.ts';
import { MEDIA_COLUMNS, mediaPathsIn, withoutWidth } from './sweep.ts';

/** A row that plays or shows a file. */
export interface MediaUse {
  table: string;
  id: string;
}

export interface MediaFault {
  mediaPath: string;
  what: 'missing' | 'damaged';
  use: MediaUse;
}

/** One row that needs each file, by its path. */
async function usedMedia(db: Db): Promise<Map<string, MediaUse>> {
  const used = new Map<string, MediaUse>();
  const add = (text: string, use: MediaUse) => {
    for (const mediaPath of mediaPathsIn(text)) if (!used.has(mediaPath)) used.set(mediaPath, use);
  };
  for (const [table, column] of MEDIA_COLUMNS) {
    if (table === 'upload') continue;
    const rows = await db
      .selectFrom(table as 'track')
      .where(column as 'audio_url', 'like', '%/media/%')
      .select(['id', column as 'audio_url'])
      .execute();
    for (const row of rows) add((row as Record<string, string>)[column]!, { table, id: row.id });
  }
  const uploads = await db
    .selectFrom('upload')
    .where('state', '<>', 'failed')
    .select(['id', 'url', 'facts'])
    .execute();
  for (const { id, url, facts } of uploads) add(`${url} ${facts ?? ''}`, { table: 'upload', id });
  return used;
}

/** The files of uploads that failed. They were removed if they cannot be played, and nothing needs them. */
async function failedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('upload').where('state', '=', 'failed').select('url').execute();
  return rows.flatMap(({ url }) => mediaPathsIn(url)).map(withoutWidth);
}

/**
 * Reads every file that a row refers to, and compares it with the checksum that is its name.
 * @returns what is missing or damaged, and how many files nothing refers to; the daily sweep removes those.
 */
export async function verifyMedia(c: Pick<Context, 'db' | 'media'>) {
  const stored = new Map<string, string[]>();
  for await (const { mediaPath } of c.media.list()) {
    const key = withoutWidth(mediaPath);
    stored.set(key, [...(stored.get(key) ?? []), mediaPath]);
  }
  // Read afterwards: files are stored before their rows.
  const used = await usedMedia(c.db);
  const faults: MediaFault[] = [];
  const known = new Set(await failedFiles(c.db));
  let checked = 0;
  for (const [mediaPath, use] of used) {
    const key = withoutWidth(mediaPath);
    known.add(key);
    for (const one of new Set([mediaPath, ...(stored.get(key) ?? [])])) {
      const state = await check(c, one);
      checked++;
      if (state !== 'intact') faults.push({ mediaPath: one, what: state, use });
    }
  }
  const orphans = [...stored.keys()].filter((key) => !known.has(key)).length;
  return { checked, faults, orphans };
}

async function check(
  { media }: Pick<Context, 'media'>,
  mediaPath: string,
): Promise<'intact' | MediaFault['what']> {
  const copy = await media.localCopy(mediaPath);
  if (!copy) return 'missing';
  try {
    return (await isIntact(path.posix.basename(mediaPath), copy.file)) ? 'intact' : 'damaged';
  } finally {
    await copy.release();
  }
}

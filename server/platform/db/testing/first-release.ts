import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { DatabaseSettings } from '../database.ts';

/**
 * Puts a database of the first release in an empty place: three members, two songs, two requests with votes, and a
 * playlist.
 */
export async function placeFirstRelease({ databaseUrl, dataDir }: DatabaseSettings): Promise<void> {
  const kept = (name: string) => gunzipSync(readFileSync(path.join(import.meta.dirname, name)));
  if (!databaseUrl) return writeFileSync(path.join(dataDir, 'ovation.db'), kept('first-release.db.gz'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(kept('first-release.sql.gz').toString()).finally(() => client.end());
}

import { z } from 'zod';

/**
 * A backup is a tar archive:
 *
 * - `manifest.json`, first;
 * - `tables/<table>/<n>.ndjson.gz`: rows as JSON, one per line. The rows are the same on SQLite and PostgreSQL, so a
 *   backup of one can be restored into the other;
 * - `media/<name>`: the files that songs, covers and pictures consist of;
 * - `end.json`, last: proves that nothing is missing or changed.
 */
export const manifest = z.object({
  ovation: z.literal('backup'),
  format: z.literal(1),
  /** ISO 8601. */
  created_at: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()).min(1),
});
export type Manifest = z.output<typeof manifest>;

export const end = z.object({
  entries: z.number(),
  /** SHA-256, hexadecimal, of a line for each entry: its name, a space, and the SHA-256 of its content. */
  sha256: z.string(),
});

export const MANIFEST = 'manifest.json';
export const END = 'end.json';
export const TABLE_ENTRY = /^tables\/([a-z_]+)\/\d+\.ndjson\.gz$/;
export const MEDIA_ENTRY = /^media\/([\w-]+\.\w+)$/;

/** Reason why a backup could not be written or restored, in a sentence for the operator. */
export class BackupError extends Error {}

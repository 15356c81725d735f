import { isMediaPath } from './store.ts';

const fields = ['audio_url', 'cover_image_url', 'preview_url', 'waveform_json_url'] as const;
type Media = Partial<Record<(typeof fields)[number], string | null>>;

/**
 * Makes the media URLs of rows absolute (§5), in place. Our own files are stored by path (`/media/…`), so that a
 * database can move to another host.
 * @param origin scheme and host of the request, such as `https://ovation.example`.
 */
export function withAbsoluteUrls<Row extends Media>(
  rows: Row[],
  origin: string,
): (Row & { is_deleted: boolean })[] {
  for (const row of rows as (Media & { is_deleted?: boolean })[]) {
    row.is_deleted ??= false;
    for (const field of fields) {
      const mediaPath = row[field];
      if (mediaPath?.startsWith('/')) row[field] = origin + mediaPath;
    }
  }
  return rows as (Row & { is_deleted: boolean })[];
}

/** The path of one of our own files, whatever the host name in its URL. Other URLs stay unchanged. */
export function toStoredPath(mediaPath: string): string {
  const path = URL.parse(mediaPath)?.pathname;
  return path !== undefined && isMediaPath(path) ? path : mediaPath;
}

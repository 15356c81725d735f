import { isMediaAddress } from './store.ts';

const fields = ['audio_url', 'cover_image_url', 'preview_url', 'waveform_json_url'] as const;
type Media = Partial<Record<(typeof fields)[number], string | null>>;

/**
 * Completes the media addresses of rows, in place: files of our own folder are stored by path (`/media/…`), so
 * that a database can move to another host, and told as the full addresses that §5 asks for.
 * @param origin scheme and host the caller used, such as `https://ovation.example`.
 */
export function absolute<Row extends Media>(rows: Row[], origin: string): (Row & { is_deleted: boolean })[] {
  for (const row of rows as (Media & { is_deleted?: boolean })[]) {
    row.is_deleted ??= false;
    for (const field of fields) {
      const address = row[field];
      if (address?.startsWith('/')) row[field] = origin + address;
    }
  }
  return rows as (Row & { is_deleted: boolean })[];
}

/** The path of one of our own files, whichever of our host names its address has; other addresses unchanged. */
export function toStoredAddress(address: string): string {
  const path = URL.parse(address)?.pathname;
  return path !== undefined && isMediaAddress(path) ? path : address;
}

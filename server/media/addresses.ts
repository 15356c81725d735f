const fields = ['audio_url', 'cover_image_url', 'preview_url', 'waveform_json_url'] as const;
type Media = Partial<Record<(typeof fields)[number], string | null>>;

/**
 * Completes the media addresses of rows: files of our own folder are stored by path (`/media/…`), so that a
 * database can move to another host, and told as the full addresses that §5 asks for.
 * @param origin scheme and host the caller used, such as `https://ovation.example`.
 */
export function absolute<Row extends Media>(rows: Row[], origin: string): (Row & { is_deleted: boolean })[] {
  return rows.map((row) => {
    const told = { is_deleted: false, ...row };
    for (const field of fields) {
      const address = row[field];
      if (address?.startsWith('/')) told[field] = origin + address;
    }
    return told;
  });
}

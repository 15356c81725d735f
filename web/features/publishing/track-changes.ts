import type { TrackWithLyrics } from 'contract/tracks.ts';
import { type Fields, toFields, toInput } from './fields.ts';
import { parseLocalTime } from './local-time.ts';

/** Only the fields that were edited, since another admin may have changed the others in the meantime. */
export function changes(track: TrackWithLyrics, fields: Fields, cover: string | null) {
  const before = toFields(track);
  const edited = Object.entries(toInput(fields)).filter(
    ([name]) => fields[name as keyof Fields] !== before[name as keyof Fields],
  );
  const releaseTime = parseLocalTime(fields.release_date);
  return {
    ...(Object.fromEntries(edited) as Partial<ReturnType<typeof toInput>>),
    ...(fields.release_date !== before.release_date &&
      releaseTime !== undefined && { release_date: new Date(releaseTime).toISOString() }),
    ...(cover !== track.cover_image_url && { cover_image_url: cover }),
  };
}

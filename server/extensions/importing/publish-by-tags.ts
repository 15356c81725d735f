import { Problem } from 'contract/errors.ts';
import { publishTrack } from 'contract/features/publishing.ts';
import { knownGenre } from 'contract/genre-names.ts';
import { message } from 'contract/text/messages.ts';
import { findAudio, publish, type Uploaded } from '../../features/publishing/publishing.ts';
import { getAnyTrackWithLyrics } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { mistakeOf } from '../../platform/http/requests/validate.ts';

/** Facts about a file besides its tags. */
export interface Beside {
  /** For a file whose own genre is missing or not one of ours. */
  genre?: string | undefined;
  /** Instead of a missing title. */
  title?: string | undefined;
  /** Instead of those in its tags. */
  lyrics?: string | undefined;
  /** Stores a picture instead of a missing one. @returns its path. */
  cover?: () => Promise<string | undefined>;
}

/**
 * Publishes an upload by its tags, with the rules of every publication. A file that a live track plays already is not
 * published again.
 * @param wait ends the waiting for the file to be processed.
 * @throws Problem `bad_input` with what the tags lack; as `publish`.
 */
export async function publishByTags(c: Context, upload: Uploaded, beside: Beside, wait: AbortSignal) {
  const known = await playedBy(c, [upload.url]);
  if (known !== undefined) return { track: await getAnyTrackWithLyrics(c.db, known), isNew: false };
  const { tags } = await findAudio(c, upload.url, wait, upload.user_id ?? undefined);
  const genre = knownGenre(tags?.genre) ?? beside.genre;
  const title = tags?.title ?? beside.title;
  if (!title) throw new Problem('bad_input', 'Its tags name no title.');
  if (!tags?.artist) throw new Problem('bad_input', 'Its tags name no artist.');
  if (!genre)
    throw new Problem(
      'bad_input',
      tags.genre
        ? message('Its genre "{genre}" is not one of ours: name one for such files.', { genre: tags.genre })
        : 'Its tags name no genre.',
    );
  const given = publishTrack.body.safeParse({
    title,
    display_artist: tags?.artist,
    genre,
    release_date: tags?.date ?? undefined,
    lyrics: beside.lyrics ?? tags?.lyrics ?? undefined,
    // The stored path that stands for it below is no web address.
    audio_url: 'https://stored.invalid/',
  });
  if (!given.success) throw new Problem('bad_input', mistakeOf(given.error.issues[0]!));
  const cover_image_url = tags?.cover_url ?? (await beside.cover?.()) ?? null;
  const body = { ...given.data, audio_url: upload.url, cover_image_url };
  return { track: await publish(c, upload.user_id ?? undefined, body, wait), isNew: true };
}

/** The id of a live track that plays one of these uploaded files. */
export async function playedBy(c: Pick<Context, 'db'>, urls: string[]): Promise<string | undefined> {
  const row = await c.db
    .selectFrom('upload')
    .innerJoin('track', 'track.id', 'upload.track_id')
    .where('upload.url', 'in', urls)
    .where('track.is_deleted', '=', 0)
    .select('track.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

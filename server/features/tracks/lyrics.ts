import { Problem } from 'contract/errors.ts';
import { tidyLyrics, timedLines } from 'contract/text/lyrics.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import { columns, liveTracks, momentOf } from './queries.ts';

/** The lyrics of a selected `track` as they are stored, perhaps with LRC's times; null without any. */
export const lyricsOf = (eb: ExpressionBuilder<Schema, 'track'>) =>
  eb.selectFrom('lyrics').whereRef('lyrics.track_id', '=', 'track.id').select('text').as('lyrics');

/** A live track with its lyrics, if it has any. @throws Problem `not_found`. */
export async function getTrackWithLyrics({ db, clock }: Context, id: string) {
  const rows = await liveTracks(db, momentOf(clock()))
    .select(columns)
    .select(lyricsOf)
    .where('track.id', '=', id)
    .execute();
  return toTrack(rows[0]);
}

/** A track in any state with its lyrics, if it has any. @throws Problem `not_found`. */
export async function getAnyTrackWithLyrics(db: Db, id: string) {
  const rows = await db
    .selectFrom('track')
    .select(columns)
    .select(['track.is_deleted', lyricsOf])
    .where('track.id', '=', id)
    .execute();
  return toTrack(rows[0]);
}

/** Without lyrics, a track is the same by itself as in lists. */
function toTrack<T extends { lyrics: string | null }>(row: T | undefined) {
  if (!row) throw new Problem('not_found');
  const { lyrics: stored, ...track } = row;
  const { lyrics, timed_lyrics } = readLyrics(stored);
  return { ...track, ...(lyrics !== null && { lyrics }), ...(timed_lyrics !== null && { timed_lyrics }) };
}

/** Stored lyrics as plain text, and as LRC if they have times. */
export function readLyrics(stored: string | null) {
  const isTimed = stored !== null && timedLines(stored).length > 0;
  return { lyrics: stored && tidyLyrics(stored), timed_lyrics: isTimed ? stored : null };
}

/** Replaces the lyrics of a track; null removes them. */
export async function writeLyrics(tx: Tx, track_id: string, text: string | null): Promise<void> {
  if (text === null) await tx.deleteFrom('lyrics').where('track_id', '=', track_id).execute();
  else
    await tx
      .insertInto('lyrics')
      .values({ track_id, text })
      .onConflict((conflict) => conflict.column('track_id').doUpdateSet({ text }))
      .execute();
}

import type { TrackPage } from 'contract/extensions/discovery.ts';
import { z } from 'zod';
import { findStory, listBackers } from '../../features/song-requests/song-requests.ts';
import { explore, findTrack, lyricsOf, momentOf, readLyrics } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { findProvenance } from '../studio/studio.ts';
import { listSimilar } from './similar.ts';

/** How many similar tracks a page shows: whole rows in 2 and 4 columns. */
const SIMILAR = 8;

/**
 * What the page of a track shows. Without such a track, what resembles it, or else what is popular.
 * @param origin of the media URLs.
 */
export async function getTrackPage(c: Context, id: string, origin: string): Promise<TrackPage> {
  const facts = isId(id) ? await selectPageFacts(c.db, c.clock(), id) : undefined;
  if (!facts) {
    const { mostPopular } = await explore(c, undefined);
    const similar = withAbsoluteUrls(mostPopular, origin).map((track) => ({ track, reasons: [] }));
    return {
      track: null,
      deleted: false,
      lyrics: null,
      timed_lyrics: null,
      plays: 0,
      has_applause: false,
      request_id: null,
      story: null,
      called_by: [],
      vips: [],
      provenance: null,
      similar,
    };
  }
  const [track, provenance, similar, story, called_by] = await Promise.all([
    findTrack(c, id),
    findProvenance(c, id),
    listSimilar(c, id, SIMILAR, origin),
    facts.request_id ? findStory(c.db, facts.request_id) : null,
    facts.request_id ? listBackers(c.db, facts.request_id) : [],
  ]);
  return {
    track: track ? withAbsoluteUrls([track], origin)[0]! : null,
    deleted: !track,
    ...readLyrics(track ? facts.lyrics : null),
    plays: facts.plays,
    has_applause: facts.has_applause !== null,
    request_id: facts.request_id,
    story: story ?? null,
    called_by: called_by.map(({ username }) => username),
    vips: called_by.filter(({ vip }) => vip).map(({ username }) => username),
    provenance: provenance ?? null,
    similar,
  };
}

const uuid = z.uuid();
const isId = (id: string) => uuid.safeParse(id).success;

/** What a track's page shows besides the track, if it is released; it may have been deleted. */
async function selectPageFacts(db: Db, now: number, id: string) {
  const rows = await db
    .selectFrom('track')
    .where('track.id', '=', id)
    .where('track.release_date', '<=', momentOf(now))
    .select((eb) => [
      'track.plays',
      lyricsOf(eb),
      eb
        .selectFrom('applause_part')
        .whereRef('applause_part.track_id', '=', 'track.id')
        .select('applause_part.part')
        .limit(1)
        .as('has_applause'),
      eb
        .selectFrom('song_request')
        .whereRef('song_request.track_id', '=', 'track.id')
        .where('song_request.released', '=', 1)
        .select('song_request.id')
        .limit(1)
        .as('request_id'),
    ])
    .execute();
  return rows[0];
}

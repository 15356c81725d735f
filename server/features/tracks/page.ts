import type { TrackPage } from 'contract/features/track-page.ts';
import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { pages } from 'contract/pages.ts';
import { coverPreload, HERO_COVER_SIZES } from 'contract/pictures/covers.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { z } from 'zod';
import { taglineAfter } from '../../platform/http/pages/brand.ts';
import { type Head, missing } from '../../platform/http/pages/page-head.ts';
import type { PageLoader } from '../../platform/http/pages/site.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { say } from '../../platform/text/say.ts';
import { lyricsOf, readLyrics } from './lyrics.ts';
import { momentOf } from './queries.ts';
import { recordingJsonLd } from './recording-json-ld.ts';
import { explore, findTrack, type TracksContext } from './tracks.ts';

/**
 * The page of a track. Without such a track, similar tracks, or else popular ones.
 * @param origin of the media URLs.
 */
export async function getTrackPage(c: TracksContext, id: string, origin: string): Promise<TrackPage> {
  const page: TrackPage = {
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
    similar: [],
  };
  const facts = isId(id) ? await selectPageFacts(c, id) : undefined;
  if (!facts) {
    const { mostPopular } = await explore(c, undefined);
    const similar = withAbsoluteUrls(mostPopular, origin).map((track) => ({ track, reasons: [] }));
    return { ...page, similar };
  }
  const [track, ...added] = await Promise.all([
    findTrack(c, id),
    ...c.trackPageParts.map(({ load }) => load?.(id, origin)),
  ]);
  return Object.assign(
    page,
    {
      track: track ? withAbsoluteUrls([track], origin)[0]! : null,
      deleted: !track,
      ...readLyrics(track ? facts.lyrics : null),
      plays: facts.plays,
    },
    ...added,
  );
}

const uuid = z.uuid();
const isId = (id: string) => uuid.safeParse(id).success;

/** Facts for a track's page besides the track, if it is released; it may have been deleted. */
const selectPageFacts = ({ db, clock }: TracksContext, id: string) =>
  db
    .selectFrom('track')
    .where('track.id', '=', id)
    .where('track.release_date', '<=', momentOf(clock()))
    .select((eb) => ['track.plays', lyricsOf(eb)])
    .executeTakeFirst();

/** The page of a track, as the server renders it. */
export const trackPage = (c: TracksContext): PageLoader<'track'> => ({
  cost: 10,
  async load({ params, origin, language }) {
    const data = await getTrackPage(c, params.id!, origin);
    const { track } = data;
    return {
      status: track ? 200 : data.deleted ? 410 : 404,
      data,
      url: `/tracks/${encodeURIComponent(params.id!)}`,
      head: track ? trackHead(c, track, data, origin, language) : missingHead(data.deleted, language),
      preload: coverPreload(track?.cover_image_url ?? null, HERO_COVER_SIZES),
      scriptless: true,
    };
  },
});

function trackHead(
  c: TracksContext,
  track: Track,
  page: TrackPage,
  origin: string,
  language: LanguageCode,
): Head {
  const path = trackPath(track);
  const title = say(language, pages.track.titleOf(track));
  const genre = track.genre && genreLabel(track.genre);
  const values = { genre, song: title, site: c.brand.name };
  const description = genre
    ? say(language, '{genre}, AI-generated. Listen to {song} on {site}.', values)
    : say(language, 'AI-generated. Listen to {song} on {site}.', values);
  const head: Head = {
    title,
    description: description + taglineAfter(c.brand, language),
    path,
    image: track.cover_image_url ?? undefined,
    type: 'music.song',
    properties: {
      'music:duration': String(track.duration_seconds),
      'og:audio': track.audio_url,
      'og:audio:type': 'audio/mpeg',
    },
    jsonLd: recordingJsonLd(track, page, origin + path),
  };
  for (const part of c.trackPageParts) {
    const { properties, ...added } = part.head?.(track, origin, language) ?? {};
    Object.assign(head, added, { properties: { ...properties, ...head.properties } });
  }
  return head;
}

const missingHead = (deleted: boolean, language: LanguageCode): Head => ({
  title: deleted ? say(language, 'This track was removed') : say(language, 'Track not found'),
  description: missing(language),
  path: null,
  card: { card: 'summary' },
});

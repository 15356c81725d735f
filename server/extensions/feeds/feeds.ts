import { Problem } from 'contract/errors.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { genreLabel, isGenre } from 'contract/genres.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { pages } from 'contract/pages.ts';
import { artistPath, feedPaths, genrePath, trackPath } from 'contract/text/slugs.ts';
import { getPublicPlaylist } from '../../features/playlists/playlists.ts';
import { getRequest, listNewest as listNewestRequests } from '../../features/song-requests/song-requests.ts';
import { getTrack, listNewest } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { FileSizes } from '../../platform/media/media-use.ts';
import { say } from '../../platform/text/say.ts';
import { listNewest as listNewestComments } from '../comments/comments.ts';
import { getArtistNews } from '../discovery/discovery.ts';
import { FEED_ITEMS, type FeedItem, trackItems } from './feed.ts';

/** Content of a feed, before its format and its URL are known. */
export interface FeedContent {
  title: string;
  description: string;
  /** Paths of the page that shows the same, and of the feed without its format. */
  page: string;
  path: string;
  ordered?: boolean;
  items: FeedItem[];
}

/** Source of feeds. The origin is that of absolute URLs. */
export interface FeedSource {
  c: Context;
  sizes: FileSizes;
  origin: string;
  language: LanguageCode;
}

export async function newFeed({ c, sizes, origin, language }: FeedSource): Promise<FeedContent> {
  const { name: site } = c.brand;
  return {
    title: say(language, 'New on {site}', { site }),
    description: say(language, 'The newest songs on {site}: AI music that the crowd calls for.', { site }),
    page: '/',
    path: feedPaths.new,
    items: await trackItems(c, await listNewest(c, undefined, FEED_ITEMS), sizes, origin, language),
  };
}

/** @throws Problem `not_found` for an unknown genre. */
export async function genreFeed(
  { c, sizes, origin, language }: FeedSource,
  genre: string,
): Promise<FeedContent> {
  if (!isGenre(genre)) throw new Problem('not_found');
  const label = genreLabel(genre);
  const { name: site } = c.brand;
  return {
    title: say(language, '{title} on {site}', { title: label, site }),
    description: say(language, 'The newest songs in {genre} on {site}: AI music that the crowd calls for.', {
      genre: label,
      site,
    }),
    page: genrePath(genre),
    path: feedPaths.genre(genre),
    items: await trackItems(c, await listNewest(c, genre, FEED_ITEMS), sizes, origin, language),
  };
}

/** @throws Problem `not_found` for an unknown artist. */
export async function artistFeed(
  { c, sizes, origin, language }: FeedSource,
  slug: string,
): Promise<FeedContent> {
  const { name: site } = c.brand;
  const { artist, tracks } = await getArtistNews(c, slug, FEED_ITEMS);
  return {
    title: say(language, '{title} on {site}', { title: artist.name, site }),
    description: say(language, 'The newest songs by {name} on {site}: AI music that the crowd calls for.', {
      name: artist.name,
      site,
    }),
    page: artistPath(artist.slug),
    path: feedPaths.artist(artist.slug),
    items: await trackItems(c, tracks, sizes, origin, language),
  };
}

/** @throws Problem `not_found` for a private playlist, too. */
export async function playlistFeed(
  { c, sizes, origin, language }: FeedSource,
  id: string,
): Promise<FeedContent> {
  const { playlist, tracks } = await getPublicPlaylist(c, id, FEED_ITEMS);
  return {
    title: playlist.name,
    description:
      playlist.description ||
      say(language, 'A playlist by {name} on {site}.', { name: playlist.username, site: c.brand.name }),
    page: `/playlists/${id}`,
    path: feedPaths.playlist(id),
    ordered: true,
    items: await trackItems(c, tracks, sizes, origin, language),
  };
}

/** The board's newest requests. Votes are left out, so that a vote does not make a request look new. */
export async function requestFeed({ c, origin, language }: FeedSource): Promise<FeedContent> {
  const requests = await listNewestRequests(c, FEED_ITEMS);
  return {
    title: say(language, 'Song requests on {site}', { site: c.brand.name }),
    description: say(language, 'Songs that people requested. {goal} votes bring one to the studio.', {
      goal: VOTE_GOAL,
    }),
    page: '/leaderboard',
    path: feedPaths.requests,
    items: requests.map((request) => ({
      id: `urn:uuid:${request.id}`,
      title: say(language, pages.request.titleOf(request)),
      url: `${origin}/leaderboard/${request.id}`,
      summary:
        request.description ||
        say(language, 'A song request in {genre}.', { genre: genreLabel(request.genre) }),
      author: request.requested_by ?? undefined,
      genre: genreLabel(request.genre),
      image: undefined,
      published: request.created_at,
      updated: request.created_at,
      audio: undefined,
    })),
  };
}

/** The newest comments on a song request or a track. @throws Problem `not_found`, also for one that is not public. */
export async function commentFeed(
  { c, origin, language }: FeedSource,
  { on, id }: { on: 'request' | 'track'; id: string },
): Promise<FeedContent> {
  const comments = await listNewestComments(c, null, { on, subject: id }, FEED_ITEMS);
  const song =
    on === 'track'
      ? await getTrack(c, id).then(({ title, display_artist: artist }) => ({ title, artist }))
      : await getRequest(c.db, null, id);
  const page = on === 'track' ? trackPath({ id, title: song.title }) : `/leaderboard/${id}`;
  const name = say(language, pages.request.titleOf(song));
  const site = c.brand.name;
  return {
    title: say(language, 'Comments on {song}', { song: name }),
    description: say(language, 'What people say about {song} on {site}.', { song: name, site }),
    page,
    path: feedPaths.comments(on, id),
    items: comments
      .filter(({ state }) => state === 'shown')
      .map(({ id, text, by, created_at, edited_at }) => ({
        id: `urn:uuid:${id}`,
        title:
          by === null
            ? say(language, 'A comment on {song}', { song: name })
            : say(language, '{name} on {song}', { name: by, song: name }),
        url: `${origin}${page}#comments`,
        summary: text,
        author: by ?? undefined,
        genre: undefined,
        image: undefined,
        published: created_at,
        updated: edited_at ?? created_at,
        audio: undefined,
      })),
  };
}

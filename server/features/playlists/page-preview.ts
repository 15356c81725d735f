import { feedPaths } from 'contract/feeds.ts';
import { pages } from 'contract/pages.ts';
import type { Context } from '../../platform/context.ts';
import type { Head } from '../../platform/http/page-head.ts';
import { selectCard } from './cards.ts';

const PLAYLIST_PAGE = /^\/playlists\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** What a public playlist's page is about; undefined for other pages, and for playlists that visitors can't see. */
export async function playlistHead(c: Context, pathname: string): Promise<Head | undefined> {
  const id = PLAYLIST_PAGE.exec(pathname)?.[1]?.toLowerCase();
  const playlist = id && (await selectCard(c.db, c.clock(), id, null));
  if (!playlist) return undefined;
  const { name, username, track_count, description } = playlist;
  const image = playlist.cover_image_url ?? playlist.covers[0];
  return {
    title: name,
    description: description || pages.playlist.description(username, track_count),
    path: `/playlists/${id}`,
    feed: { title: name, path: feedPaths.playlist(id) },
    player: true,
    ...(image && { image }),
  };
}

import { feedPaths } from 'contract/feeds.ts';
import { pluralize } from 'contract/pluralize.ts';
import type { Context } from '../../platform/context.ts';
import type { PagePreview } from '../../platform/http/page-head.ts';
import { selectCard } from './cards.ts';

const PLAYLIST_PAGE = /^\/playlists\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** What previews of a public playlist's page say; undefined for other pages, and for playlists that visitors can't see. */
export async function previewPlaylistPage(c: Context, pathname: string): Promise<PagePreview | undefined> {
  const id = PLAYLIST_PAGE.exec(pathname)?.[1]?.toLowerCase();
  const playlist = id && (await selectCard(c.db, c.clock(), id, null));
  if (!playlist) return undefined;
  const { name, username, track_count, description } = playlist;
  const image = playlist.cover_image_url ?? playlist.covers[0];
  return {
    title: name,
    description: description || `A playlist by ${username}: ${pluralize(track_count, 'track')} on Ovation.`,
    feed: feedPaths.playlist(id),
    player: true,
    ...(image && { image }),
  };
}

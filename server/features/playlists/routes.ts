import { coverSrcSet } from 'contract/covers.ts';
import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/playlists.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { assertSameId } from '../../platform/http/same-id.ts';
import { absolute } from '../../platform/media/addresses.ts';
import type { Card } from './card-queries.ts';
import { getPlaylistTrack, listEntries, listPlaylistTracks } from './entries.ts';
import { addTrack, moveNextTo, moveToPosition, removeTrack } from './entry-changes.ts';
import { toJson, toM3u8 } from './file-export.ts';
import { importPlaylist } from './import.ts';
import {
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  getPlaylist,
  listChoices,
  listPlaylists,
} from './playlists.ts';
import type { Viewer } from './queries.ts';

export function playlistRoutes(bind: Bind, c: Context): void {
  bind(contract.listPlaylists, async ({ query }, { user, reply, origin }) => {
    return sendPage(reply, await listPlaylists(c, user.id, query)).map((card) =>
      toResponse(card, user, origin),
    );
  });

  bind(contract.listChoices, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listChoices(c, user.id, query.track_id, query));
  });

  bind(contract.getPlaylist, async ({ params }, { user, origin }) =>
    toResponse(await getPlaylist(c, user, params.id), user, origin),
  );

  bind(contract.getPlaylistTracks, async ({ params }, { user, origin }) => {
    const { playlist, entries } = await listEntries(c, user, params.id);
    return {
      playlist: toResponse(playlist, user, origin),
      entries: entries.map((entry) => ({
        ...entry,
        track: entry.track && absolute([entry.track], origin)[0]!,
      })),
    };
  });

  bind(contract.makePlaylist, async ({ body }, { user, origin }) => {
    const { user_id: _, ...input } = body;
    const cover_image_url = storedCover(body.cover_image_url, origin);
    return toResponse(await createPlaylist(c, user.id, { ...input, cover_image_url }), user, origin);
  });

  bind(contract.editPlaylist, async ({ params, body }, { user, origin }) => {
    const { playlist_id, user_id: _, ...input } = body;
    assertSameId('playlist_id', playlist_id, params.id);
    const cover_image_url = storedCover(body.cover_image_url, origin);
    return toResponse(await editPlaylist(c, user.id, params.id, { ...input, cover_image_url }), user, origin);
  });

  bind(contract.deletePlaylist, async ({ params }, { user }) => {
    await deletePlaylist(c, user.id, params.id);
    return {};
  });

  bind(contract.movePlaylistTrack, async ({ params, body }, { user }) => ({
    order: await moveNextTo(c, user.id, params.id, body),
  }));

  bind(contract.exportPlaylist, async ({ params, query }, { user, reply, origin }) => {
    const { playlist, entries } = await listEntries(c, user, params.id);
    const tracks = entries.map(({ id, position, track, ...entry }) => ({
      ...entry,
      audio_url: track && absolute([track], origin)[0]!.audio_url,
    }));
    reply.header('content-disposition', attachment(`${playlist.name}.${query.format}`));
    if (query.format === 'json') return toJson(playlist, tracks);
    reply.type('application/vnd.apple.mpegurl; charset=utf-8');
    return toM3u8(playlist, tracks);
  });

  bind(contract.importPlaylist, async ({ query, body }, { user, origin }) => {
    const { card, ...rest } = await importPlaylist(c, user, { file: body, name: query.name });
    return { playlist: toResponse(card, user, origin), ...rest };
  });

  bind(contract.listPlaylistTracks, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listPlaylistTracks(c, user, query));
  });

  bind(contract.getPlaylistTrack, ({ params }, { user }) => getPlaylistTrack(c, user, params.id));

  bind(contract.addPlaylistTrack, ({ body }, { user }) => {
    const { playlist_id, track_id, position, sort_index } = body;
    return addTrack(c, user.id, { playlist_id, track_id, position: position ?? sort_index ?? 0 });
  });

  bind(contract.editPlaylistTrack, ({ params, body }, { user }) => {
    const { playlist_track_id, position, sort_index, ...rest } = body;
    assertSameId('playlist_track_id', playlist_track_id, params.id);
    return moveToPosition(c, user.id, params.id, { ...rest, position: position ?? sort_index });
  });

  bind(contract.removePlaylistTrack, async ({ params }, { user }) => {
    await removeTrack(c, user.id, params.id);
    return {};
  });
}

/** Makes addresses absolute and hides the owner's id from everyone but the owner and admins. */
function toResponse(card: Card, viewer: Viewer, origin: string): contract.Playlist {
  const seesOwner = viewer !== null && (viewer.id === card.user_id || viewer.plan_tier === 'admin');
  const [row] = absolute([{ ...card, is_deleted: card.is_deleted === 1 }], origin);
  const covers = card.covers.map(
    (cover_image_url) => absolute([{ cover_image_url }], origin)[0]!.cover_image_url,
  );
  return { ...row!, user_id: seesOwner ? card.user_id : null, covers };
}

/**
 * Returns the path of a cover on our origin, as it is stored. Pictures from other hosts would reveal to them who looks
 * at the playlist.
 * @throws Problem `bad_input`.
 */
function storedCover(url: string | null | undefined, origin: string): string | null | undefined {
  if (url === null || url === undefined) return url;
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : undefined;
  if (path !== undefined && coverSrcSet(path) !== undefined) return path;
  throw new Problem('bad_input', 'cover_image_url: Please choose the cover of a track on Ovation.', {
    field: 'cover_image_url',
  });
}

/** A Content-Disposition header for a download with this name (RFC 6266, RFC 8187). */
function attachment(name: string): string {
  const plain = name.replace(/[^\w .()-]+/g, '_');
  const whole = encodeURIComponent(name.toWellFormed().replace(/[\\/]/g, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

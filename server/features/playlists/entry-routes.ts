import * as contract from 'contract/playlists.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPrecompressed } from '../../platform/http/compress.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { assertSameId } from '../../platform/http/validate.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { toResponse } from './cards.ts';
import {
  addTrack,
  getPlaylistTrack,
  listEntries,
  listPlaylistTracks,
  moveNextTo,
  moveToPosition,
  removeTrack,
} from './entries.ts';
import { getPlaylist } from './playlists.ts';
import { MIN_ENTRIES, preparedTracks } from './prepared-tracks.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function entryRoutes(bind: Bind, c: Context): void {
  const prepared = preparedTracks(c.clock);
  bind(contract.getPlaylistTracks, async ({ params }, { user, origin, request, reply }) => {
    const card = await getPlaylist(c, user, params.id);
    const playlist = toResponse(card, user, origin);
    const version = `${card.content_version} ${JSON.stringify(playlist)}`;
    const found = prepared.find(version);
    if (found) return sendPrecompressed(request, reply.type(JSON_TYPE), found);
    const entries = (await listEntries(c, params.id)).map((entry) => ({
      ...entry,
      track: entry.track && withAbsoluteUrls([entry.track], origin)[0]!,
    }));
    if (entries.length < MIN_ENTRIES) return reply.send({ playlist, entries });
    const response = reply.serialize({ playlist, entries }) as string;
    return sendPrecompressed(request, reply.type(JSON_TYPE), prepared.prepare(version, response));
  });

  bind(contract.movePlaylistTrack, async ({ params, body }, { user }) => ({
    order: await moveNextTo(c, user.id, params.id, body),
  }));

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

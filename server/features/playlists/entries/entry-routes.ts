import * as contract from 'contract/features/playlists.ts';
import type { Context } from '../../../platform/context.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import { type Precompressed, precompress, sendPrecompressed } from '../../../platform/http/compress.ts';
import { sendPage } from '../../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../../platform/media/stored-urls.ts';
import { toResponse } from '../cards.ts';
import { liveKey } from '../live.ts';
import { getPlaylist } from '../playlists.ts';
import {
  addTrack,
  getPlaylistTrack,
  listEntries,
  listPlaylistTracks,
  moveNextTo,
  moveToPosition,
  removeTrack,
} from './entries.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function entryRoutes(bind: Bind, c: Context): void {
  const prepared = preparedTracks(c.clock);
  bind(contract.getPlaylistTracks, async ({ params }, { user, origin, request, reply }) => {
    const card = await getPlaylist(c, user, params.id);
    const playlist = toResponse(card, user, origin);
    const live = await liveKey(c, params.id);
    const version = `${card.content_version} ${live} ${JSON.stringify(playlist)}`;
    const found = prepared.find(version);
    if (found) return sendPrecompressed(request, reply.type(JSON_TYPE), found);
    const entries = (await listEntries(c, params.id)).map((entry) => ({
      ...entry,
      track: entry.track && withAbsoluteUrls([entry.track], origin)[0]!,
    }));
    if (entries.length < MIN_ENTRIES) return reply.send({ playlist, entries, live });
    const response = reply.serialize({ playlist, entries, live }) as string;
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
    const { playlist_track_id: _, position, sort_index, ...rest } = body;
    return moveToPosition(c, user.id, params.id, { ...rest, position: position ?? sort_index });
  });

  bind(contract.removePlaylistTrack, ({ params }, { user }) => removeTrack(c, user.id, params.id));
}

/** Shorter playlists are quickly read, and their responses are not kept. */
const MIN_ENTRIES = 100;
/** Responses kept, of which a playlist of 1,000 tracks takes a megabyte. */
const MAX_KEPT = 8;
/** The name of somebody who asked for a song can change without a new version, ms. */
const MAX_AGE_MS = 10_000;

/** The last responses with long playlists, because reading and serializing 1,000 tracks takes 25 ms. */
interface PreparedTracks {
  /** @param version names everything that the response depends on. */
  find: (version: string) => Precompressed | undefined;
  /** Keeps a response. */
  prepare: (version: string, response: string) => Precompressed;
}

export function preparedTracks(clock: () => number): PreparedTracks {
  const kept = new Map<string, { text: Precompressed; until: number }>();
  return {
    find(version) {
      const found = kept.get(version);
      return found && found.until > clock() ? found.text : undefined;
    },
    prepare(version, response) {
      const text = precompress(response);
      kept.delete(version);
      kept.set(version, { text, until: clock() + MAX_AGE_MS });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT) kept.delete(oldest!);
      return text;
    },
  };
}

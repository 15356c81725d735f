import * as contract from 'contract/features/library.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { countPlaylists } from '../playlists/playlists.ts';
import { countListens } from '../plays/plays.ts';
import { countPart } from '../song-requests/song-requests.ts';
import {
  countFavorites,
  getSavedTrack,
  jumpBackIn,
  listLibrary,
  listMade,
  listSavedTracks,
  saveTrack,
  unsaveTrack,
} from './library.ts';

export function libraryRoutes(bind: Bind, c: Context): void {
  bind(contract.listSavedTracks, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listSavedTracks(c, user.id, query));
  });

  bind(contract.getSavedTrack, ({ params }, { user }) => getSavedTrack(c, user.id, params.id));

  bind(contract.saveTrack, ({ body }, { user }) => saveTrack(c, user.id, body.track_id));

  bind(contract.editSavedTrack, ({ params }, { user }) => getSavedTrack(c, user.id, params.id));

  bind(contract.unsaveTrack, ({ params }, { user }) => unsaveTrack(c, user.id, params.id));

  bind(contract.listLibrary, async ({ query }, { user, reply, origin }) => {
    return withAbsoluteUrls(sendPage(reply, await listLibrary(c, user.id, query)), origin);
  });

  bind(contract.getJump, async (_input, { user, origin }) => {
    const { songs, played, ...others } = await jumpBackIn(c, user.id);
    return { songs: withAbsoluteUrls(songs, origin), played: withAbsoluteUrls(played, origin), ...others };
  });

  bind(contract.getCounts, async (_input, { user, origin }) => {
    const [playlists, favorites, part, listens, made] = await Promise.all([
      countPlaylists(c, user.id),
      countFavorites(c, user.id),
      countPart(c.db, user.id),
      countListens(c.db, user.id),
      listMade(c, user.id),
    ]);
    return { playlists, favorites, ...part, listens, made: withAbsoluteUrls(made, origin) };
  });
}

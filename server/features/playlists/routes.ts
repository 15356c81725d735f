import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/features/playlists.ts';
import { coverSrcSet } from 'contract/pictures/covers.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { StreamSettings } from '../../platform/http/connections/event-streams.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { toStoredPath } from '../../platform/media/stored-urls.ts';
import { toPerson, toResponse } from './cards.ts';
import { entryRoutes } from './entries/entry-routes.ts';
import { playlistFileRoutes } from './files/file-routes.ts';
import { livePlaylists } from './live.ts';
import * as people from './people.ts';
import {
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  getPlaylist,
  listChoices,
  listPlaylists,
  listSharedPlaylists,
} from './playlists.ts';

export function playlistRoutes(
  server: FastifyInstance,
  bind: Bind,
  c: Context,
  streams: StreamSettings,
): void {
  bind(contract.listPlaylists, async ({ query }, { user, reply, origin }) => {
    return sendPage(reply, await listPlaylists(c, user.id, query)).map((card) =>
      toResponse(card, user, origin),
    );
  });

  bind(contract.listSharedPlaylists, async (_input, { user, origin }) =>
    (await listSharedPlaylists(c, user.id)).map((card) => toResponse(card, user, origin)),
  );

  bind(contract.listChoices, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listChoices(c, user.id, query.track_id, query));
  });

  bind(contract.getPlaylist, async ({ params }, { user, origin }) =>
    toResponse(await getPlaylist(c, user, params.id), user, origin),
  );

  bind(contract.createPlaylist, async ({ body }, { user, origin }) => {
    const { user_id: _, ...input } = body;
    const cover_image_url = storedCover(body.cover_image_url);
    const created = await createPlaylist(c, user.id, { ...input, cover_image_url });
    return toResponse(created, user, origin);
  });

  bind(contract.editPlaylist, async ({ params, body }, { user, origin }) => {
    const { playlist_id: _, user_id: __, ...input } = body;
    const cover_image_url = storedCover(body.cover_image_url);
    return toResponse(await editPlaylist(c, user.id, params.id, { ...input, cover_image_url }), user, origin);
  });

  bind(contract.deletePlaylist, ({ params }, { user }) => deletePlaylist(c, user.id, params.id));

  const live = livePlaylists(c, streams);
  server.addHook('onReady', live.start);
  server.addHook('preClose', async () => live.stop());
  bind(contract.subscribePlaylist, ({ params, query }, { request, reply }) =>
    live.subscribe(params.id, query.key, request, reply),
  );

  entryRoutes(bind, c);
  peopleRoutes(bind, c);
  playlistFileRoutes(bind, c);
}

function peopleRoutes(bind: Bind, c: Context): void {
  bind(contract.getInvitations, async ({ params }, { user, origin }) => {
    const { invited, link } = await people.getInvitations(c, user, params.id);
    return { invited: invited.map((person) => toPerson(person, origin)), link };
  });
  bind(contract.inviteEditor, ({ params, body }, { user }) =>
    people.invite(c, user, params.id, body.username),
  );
  bind(contract.createInvitationLink, ({ params, body }, { user }) =>
    people.createLink(c, user, params.id, body.uses),
  );
  bind(contract.revokeInvitationLink, ({ params }, { user }) => people.revokeLink(c, user, params.id));
  bind(contract.checkInvitation, ({ params, body }, { user }) =>
    people.checkInvitation(c, user, params.id, body.token),
  );
  bind(contract.joinPlaylist, async ({ params, body }, { user, origin }) =>
    toResponse(await people.join(c, user, params.id, body.token), user, origin),
  );
  bind(contract.removeEditor, ({ params }, { user }) =>
    people.removeEditor(c, user, params.id, params.username),
  );
}

/**
 * Returns the path of one of our covers, whichever host its URL names. A picture on another host would reveal
 * the viewers of the playlist to that host.
 * @throws Problem `bad_input` for any other picture.
 */
function storedCover(url: string | null | undefined): string | null | undefined {
  if (url === null || url === undefined) return url;
  if (coverSrcSet(url) !== undefined) return toStoredPath(url);
  throw new Problem('bad_input', 'Please choose the cover of a track of this site.', {
    field: 'cover_image_url',
  });
}

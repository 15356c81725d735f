import { createHmac } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { eventStreams, type StreamSettings } from '../../platform/http/connections/event-streams.ts';

/** Changes of a playlist are collected for this long, ms, so that many cost each stream one write. */
const BATCH_MS = 150;
const CHANGED = 'event: changed\ndata: {}\n\n';

/**
 * Key to the stream of a playlist. Browsers cannot send a token with it, so who may see the playlist gets this instead.
 * It changes with the people, so that who is removed can no longer listen.
 * @returns null if the playlist is nobody else's: nothing changes it.
 */
export async function liveKey({ db, visitorSecret }: Context, id: string): Promise<string | null> {
  const editors = await db
    .selectFrom('playlist_editor')
    .where('playlist_id', '=', id)
    .orderBy('user_id')
    .select(['user_id', 'since'])
    .execute();
  const playlist = await db
    .selectFrom('playlist')
    .leftJoin('playlist_link', 'playlist_link.playlist_id', 'playlist.id')
    .where('playlist.id', '=', id)
    .where('playlist.is_deleted', '=', 0)
    .select(['playlist.user_id', 'playlist.privacy', 'playlist_link.token_hash'])
    .executeTakeFirst();
  if (!playlist || (editors.length === 0 && playlist.token_hash === null)) return null;
  const facts = JSON.stringify([id, playlist.user_id, playlist.privacy, editors]);
  return createHmac('sha256', visitorSecret).update(`playlist ${facts}`).digest('base64url');
}

/** Changes of playlists as server-sent events: who sees one that changed fetches it again. */
export function livePlaylists(c: Context, settings: StreamSettings) {
  const streams = eventStreams(settings);
  /** By id: whether its people changed. */
  let changed = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  let listener = { stop: () => {} };

  function send(): void {
    timer = undefined;
    const batch = changed;
    changed = new Map();
    const open = streams.topics();
    for (const [id, people] of batch) {
      if (!open.has(id)) continue;
      streams.send(CHANGED, id);
      if (people) streams.endAll(id);
    }
  }

  return {
    start: async () => {
      listener = await c.engine.listen('playlists', {
        onMessage(text) {
          if (streams.size() === 0) return;
          const [id, people] = text.split(' ') as [string, string?];
          changed.set(id, (changed.get(id) ?? false) || people !== undefined);
          timer ??= setTimeout(send, BATCH_MS);
        },
        onReconnect: () => streams.endAll(),
      });
    },
    /** Turns the response into a stream of a playlist's changes. @throws Problem `not_found`; as `eventStreams`. */
    async subscribe(
      id: string,
      key: string,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<undefined> {
      if ((await liveKey(c, id)) !== key) throw new Problem('not_found');
      // What a stream that broke has missed is fetched.
      streams.open(request, reply, request.headers['last-event-id'] ? CHANGED : 'id: 0\n\n', id);
    },
    stop() {
      listener.stop();
      clearTimeout(timer);
      streams.close();
    },
  };
}

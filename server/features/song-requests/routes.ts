import { Problem } from 'contract/errors.ts';
import type { RequestPage } from 'contract/features/song-requests.ts';
import * as contract from 'contract/features/song-requests.ts';
import type { FastifyInstance } from 'fastify';
import type { ReadQueue } from '../../platform/concurrency.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import {
  getBoard,
  getNearest,
  getRequest,
  getRequestPage,
  getRequestWithLyrics,
  listOwn,
  listRequests,
  type Understand,
} from './board/board.ts';
import { getAsked, listHeard } from './board/heard.ts';
import { type LiveSettings, liveBoard } from './board/live.ts';
import { findSimilar } from './board/similar.ts';
import { selectEvents } from './events.ts';
import { listInReview } from './moderation/in-review.ts';
import { merge } from './moderation/merge.ts';
import { approve, decline, edit, writeLyrics } from './moderation/moderation.ts';
import { submit } from './submit.ts';
import { voting } from './voting/votes.ts';

const editable = ['title', 'artist', 'genre', 'description', 'lyrics', 'released'] as const;

type Editable = Pick<RequestPage, (typeof editable)[number]>;

/** The fields that a body changes: a client may send the whole record back. */
function changesOf(now: Editable, body: { [Field in keyof Editable]?: Editable[Field] | undefined }) {
  const changed = editable.filter((field) => body[field] !== undefined && body[field] !== now[field]);
  return Object.fromEntries(changed.map((field) => [field, body[field]])) as Partial<Editable>;
}

export function songRequestRoutes(
  server: FastifyInstance,
  bind: Bind,
  c: Context,
  settings: LiveSettings,
  searches: ReadQueue,
  understand: Understand,
): void {
  const live = liveBoard(c, settings, (error) =>
    server.log.error({ err: error }, 'sending board events failed'),
  );
  server.addHook('onReady', live.start);
  server.addHook('preClose', async () => live.stop());
  bind(contract.subscribeRequests, (_input, { request, reply }) => void live.subscribe(request, reply));

  bind(contract.listRequests, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listRequests(c, user?.id, query));
  });

  bind(contract.getBoard, ({ query }, { user }) => getBoard(c, user?.id, query.page));

  bind(contract.getNearestRequest, (_input, { user }) => getNearest(c, user?.id));

  bind(contract.listHeard, async ({ query }, { origin, reply }) =>
    sendPage(reply, await listHeard(c, query, origin)),
  );

  bind(contract.getAsked, (_input, { user, origin }) => getAsked(c, user?.id, origin));

  bind(contract.findSimilarRequests, ({ query }, { user, request }) =>
    searches(request, () => findSimilar(c, user?.id, query)),
  );

  bind(contract.listOwnRequests, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listOwn(c, user.id, query));
  });

  bind(contract.getRequest, ({ params }, { user }) => getRequestPage(c, user, params.id, understand));

  bind(contract.getTimeline, async ({ params }, { user }) => {
    await getRequestPage(c, user, params.id);
    return selectEvents(c.db, params.id);
  });

  bind(contract.readWishes, ({ body }) => understand(body));

  bind(contract.submitRequest, ({ body }, { user, request }) =>
    submit(c, user, body, idempotencyKey(request)),
  );

  const castVote = voting(c);
  bind(contract.vote, ({ params }, { user, request }) => castVote(user, params.id, idempotencyKey(request)));

  bind(contract.editRequest, async ({ params: { id }, body }, { user, request }) => {
    const changes = changesOf(await getRequestWithLyrics(c.db, user, id), body);
    if (Object.keys(changes).length > 0) {
      const { lyrics, ...others } = changes;
      if (user.plan_tier === 'admin') await edit(c, user, id, changes);
      else if (lyrics === undefined || Object.keys(others).length > 0) throw new Problem('forbidden');
      else await writeLyrics(c, user, id, lyrics);
    }
    if (body.votes !== undefined) return (await castVote(user, id, idempotencyKey(request))).request;
    return getRequest(c.db, user, id);
  });

  reviewRoutes(bind, c);

  bind(contract.declineRequest, ({ params, query }) => decline(c, params.id, query.reason));
}

function reviewRoutes(bind: Bind, c: Context): void {
  bind(contract.listInReview, async ({ query }, { user, reply }) =>
    sendPage(reply, await listInReview(c, user.id, query)),
  );

  bind(contract.mergeRequest, async ({ params, body }, { user }) => {
    await merge(c, params.id, body.into);
    return getRequest(c.db, user, body.into);
  });

  bind(contract.approveRequest, async ({ params }, { user }) => {
    await approve(c, params.id);
    return getRequest(c.db, user, params.id);
  });
}

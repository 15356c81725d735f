import * as contract from 'contract/extensions/comments/comments.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind, Call } from '../../platform/http/bind.ts';
import { ipBucket } from '../../platform/http/requests/caller.ts';
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { rateLimit, tooMany } from '../../platform/http/requests/rate-limit.ts';
import {
  comment,
  deleteComment,
  editComment,
  listAnswers,
  listComments,
  markHelpful,
  reportComment,
} from './comments.ts';
import { closeConversation, judge, listToReview, muteWriter } from './moderation.ts';

/** Comments, edits and reports of a member, and of an address: at once, and for each second after that. */
const OF_MEMBER = { burst: 10, perSecond: 1 / 20 };
const OF_ADDRESS = { burst: 30, perSecond: 1 / 5 };
/** Marks of a member. */
const MARKS = { burst: 60, perSecond: 1 };

export function commentRoutes(bind: Bind, c: Context): void {
  const ofMember = rateLimit(OF_MEMBER);
  const ofAddress = rateLimit(OF_ADDRESS);
  const marks = rateLimit(MARKS);
  /** @throws Problem `too_many_comments`. */
  const assertRate = ({ user, request }: Pick<Call, 'request'> & { user: { id: string } }) => {
    const now = c.clock();
    const wait = ofMember(user.id, now) || ofAddress(ipBucket(request.ip), now);
    if (wait > 0) throw tooMany(wait, 'too_many_comments');
  };

  bind(contract.listComments, async ({ query }, { user, reply }) => {
    const { next, ...conversation } = await listComments(c, user, query);
    if (next !== undefined) reply.header('x-next-cursor', next);
    return conversation;
  });
  bind(contract.listAnswers, async ({ params, query }, { user, reply }) =>
    sendPage(reply, await listAnswers(c, user, params.id, query)),
  );
  bind(contract.comment, ({ body }, call) => {
    assertRate(call);
    return comment(c, call.user, body, { key: idempotencyKey(call.request) });
  });
  bind(contract.editComment, ({ params, body }, call) => {
    assertRate(call);
    return editComment(c, call.user, params.id, body.text);
  });
  bind(contract.deleteComment, ({ params }, { user }) => deleteComment(c, user, params.id));
  bind(contract.markHelpful, ({ params, body }, { user }) => {
    const wait = marks(user.id, c.clock());
    if (wait > 0) throw tooMany(wait);
    return markHelpful(c, user, params.id, body.helpful);
  });
  bind(contract.reportComment, ({ params, body }, call) => {
    assertRate(call);
    return reportComment(c, call.user, params.id, body.reason);
  });

  bind(contract.writeUpdate, ({ body }, { user }) =>
    comment(c, user, { on: 'request', ...body }, { is_update: true }),
  );
  bind(contract.listCommentsToReview, async ({ query }, { reply }) =>
    sendPage(reply, await listToReview(c, query)),
  );
  bind(contract.hideComment, ({ params }) => judge(c, params.id, 'hidden'));
  bind(contract.showComment, ({ params }) => judge(c, params.id, 'shown'));
  bind(contract.muteWriter, ({ params, body }) => muteWriter(c, params.id, body.muted));
  bind(contract.closeConversation, ({ body }) => closeConversation(c, body));
}

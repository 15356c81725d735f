import * as contract from 'contract/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { getRequest } from './board.ts';
import { merge } from './merge.ts';
import { approve } from './moderation.ts';
import { listInReview, listReports, reportRequest, resolveReport } from './reports.ts';

export function reviewRoutes(bind: Bind, c: Context): void {
  bind(contract.reportRequest, ({ params, body }, { user }) =>
    reportRequest(c, user, params.id, body.reason),
  );

  bind(contract.listRequestReports, async ({ query }, { reply }) =>
    sendPage(reply, await listReports(c, query)),
  );

  bind(contract.resolveRequestReport, async ({ params }) => {
    await resolveReport(c, params.id);
    return {};
  });

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

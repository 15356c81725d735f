import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/features/reports.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { getRequest, type RequestStep, STEP } from '../song-requests/song-requests.ts';
import { isLiveTrack } from '../tracks/tracks.ts';
import { listReports, report, reportData, resolve, resolveAll } from './reports.ts';

/** Reports of members to the admins: tracks, and song requests. */
export const reports: Feature<Context> = {
  name: 'reports',
  routes: ({ bind, c }) => reportRoutes(bind, c),
  personalData: [reportData],
  jobs: {
    // The admins have seen a request that they merged: nobody need look at its reports anymore.
    'reports.resolve-merged': {
      run: async (c, { kind, request_id }: RequestStep) => {
        if (kind === 'merged') await resolveAll(c, request_id);
      },
    },
  },
  onEvents: { [STEP]: 'reports.resolve-merged' },
};

function reportRoutes(bind: Bind, c: Context): void {
  bind(contract.reportTrack, async ({ body: { track_id, reason } }, { user }) => {
    if (!(await isLiveTrack(c.db, c.clock(), track_id))) throw new Problem('not_found');
    return { ...(await report(c, 'track', { id: track_id, user_id: user.id, reason })), track_id };
  });
  bind(contract.listReports, async ({ query }, { reply }) =>
    sendPage(reply, await listReports(c, 'track', query)).map((row) => ({
      ...row,
      is_deleted: row.is_deleted === 1,
    })),
  );
  bind(contract.resolveReport, ({ params }) => resolve(c, 'track', params.id));

  bind(contract.reportRequest, async ({ params, body: { reason } }, { user }) => {
    const { id } = await getRequest(c.db, user, params.id);
    return { ...(await report(c, 'request', { id, user_id: user.id, reason })), request_id: id };
  });
  bind(contract.listRequestReports, async ({ query }, { reply }) =>
    sendPage(reply, await listReports(c, 'request', query)),
  );
  bind(contract.resolveRequestReport, ({ params }) => resolve(c, 'request', params.id));
}

import * as contract from 'contract/features/publishing.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { byCreation, paginate, sendPage } from '../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { listQueued } from '../song-requests/song-requests.ts';
import { termsOf } from '../tracks/tracks.ts';
import { audioWaits } from './measuring/audio-source.ts';
import { edit, publish, withdraw } from './publishing.ts';
import { countManaged, selectManaged } from './queries.ts';
import { retryUpload } from './upload-jobs.ts';
import { toUploadResponse } from './upload-queries.ts';
import { discardUpload, getUpload, receiveAudio, receiveCover } from './uploads.ts';

/** @param audioWaitMs how long a publish waits for its audio; undefined for the usual time. */
export function publishingRoutes(
  server: FastifyInstance,
  bind: Bind,
  c: Context,
  audioWaitMs: number | undefined,
): void {
  const waitFor = audioWaits(server, audioWaitMs);

  bind(contract.uploadAudio, async (_input, { request, user, origin }) =>
    toUploadResponse(c, await receiveAudio(c, request, user.id), origin),
  );

  bind(contract.uploadCover, async (_input, { request, origin }) => ({
    url: origin + (await receiveCover(c, request)),
  }));

  bind(contract.getUpload, async ({ params }, { origin }) =>
    toUploadResponse(c, await getUpload(c, params.id), origin),
  );

  bind(contract.discardUpload, ({ params }) => discardUpload(c, params.id));

  bind(contract.retryUpload, ({ params }) => retryUpload(c, params.id));

  bind(contract.publishTrack, async ({ body }, { reply, user, origin }) =>
    toTrackResponse(await publish(c, user.id, body, waitFor(reply)), origin),
  );

  bind(contract.editTrack, async ({ params, body }, { reply, origin }) =>
    toTrackResponse(await edit(c, params.id, body, waitFor(reply)), origin),
  );

  bind(contract.deleteTrack, ({ params }) => withdraw(c, params.id));

  bind(contract.listManagedTracks, async ({ query }, { reply, origin }) => {
    const filter = { terms: termsOf(query.q), state: query.state };
    const page = await paginate(
      query,
      byCreation,
      (part) => selectManaged(c.db, c.clock(), { ...filter, ...part }),
      () => countManaged(c.db, c.clock(), filter),
    );
    return sendPage(reply, page).map((row) => ({
      ...toTrackResponse(row, origin),
      state: row.state,
      open_reports: Number(row.open_reports),
    }));
  });

  bind(contract.listQueue, (_input, { user }) => listQueued(c.db, user.id));
}

function toTrackResponse<Row extends { is_deleted: 0 | 1 }>(row: Row, origin: string) {
  const [track] = withAbsoluteUrls([row as Omit<Row, 'is_deleted'> & object], origin);
  return { ...track!, is_deleted: row.is_deleted === 1 };
}

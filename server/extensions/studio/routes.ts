import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/extensions/studio.ts';
import type { FastifyInstance } from 'fastify';
import { getTrack } from '../../features/tracks/tracks.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { enqueue } from '../../platform/jobs.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { cancelTake, getStudio, listGenerators, retryTake, toStudioTake } from './administration.ts';
import { chooseTake } from './choosing/choice.ts';
import { getProvenance, listTakes } from './choosing/listening.ts';
import { closeChoice, releaseTake } from './choosing/release.ts';
import { TAKE } from './settings.ts';
import { askerOf, bandSketches, sendSketch, sketchOrderOf } from './sketches.ts';
import type { StudioContext } from './studio-context.ts';
import { makeTakes } from './takes/make-takes.ts';
import { selectRunning } from './takes/take-queries.ts';

export function studioRoutes(server: FastifyInstance, bind: Bind, c: StudioContext): void {
  const sketches = bandSketches(c, (error) => server.log.error({ err: error }, 'a sketch failed'));
  server.addHook('preClose', async () => sketches.close());

  bind(contract.sketchWords, ({ body }, { user, request, reply }) =>
    sendSketch(reply, (hear) => sketches.ask(askerOf(user, request.ip), body, hear)),
  );

  bind(contract.sketchRequest, async ({ params }, { user, request, reply }) => {
    const order = await sketchOrderOf(c, user, params.id);
    return sendSketch(reply, (hear) => sketches.ask(askerOf(user, request.ip), order, hear));
  });

  bind(contract.listTakes, ({ params }, { user, origin }) => listTakes(c, user, params.id, origin));

  bind(contract.chooseTake, ({ params, body }, { user }) => chooseTake(c, user, params.id, body.take_id));

  bind(contract.getProvenance, ({ params }) => getProvenance(c, params.id));

  bind(contract.listGenerators, () => listGenerators(c));

  bind(contract.getStudio, (_input, { user, origin }) => getStudio(c, user.id, origin));

  bind(contract.makeTakes, async ({ params, body }, { origin }) => {
    const takes = await makeTakes(c, params.id, body);
    return takes.map((take) => toStudioTake(take, origin));
  });

  bind(contract.cancelTake, async ({ params }, { origin }) =>
    toStudioTake(await cancelTake(c, params.id), origin),
  );

  bind(contract.retryTake, async ({ params }, { origin }) => {
    const take = await retryTake(c, params.id);
    return toStudioTake(take, origin);
  });

  const released = async (id: string, origin: string) =>
    withAbsoluteUrls([await getTrack(c, id)], origin)[0]!;

  bind(contract.releaseTake, async ({ params, body }, { origin }) =>
    released(await releaseTake(c, params.id, body.take_id), origin),
  );

  bind(contract.closeChoice, async ({ params }, { origin }) =>
    released(await closeChoice(c, params.id), origin),
  );

  bind(contract.receiveWebhook, async ({ params, body }, { request }) => {
    const generator = c.generators.find(({ id }) => id === params.generator);
    if (!generator?.verifyWebhook) throw new Problem('not_found');
    const provider_id = generator.verifyWebhook(request.headers, body);
    if (provider_id === undefined) throw new Problem('bad_signature');
    const take_id = await selectRunning(c.db, generator.id, provider_id);
    if (take_id) await enqueue(c.db, c.engine, { kind: TAKE, key: take_id, run_at: c.clock() });
  });
}

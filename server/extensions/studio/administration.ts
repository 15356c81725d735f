import { Problem } from 'contract/errors.ts';
import type { Generator, Studio, StudioTake } from 'contract/extensions/studio.ts';
import { listStaged, listWaiting, lockRequest } from '../../features/song-requests/song-requests.ts';
import type { TakeTable } from '../../platform/db/tables/extensions/studio.ts';
import { finishTake } from './choosing/settle.ts';
import type { MusicGenerator, TakeFacts, TakeSpec } from './generator.ts';
import type { StudioContext } from './studio-context.ts';
import { monthOf, selectSpending } from './takes/budget.ts';
import { watchedSince } from './takes/jobs.ts';
import { addTakes, findGenerator, generatorFor, lengthFor, newSeeds } from './takes/make-takes.ts';
import { selectTake, selectTakesOf } from './takes/take-queries.ts';

const DAY_MS = 86_400_000;
/** A generator that does not answer in this time is not reachable, ms. */
const CHECK_TIMEOUT = 5000;

/** The queue with its takes, estimates and this month's spending. */
export async function getStudio(c: StudioContext, viewer: string, origin: string): Promise<Studio> {
  const requests = [
    ...(await listStaged(c.db, viewer)),
    ...(await listWaiting(c.db, viewer, watchedSince(c))),
  ];
  const takes = await selectTakesOf(
    c.db,
    c.engine,
    requests.map(({ id }) => id),
  );
  const byRequest = Map.groupBy(takes, ({ request_id }) => request_id);
  const { mode, takesPerRequest, choosingHours, returnDays, monthlyBudget } = c.studio;
  return {
    mode,
    takes_per_request: takesPerRequest,
    choosing_hours: choosingHours,
    return_days: returnDays,
    monthly_budget: monthlyBudget ?? null,
    spending: await selectSpending(c.db, monthOf(c.clock())),
    requests: requests.map((request) => ({
      ...request,
      takes: (byRequest.get(request.id) ?? []).map((take) => toStudioTake(take, origin)),
      estimate:
        c.generators.length > 0
          ? estimateOf(generatorFor(c, { ...request, prompt: request.description }), takesPerRequest)
          : null,
      return_at: request.queued_at! + returnDays * DAY_MS,
    })),
  };
}

function estimateOf(generator: MusicGenerator, takes: number) {
  const { cents, seconds } = generator.quote({ seconds: lengthFor(generator) });
  const rounds = Math.ceil(takes / generator.capabilities.atOnce);
  return { generator: generator.id, takes, cents: cents * takes, seconds: seconds * rounds };
}

/** The generators: whether they can be reached now, and what they cost. */
export async function listGenerators(c: StudioContext): Promise<Generator[]> {
  const spending = await selectSpending(c.db, monthOf(c.clock()));
  return Promise.all(
    c.generators.map(async (generator, i) => {
      const { id, name, capabilities } = generator;
      const { lyrics, seed, maxSeconds: max_seconds, cancel, watermark, rights } = capabilities;
      return {
        ...{ id, name, is_default: i === 0 },
        ...(await reachability(generator)),
        ...generator.quote({ seconds: lengthFor(generator) }),
        ...{ lyrics, seed, max_seconds, cancel, watermark, rights },
        spent_cents: spending.find((one) => one.generator === id)?.cents ?? 0,
      };
    }),
  );
}

async function reachability(generator: MusicGenerator): Promise<{ reachable: boolean; message: string }> {
  try {
    return await generator.check(AbortSignal.timeout(CHECK_TIMEOUT));
  } catch (error) {
    return { reachable: false, message: error instanceof Error ? error.message : 'It cannot be reached.' };
  }
}

/** Cancels a take that is not finished. @throws Problem `not_found`, `take_finished`. */
export async function cancelTake(c: StudioContext, id: string): Promise<TakeTable> {
  const take = await selectTake(c.db, id);
  if (!take) throw new Problem('not_found');
  const is_billed = take.state === 'queued' ? (0 as const) : take.is_billed;
  if (!(await finishTake(c, take, undefined, { state: 'cancelled', is_billed })))
    throw new Problem('take_finished');
  if (take.provider_id !== null) {
    const generator = c.generators.find((one) => one.id === take.generator);
    await generator?.cancel?.(take.provider_id, AbortSignal.timeout(CHECK_TIMEOUT)).catch(() => {});
  }
  return (await selectTake(c.db, id))!;
}

/**
 * Makes a new take like one that failed.
 * @throws Problem `not_found`, `take_not_failed`, and as `makeTakes`.
 */
export function retryTake(c: StudioContext, id: string): Promise<TakeTable> {
  return c.db.transaction().execute(async (tx) => {
    const failed = await selectTake(tx, id);
    if (!failed) throw new Problem('not_found');
    const request = await lockRequest(tx, c.engine, failed.request_id);
    if (failed.state !== 'failed' && failed.state !== 'lost' && failed.state !== 'cancelled')
      throw new Problem('take_not_failed');
    const { seed: _, number: __, ...input }: TakeSpec = JSON.parse(failed.spec);
    const [take] = await addTakes(tx, c, request, findGenerator(c, failed.generator), input, newSeeds(1));
    return take!;
  });
}

/** A take as admins see it. */
export function toStudioTake(take: TakeTable & { choices?: number | null }, origin: string): StudioTake {
  const { prompt, seconds }: TakeSpec = JSON.parse(take.spec);
  const facts: TakeFacts | null = take.facts && JSON.parse(take.facts);
  const { failure_kind: kind, failure: message, suggestion } = take;
  return {
    id: take.id,
    request_id: take.request_id,
    number: take.number,
    generator: take.generator,
    state: take.state,
    progress: take.progress,
    prompt,
    seconds,
    cents: take.is_billed === 1 ? take.cents : 0,
    failure: kind && message !== null ? { kind, message, suggestion } : null,
    audio_url: take.audio_url && origin + take.audio_url,
    waveform_json_url: take.waveform_json_url && origin + take.waveform_json_url,
    duration_seconds: take.duration_seconds,
    loudness_lufs: take.loudness_lufs,
    seed: facts?.seed ?? null,
    choices: Number(take.choices ?? 0),
    heard: facts?.heard ?? [],
    created_at: take.created_at,
  };
}

import { randomInt, randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { TAKES_MAX } from 'contract/extensions/studio-constants.ts';
import {
  enterStudio,
  lockRequest,
  type RequestRow,
  resumeStudio,
} from '../../../features/song-requests/song-requests.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { TakeTable } from '../../../platform/db/tables/extensions/studio.ts';
import { hurry } from '../../../platform/jobs.ts';
import { settle } from '../choosing/settle.ts';
import type { MusicGenerator, TakeSpec } from '../generator.ts';
import { askedOf, withoutNames } from '../generators/prompt.ts';
import { REVIEW } from '../settings.ts';
import type { StudioContext } from '../studio-context.ts';
import { monthOf, reserve } from './budget.ts';
import { selectTakes } from './take-queries.ts';

/** The length of a take, unless its generator makes only shorter ones. */
const TAKE_SECONDS = 120;

const NO_BUDGET = 'The budget of this month does not suffice. Nothing was sent.';

/** Common part of an order's takes. */
type TakeInput = Omit<TakeSpec, 'seed' | 'number'>;

export interface Order {
  /** The id of a generator; by default the first one, or for lyrics the first that sings them. */
  generator?: string | undefined;
  /** The request's description by default. */
  prompt?: string | undefined;
  count?: number | undefined;
  /** The length, unless the words ask for one, and a seed for each take; both are the studio's choice otherwise. */
  seconds?: number;
  seeds?: readonly number[];
  /** Refuses to add takes to those that somebody else has ordered meanwhile. */
  onlyFirst?: boolean;
}

/** @throws Problem `no_generator`. */
export function findGenerator(c: Pick<StudioContext, 'generators'>, id: string): MusicGenerator {
  const found = c.generators.find((one) => one.id === id);
  if (!found) throw new Problem('no_generator');
  return found;
}

/** The generator that makes a request's takes unless an admin chooses another. @throws Problem `no_generator`. */
export function generatorFor(
  c: Pick<StudioContext, 'generators'>,
  asked: Pick<TakeSpec, 'genre' | 'prompt' | 'lyrics'>,
) {
  const { lyrics } = askedOf(asked);
  const singer = lyrics && c.generators.find((one) => sings(one, lyrics));
  const found = singer || c.generators[0];
  if (!found) throw new Problem('no_generator');
  return found;
}

const sings = ({ capabilities, limitsOfLyrics }: MusicGenerator, lyrics: string) =>
  capabilities.lyrics && limitsOfLyrics?.(lyrics).none === undefined;

/** The length of a take. @param wanted seconds, if the words ask for a length. */
export const lengthFor = ({ capabilities }: MusicGenerator, wanted = TAKE_SECONDS) =>
  Math.min(wanted, capabilities.maxSeconds);

/**
 * Adds takes to a request, each with its budget reserved; the studio makes them. A queued request enters the studio.
 * @returns the new takes.
 * @throws Problem `not_found`, `request_closed`, `no_generator`, `too_many_takes`.
 */
export function makeTakes(c: StudioContext, request_id: string, order: Order): Promise<TakeTable[]> {
  return c.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, c.engine, request_id);
    if (order.onlyFirst && request.status !== 'queued') throw new Problem('request_closed');
    const asked = {
      title: withoutNames(request.title, [request.artist]),
      genre: request.genre,
      prompt: withoutNames(order.prompt ?? request.description, [request.artist, request.requested_by ?? '']),
      lyrics: request.lyrics,
    };
    const generator =
      order.generator === undefined ? generatorFor(c, asked) : findGenerator(c, order.generator);
    const seconds = lengthFor(generator, askedOf(asked).seconds ?? order.seconds);
    const seeds = order.seeds ?? newSeeds(order.count ?? c.studio.takesPerRequest);
    return addTakes(tx, c, request, generator, { ...asked, seconds }, seeds);
  });
}

export const newSeeds = (count: number) => Array.from({ length: count }, () => randomInt(2 ** 31));

/** Adds a take for each seed to a locked request. @throws as `makeTakes`. */
export async function addTakes(
  tx: Tx,
  c: StudioContext,
  request: RequestRow,
  generator: MusicGenerator,
  input: TakeInput,
  seeds: readonly number[],
): Promise<TakeTable[]> {
  const { id: request_id, status } = request;
  if (status !== 'queued' && status !== 'in_studio' && status !== 'choosing')
    throw new Problem('request_closed', 'Takes are made of queued requests.');
  const count = seeds.length;
  const before = await selectTakes(tx, request_id);
  if (before.length + count > TAKES_MAX) throw new Problem('too_many_takes');
  const now = c.clock();
  const month = monthOf(now);
  const { cents } = generator.quote(input);
  const rows: TakeTable[] = [];
  for (const [i, seed] of seeds.entries()) {
    const isReserved = await reserve(tx, { month, cents, budget: c.studio.monthlyBudget });
    const number = (before.at(-1)?.number ?? 0) + 1 + i;
    const spec: TakeSpec = { ...input, seed, number };
    rows.push({
      id: randomUUID(),
      request_id,
      number,
      generator: generator.id,
      state: isReserved ? 'queued' : 'failed',
      progress: 0,
      spec: JSON.stringify(spec),
      cents,
      month,
      is_billed: isReserved ? 1 : 0,
      provider_id: null,
      source_address: null,
      upload_id: null,
      attempts: 0,
      facts: null,
      failure_kind: isReserved ? null : 'quota',
      failure: isReserved ? null : NO_BUDGET,
      suggestion: null,
      audio_url: null,
      waveform_json_url: null,
      duration_seconds: null,
      loudness_lufs: null,
      lease: null,
      lease_until: null,
      due_at: isReserved ? now : null,
      deadline_at: null,
      created_at: now,
      updated_at: now,
    });
  }
  await tx.insertInto('take').values(rows).execute();
  await hurry(tx, c.engine, REVIEW, now);
  if (status === 'queued') await enterStudio(tx, c.engine, request, { count, now });
  else if (status === 'in_studio') await resumeStudio(tx, c.engine, request);
  if (rows.every(({ state }) => state === 'failed')) await settle(tx, c, request_id);
  return rows;
}

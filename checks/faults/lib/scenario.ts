import type { PostgresCluster } from '../../../server/testing/databases/postgres.ts';
import type { System } from './system.ts';
import type { Outcome } from './writers.ts';

export type EngineName = 'SQLite' | 'PostgreSQL';

/** One way of breaking things. */
export interface Scenario {
  name: string;
  engines: EngineName[];
  /** Takes too long for CI. */
  longOnly?: boolean;
  servers?: number;
  /** The role of each server; both by default. */
  roles?: string[];
  movableClock?: boolean;
  /** Settings of the servers besides those of every scenario. */
  settings?: Record<string, string>;
  /** Size of a disk of its own for the data, MB. */
  diskMegabytes?: number;
  run: (stage: Stage) => Promise<Result>;
}

/** System that a scenario runs on. */
export interface Stage {
  system: System;
  /** Song requests that clients vote for: few, so that they compete for rows. */
  requests: string[];
  /** The PostgreSQL server; undefined on SQLite. */
  cluster: PostgresCluster | undefined;
  disk: SmallDisk | undefined;
  /** True if only a minute is left, as in CI. */
  short: boolean;
}

/** A disk of its own for a scenario. */
export interface SmallDisk {
  folder: string;
  /** Leaves no free byte. */
  fill: () => void;
  free: () => void;
  unmount: () => void;
}

/** Result of one scenario. */
export interface Result {
  /** Description of what happened. */
  what: string;
  /** One sentence for each broken promise. */
  broken: string[];
}

/** A scenario that cannot run here, with the reason. */
export class Skipped extends Error {}

export const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Longest recovery time of a server after a fault, ms. */
const RECOVERS_WITHIN_MS = 15_000;

/** @returns whether the condition came true in time. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  maxMs = RECOVERS_WITHIN_MS,
): Promise<boolean> {
  const end = performance.now() + maxMs;
  while (!(await condition()) && performance.now() < end) await delay(50);
  return condition();
}

/** No call may take longer, whatever happens to the database, ms. */
const SLOWEST_MS = 15_000;

/** The promises that hold in every scenario, about what clients saw. */
export function brokenForClients(outcome: Outcome): string[] {
  const { acknowledged, refusals, withoutRetryAfter, slowest } = outcome;
  const broken: string[] = [];
  if (acknowledged.length === 0) broken.push('no write was acknowledged');
  for (const [status, count] of refusals)
    if (typeof status === 'number' && status !== 503)
      broken.push(`${count} calls were answered with ${status}`);
  if (withoutRetryAfter > 0) broken.push(`${withoutRetryAfter} refusals did not say when to try again`);
  if (slowest > SLOWEST_MS) broken.push(`a call took ${Math.round(slowest)} ms`);
  return broken;
}

/** Describes what clients saw. */
export function describe({ acknowledged, refusals, slowest }: Outcome): string {
  const refused = [...refusals].map(([status, count]) => `${count} × ${status}`);
  return [`${acknowledged.length} acknowledged writes`, ...refused, `slowest ${Math.round(slowest)} ms`].join(
    ', ',
  );
}

import type { Registry } from 'prom-client';
import type { AppContext } from './app-context.ts';
import { features } from './features.ts';
import { countJobs } from './platform/jobs.ts';
import { type Collect, type Library, type Metrics, openMetrics } from './platform/metrics/metrics.ts';
import { VERSION } from './platform/version.ts';

/** The metrics of a server. What is read from the database is the same on all servers that share it. */
export const productMetrics = (c: AppContext): Promise<Metrics> =>
  openMetrics([
    (library, register) => ownMetrics(c, library, register),
    ...features.flatMap(({ metrics }) => metrics?.bind(null, c) ?? []),
  ]);

function ownMetrics(c: AppContext, { Gauge }: Library, register: Registry): Collect {
  const registers = [register];
  const build = new Gauge({
    name: 'ovation_build_info',
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    registers,
  });
  build.set({ version: VERSION }, 1);
  const jobs = new Gauge({
    name: 'ovation_jobs',
    help: 'Jobs of all servers.',
    labelNames: ['job', 'state'],
    registers,
  });
  const connections = new Gauge({
    name: 'ovation_database_connections',
    help: 'Connections of the pool, and the callers that wait for one.',
    labelNames: ['state'],
    registers,
  });
  return async () => {
    for (const [state, count] of Object.entries(c.engine.connections())) connections.set({ state }, count);
    const counts = await countJobs(c.db);
    jobs.reset();
    for (const { kind, state, count } of counts) jobs.set({ job: kind, state }, count);
  };
}

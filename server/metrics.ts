import type { AppContext } from './app-context.ts';
import { creditMovements } from './features/credits/credits.ts';
import { countJobs as countUploads } from './features/publishing/publishing.ts';
import { countJobs as countTakes, monthlySpending } from './features/studio/studio.ts';
import server from './package.json' with { type: 'json' };
import { playCounted } from './platform/metrics/events.ts';
import { type Metrics, openMetrics } from './platform/metrics/metrics.ts';

/** The metrics of a server. What is read from the database is the same on all servers that share it. */
export function productMetrics(c: AppContext): Promise<Metrics> {
  return openMetrics((library, register) => {
    const { Counter, Gauge } = library;
    const registers = [register];
    const build = new Gauge({
      name: 'ovation_build_info',
      help: 'Always 1; the label is the version of the server.',
      labelNames: ['version'],
      registers,
    });
    build.set({ version: server.version }, 1);
    const plays = new Counter({
      name: 'ovation_plays_total',
      help: 'Plays that counted, on this server.',
      registers,
    });
    playCounted.subscribe(() => plays.inc());
    const entries = new Counter({
      name: 'ovation_credit_entries_total',
      help: 'Entries of the ledger since this server started, on all servers.',
      labelNames: ['kind'],
      registers,
    });
    const credits = new Counter({
      name: 'ovation_credits_total',
      help: 'Credits that were added or charged since this server started, on all servers.',
      labelNames: ['kind', 'direction'],
      registers,
    });
    const jobs = new Gauge({
      name: 'ovation_jobs',
      help: 'Unfinished takes and uploads of all servers.',
      labelNames: ['job', 'state'],
      registers,
    });
    const spending = new Gauge({
      name: 'ovation_studio_month_cents',
      help: 'Cents that takes cost in this month (UTC).',
      labelNames: ['generator'],
      registers,
    });
    const connections = new Gauge({
      name: 'ovation_database_connections',
      help: 'Connections of the pool, and the callers that wait for one.',
      labelNames: ['state'],
      registers,
    });
    const movements = creditMovements(c);
    return async () => {
      for (const [state, count] of Object.entries(c.engine.connections())) connections.set({ state }, count);
      for (const { kind, amount } of await movements()) {
        entries.inc({ kind });
        credits.inc({ kind, direction: amount < 0 ? 'out' : 'in' }, Math.abs(amount));
      }
      const counts = [
        ...(await countUploads(c.db)).map((row) => ({ job: 'upload', ...row })),
        ...(await countTakes(c.db)).map((row) => ({ job: 'take', ...row })),
      ];
      jobs.reset();
      for (const { job, state, count } of counts) jobs.set({ job, state }, count);
      spending.reset();
      for (const { generator, cents } of await monthlySpending(c)) spending.set({ generator }, cents);
    };
  });
}

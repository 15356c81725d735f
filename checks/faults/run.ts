import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type PostgresCluster, startPostgres } from '../../server/testing/databases/postgres.ts';
import { restoreBackup } from './backup.ts';
import { fillDisk, mountSmallDisk } from './disk.ts';
import { moveClock } from './lib/clock.ts';
import { freezeDatabase, loseDatabase, restartDatabase, terminateConnections } from './lib/connections.ts';
import { killRepeatedly, stopUnderLoad } from './lib/processes.ts';
import { submitRequests } from './lib/requests.ts';
import { type EngineName, type Result, type Scenario, Skipped, type SmallDisk } from './lib/scenario.ts';
import { shareDatabase, workApart } from './lib/servers.ts';
import { openSystem } from './lib/system.ts';
import { deadlock, lockAdvisory, lockFile, lockRow, lockTable } from './locks.ts';
import { killInPremiere } from './premiere.ts';
import { restartInTurn } from './rolling-restart.ts';
import { promoteStandby } from './standby.ts';
import { endAtStart } from './starts.ts';
import { killInConversation } from './talk.ts';

/**
 * `npm run faults` breaks things under a server of its own, on both engines, and looks whether an acknowledged write
 * was lost or doubled, and whether clients got an answer in time. It fails when a promise is broken. `-- --short`
 * takes about a minute, for CI; `-- --only 'kill -9'` plays one scenario; `-- --engine SQLite` plays on one engine;
 * `-- --report FILE` writes how many passed, as JSON.
 */
const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    engine: { type: 'string' },
    report: { type: 'string' },
  },
});
// Signals end this process through `exit`, so that its handlers stop every server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const REQUESTS = 6;
const both: EngineName[] = ['SQLite', 'PostgreSQL'];
const postgres: EngineName[] = ['PostgreSQL'];

const scenarios: Scenario[] = [
  { name: 'kill -9', engines: both, run: killRepeatedly },
  { name: 'SIGTERM under load', engines: ['SQLite'], run: stopUnderLoad },
  { name: 'SIGTERM under load', engines: postgres, longOnly: true, run: stopUnderLoad },
  { name: 'the clock moves', engines: ['SQLite'], movableClock: true, run: moveClock },
  { name: 'the clock moves', engines: postgres, movableClock: true, longOnly: true, run: moveClock },
  { name: 'a full disk', engines: ['SQLite'], diskMegabytes: 30, longOnly: true, run: fillDisk },
  { name: 'a full disk', engines: postgres, diskMegabytes: 150, longOnly: true, run: fillDisk },
  { name: 'a locked database file', engines: ['SQLite'], run: lockFile },
  { name: 'a locked row', engines: postgres, run: lockRow },
  { name: 'a locked table', engines: postgres, longOnly: true, run: lockTable },
  { name: 'an advisory lock', engines: postgres, longOnly: true, run: lockAdvisory },
  { name: 'deadlocks', engines: postgres, longOnly: true, run: deadlock },
  { name: 'lost connections', engines: postgres, run: terminateConnections },
  { name: 'a restarted database', engines: postgres, longOnly: true, run: restartDatabase },
  { name: 'a database that is gone', engines: postgres, run: loseDatabase },
  { name: 'a frozen database', engines: postgres, longOnly: true, run: freezeDatabase },
  { name: 'two servers', engines: postgres, servers: 2, run: shareDatabase },
  {
    name: 'a rolling restart',
    engines: postgres,
    servers: 2,
    settings: { STOP_DELAY: '1' },
    run: restartInTurn,
  },
  { name: 'a worker apart', engines: postgres, servers: 2, roles: ['web', 'worker'], run: workApart },
  { name: 'kill -9 in a premiere', engines: postgres, servers: 2, run: killInPremiere },
  { name: 'backup, wipe, restore', engines: both, run: restoreBackup },
  { name: 'four servers', engines: postgres, servers: 4, longOnly: true, run: shareDatabase },
];

/** So that PostgreSQL fits on a small disk. */
const SMALL = { settings: { min_wal_size: '32MB', max_wal_size: '64MB', shared_buffers: '16MB' } };

const count = { passed: 0, failed: 0, skipped: 0 };

for (const engine of both.filter((one) => !options.engine || options.engine === one)) {
  try {
    await onEngine(engine);
  } catch (error) {
    console.log(`SKIPPED  ${engine}: ${(error as Error).message}`);
    count.skipped++;
  }
}
if (options.report) writeFileSync(options.report, JSON.stringify(count));
const { passed, failed, skipped } = count;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** @throws Error if the engine could not be started. */
async function onEngine(engine: EngineName): Promise<void> {
  const cluster = engine === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined;
  try {
    for (const scenario of scenarios)
      if (scenario.engines.includes(engine) && isWanted(scenario))
        await report(engine, scenario.name, () => play(scenario, cluster));
    const start = 'an interrupted start';
    if (isWanted({ name: start })) await report(engine, start, () => endAtStart(cluster, options));
    const talk = 'kill -9 in a conversation';
    if (isWanted({ name: talk })) await report(engine, talk, () => killInConversation(cluster, options));
  } finally {
    await cluster?.stop();
  }
  const promotion = 'a promoted standby';
  if (cluster && isWanted({ name: promotion }))
    await report(engine, promotion, () => promoteStandby({ short: options.short }));
}

function isWanted({ name, longOnly = false }: Pick<Scenario, 'name' | 'longOnly'>): boolean {
  return options.only ? options.only === name : !(longOnly && options.short);
}

/** Plays a scenario on a server and a database of its own, and on a disk of its own if it needs one. */
async function play(scenario: Scenario, cluster: PostgresCluster | undefined): Promise<Result> {
  if (scenario.diskMegabytes === undefined) return playOn(scenario, cluster);
  const disk = mountSmallDisk(scenario.diskMegabytes);
  const parent = disk.folder;
  try {
    const own = cluster && (await startPostgres({ durable: true, ...SMALL, parent }));
    try {
      return await playOn(scenario, own, disk);
    } finally {
      await own?.stop();
    }
  } finally {
    disk.unmount();
  }
}

async function playOn(
  { run, servers = 1, roles = [], movableClock = false, settings = {} }: Scenario,
  cluster: PostgresCluster | undefined,
  disk?: SmallDisk,
): Promise<Result> {
  const parent = disk && { parent: disk.folder };
  const system = await openSystem({ postgres: cluster, servers, roles, movableClock, settings, ...parent });
  try {
    const requests = await submitRequests(system, REQUESTS);
    const result = await run({ system, requests, cluster, disk, short: options.short });
    if (result.broken.length > 0) result.broken.push(...loggedErrors(system.log()));
    return result;
  } finally {
    await system.close();
  }
}

/** The distinct errors in a server's log, with where they come from. */
function loggedErrors(log: string): string[] {
  const errors = [...log.matchAll(/^\{.*"err":.*\}$/gm)].map(([line]) => {
    const { err } = JSON.parse(line) as { err: { message?: string; stack?: string } };
    return `the server logged: ${err.message} ${err.stack?.split('\n')[1]?.trim()}`;
  });
  return [...new Set(errors)].slice(0, 5);
}

async function report(engine: string, name: string, run: () => Promise<Result>): Promise<void> {
  const startedAt = performance.now();
  let verdict: keyof typeof count = 'passed';
  let result: Result;
  try {
    result = await run();
    if (result.broken.length > 0) verdict = 'failed';
  } catch (error) {
    verdict = error instanceof Skipped ? 'skipped' : 'failed';
    result = {
      what: verdict === 'skipped' ? (error as Error).message : String((error as Error).stack),
      broken: [],
    };
  }
  count[verdict]++;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const label = { passed: 'ok', failed: 'BROKEN', skipped: 'SKIPPED' }[verdict].padEnd(7);
  console.log(`${label}  ${engine.padEnd(10)}  ${name.padEnd(24)}  ${seconds} s: ${result.what}`);
  for (const sentence of result.broken) console.log(`         - ${sentence}`);
}

import { parseArgs } from 'node:util';
import { startPostgres } from '../server/testing/postgres.ts';
import {
  killRepeatedly,
  lockRow,
  type Result,
  stopUnderLoad,
  submitRequests,
  terminateConnections,
} from './scenarios.ts';
import { openSystem, type System } from './system.ts';

/**
 * `npm run faults` breaks things under a server of its own, on both engines, and looks whether an acknowledged write
 * was lost or doubled. `-- --short` takes about two minutes, for CI. It fails when a promise is broken.
 */
const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const ROUNDS = options.short ? { kill: 3, terminate: 50, stop: 2 } : { kill: 50, terminate: 1000, stop: 10 };
const REQUESTS = 6;

let broken = 0;

await onEngine('SQLite', undefined);
const cluster = await startPostgres({ durable: true });
try {
  await onEngine('PostgreSQL', cluster.url);
} finally {
  await cluster.stop();
}
console.log(broken === 0 ? 'Nothing was lost.' : `${broken} scenarios broke a promise.`);
process.exit(broken === 0 ? 0 : 1);

async function onEngine(engine: string, postgres: string | undefined): Promise<void> {
  const scenarios: ((system: System, requests: string[]) => Promise<Result>)[] = [
    (system, requests) => killRepeatedly(system, requests, ROUNDS.kill),
    (system, requests) => stopUnderLoad(system, requests, ROUNDS.stop),
    ...(postgres
      ? [
          (system: System, requests: string[]) =>
            terminateConnections(system, requests, postgres, ROUNDS.terminate),
          (system: System, requests: string[]) => lockRow(system, requests, system.databaseUrl!),
        ]
      : []),
  ];
  for (const scenario of scenarios) {
    const system = await openSystem(postgres);
    try {
      print(engine, await scenario(system, await submitRequests(system, REQUESTS)));
    } finally {
      await system.close();
    }
  }
}

function print(engine: string, { name, what, broken: sentences }: Result): void {
  console.log(
    `${sentences.length === 0 ? 'ok    ' : 'BROKEN'}  ${engine.padEnd(10)}  ${name.padEnd(20)}  ${what}`,
  );
  for (const sentence of sentences) console.log(`          - ${sentence}`);
  if (sentences.length > 0) broken++;
}

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installOnDebian } from '../../tools/debian.ts';
import { Skipped } from '../faults/lib/scenario.ts';
import { part as gpodder } from './gpodder.ts';
import { part as objectStore } from './object-store.ts';
import { part as openApiClient } from './openapi-client.ts';
import { findProgram, type Part, type Proof } from './part.ts';
import { part as pgbouncer } from './pgbouncer.ts';
import { part as postgres18 } from './postgres-18.ts';
import { part as strawberry } from './strawberry.ts';
import { part as supysonic } from './supysonic.ts';
import { part as tagReaders } from './tag-readers.ts';

/**
 * `npm run interop` starts programs of others beside the server and looks whether they work together as the documentation
 * says. It installs what is missing (as root on Debian) and skips what it cannot start. It takes about fifteen minutes;
 * `-- --short` takes less than one, for `npm run test:slow`; `-- --only PgBouncer` tries one part; `-- --report FILE` writes
 * how many passed, as JSON.
 */
const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    report: { type: 'string' },
  },
});
// Signals end this process through `exit`, so that its handlers stop every program.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const parts: Part[] = [
  pgbouncer,
  postgres18,
  objectStore,
  gpodder,
  tagReaders,
  openApiClient,
  strawberry,
  supysonic,
];
const wanted = parts.filter(({ name, longOnly = false }) =>
  options.only ? name === options.only : !(longOnly && options.short),
);
if (wanted.length === 0)
  throw new Error(`There is no part "${options.only}", only ${parts.map(({ name }) => name).join(', ')}.`);

const missing = Object.entries(Object.assign({}, ...wanted.map(({ programs }) => programs)))
  .filter(([program]) => !findProgram(program))
  .map(([, debianPackage]) => debianPackage as string);
if (missing.length > 0) installOnDebian(...new Set(missing));

const rows: { part: Part; proof: Proof }[] = [];
for (const part of wanted) {
  const startedAt = performance.now();
  const proof = await tryOut(part);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  rows.push({ part, proof });
  const label = { passed: 'ok', failed: 'BROKEN', skipped: 'SKIPPED' }[verdictOf(proof)];
  console.log(`${label.padEnd(7)}  ${part.name} ${proof.version}  ${seconds} s`);
  for (const sentence of proof.broken) console.log(`         - ${sentence}`);
}
printTable();
const count = { passed: 0, failed: 0, skipped: 0 };
for (const { proof } of rows) count[verdictOf(proof)]++;
if (options.report) writeFileSync(options.report, JSON.stringify(count));
const { passed, failed, skipped } = count;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);

/** A part that proved nothing was skipped. */
function verdictOf({ proved, broken }: Proof): keyof typeof count {
  if (broken.length > 0) return 'failed';
  return proved.length > 0 ? 'passed' : 'skipped';
}

async function tryOut({ programs, run }: Part): Promise<Proof> {
  const absent = Object.entries(programs).filter(([program]) => !findProgram(program));
  if (absent.length > 0) {
    const packages = [...new Set(absent.map(([, debianPackage]) => debianPackage))].join(' ');
    return nothing({ skipped: [`not installed (Debian: apt-get install ${packages})`] });
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-part-'));
  chmodSync(folder, 0o755);
  try {
    return await run({ folder, short: options.short });
  } catch (error) {
    if (error instanceof Skipped) return nothing({ skipped: [error.message] });
    return nothing({ broken: [String((error as Error).stack)] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function nothing(said: Partial<Proof>): Proof {
  return { version: '', proved: [], broken: [], ...said };
}

/** In Markdown. */
function printTable(): void {
  const cells = rows.map(({ part, proof: { version, proved, skipped = [], broken } }) => [
    part.name,
    version,
    proved.join('; '),
    skipped.join('; '),
    broken.length,
  ]);
  const heads = ['part', 'version', 'proved', 'skipped', 'broken'];
  for (const row of [heads, heads.map(() => '---'), ...cells]) console.log(`| ${row.join(' | ')} |`);
}

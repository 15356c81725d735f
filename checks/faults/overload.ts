import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Processes that compete for each processor. */
const PER_PROCESSOR = 5;
/** They end by themselves if nobody ends them. */
const SPIN = 'const end = Date.now() + 60_000; while (Date.now() < end);';

/**
 * Keeps every processor busy, so that a server is interrupted at any point of its work.
 * @returns what ends it.
 */
export function startOverload(): () => void {
  const busy: ChildProcess[] = [];
  for (let i = 0; i < PER_PROCESSOR * availableParallelism(); i++)
    busy.push(spawn(process.execPath, ['-e', SPIN], { stdio: 'ignore' }));
  return () => {
    for (const child of busy) child.kill('SIGKILL');
  };
}

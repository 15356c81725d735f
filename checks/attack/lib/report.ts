import type { Target } from './target.ts';

/** Results of a light call while an attack ran. */
export interface Calm {
  calls: number;
  failures: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
}

/** Result of one attack. */
export interface Finding {
  attack: string;
  /** Description of what was sent. */
  sent: string;
  /** One sentence for each broken promise; empty when the server withstood. */
  broken: string[];
  calm?: Calm;
  /** The highest resident memory of the server, MB. */
  memory?: number;
}

/** Promises that hold during every flood: others are served, memory is bounded, the process lives. */
export function brokenPromises(target: Target, calm: Calm): string[] {
  const broken: string[] = [];
  if (!target.isAlive()) broken.push('the server exited');
  if (calm.calls === 0) broken.push('the bystander made no call');
  if (calm.failures > 0) broken.push(`${calm.failures} of ${calm.calls} light calls failed`);
  if (calm.p99 > target.maxP99) broken.push(`light calls took ${Math.round(calm.p99)} ms at p99`);
  const memory = target.isAlive() ? target.peakMemory() : 0;
  if (memory > target.maxMemoryMb) broken.push(`memory rose to ${Math.round(memory)} MB`);
  return broken;
}

/** Prints a finding as one line, and each broken promise below it. */
export function printFinding({ attack, sent, broken, calm, memory }: Finding): void {
  const parts = [broken.length === 0 ? 'ok    ' : 'BROKEN', attack.padEnd(24), sent];
  if (calm) parts.push(`light call p50 ${calm.p50.toFixed(1)} ms, p99 ${calm.p99.toFixed(1)} ms`);
  if (memory) parts.push(`${Math.round(memory)} MB`);
  console.log(parts.join('  '));
  for (const sentence of broken) console.log(`         - ${sentence}`);
}

import { startBystander } from './lib/bystander.ts';
import { brokenPromises, type Finding } from './lib/report.ts';
import type { Target } from './lib/target.ts';

/**
 * Runs an attack while a bystander makes light calls from another address.
 * @param run returns what it sent, in words.
 */
export async function flood(
  target: Target,
  attack: string,
  run: (target: Target) => Promise<string>,
): Promise<Finding> {
  const bystander = await startBystander(target.port, target.lightCall);
  let sent: string;
  const broken: string[] = [];
  try {
    sent = await run(target);
  } catch (error) {
    sent = 'not everything';
    broken.push((error as Error).message);
  }
  const calm = await bystander.stop();
  broken.push(...brokenPromises(target, calm));
  return { attack, sent, broken, calm, memory: target.isAlive() ? target.peakMemory() : 0 };
}

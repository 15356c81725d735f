import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brokenForClients, delay, describe, type Result, type Stage } from './scenario.ts';
import { OFFSET_FILE } from './shifted-clock.ts';
import { verifyWrites } from './verify.ts';
import { startWriters } from './writers.ts';

const HOUR_MS = 3_600_000;
/** Forward by less than a session lasts, by more than a month of credits from the edge of one, and back. */
const OFFSETS = [2, 26, -26, 20 * 24, -20 * 24, 0];

/** Moves the server's clock forward and back while clients write. */
export async function moveClock({ system, requests }: Stage): Promise<Result> {
  const writers = startWriters(system, requests);
  for (const hours of OFFSETS) {
    writeFileSync(path.join(system.folder, OFFSET_FILE), String(hours * HOUR_MS));
    await delay(700);
  }
  const outcome = await writers.stop();
  const broken = [...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged))];
  return { what: `by ${OFFSETS.join(', ')} hours, ${describe(outcome)}`, broken };
}

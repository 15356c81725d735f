import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The file in the data folder that says by how much the clock is wrong, ms. */
export const OFFSET_FILE = 'clock-offset';

/** Loaded into a server before anything else, moves its clock by what the file says. */
if (process.env.SHIFTED_CLOCK) {
  const file = path.join(process.env.DATA_DIR!, OFFSET_FILE);
  const now = Date.now;
  let offset = 0;
  setInterval(() => {
    try {
      offset = Number(readFileSync(file, 'utf8'));
    } catch {
      // Not moved yet.
    }
  }, 50).unref();
  Date.now = () => now() + offset;
}

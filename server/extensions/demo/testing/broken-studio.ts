import { serveTask } from '../../../platform/workers/serve-task.ts';
import type { Piece } from '../pieces.ts';
import type { Recorded } from '../studio-worker.ts';
import { reportQuickly } from './quick-studio.ts';

/** Reports its first piece and fails at the second. */
serveTask(async (pieces: readonly Piece[], report: (recorded: Recorded) => void) => {
  reportQuickly(pieces.slice(0, 1), report);
  throw new Error('a string broke');
});

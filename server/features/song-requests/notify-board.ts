import type { Engine } from '../../platform/db/engine.ts';

/** The statement that notifies every server of changed requests, once the transaction has committed. */
export const notifyBoard = (engine: Engine, ids: readonly string[]) => engine.notify('board', ids.join(' '));

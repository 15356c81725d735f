/** What other features use of song requests. */
export { listQueued } from './board.ts';
export { songRequestChecks } from './checks.ts';
export { release } from './moderation.ts';
export { songRequestData } from './personal.ts';
export { submit } from './submit.ts';
export { vote } from './vote.ts';
export { voteQueue } from './vote-queue.ts';

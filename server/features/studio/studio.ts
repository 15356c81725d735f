/** What the door and other features use of the studio. */
export { studioChecks } from './checks.ts';
export { studioData } from './choice.ts';
export { findProvenance } from './listening.ts';
export { playAgain } from './make-again.ts';
export { recordingJsonLd } from './recording-json-ld.ts';
export type { StudioContext } from './studio-context.ts';
export { countJobs, listJobs, monthlySpending } from './take-jobs.ts';

/** What the door and other features use of the studio. */
export { studioChecks } from './checks.ts';
export { countJobs, monthlySpending } from './job-counts.ts';
export { findProvenance } from './listening.ts';
export { playAgain } from './make-again.ts';
export { studioData } from './personal.ts';
export { recordingJsonLd } from './recording-json-ld.ts';
export { noStudioJobs, type StudioContext } from './studio-context.ts';
export { listJobs } from './take-jobs.ts';

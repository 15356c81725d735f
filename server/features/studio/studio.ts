/** What the door and other features use of the studio. */
export { studioChecks } from './checks.ts';
export { studioData } from './personal.ts';
export { noStudioJobs, type StudioContext } from './studio-context.ts';

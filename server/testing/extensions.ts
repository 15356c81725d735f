import type { StudioContext } from '../extensions/studio/studio.ts';
import { recordingGenerator } from '../extensions/studio/testing/fake-generator.ts';

/** Changes to the extensions' context for tests: no request is shown as queued for a while, and nobody makes songs. */
export const quiet = { studio: { queuedMs: 0 }, generators: [] };

/** Prepares the context of a server process of tests. */
export function useTestExtensions(c: StudioContext): void {
  c.studio = { ...c.studio, ...quiet.studio };
  c.generators = process.env.TEST_SUBMISSIONS ? [recordingGenerator(process.env.TEST_SUBMISSIONS)] : [];
}

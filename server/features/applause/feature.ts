import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { pruneApplause } from './applause.ts';

export const applause: Feature<Context> = {
  name: 'applause',
  jobs: { 'applause.prune': { everyMs: 86_400_000, run: pruneApplause } },
};

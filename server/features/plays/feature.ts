import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { prunePlays } from './plays.ts';

export const plays: Feature<Context> = {
  name: 'plays',
  jobs: { 'plays.prune': { everyMs: 86_400_000, run: prunePlays } },
};

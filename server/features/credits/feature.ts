import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { grantMonthly } from './credits.ts';

export const credits: Feature<Context> = {
  name: 'credits',
  jobs: { 'credits.grant-monthly': { everyMs: 86_400_000, run: grantMonthly } },
};

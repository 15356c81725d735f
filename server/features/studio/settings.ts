import { QUEUED_MS_MIN } from 'contract/song-requests-constants.ts';
import { z } from 'zod';

export interface StudioSettings {
  /** `auto`: takes are made as soon as a request reaches its goal. `manual`: an admin starts them. */
  mode: 'auto' | 'manual';
  takesPerRequest: number;
  /** For how long a request is shown as queued before it enters the studio, ms. */
  queuedMs: number;
  choosingHours: number;
  /** Cents for takes that cost something, each month (UTC); undefined without a limit. */
  monthlyBudget: number | undefined;
  /** Days from the goal until every credit is returned unless a song was released. */
  returnDays: number;
}

const number = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

/** Rules for each environment variable. */
export const studioKeys = {
  STUDIO: z.enum(['auto', 'manual'], 'must be auto or manual').default('auto'),
  STUDIO_TAKES: number(1, 5).default(3),
  STUDIO_CHOOSING_HOURS: number(1, 24 * 90).default(24),
  STUDIO_MONTHLY_BUDGET: number(0, 100_000_000).optional(),
  STUDIO_RETURN_DAYS: number(1, 3650).default(30),
};

/** The kinds of the studio's jobs: the periodic look at what waits, and the work on one take. */
export const REVIEW = 'studio.review';
export const TAKE = 'studio.take';

const environment = z.object(studioKeys);

/** The environment's settings of the studio by their names here. */
export const studioSettings = (e: z.output<typeof environment>): StudioSettings => ({
  mode: e.STUDIO,
  takesPerRequest: e.STUDIO_TAKES,
  queuedMs: QUEUED_MS_MIN,
  choosingHours: e.STUDIO_CHOOSING_HOURS,
  monthlyBudget: e.STUDIO_MONTHLY_BUDGET,
  returnDays: e.STUDIO_RETURN_DAYS,
});

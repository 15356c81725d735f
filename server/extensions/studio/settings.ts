import { QUEUED_MS_MIN } from 'contract/features/song-requests-constants.ts';
import { z } from 'zod';
import { type GeneratorSettings, generatorKeys, generatorSettings } from './generators/settings.ts';

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
  ...generatorKeys,
};

/** The kinds of the studio's jobs: the periodic look at what waits, and the work on one take. */
export const REVIEW = 'studio.review';
export const TAKE = 'studio.take';

const environment = z.object(studioKeys);

/** The environment's settings of the studio by their names here; a sentence for the operator if they do not fit. */
export function studioSettings(
  e: z.output<typeof environment>,
): (StudioSettings & { generators: GeneratorSettings }) | string {
  const generators = generatorSettings(e);
  if (typeof generators === 'string') return generators;
  return {
    mode: e.STUDIO,
    takesPerRequest: e.STUDIO_TAKES,
    queuedMs: QUEUED_MS_MIN,
    choosingHours: e.STUDIO_CHOOSING_HOURS,
    monthlyBudget: e.STUDIO_MONTHLY_BUDGET,
    returnDays: e.STUDIO_RETURN_DAYS,
    generators,
  };
}

/** The section of `.env.example`. */
export const studioExample = `# auto (default): the songs of requests that reach their goal are made at once. manual: an admin starts them.
STUDIO=
# Takes of each request (3), and how many hours its requester and backers choose between them (24).
STUDIO_TAKES=
STUDIO_CHOOSING_HOURS=
# The most that paid generators may cost in a month, in cents. Without it, there is no limit.
STUDIO_MONTHLY_BUDGET=
# Days after which the credits of a request without a song are returned (30).
STUDIO_RETURN_DAYS=

# Music generators besides the house band; docs/studio.md has prices, rights and examples. Several may be set up.
# The one that plays unless an admin chooses another: house-band (default), ace-step, replicate.
STUDIO_GENERATOR=
# ACE-Step 1.5 on a server of your own: its address and the key it was started with.
ACE_STEP_URL=
ACE_STEP_API_KEY=
# The model to load; the server's choice without it. What a take costs you, in cents (0).
ACE_STEP_MODEL=
ACE_STEP_CENTS_PER_TAKE=
ACE_STEP_RIGHTS=
# Any model at Replicate, owner/name or owner/name:version, and its input fields as JSON:
# {"prompt":"$prompt","duration":"$seconds","seed":"$seed"}
REPLICATE_API_TOKEN=
REPLICATE_MODEL=
REPLICATE_FIELDS=
REPLICATE_CENTS_PER_TAKE=
REPLICATE_RIGHTS=
# The longest song (180 s) and prompt (300 characters) that the model accepts.
REPLICATE_MAX_SECONDS=
REPLICATE_MAX_PROMPT=
# Replicate then calls when a song is done. Needs PUBLIC_URL with https.
REPLICATE_WEBHOOK_SECRET=
# The address of a stand-in for its API.
REPLICATE_API_URL=
`;

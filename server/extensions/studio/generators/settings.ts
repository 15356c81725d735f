import { z } from 'zod';

interface Paid {
  /** URL of the API, without a trailing slash. */
  url: string;
  key: string;
  /** The rights to the songs, as a sentence. */
  rights: string;
}

export interface AceStepSettings extends Paid {
  /** Undefined for the server's own choice. */
  model: string | undefined;
  /** Operator's cost of a take, in electricity and rent. */
  cents: number;
}

export interface ReplicateSettings extends Paid {
  /** `owner/name`, or `owner/name:version`. */
  model: string;
  /** The model's input: each field is a fixed value or one of `WISHES`. */
  fields: Record<string, string | number | boolean>;
  cents: number;
  maxSeconds: number;
  /** Characters that the model accepts. */
  maxPrompt: number;
  webhookSecret: string | undefined;
}

/** The generators by their ids, each with the setting that says that it is set up; null needs none. */
const IDS = {
  'house-band': null,
  'ace-step': 'ACE_STEP_URL',
  replicate: 'REPLICATE_API_TOKEN',
} as const;

/** The generators that the operator has set up, besides the house band. */
export interface GeneratorSettings {
  /** The id of the one that is used unless an admin chooses another. */
  preferred: keyof typeof IDS;
  aceStep?: AceStepSettings;
  replicate?: ReplicateSettings;
}

/** Variable values for a field of a model's input. */
const WISHES = [
  ...['$prompt', '$seconds', '$seed', '$lyrics'],
  ...['$tags', '$negative', '$tempo', '$key', '$instrumental'],
];

const RULE =
  'must be a JSON object of the model\'s input fields, such as {"prompt":"$prompt","duration":"$seconds","seed":"$seed"}';

/**
 * The input fields of a model at Replicate as JSON: each is a fixed value, or one of `WISHES`.
 */
const modelFields = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue(RULE);
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()], RULE), RULE))
  .check((context) => {
    const values = Object.values(context.value);
    const unknown = values.find(
      (value) => typeof value === 'string' && /^\$/.test(value) && !WISHES.includes(value),
    );
    const message =
      unknown !== undefined
        ? `has the unknown value ${unknown}: there are ${WISHES.join(', ')}`
        : !values.includes('$prompt')
          ? 'must have a field with the value $prompt'
          : undefined;
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  });

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();
const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')
  .optional();
const sentence = z.string().max(300, 'must be one sentence of at most 300 characters').optional();
const cents = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of cents')
  .transform(Number)
  .optional();
const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .optional();

/** The environment variables, each validated by itself. */
export const generatorKeys = {
  STUDIO_GENERATOR: z
    .enum(Object.keys(IDS) as [keyof typeof IDS], `must be one of ${Object.keys(IDS).join(', ')}`)
    .default('house-band'),
  ACE_STEP_URL: address,
  ACE_STEP_API_KEY: secret,
  ACE_STEP_MODEL: z
    .string()
    .regex(/^[\w./-]+$/, 'must be the name of a model')
    .optional(),
  ACE_STEP_CENTS_PER_TAKE: cents,
  ACE_STEP_RIGHTS: sentence,
  REPLICATE_API_TOKEN: secret,
  REPLICATE_API_URL: address,
  REPLICATE_MODEL: z
    .string()
    .regex(
      /^[\w.-]+\/[\w.-]+(:[0-9a-f]{64})?$/,
      "must be the name of a model ('owner/name' or 'owner/name:version')",
    )
    .optional(),
  REPLICATE_FIELDS: modelFields.optional(),
  REPLICATE_CENTS_PER_TAKE: cents,
  REPLICATE_MAX_SECONDS: count(1, 3600),
  REPLICATE_MAX_PROMPT: count(10, 2000),
  REPLICATE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, "must be the signing secret of Replicate's webhooks ('whsec_…')")
    .optional(),
  REPLICATE_RIGHTS: sentence,
};

type Given = { [K in keyof typeof generatorKeys]?: z.output<(typeof generatorKeys)[K]> };

/** Required variables of each generator; the first one says that it is set up. */
const NEEDED: Record<string, (keyof Given)[]> = {
  ACE_STEP: ['ACE_STEP_URL', 'ACE_STEP_API_KEY'],
  REPLICATE: [
    'REPLICATE_API_TOKEN',
    'REPLICATE_MODEL',
    'REPLICATE_FIELDS',
    'REPLICATE_CENTS_PER_TAKE',
    'REPLICATE_RIGHTS',
  ],
};

/** Combines the variables. @returns an error message that names the wrong one. */
export function generatorSettings(given: Given): GeneratorSettings | string {
  for (const [prefix, needed] of Object.entries(NEEDED)) {
    const set = (Object.keys(generatorKeys) as (keyof Given)[]).filter(
      (name) => name.startsWith(`${prefix}_`) && given[name] !== undefined,
    );
    const missing = needed.filter((name) => given[name] === undefined);
    if (set.length > 0 && missing.length > 0)
      return `${set[0]} is set, but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not.`;
  }
  const { REPLICATE_API_URL } = given;
  if (REPLICATE_API_URL?.startsWith('http:') && !isLocal(REPLICATE_API_URL))
    return 'REPLICATE_API_URL must be an https address, because the key is sent there.';
  const preferred = given.STUDIO_GENERATOR ?? 'house-band';
  const needed = IDS[preferred];
  if (needed !== null && given[needed] === undefined)
    return `STUDIO_GENERATOR is ${preferred}, but ${needed} is not set.`;
  return {
    preferred,
    ...(given.ACE_STEP_URL && {
      aceStep: {
        url: given.ACE_STEP_URL,
        key: given.ACE_STEP_API_KEY!,
        model: given.ACE_STEP_MODEL,
        cents: given.ACE_STEP_CENTS_PER_TAKE ?? 0,
        rights: given.ACE_STEP_RIGHTS ?? "Made by an open model (MIT license) on the operator's own server.",
      },
    }),
    ...(given.REPLICATE_API_TOKEN && {
      replicate: {
        url: given.REPLICATE_API_URL ?? 'https://api.replicate.com',
        key: given.REPLICATE_API_TOKEN,
        model: given.REPLICATE_MODEL!,
        fields: given.REPLICATE_FIELDS!,
        cents: given.REPLICATE_CENTS_PER_TAKE!,
        maxSeconds: given.REPLICATE_MAX_SECONDS ?? 180,
        maxPrompt: given.REPLICATE_MAX_PROMPT ?? 300,
        webhookSecret: given.REPLICATE_WEBHOOK_SECRET,
        rights: given.REPLICATE_RIGHTS!,
      },
    }),
  };
}

const isLocal = (url: string) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$|\/)/.test(url);

/** Constants of the studio, without zod, so that the page can import them without the schemas. */

/** The states of a take, in the order in which a take passes through them; the last four are final. */
export const takeStates = [
  'queued',
  'submitting',
  'running',
  'fetching',
  'checking',
  'ready',
  'failed',
  'cancelled',
  'lost',
] as const;
export type TakeState = (typeof takeStates)[number];

/** Tells whether nothing more will happen to a take. */
export const isFinal = (state: TakeState) =>
  state === 'ready' || state === 'failed' || state === 'cancelled' || state === 'lost';

/** Reasons why a take failed. */
export const failureKinds = [
  /** The generator refuses the prompt. `suggestion` may hold one that it accepts. */
  'moderated',
  /** The generator does not accept the input. */
  'invalid',
  /** The account at the generator or the monthly budget is used up. */
  'quota',
  /** The generator had no capacity for too long. */
  'busy',
  /** A failure that may not happen again. */
  'transient',
  /** The generator tried and failed, which may have been billed. */
  'failed',
  /** It is unknown whether the generator made the take, which may have been billed. */
  'lost',
  /** The audio failed the check: silent, clipped, of the wrong length or unreadable. */
  'rejected',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Takes that an admin can add at once, and all takes of a request. */
export const TAKES_AT_ONCE_MAX = 5;
export const TAKES_MAX = 30;

/** Characters of a prompt. */
export const TAKE_PROMPT_MAX = 2000;

/** Sketches that a member may hear in a minute. */
export const SKETCHES_PER_MINUTE = 6;

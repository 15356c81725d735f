import type { TakeState } from 'contract/extensions/studio-constants.ts';

/** States of a take, in the words of a studio. */
export const stateWords: Record<TakeState, string> = {
  queued: 'Waiting for its turn',
  submitting: 'Recording',
  running: 'Recording',
  fetching: 'Fetching the recording',
  checking: 'Measuring',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Canceled',
  lost: 'Lost',
};

/** Formats a price: "$0.12", or "free". */
export const formatPrice = (cents: number): string => (cents === 0 ? 'free' : formatCents(cents));

/** "$4.86" */
export const formatCents = (cents: number): string =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency: 'USD' });

/** About how long something takes: "30 s", "2 min". */
export const formatEstimate = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

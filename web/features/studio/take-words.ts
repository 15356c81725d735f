import type { TakeState } from 'contract/studio-constants.ts';

/** What happens to a take, in the words of a studio. */
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

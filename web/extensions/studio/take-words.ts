import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { TakeState } from 'contract/extensions/studio-constants.ts';
import { language } from '../../lib/i18n.ts';

/** States of a take, in the words of a studio. */
export const stateWords: Record<TakeState, MessageDescriptor> = {
  queued: msg`Waiting for its turn`,
  submitting: msg`Recording`,
  running: msg`Recording`,
  fetching: msg`Fetching the recording`,
  checking: msg`Measuring`,
  ready: msg`Ready`,
  failed: msg`Failed`,
  cancelled: msg`Canceled`,
  lost: msg`Lost`,
};

/** Formats a price: "$0.12", or "free". */
export const formatPrice = (cents: number): string => (cents === 0 ? t`free` : formatCents(cents));

/** "$4.86" */
export const formatCents = (cents: number): string =>
  (cents / 100).toLocaleString(language, { style: 'currency', currency: 'USD' });

/** About how long something takes: "30 s", "2 min". */
export const formatEstimate = (seconds: number): string =>
  seconds < 90 ? t`${{ seconds: Math.round(seconds) }} s` : t`${{ minutes: Math.round(seconds / 60) }} min`;

import type { AppContext } from './app-context.ts';
import { accounts } from './features/accounts/feature.ts';
import { applause } from './features/applause/feature.ts';
import { charts } from './features/charts/feature.ts';
import { credits } from './features/credits/feature.ts';
import { following } from './features/following/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { operation } from './features/operation/feature.ts';
import { payments } from './features/payments/feature.ts';
import { plays } from './features/plays/feature.ts';
import { publishing } from './features/publishing/feature.ts';
import { scrobbling } from './features/scrobbling/feature.ts';
import { studio } from './features/studio/feature.ts';
import { webhooks } from './features/webhooks/feature.ts';
import type { Feature } from './platform/feature.ts';
import { type JobKinds, withEvents } from './platform/jobs.ts';

/** Every feature of the server. */
export const features: readonly Feature<AppContext>[] = [
  accounts,
  plays,
  credits,
  payments,
  publishing,
  studio,
  notifications,
  following,
  applause,
  charts,
  scrobbling,
  webhooks,
  operation,
];

/** The jobs of all features, by kind. */
export const jobKinds: JobKinds<AppContext> = withEvents(
  Object.assign({}, ...features.map(({ jobs }) => jobs)),
  features.map(({ onEvents = {} }) => onEvents),
);

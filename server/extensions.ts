import { applause } from './extensions/applause/feature.ts';
import { branding } from './extensions/branding/feature.ts';
import { charts } from './extensions/charts/feature.ts';
import { comments } from './extensions/comments/feature.ts';
import { demo } from './extensions/demo/feature.ts';
import { discovery } from './extensions/discovery/feature.ts';
import { embeds } from './extensions/embeds/feature.ts';
import { feeds } from './extensions/feeds/feature.ts';
import { following } from './extensions/following/feature.ts';
import { importing } from './extensions/importing/feature.ts';
import { notifications } from './extensions/notifications/feature.ts';
import { opensubsonic } from './extensions/opensubsonic/feature.ts';
import { operation } from './extensions/operation/feature.ts';
import { people } from './extensions/people/feature.ts';
import { premieres } from './extensions/premieres/feature.ts';
import { previews } from './extensions/previews/feature.ts';
import { scrobbling } from './extensions/scrobbling/feature.ts';
import { studio } from './extensions/studio/feature.ts';
import { support } from './extensions/support/feature.ts';
import { tagging } from './extensions/tagging/feature.ts';
import { webhooks } from './extensions/webhooks/feature.ts';

/** Extensions around the features, each with a line here. */
export const extensions = [
  branding,
  scrobbling,
  applause,
  opensubsonic,
  studio,
  notifications,
  following,
  premieres,
  people,
  comments,
  discovery,
  charts,
  embeds,
  feeds,
  previews,
  importing,
  tagging,
  webhooks,
  support,
  operation,
  demo,
] as const;

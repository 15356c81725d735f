import type { ApplauseTables } from './extensions/applause.ts';
import type { ChartTables } from './extensions/charts.ts';
import type { CommentTables } from './extensions/comments.ts';
import type { FollowingTables } from './extensions/following.ts';
import type { NotificationTables } from './extensions/notifications.ts';
import type { OpenSubsonicTables } from './extensions/opensubsonic.ts';
import type { PeopleTables } from './extensions/people.ts';
import type { PremiereTables } from './extensions/premieres.ts';
import type { ScrobblingTables } from './extensions/scrobbling.ts';
import type { StudioTables } from './extensions/studio.ts';
import type { WebhookTables } from './extensions/webhooks.ts';

/** The tables of the extensions. */
export interface ExtensionTables
  extends ApplauseTables,
    ChartTables,
    CommentTables,
    FollowingTables,
    NotificationTables,
    OpenSubsonicTables,
    PeopleTables,
    PremiereTables,
    ScrobblingTables,
    StudioTables,
    WebhookTables {}

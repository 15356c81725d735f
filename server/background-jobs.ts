import type { AppContext } from './app-context.ts';
import type { Config } from './config.ts';
import { deleteExpiredChallenges } from './features/accounts/login-challenges.ts';
import { pruneSessions } from './features/accounts/sessions.ts';
import { pruneApplause } from './features/applause/applause.ts';
import { updateCharts } from './features/charts/charts.ts';
import { grantMonthly } from './features/credits/credits.ts';
import { pruneNews, startTelling } from './features/following/news.ts';
import { pruneNotifications, startEmails, startPushes } from './features/notifications/notifications.ts';
import { deleteCustomers } from './features/payments/payments.ts';
import { prunePlays } from './features/plays/plays.ts';
import { startProcessing } from './features/publishing/processing.ts';
import { repairTables } from './features/publishing/repair-tables.ts';
import { sweepMedia } from './features/publishing/sweep.ts';
import { startScrobbling } from './features/scrobbling/scrobbling.ts';
import { remindOfChoices } from './features/studio/choice.ts';
import { startStudio, wakeMeasured } from './features/studio/jobs.ts';
import { replaceTakeAudio } from './features/studio/take-queries.ts';
import { startWebhooks } from './features/webhooks/webhooks.ts';
import { backUpDaily } from './platform/backup/daily.ts';
import { traced } from './platform/tracing.ts';

/** How old charts may be, ms. */
const CHARTS_MS = 10 * 60_000;
/** How often some files of older versions are looked at, ms. */
const REPAIR_MS = 10 * 60_000;
/** How often members are reminded of choices that end soon, ms. */
const REMINDERS_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Receives what failed; a failed job must not end the server, and the next round tries again. */
type OnFailure = (error: unknown, what: string) => void;

type JobSettings = Pick<Config, 'publicUrl' | 'backups' | 'webhook'>;

interface BackgroundJobs {
  start: () => void;
  /** Resolves when nothing runs any more. The next start goes on from there. */
  stop: () => Promise<void>;
}

/**
 * What a server does by itself. Starting and stopping may be called in any order and at any time.
 * @param beforeStudio what must end before the studio begins.
 */
export function backgroundJobs(
  c: AppContext,
  config: JobSettings,
  onFailure: OnFailure,
  beforeStudio: Promise<void>,
): BackgroundJobs {
  let wanted = false;
  let running: (() => Promise<void>) | undefined;
  let changing: Promise<void> = Promise.resolve();
  const change = (to: boolean) => {
    wanted = to;
    changing = changing.then(async () => {
      if (wanted && !running) running = startAll(c, config, onFailure, beforeStudio);
      else if (!wanted && running) {
        await running();
        running = undefined;
      }
    });
    return changing;
  };
  return { start: () => void change(true), stop: () => change(false) };
}

function startAll(
  c: AppContext,
  config: JobSettings,
  onFailure: OnFailure,
  beforeStudio: Promise<void>,
): () => Promise<void> {
  const { publicUrl, backups, webhook } = config;
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;
  const running = new Set<Promise<unknown>>();
  const attempt = async (job: () => Promise<unknown>, what: string) => {
    const one = traced(`job ${what.replace(/ failed$/, '')}`, job)().catch((error) => onFailure(error, what));
    running.add(one);
    await one;
    running.delete(one);
  };
  const repeat = async (everyMs: number, job: () => Promise<unknown>, what: string) => {
    if (stopped) return;
    timers.push(setInterval(attempt, everyMs, job, what).unref());
    await attempt(job, what);
  };
  c.processing = startProcessing(c, {
    onDone: () => void attempt(() => wakeMeasured(c), 'waking measured takes failed'),
    onError: (error) => onFailure(error, 'processing failed'),
  });
  const emails =
    c.mail && publicUrl
      ? startEmails(c, { mail: c.mail, site: publicUrl }, (error) =>
          onFailure(error, 'sending notifications failed'),
        )
      : undefined;
  void beforeStudio.then(() => {
    if (!stopped) c.studioJobs = startStudio(c, (error) => onFailure(error, 'the studio failed'));
  });
  const telling = startTelling(c, (error) => onFailure(error, 'telling followers failed'));
  const pushes = startPushes(c, (error) => onFailure(error, 'sending push messages failed'));
  const webhooks = webhook
    ? startWebhooks(c, webhook, (error) => onFailure(error, 'telling the webhook failed'))
    : undefined;
  const scrobbling = startScrobbling(c, (error) => onFailure(error, 'sending listens failed'));
  void (async () => {
    await repeat(DAY_MS, () => pruneSessions(c), 'pruning sessions failed');
    await repeat(REPAIR_MS, () => repairTables(c, replaceTakeAudio, () => stopped), 'repairing media failed');
    await repeat(DAY_MS, () => sweepMedia(c), 'sweeping media failed');
    await repeat(DAY_MS, () => grantMonthly(c), 'monthly grants failed');
    await repeat(DAY_MS, () => prunePlays(c), 'pruning plays failed');
    await repeat(DAY_MS, () => pruneApplause(c), 'pruning applause failed');
    await repeat(DAY_MS, () => pruneNews(c), 'pruning news failed');
    await repeat(DAY_MS, () => pruneNotifications(c), 'pruning notifications failed');
    await repeat(CHARTS_MS, () => updateCharts(c), 'updating the charts failed');
    await repeat(REMINDERS_MS, () => remindOfChoices(c), 'reminding of choices failed');
    await repeat(HOUR_MS, () => deleteExpiredChallenges(c), 'pruning login challenges failed');
    await repeat(HOUR_MS, () => deleteCustomers(c), 'deleting customers failed');
    if (backups) await repeat(HOUR_MS, () => backUpDaily(c, backups), 'the daily backup');
  })();
  return async () => {
    stopped = true;
    for (const timer of timers) clearInterval(timer);
    await Promise.all([
      ...[c.processing.stop(), c.studioJobs.stop(), emails?.stop(), telling.stop()],
      ...[webhooks?.stop(), pushes.stop(), scrobbling.stop()],
    ]);
    await Promise.all(running);
  };
}

import { readBackupState } from '../../platform/backup/daily.ts';
import type { Context } from '../../platform/context.ts';
import { initSetting, putSetting } from '../../platform/db/settings.ts';
import { boundedFetch } from '../../platform/http/connections/bounded-fetch.ts';
import type { JobKind } from '../../platform/jobs.ts';
import { messageFor, type WebhookEvent } from './messages.ts';
import { changeDue, deleteEvents, insertEvent, insertFound, selectDue } from './queries.ts';
import type { WebhookSettings } from './settings.ts';

/** Interval between looks for events, ms. */
const LOOK_EVERY_MS = 15_000;
/** Transactions commit a little after the time that their rows carry, so this much of the past is read again; ms. */
const OVERLAP_MS = 120_000;
/** Age from which an unsent event is out of date, ms. */
const OUT_OF_DATE_MS = 2 * 86_400_000;
/** Events are known for this long, so that none is found twice; ms. */
const KEPT_MS = 7 * 86_400_000;
/** Events found at once. */
const MOST = 500;
/** After this long without a word from the server that sends an event, another may; ms. */
const CLAIM_MS = 60_000;
/** The wait after the first failed attempt, which doubles up to the longest; ms. */
const RETRY_AFTER_MS = 15_000;
const RETRY_AFTER_MAX_MS = 3_600_000;
/** The setting with the time up to which events were found, epoch ms. */
const FOUND_UNTIL = 'webhook_found_until';

const DAY_MS = 86_400_000;

type Run = Pick<Context, 'db' | 'clock'> & { publicUrl: string | undefined };

export interface WebhookContext extends Pick<Context, 'db' | 'clock' | 'publicUrl'> {
  /** The operator's webhook; undefined if there is none. */
  webhook: WebhookSettings | undefined;
}

/**
 * Tells the operator's webhook what happened. It reads what the features store anyway, so nothing that they do waits for
 * it; a crash loses nothing, but may tell something twice.
 */
export const webhook: JobKind<WebhookContext> = {
  everyMs: LOOK_EVERY_MS,
  run: async (c, _payload, { report, signal }) => {
    if (c.webhook) await sendToWebhook(c, c.webhook, report, signal);
  },
};

/** Finds what happened since the last time, and sends what is due, until the receiver fails. */
export async function sendToWebhook(
  c: Run,
  hook: WebhookSettings,
  onError: (error: unknown) => void,
  stop?: AbortSignal,
): Promise<void> {
  await findEvents(c);
  while (!stop?.aborted && (await sendNext(c, hook, onError)));
}

async function findEvents({ db, clock }: Run): Promise<void> {
  const now = clock();
  const until = Number(await initSetting(db, FOUND_UNTIL, String(now)));
  const from = Math.max(until - OVERLAP_MS, now - OUT_OF_DATE_MS);
  const found = await insertFound(db, { from, to: now, most: MOST });
  const { failure } = await readBackupState(db, now);
  // A backup that fails is tried again each hour: one word a day is enough.
  if (failure && failure.at > from)
    await insertEvent(db, {
      id: `backup-${Math.floor(failure.at / DAY_MS)}`,
      kind: 'backup_failed',
      reason: failure.text,
      created_at: failure.at,
      due_at: failure.at,
    });
  if (found === MOST || now - until < OVERLAP_MS / 2) return;
  await putSetting(db, FOUND_UNTIL, String(now));
  await deleteEvents(db, now - KEPT_MS);
}

/** Sends the event that has waited longest. @returns whether there may be more to send now. */
async function sendNext(
  { db, clock, publicUrl }: Run,
  hook: WebhookSettings,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const now = clock();
  const event = await selectDue(db, now);
  if (!event) return false;
  const { id, due_at } = event;
  const attempts = event.attempts + 1;
  const until = now + CLAIM_MS;
  if (!(await changeDue(db, { id, from: due_at!, due_at: until, attempts }))) return true;
  const end = (at: number | null) => changeDue(db, { id, from: until, due_at: at, attempts });
  if (event.created_at <= now - OUT_OF_DATE_MS) return end(null);
  try {
    await post(event, hook, { site: publicUrl, now });
    await end(null);
    return true;
  } catch (error) {
    onError(error);
    const doubled = RETRY_AFTER_MS * 2 ** Math.min(attempts - 1, 10);
    const asked = error instanceof Refusal ? error.retryAfterMs : 0;
    await end(clock() + Math.min(Math.max(doubled, asked), RETRY_AFTER_MAX_MS));
    return false;
  }
}

/** @throws Error without the address, which may contain a secret. */
async function post(
  event: WebhookEvent,
  hook: WebhookSettings,
  at: { site: string | undefined; now: number },
): Promise<void> {
  const message = messageFor(event, hook, at);
  const { status, headers } = await boundedFetch(hook.url, { method: 'POST', ...message }).catch((error) => {
    throw new Error(`the webhook cannot be reached: ${codeOf(error)}`);
  });
  if (status < 200 || status > 299) throw new Refusal(status, Number(headers.get('retry-after')) * 1000 || 0);
}

class Refusal extends Error {
  readonly retryAfterMs: number;
  constructor(status: number, retryAfterMs: number) {
    super(`the webhook answered ${status}`);
    this.retryAfterMs = retryAfterMs;
  }
}

function codeOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' || /answered|sent more/.test(message) ? message : name);
}

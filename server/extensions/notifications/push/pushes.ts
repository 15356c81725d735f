import { boundedFetch } from '../../../platform/http/connections/bounded-fetch.ts';
import { memberLanguage } from '../../../platform/http/language.ts';
import type { JobKind } from '../../../platform/jobs.ts';
import { kindsOf, quietOf, quietUntil } from './choices.ts';
import { deleteEndpoint, isPushService, selectDevices } from './devices.ts';
import { encryptPush } from './encrypt.ts';
import { changeRest, endPushes, postpone, selectDue, selectDueMembers, selectRecipient } from './queries.ts';
import { type PushMessage, pushKindOf, pushMessage } from './texts.ts';
import { authorize, type PushContext } from './vapid.ts';

/** Interval between looks for due notifications, ms. */
const LOOK_EVERY_MS = 30_000;
/** Due notifications that one look reads. */
const READ = 500;
/** Members who are told at once. */
const AT_ONCE = 5;
/** Notifications that one message sums up. */
const SUMMED = 50;
/** After this long without a word from the server that tells a member, another may; ms. */
const CLAIM_MS = 60_000;
/** After a message a member rests this long: what happens meanwhile becomes one message. ms. */
const REST_MS = 10 * 60_000;
/** The wait after the first failed attempt, which doubles six times; ms. */
const RETRY_AFTER_MS = 30_000;
/** Lifetime of a message, here and at the push service, ms: after that it is out of date. */
const OUT_OF_DATE_MS = 86_400_000;

type OnError = (error: unknown) => void;

/**
 * Pushes notifications to the devices of members. Like emails they wait in the database, so a crash loses none; one may
 * arrive twice.
 */
export const pushes: JobKind<PushContext> = {
  everyMs: LOOK_EVERY_MS,
  run: async (c, _payload, { report, signal }) => {
    while ((await sendPushes(c, report, signal)) > 0 && !signal.aborted);
  },
};

/** Tells the members for whom something is due. @returns how many of them without a failure. */
export async function sendPushes(c: PushContext, onError: OnError, stop?: AbortSignal): Promise<number> {
  const members = await selectDueMembers(c.db, c.clock(), READ);
  let told = 0;
  const notifyOne = (user_id: string) => tell(c, user_id, onError).then(() => void told++, onError);
  for (let at = 0; at < members.length && !stop?.aborted; at += AT_ONCE)
    await Promise.all(members.slice(at, at + AT_ONCE).map(notifyOne));
  return told;
}

async function tell(c: PushContext, user_id: string, onError: OnError): Promise<void> {
  const { db } = c;
  const now = c.clock();
  const recipient = await selectRecipient(db, user_id);
  if (!recipient) return postpone(db, user_id, { now, until: null });
  const { rest_until: from, failures } = recipient;
  const wakes = Math.max(from, quietUntil(quietOf(recipient), now));
  if (wakes > now) return postpone(db, user_id, { now, until: wakes });
  const claimed = now + CLAIM_MS;
  if (!(await changeRest(db, user_id, { from, rest_until: claimed, failures }))) return;
  const language = memberLanguage(c, recipient.language);
  const due = await selectDue(db, user_id, now, SUMMED);
  const kinds = kindsOf(recipient);
  const [newest, ...more] = due.filter((one) => {
    const kind = pushKindOf(one);
    const isFresh = one.read_at === null && one.created_at > now - OUT_OF_DATE_MS;
    return isFresh && one.is_shown && kind && kinds.includes(kind);
  });
  const sent = newest
    ? await sendToAll(c, user_id, pushMessage(language, [newest, ...more]), onError)
    : 'nobody';
  const isAway = sent === 'away';
  // Tried again when the rest is over.
  if (!isAway)
    await endPushes(
      db,
      due.map(({ id }) => id),
    );
  const rest = { away: RETRY_AFTER_MS * 2 ** Math.min(failures, 6), told: REST_MS, nobody: 0 }[sent];
  const next = { from: claimed, rest_until: c.clock() + rest, failures: isAway ? failures + 1 : 0 };
  await changeRest(db, user_id, next);
}

/**
 * Sends a message to each device of a member. Dead subscriptions are deleted.
 * @returns whether anybody was told; `away` if every service asks to try again later.
 */
async function sendToAll(c: PushContext, user_id: string, message: PushMessage, onError: OnError) {
  const devices = await selectDevices(c.db, user_id);
  const results = await Promise.all(
    devices.map(async (device) => {
      const result = isPushService(device.endpoint, c.push.origins)
        ? await send(c, device, message, onError)
        : 'gone';
      if (result === 'gone') await deleteEndpoint(c.db, device.endpoint);
      return result;
    }),
  );
  if (results.includes('told')) return 'told';
  return results.includes('away') ? 'away' : 'nobody';
}

type Device = Awaited<ReturnType<typeof selectDevices>>[number];

async function send(
  { push, clock }: PushContext,
  { endpoint, ...keys }: Device,
  message: PushMessage,
  onError: OnError,
): Promise<'told' | 'gone' | 'away' | 'refused'> {
  const { host } = new URL(endpoint);
  try {
    const { status } = await boundedFetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: authorize(push.keys, endpoint, push.contact, clock()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(OUT_OF_DATE_MS / 1000),
      },
      body: new Uint8Array(encryptPush(JSON.stringify(message), keys)),
    });
    if (status >= 200 && status < 300) return 'told';
    if (status === 404 || status === 410) return 'gone';
    onError(new Error(`the push service ${host} answered ${status}`));
    return status === 429 ? 'away' : 'refused';
  } catch (error) {
    // Never the address: who knows it can be somebody's browser.
    const { name, cause } = error as Error & { cause?: { code?: string } };
    onError(new Error(`the push service ${host} cannot be reached: ${cause?.code ?? name}`));
    return 'away';
  }
}

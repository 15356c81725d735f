import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { nothing } from '../../fields.ts';
import { english } from '../../text/messages.ts';

/** Notifications that a browser shows while no page of the site is open. */
export const pushKinds = [
  /** A song that the caller requested, voted for or follows is out. */
  'released',
  /** There are takes to choose from. */
  'choosing',
  /** The choice between them ends soon. */
  'closing',
  /** A request was declined or not made in time, and the credits are back. */
  'returned',
  /** A new song of an artist, a genre, a playlist or a person that the caller follows. */
  'followed',
  /** Somebody says something in a conversation of the caller's, or the studio to those who back a request. */
  'comments',
] as const;
export type PushKind = (typeof pushKinds)[number];

const minuteOfDay = z.int().min(0).max(1439);

const timeZone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  }, english('Please name a time zone such as Europe/Berlin.'));

/** Between these minutes of the day nothing is shown; past midnight if `until` is not after `from`. */
const QuietHours = z.object({ from: minuteOfDay, until: minuteOfDay, time_zone: timeZone });
export type QuietHours = z.output<typeof QuietHours>;

const PushChoices = z.object({
  /** The kinds that are shown. */
  kinds: z.array(z.enum(pushKinds)).max(pushKinds.length),
  quiet: QuietHours.nullable(),
});

export const PushSettings = PushChoices.extend({
  /** The key that a browser subscribes with (VAPID, RFC 8292), Base64 for URLs. */
  public_key: z.string(),
  /** True if the device of this session is notified. */
  this_device: z.boolean(),
  devices: z.int().nonnegative(),
});
export type PushSettings = z.output<typeof PushSettings>;

const base64url = (bytes: number) =>
  z
    .string()
    .max(100)
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 6) / 8) === bytes);

/** Result of the browser's `PushSubscription.toJSON()`. */
const PushSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscription = z.output<typeof PushSubscription>;

export const getPushSettings = endpoint('GET /notifications/push', {
  access: 'signed-in',
  summary: 'What the caller’s devices are told by Web push, and when.',
  returns: PushSettings,
});

export const editPushSettings = endpoint('PATCH /notifications/push', {
  access: 'signed-in',
  summary: 'Changes which kinds of news are pushed, and the quiet hours.',
  body: PushChoices.partial(),
  returns: PushSettings,
});

export const putPushDevice = endpoint('PUT /notifications/push/device', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Subscribes the device of this session to Web push. Logging out ends it. A member’s ten newest devices are kept. 400 `push_refused` for an unknown push service.',
  body: PushSubscription,
  returns: PushSettings,
});

export const deletePushDevice = endpoint('DELETE /notifications/push/device', {
  access: 'signed-in',
  summary: 'Ends Web push to the device of this session.',
  returns: PushSettings,
});

/** For the worker, which has no session: the old address and its secret prove that it is the same browser. */
export const renewPushDevice = endpoint('POST /notifications/push/renew', {
  access: 'anyone',
  cost: 10,
  summary: 'Replaces a subscription that the browser has changed. Unknown ones change nothing.',
  body: z.object({
    old: z.object({ endpoint: z.url().max(1000), auth: base64url(16) }),
    subscription: PushSubscription,
  }),
  returns: nothing,
});

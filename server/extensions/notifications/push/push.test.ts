import type { PushSettings } from 'contract/extensions/news/push.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setTexts } from '../../../platform/text/say.ts';
import { runJobs } from '../../../testing/jobs.ts';
import { createOpenRequest } from '../../../testing/requests.ts';
import {
  PASSWORD,
  type Person,
  publishTrack,
  signUp,
  type TestServer,
  testServer,
} from '../../../testing/server.ts';
import { remindOfChoices } from '../../studio/choosing/choice.ts';
import { notifyBackers } from '../notifications.ts';
import { quietUntil } from './choices.ts';
import { isPushService } from './devices.ts';
import { sendPushes } from './pushes.ts';
import { newBrowser, pushService } from './testing/browser.ts';

let s: TestServer;
let service: Awaited<ReturnType<typeof pushService>>;
const errors: string[] = [];

beforeAll(async () => {
  service = await pushService();
  s = await testServer();
  s.c.push = { ...s.c.push, origins: [service.origin] };
});
beforeEach(() => {
  service.received.length = 0;
  service.answers.clear();
  errors.length = 0;
});
afterAll(async () => {
  service.close();
  await s.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, headers: object, url: string, payload?: object) =>
  s.app.inject({ method, url, headers: headers as Record<string, string>, ...(payload && { payload }) });
const settings = async (who: Person) =>
  (await send('GET', who.headers, '/notifications/push')).json() as PushSettings;

let devices = 0;
async function subscribe(who: Pick<Person, 'headers'>) {
  const path = `/send/${++devices}`;
  const browser = await newBrowser(service.origin + path);
  const answer = await send('PUT', who.headers, '/notifications/push/device', browser.subscription);
  expect(answer.json()).toMatchObject({ this_device: true });
  return { ...browser, path };
}

type Kind = Parameters<typeof notifyBackers>[4]['kind'];

/** Notifies a requester of a request of their own. */
async function notify(who: Person, title: string, kind: Kind = 'request_released') {
  s.time.now += 1000;
  const id = await createOpenRequest(s.c, who.id, { title, artist: 'Ilse' });
  const track_id = kind === 'request_released' ? await publishTrack(s.c) : null;
  const requester = sql`select user_id from song_request where id = ${id}`;
  const recipients = { requester, voters: sql`select user_id from backer where request_id = ${id}` };
  const what = { kind, track_id, created_at: s.time.now };
  await s.c.db
    .transaction()
    .execute((tx) => notifyBackers(tx, s.c.engine, { id, title, artist: 'Ilse' }, recipients, what));
  return { id, track_id };
}

async function pushAll() {
  while ((await sendPushes(s.c, (error) => errors.push(String(error)))) > 0);
}

type Browser = Awaited<ReturnType<typeof subscribe>>;
const shownOn = ({ decrypt, path }: Browser) =>
  Promise.all(
    service.received
      .filter((one) => one.path === path)
      .map(async ({ body }) => JSON.parse(await decrypt(body))),
  );

it('a member’s devices get the sentence and its page, and nobody else’s do', async () => {
  const [ann, bob] = [await signUp(s), await signUp(s)];
  const log = await send('POST', {}, '/auth/login', { email: ann.email, password: PASSWORD });
  const phone = { headers: { authorization: `Bearer ${log.json().authToken}` } };
  const browsers = [await subscribe(ann), await subscribe(phone), await subscribe(bob)];
  const { track_id } = await notify(ann, 'Glass Harbor');
  await Promise.all([pushAll(), pushAll()]);
  const message = { title: '“Glass Harbor” by Ilse is out', path: `/tracks/${track_id}` };
  expect(await Promise.all(browsers.map(shownOn))).toEqual([[message], [message], []]);
  expect(service.received[0]!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(service.received[0]!.headers.authorization).toMatch(/^vapid t=.*, k=/);
  expect(await settings(ann)).toMatchObject({ this_device: true, devices: 2 });
  await send('DELETE', bob.headers, '/notifications/push/device');
  expect((await settings(ann)).devices).toBe(2);
  expect((await settings(bob)).devices).toBe(0);
});

it('ten things at once are one message, and so is what happens while a member rests', async () => {
  const ann = await signUp(s);
  const browser = await subscribe(ann);
  for (let number = 1; number <= 10; number++) await notify(ann, `Song no ${number} of Ann`);
  await pushAll();
  expect(await shownOn(browser)).toEqual([
    { title: '“Song no 10 of Ann” by Ilse is out, and 9 more', path: '/profile?view=requests' },
  ]);
  await notify(ann, 'Eleven', 'request_choosing');
  await pushAll();
  expect(service.received).toHaveLength(1);
  s.time.now += 10 * 60_000;
  await pushAll();
  expect((await shownOn(browser))[1]).toMatchObject({ title: '“Eleven” has takes to choose from' });
});

it('a message is in the language that the member has when it is sent', async () => {
  setTexts('de', {
    '“{title}” by {artist} is out': '„{title}“ von {artist} ist da',
    '{sentence}, and {n, plural, one {# more} other {# more}}':
      '{sentence} und {n, plural, one {# weiteres} other {# weitere}}',
  });
  s.c.languages = ['en', 'de'];
  const ann = await signUp(s);
  const browser = await subscribe(ann);
  for (const title of ['One', 'Two']) await notify(ann, title);
  await send('PATCH', ann.headers, '/auth/me', { language: 'de' });
  await pushAll();
  s.c.languages = ['en'];
  s.time.now += 10 * 60_000;
  await notify(ann, 'Three');
  await pushAll();
  expect(await shownOn(browser)).toMatchObject([
    { title: '„Two“ von Ilse ist da und 1 weiteres' },
    { title: '“Three” by Ilse is out' },
  ]);
});

it('says nothing in quiet hours, of kinds that are off, and of what was read', async () => {
  const ann = await signUp(s);
  const browser = await subscribe(ann);
  const minute = new Date(s.time.now).getUTCHours() * 60;
  const quiet = { from: minute, until: (minute + 120) % 1440, time_zone: 'UTC' };
  const saved = await send('PATCH', ann.headers, '/notifications/push', {
    kinds: ['released', 'choosing'],
    quiet,
  });
  expect(saved.json()).toMatchObject({ kinds: ['released', 'choosing'], quiet });
  await notify(ann, 'Quiet');
  await notify(ann, 'Declined', 'request_declined');
  await pushAll();
  expect(service.received).toHaveLength(0);
  s.time.now += 2 * 3_600_000;
  await pushAll();
  expect(await shownOn(browser)).toMatchObject([{ title: '“Quiet” by Ilse is out' }]);
  s.time.now += 10 * 60_000;
  await notify(ann, 'Seen in the bell');
  await send('POST', ann.headers, '/notifications/read', {});
  await pushAll();
  expect(service.received).toHaveLength(1);
  const wrong = { quiet: { from: 0, until: 1, time_zone: 'Mars/Olympus' } };
  expect((await send('PATCH', ann.headers, '/notifications/push', wrong)).statusCode).toBe(400);
});

it('says what is new in a conversation at the end of the hour, once, and an update at once', async () => {
  const [ann, bob, admin] = [await signUp(s), await signUp(s), await signUp(s, { tier: 'admin' })];
  const browser = await subscribe(ann);
  const id = await createOpenRequest(s.c, ann.id, { title: 'Neon Rain' });
  const say = async (who: Person, path: string, text: string) => {
    await send('POST', who.headers, path, { on: 'request', subject: id, text });
    await runJobs(s.c, 'comments.');
    await pushAll();
  };
  const HOUR = 3_600_000;
  const nextHour = () => {
    s.time.now = (Math.floor(s.time.now / HOUR) + 1) * HOUR;
    return pushAll();
  };
  await nextHour();
  for (const text of ['Softly', 'Loudly']) await say(bob, '/comments', text);
  expect(await shownOn(browser)).toEqual([]);
  const path = `/leaderboard/${id}#comments`;
  const update = { title: '“Neon Rain” has news from the studio', path };
  await say(admin, '/comments/updates', 'We are on it');
  expect(await shownOn(browser)).toEqual([update]);
  // What is due stays due while the conversation goes on.
  s.time.now = (Math.floor(s.time.now / HOUR) + 1) * HOUR;
  await say(bob, '/comments', 'Slowly');
  const talk = { title: 'New comments on “Neon Rain”', path };
  expect(await shownOn(browser)).toEqual([update, talk]);
  await nextHour();
  await say(bob, '/comments', 'Read in the bell');
  await send('POST', ann.headers, '/notifications/read', {});
  await nextHour();
  expect(await shownOn(browser)).toEqual([update, talk]);
});

it('counts quiet hours in the member’s time zone, past midnight', () => {
  const night = { from: 22 * 60, until: 7 * 60, time_zone: 'Asia/Kolkata' };
  expect(quietUntil(night, Date.parse('2026-06-01T16:29:59Z'))).toBe(0);
  expect(quietUntil(night, Date.parse('2026-06-01T16:30:00Z'))).toBe(Date.parse('2026-06-02T01:30:00Z'));
  expect(quietUntil(night, Date.parse('2026-06-02T01:30:00Z'))).toBe(0);
});

it('removes dead devices, and tries again later while the push service is away', async () => {
  const ann = await signUp(s);
  const dead = await subscribe(ann);
  service.answers.set(dead.path, 410);
  await notify(ann, 'To the dead');
  await pushAll();
  expect(await settings(ann)).toMatchObject({ this_device: false, devices: 0 });
  const live = await subscribe(ann);
  service.answers.set(live.path, 503);
  await notify(ann, 'Patience');
  await pushAll();
  service.answers.clear();
  await pushAll();
  expect(service.received).toHaveLength(2);
  s.time.now += 60_000;
  await pushAll();
  expect((await shownOn(live)).at(-1)).toMatchObject({ title: '“Patience” by Ilse is out' });
  expect(errors).toHaveLength(1);
  expect(errors.join()).not.toContain('/send/');
  service.answers.set(live.path, 503);
  s.time.now += 10 * 60_000;
  await notify(ann, 'Too late');
  await pushAll();
  service.answers.clear();
  s.time.now += 86_400_000;
  await pushAll();
  expect(service.received).toHaveLength(4);
});

it('refuses addresses that are no push service’s', async () => {
  const allowed = (endpoint: string) => isPushService(endpoint, []);
  const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
  for (const host of [...services, 'wns2-by3p.notify.windows.com'])
    expect([host, allowed(`https://${host}/x`)]).toEqual([host, true]);
  const refused = [
    ...[
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://me:you@fcm.googleapis.com/x',
    ],
    ...['https://fcm.googleapis.com.evil.example/x', 'https://evilpush.apple.com/x', 'https://127.0.0.1/x'],
    ...['https://push.apple.com/x', 'https://evil.example/#.push.apple.com', 'https://fcm.googleapis.com./x'],
  ];
  for (const endpoint of refused) expect([endpoint, allowed(endpoint)]).toEqual([endpoint, false]);
  const ann = await signUp(s);
  const { subscription } = await newBrowser('http://127.0.0.1:9/x');
  const put = (body: object) => send('PUT', ann.headers, '/notifications/push/device', body);
  expect((await put(subscription)).json()).toMatchObject({ code: 'push_refused' });
  const noPoint = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
  expect((await put({ endpoint: `${service.origin}/y`, keys: noPoint })).statusCode).toBe(400);
  expect((await put({ endpoint: `${service.origin}/y`, keys: { p256dh: 'x', auth: 'y' } })).statusCode).toBe(
    400,
  );
});

it('ends with the session and the account, is exported, and keeps the ten newest devices', async () => {
  const ann = await signUp(s);
  const tokens: string[] = [];
  for (let number = 0; number < 12; number++) {
    const log = await send('POST', {}, '/auth/login', { email: ann.email, password: PASSWORD });
    tokens.push(log.json().authToken);
    s.time.now += 30_000;
    await subscribe({ headers: { authorization: `Bearer ${tokens.at(-1)}` } });
  }
  expect((await settings(ann)).devices).toBe(10);
  await send('POST', { authorization: `Bearer ${tokens.at(-1)}` }, '/auth/logout');
  expect((await settings(ann)).devices).toBe(9);
  const data = (await send('GET', ann.headers, '/auth/me/export')).json();
  expect(data.push_devices).toHaveLength(9);
  expect(Object.keys(data.push_devices[0])).toEqual(['endpoint', 'created_at']);
  expect(data.push_settings).toMatchObject({ quiet: null });
  await send('DELETE', ann.headers, '/auth/me', { password: PASSWORD });
  for (const table of ['push_subscription', 'push_setting'] as const) {
    const left = s.c.db.selectFrom(table).where('user_id', '=', ann.id).select('user_id');
    expect(await left.execute()).toEqual([]);
  }
});

it('a browser renews its own subscription, and only with its secret; another member takes a browser over', async () => {
  const [ann, bob] = [await signUp(s), await signUp(s)];
  const before = await subscribe(ann);
  const after = await newBrowser(`${service.origin}/send/renewed`);
  const renew = (auth: string) =>
    send('POST', {}, '/notifications/push/renew', {
      old: { endpoint: before.subscription.endpoint, auth },
      subscription: after.subscription,
    });
  expect((await renew(after.subscription.keys.auth)).statusCode).toBe(200);
  expect((await renew(before.subscription.keys.auth)).statusCode).toBe(200);
  await notify(ann, 'Renewed');
  await pushAll();
  expect(service.received.map(({ path }) => path)).toEqual(['/send/renewed']);
  await send('PUT', bob.headers, '/notifications/push/device', after.subscription);
  expect([(await settings(ann)).devices, (await settings(bob)).devices]).toEqual([0, 1]);
});

it('reminds those who have not chosen that the choice closes soon, once', async () => {
  const [ann, bob] = [await signUp(s), await signUp(s)];
  const browser = await subscribe(ann);
  const id = await createOpenRequest(s.c, ann.id, { title: 'Choose me' });
  const choosing = { stage: 'choosing' as const, choosing_ends_at: s.time.now + 3 * 3_600_000 };
  await s.c.db.updateTable('song_request').set(choosing).where('id', '=', id).execute();
  const backer = { request_id: id, user_id: bob.id, votes: 1, last_voted_at: s.time.now };
  await s.c.db.insertInto('backer').values(backer).execute();
  await remindOfChoices(s.c);
  await pushAll();
  expect(service.received).toHaveLength(0);
  s.time.now += 3_600_000;
  await remindOfChoices(s.c);
  await remindOfChoices(s.c);
  await pushAll();
  expect(await shownOn(browser)).toEqual([
    { title: 'Voting on “Choose me” closes soon', path: `/leaderboard/${id}` },
  ]);
  const told = s.c.db.selectFrom('notification').where('kind', '=', 'request_closing').select('user_id');
  expect((await told.execute()).map((one) => one.user_id).sort()).toEqual([ann.id, bob.id].sort());
});

import { expect, it } from 'vitest';
import { setTexts } from '../../platform/text/say.ts';
import { call } from '../../testing/calls.ts';
import { runEvents } from '../../testing/jobs.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { type Person, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { studioWorld } from '../studio/testing/world.ts';
import { sendEmails } from './emails.ts';
import { notifyBackers } from './notifications.ts';

const SITE = 'https://ovation.example';
const DAY_MS = 86_400_000;

/** Sends everything that is due. @returns what failed. */
async function sendAll(s: TestServer, mail = s.c.mail!): Promise<unknown[]> {
  const errors: unknown[] = [];
  await runEvents(s.c);
  while ((await sendEmails(s.c, { mail, site: SITE }, (error) => errors.push(error))) > 0);
  return errors;
}

/** Notifies people that a song they voted for was returned. @returns the request's id. */
async function notify(s: TestServer, people: Person[]): Promise<string> {
  const id = await createOpenRequest(s.c, people[0]!.id);
  await s.c.db.transaction().execute(async (tx) => {
    const users = tx
      .selectFrom('user')
      .where(
        'id',
        'in',
        people.map((one) => one.id),
      )
      .select('id as user_id');
    const none = tx.selectFrom('user').where('id', '=', '').select('id as user_id');
    const recipients = { requester: none, voters: users } as never;
    const request = { id, title: 'Blue <Rain> & Wind', artist: 'Ilse' };
    const what = { kind: 'request_returned', created_at: s.c.clock() } as const;
    await notifyBackers(tx, s.c.engine, request, recipients, what);
  });
  return id;
}

it('emails requester and backers at every step of a request, once each', async () => {
  const w = await studioWorld({ takesPerRequest: 2 });
  const song = await w.fund('Glass Harbor');
  await sendAll(w.s);
  await w.run();
  await sendAll(w.s);
  const [take] = await w.takes(song, w.ann);
  for (const person of [w.ann, w.bob]) await w.choose(song, person, take!.id);
  await w.run();
  await sendAll(w.s);
  const declined = await w.fund('Tin Roof');
  await sendAll(w.s);
  await call(w.s, `DELETE /requests/${declined}?reason=Too%20long`, { token: w.admin.token });
  await sendAll(w.s);
  await sendAll(w.s);
  for (const { email } of [w.ann, w.bob]) {
    const subjects = w.s.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects).toEqual([
      '“Glass Harbor” reached its goal',
      '“Glass Harbor” has takes to choose from',
      '“Glass Harbor” is out',
      '“Tin Roof” reached its goal',
      '“Tin Roof” was declined',
    ]);
  }
  expect(w.s.mails.filter(({ to }) => to === w.admin.email)).toEqual([]);
  const [queued, choosing, out] = w.s.mails.filter(({ to }) => to === w.ann.email);
  expect(queued!.text).toContain('Your request “Glass Harbor” by Ilse reached its goal.');
  expect(choosing!.text).toContain(`${SITE}/leaderboard/${song}`);
  expect(out!.text).toMatch(/https:\/\/ovation.example\/tracks\/[0-9a-f-]{36}/);
  expect(w.s.mails.at(-1)!.text).toContain('The reason: “Too long”');
  await w.close();
});

it('sends nothing to members who are suspended, also not later', async () => {
  const s = await testServer({ publicUrl: SITE });
  const [admin, gone, here] = [await signUp(s, { tier: 'admin' }), await signUp(s), await signUp(s)];
  await notify(s, [gone, here]);
  const change = (action: string) =>
    call(s, `POST /members/${gone.id}/${action}` as 'POST /', { token: admin.token, body: {} });
  expect((await change('suspend')).status).toBe(200);
  await sendAll(s);
  expect(s.mails.map(({ to }) => to)).toEqual([here.email]);
  await change('restore');
  await sendAll(s);
  expect(s.mails).toHaveLength(1);
  await notify(s, [gone]);
  await sendAll(s);
  expect(s.mails.at(-1)!.to).toBe(gone.email);
  await s.close();
});

it('stops after one click, without a login, and starts again from the profile', async () => {
  const s = await testServer({ publicUrl: SITE });
  const person = await signUp(s);
  await notify(s, [person]);
  await sendAll(s);
  const { headers = {}, html = '', text } = s.mails[0]!;
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = headers['List-Unsubscribe']!.slice(1, -1);
  expect(html).toContain('Blue &#60;Rain&#62; &#38; Wind');
  const path = url.slice(SITE.length);
  const opened = await s.app.inject({ url: path });
  expect(opened.statusCode).toBe(302);
  expect(text).toContain(SITE + opened.headers.location);
  const settings = async () => (await call(s, 'GET /notifications/settings', { token: person.token })).body;
  const post = (url: string) =>
    s.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  const other = await signUp(s);
  const forged = path.replace(person.id, other.id);
  expect((await post(forged)).json()).toMatchObject({ code: 'bad_unsubscribe' });
  expect((await post(path.slice(0, -1))).statusCode).toBe(400);
  expect(await settings()).toEqual({ by_email: true, email_available: true });
  for (let i = 0; i < 2; i++) expect((await post(path)).statusCode).toBe(200);
  expect(await settings()).toEqual({ by_email: false, email_available: true });
  await notify(s, [person, other]);
  await sendAll(s);
  expect(s.mails.map(({ to }) => to)).toEqual([person.email, other.email]);
  const exported = await call(s, 'GET /auth/me/export', { token: person.token });
  expect(exported.body.notification_settings).toEqual({ by_email: false });
  await call(s, 'PATCH /notifications/settings', { token: person.token, body: { by_email: true } });
  await notify(s, [person]);
  await sendAll(s);
  expect(s.mails).toHaveLength(3);
  await s.close();
});

it('tries again later if the mail server fails, drops refused addresses, and gives up after two days', async () => {
  const s = await testServer();
  const people = await Promise.all(Array.from({ length: 3 }, () => signUp(s)));
  const [refused, unlucky, lucky] = people as [Person, Person, Person];
  await notify(s, people);
  const failing: typeof s.c.mail = async (mail, beforeEnd) => {
    if (mail.to === refused.email)
      throw Object.assign(new Error(`550 ${mail.to}`), { responseCode: 550, command: 'RCPT TO' });
    await beforeEnd?.();
    if (mail.to === unlucky.email) throw Object.assign(new Error('451'), { responseCode: 451 });
    s.mails.push(mail);
  };
  const errors = await sendAll(s, failing);
  expect(errors).toHaveLength(2);
  expect(String(errors)).not.toContain('@');
  expect(s.mails.map(({ to }) => to)).toEqual([lucky.email]);
  await sendAll(s);
  expect(s.mails).toHaveLength(1);
  s.time.now += 60_000;
  await sendAll(s);
  expect(s.mails.map(({ to }) => to)).toEqual([lucky.email, unlucky.email]);
  await notify(s, [lucky]);
  const down = () => Promise.reject(Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNECTION' }));
  for (let hours = 0; hours < 49; hours++) {
    await sendAll(s, down);
    s.time.now += DAY_MS / 24;
  }
  await sendAll(s);
  const waiting = await s.c.db
    .selectFrom('notification')
    .where('email_due_at', 'is not', null)
    .select('id')
    .execute();
  expect([s.mails.length, waiting]).toEqual([2, []]);
  await s.close();
});

it('sends each email once while several servers send', async () => {
  const s = await testServer();
  const people = await Promise.all(Array.from({ length: 12 }, () => signUp(s)));
  await notify(s, people);
  await Promise.all([sendAll(s), sendAll(s), sendAll(s)]);
  expect(s.mails.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  await s.close();
});

it('is in the language that its reader has when it is sent, with its direction', async () => {
  const subject = '“{title}” ran out of time';
  setTexts('de', { [subject]: 'Für „{title}“ reichte die Zeit nicht', '{words}:': '{words}:' });
  setTexts('ja', { [subject]: '「{title}」は時間切れです' });
  setTexts('ar', { [subject]: 'نفد وقت «{title}»', 'Turn these emails off': 'أوقف هذه الرسائل' });
  const s = await testServer({ publicUrl: SITE, languages: ['de', 'en', 'ja', 'ar'] });
  const choices = ['de', 'ja', 'ar', 'en', 'ko', null];
  const people = await Promise.all(choices.map(() => signUp(s)));
  await notify(s, people);
  for (const [at, { id }] of people.entries())
    await s.c.db.updateTable('user').set({ language: choices[at]! }).where('id', '=', id).execute();
  await sendAll(s);
  const mails = people.map(({ email }) => s.mails.find(({ to }) => to === email)!);
  const german = 'Für „Blue <Rain> & Wind“ reichte die Zeit nicht';
  expect(mails.map(({ subject }) => subject)).toEqual([
    german,
    '「Blue <Rain> & Wind」は時間切れです',
    // The title keeps its own direction.
    'نفد وقت «\u2068Blue <Rain> & Wind\u2069»',
    '“Blue <Rain> & Wind” ran out of time',
    // One is not offered any more, one was never chosen: the site's first language.
    german,
    german,
  ]);
  expect(mails.map(({ html }) => /<html [^>]*>/.exec(html!)![0])).toEqual(
    ['de" dir="ltr', 'ja" dir="ltr', 'ar" dir="rtl', 'en" dir="ltr', 'de" dir="ltr', 'de" dir="ltr'].map(
      (one) => `<html lang="${one}">`,
    ),
  );
  expect(mails[2]!.text).toContain(`أوقف هذه الرسائل:\n${SITE}/unsubscribe`);
  await s.close();
});

import { randomUUID } from 'node:crypto';
import {
  ANSWERS_COUNTED,
  COMMENT_MAX,
  COMMENTS_COUNTED,
  EDIT_MS,
} from 'contract/extensions/comments/comments-constants.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { merge } from '../../features/song-requests/moderation/merge.ts';
import { decline, release } from '../../features/song-requests/moderation/moderation.ts';
import { type CallResult, call } from '../../testing/calls.ts';
import { readEvents } from '../../testing/events.ts';
import { serverPerTest } from '../../testing/hooks.ts';
import { runJobs } from '../../testing/jobs.ts';
import { createOpenRequest, member } from '../../testing/requests.ts';
import { updateRows } from '../../testing/rows.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';
import { claimEmails, endEmails } from '../notifications/email-queries.ts';
import { TELL } from './comments.ts';

const s = serverPerTest({ publicUrl: 'https://ovation.example' });
let ann: Person;
let bob: Person;
let admin: Person;
let song: string;
beforeEach(async () => {
  ann = await signUp(s);
  bob = await signUp(s);
  admin = await signUp(s, { tier: 'admin' });
  song = await createOpenRequest(s.c, ann.id, { title: 'Neon Rain' });
});

type Given = { subject?: string; on?: string; parent_id?: string; second?: number };
/** The limit of a member is over after so much time. */
const say = (who: Person | undefined, text: unknown, given: Given = {}): Promise<CallResult> => {
  s.time.now += 60_000;
  const body = { on: 'request', subject: song, text, ...given };
  return call(s, 'POST /comments', { ...(who && { token: who.token }), body });
};
const read = async (who?: Person, query = `on=request&subject=${song}`): Promise<CallResult> =>
  call(s, `GET /comments?${query}`, who && { token: who.token });
const texts = async (who?: Person, query?: string) =>
  (await read(who, query)).body.comments.map(({ text }: { text: string }) => text);
const as = (who: Person, route: `${'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, body?: object) =>
  call(s, route, { token: who.token, ...(body && { body }) });
const notified = async (who: Person, kind = 'comment') => {
  await runJobs(s.c, 'comments.', 'event:', 'notifications.step');
  const { body } = await as(who, 'GET /notifications');
  return body.notifications.filter((one: { kind: string }) => one.kind === kind);
};

describe('a conversation', () => {
  it('has comments, newest first, each with its answers, oldest first', async () => {
    const { status, body: first } = await say(ann, 'Make it <b>loud</b>\r\n\r\n\r\n\r\nplease');
    expect([status, first.text, first.by, first.own]).toEqual([
      201,
      'Make it <b>loud</b>\n\nplease',
      ann.username,
      true,
    ]);
    await say(bob, 'Softly');
    for (let i = 1; i <= 7; i++) await say(bob, `answer ${i}`, { parent_id: first.id });
    const { body } = await read();
    expect(body).toMatchObject({ count: 9, update: null, is_closed: false, is_muted: false, seconds: [] });
    expect(body.comments.map(({ text }: { text: string }) => text)).toEqual(['Softly', first.text]);
    const shown = body.comments[1];
    expect([shown.own, shown.answer_count, shown.answers.map(({ text }: { text: string }) => text)]).toEqual([
      false,
      7,
      ['answer 1', 'answer 2', 'answer 3', 'answer 4', 'answer 5'],
    ]);
    const page = await call(s, `GET /comments/${first.id}/answers?limit=4`);
    const rest = await call(s, `GET /comments/${first.id}/answers?cursor=${page.headers['x-next-cursor']}`);
    expect([...page.body, ...rest.body].map(({ text }) => text)).toEqual(
      Array.from({ length: 7 }, (_, i) => `answer ${i + 1}`),
    );
    const [answer] = shown.answers;
    expect((await say(bob, 'deeper', { parent_id: answer.id })).body.code).toBe('comment_answer');
    const other = await createOpenRequest(s.c, ann.id);
    expect((await say(bob, 'elsewhere', { parent_id: first.id, subject: other })).status).toBe(404);
  });

  it('comes in pages of 20, by either order, with nothing twice', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 23; i++) ids.push((await say(i % 2 ? ann : bob, `${i}`)).body.id);
    for (const [id, who] of [
      [ids[3]!, bob],
      [ids[5]!, admin],
    ] as const)
      await as(who, `PUT /comments/${id}/helpful`, { helpful: true });
    await as(admin, `PUT /comments/${ids[3]}/helpful`, { helpful: true });
    for (const sort of ['newest', 'helpful']) {
      const first = await read(undefined, `on=request&subject=${song}&sort=${sort}`);
      const cursor = first.headers['x-next-cursor'];
      const next = await read(undefined, `on=request&subject=${song}&sort=${sort}&cursor=${cursor}`);
      const got = [...first.body.comments, ...next.body.comments].map(({ id }: { id: string }) => id);
      expect([first.body.comments.length, next.headers['x-next-cursor']]).toEqual([20, undefined]);
      const newest = ids.toReversed();
      const order = [ids[3], ids[5], ...newest.filter((id) => id !== ids[3] && id !== ids[5])];
      expect(got).toEqual(sort === 'newest' ? newest : order);
    }
    expect((await read(undefined, `on=request&subject=${song}&limit=21`)).status).toBe(400);
    expect((await read(undefined, `on=request&subject=${song}&cursor=x`)).body.code).toBe('bad_cursor');
  });

  it('is counted up to a bound, however much is said', async () => {
    const { id } = (await say(ann, 'Everybody?')).body;
    const { id: quiet } = (await say(ann, 'Nobody?')).body;
    const answers = Array.from({ length: COMMENTS_COUNTED + 1 }, (_, i) => ({
      ...({
        id: randomUUID(),
        subject_kind: 'request',
        subject: song,
        parent_id: id,
        user_id: bob.id,
      } as const),
      ...({ text: 'Me', second: null, state: 'shown', needs_review: 0, is_update: 0, helpful: 0 } as const),
      ...{ created_at: s.time.now + i, edited_at: null },
    }));
    for (let at = 0; at < answers.length; at += 500)
      await s.c.db
        .insertInto('comment')
        .values(answers.slice(at, at + 500))
        .execute();
    const { count, comments } = (await read()).body;
    expect([count, comments.map((one: { answer_count: number }) => one.answer_count)]).toEqual([
      COMMENTS_COUNTED,
      [0, ANSWERS_COUNTED],
    ]);
    expect(comments[0].id).toBe(quiet);
  });

  it('counts one mark a person, takes it back, and none for oneself', async () => {
    const { id } = (await say(ann, 'Listen to the bridge')).body;
    const mark = (who: Person, helpful: boolean) => as(who, `PUT /comments/${id}/helpful`, { helpful });
    expect((await mark(bob, true)).body).toEqual({ helpful: 1, is_helpful: true });
    expect((await mark(bob, true)).body).toEqual({ helpful: 1, is_helpful: true });
    expect((await read(bob)).body.comments[0]).toMatchObject({ helpful: 1, is_helpful: true });
    expect((await read(ann)).body.comments[0]).toMatchObject({ helpful: 1, is_helpful: false });
    expect((await mark(bob, false)).body).toEqual({ helpful: 0, is_helpful: false });
    expect((await mark(bob, false)).body).toEqual({ helpful: 0, is_helpful: false });
    expect((await mark(ann, true)).status).toBe(403);
  });

  it('on a song names seconds of it', async () => {
    const track = await publishTrack(s.c, { duration_seconds: 60 });
    const at = (second: number, subject = track, on = 'track') => say(bob, 'here', { on, subject, second });
    expect((await at(31.7)).body.second).toBe(31);
    for (const second of [5, 31]) await at(second);
    const { body } = await read(undefined, `on=track&subject=${track}`);
    expect([body.seconds, body.count]).toEqual([[5, 31], 3]);
    for (const wrong of [await at(61), await at(1, song, 'request')])
      expect([wrong.status, wrong.body.field]).toEqual([400, 'second']);
    expect((await at(-1)).status).toBe(400);
  });

  it('has a comment once, however often it is sent with one key', async () => {
    const send = () =>
      call(s, 'POST /comments', {
        ...{ token: bob.token, headers: { 'idempotency-key': 'a-key' } },
        body: { on: 'request', subject: song, text: 'Once' },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect((await read()).body.count).toBe(1);
    await as(bob, `DELETE /comments/${first.body.id}`);
    expect((await send()).body.code).toBe('conflict');
  });

  it('is a feed, too', async () => {
    await say(bob, 'Loud & <clear>');
    await say(bob, 'fuck');
    const feed = (of: string) => call(s, `GET /feeds/comments/${of}`);
    const rss = await s.app.inject({ url: `/feeds/comments/request/${song}.xml` });
    expect(rss.body).toContain('Comments on Neon Rain by Somebody');
    expect(rss.body).toContain('Loud &#38; &#60;clear&#62;');
    expect(rss.body).not.toContain('fuck');
    expect((await feed(`request/${song}.json`)).body.items).toHaveLength(1);
    expect((await feed(`track/${song}.json`)).status).toBe(404);
  });

  it('is seen live on the streams that pages have open anyway', async () => {
    const address = await s.app.listen({ port: 0, host: '127.0.0.1' });
    const readers = await Promise.all(
      ['/requests/events', '/track/applause/events'].map((path) => readEvents(`${address}${path}`)),
    );
    await say(bob, 'Hello');
    const note = { event: 'note', data: { kind: 'comments', id: song } };
    for (const reader of readers) expect(await reader.next()).toMatchObject(note);
    for (const reader of readers) reader.stop();
  });
});

describe('one’s own comment', () => {
  it('can be changed for ten minutes, also while it is answered', async () => {
    const { id } = (await say(ann, 'Frist')).body;
    const edit = (who: Person, text = 'First') => as(who, `PATCH /comments/${id}`, { text });
    const [edited] = await Promise.all([edit(ann), say(bob, 'An answer', { parent_id: id })]);
    expect(edited.body).toMatchObject({ text: 'First', edited_at: expect.any(Number) });
    expect((await read()).body.comments[0]).toMatchObject({ text: 'First', answer_count: 1 });
    expect((await edit(bob)).status).toBe(404);
    s.time.now += EDIT_MS;
    expect((await edit(ann)).body.code).toBe('edit_over');
  });

  it('is gone when it is deleted; with answers its place stays', async () => {
    const { id } = (await say(ann, 'Sorry')).body;
    await say(bob, 'No problem', { parent_id: id });
    const { id: alone } = (await say(ann, 'Alone')).body;
    expect((await as(bob, `DELETE /comments/${id}`)).status).toBe(404);
    for (const one of [id, alone]) expect((await as(ann, `DELETE /comments/${one}`)).status).toBe(200);
    const { body } = await read(ann);
    expect([body.count, body.comments]).toEqual([
      1,
      [expect.objectContaining({ id, text: '', by: null, own: false, state: 'deleted', answer_count: 1 })],
    ]);
    for (const [route, given] of [
      [`PATCH /comments/${id}`, { text: 'Back' }],
      [`PUT /comments/${id}/helpful`, { helpful: true }],
      [`POST /comments/${id}/report`, { reason: 'Gone' }],
    ] as const)
      expect((await as(ann, route, given)).status).toBe(404);
  });
});

describe('bad words and bad input', () => {
  it.each([
    ['nothing', ''],
    ['spaces', ' \n\t\u3164'],
    ['only marks', '\u0301'.repeat(50)],
    ['only bidi overrides', '\u202e\u2066'],
    ['too long', 'x'.repeat(COMMENT_MAX + 1)],
    ['half a character', 'a\ud800'],
    ['NUL', 'a\0'],
    ['no text', { a: 1 }],
  ])('refuses %s', async (_what, text) => {
    const { status, body } = await say(ann, text);
    expect([status, body.field]).toEqual([400, 'text']);
  });

  it('takes what a person may write, without what could cover or turn other text', async () => {
    const kept = async (text: string) => (await say(ann, text)).body.text;
    expect(await kept('\u202egnp.exe\u2066 a\u0007b')).toBe('gnp.exe ab');
    expect(await kept(`z${'\u0301'.repeat(300)}algo`)).toBe(`z${'\u0301'.repeat(6)}algo`);
    expect(await kept('שלום, עולם')).toBe('שלום, עולם');
    expect(await kept('👩‍👩‍👧‍👦'.repeat(100))).toHaveLength(1100);
    expect(await kept('x'.repeat(COMMENT_MAX))).toHaveLength(COMMENT_MAX);
  });

  it('refuses 10 MB before it reads them', async () => {
    expect((await say(ann, 'x'.repeat(10_000_000))).status).toBe(413);
  });

  it('a thousand mentions tell ten people', async () => {
    const backers: Person[] = [];
    for (let i = 0; i < 12; i++) backers.push(await member(s, 10));
    for (const { token } of backers) await call(s, `POST /requests/${song}/votes`, { token });
    const mentions = Array.from({ length: 70 }, (_, i) => `@${backers[i % 12]!.username}`);
    expect((await say(bob, mentions.join(' ').slice(0, 1000))).status).toBe(201);
    await notified(ann);
    const rows = await s.c.db.selectFrom('notification').where('kind', '=', 'comment').select('id').execute();
    expect(rows).toHaveLength(10 + 1);
  });

  it('words that an admin must read make it wait, and nobody else sees it meanwhile', async () => {
    const { status, body } = await say(bob, 'What a fucking song');
    expect([status, body.state]).toEqual([201, 'waiting']);
    expect([await texts(), await texts(ann), await texts(bob)]).toEqual([[], [], [body.text]]);
    expect((await read()).body.count).toBe(0);
    expect(await notified(ann)).toEqual([]);
    const { id } = (await say(bob, 'Fine')).body;
    await as(bob, `PATCH /comments/${id}`, { text: 'fuck' });
    expect(await texts()).toEqual([]);
    const review = (await as(admin, 'GET /comments/review')).body;
    expect(review.map((one: { text: string }) => one.text)).toEqual(['fuck', body.text]);
    expect(review[0]).toMatchObject({ on: 'request', subject: song, title: 'Neon Rain', by: bob.username });
    expect((await as(ann, `POST /comments/${body.id}/report`, { reason: 'x' })).status).toBe(404);
    await as(admin, `POST /comments/${body.id}/show`);
    expect(await texts()).toEqual([body.text]);
    expect(await notified(ann)).toHaveLength(1);
  });

  it('addresses are links once somebody has been here for a week, or pays', async () => {
    const paid = await signUp(s, { tier: 'plus' });
    for (const who of [bob, paid]) await say(who, 'https://example.com');
    const links = async () =>
      (await read()).body.comments.map((one: { has_links: boolean }) => one.has_links);
    expect(await links()).toEqual([true, false]);
    s.time.now = Date.now() + 8 * 86_400_000;
    expect(await links()).toEqual([true, true]);
  });
});

describe('who may write', () => {
  it('members with a confirmed address, and no faster than they can think', async () => {
    expect((await say(undefined, 'Hi')).status).toBe(401);
    const late = await signUp(s, { confirmed: false });
    await s.c.db
      .updateTable('user')
      .set({ must_confirm_email: 1, email_confirmed_at: null })
      .where('id', '=', late.id)
      .execute();
    expect((await say(late, 'Hi')).body.code).toBe('email_unconfirmed');
    const codes = [];
    for (let i = 0; i < 12; i++) {
      s.time.now -= 60_000;
      codes.push((await say(ann, `${i}`)).body.code);
    }
    expect(codes.slice(-2)).toEqual(['too_many_comments', 'too_many_comments']);
  });

  it('many accounts of one address together are held back, too', async () => {
    const codes = [];
    for (let i = 0; i < 32; i++) {
      const one = await signUp(s);
      s.time.now -= 60_000;
      codes.push((await say(one, `${i}`)).status);
    }
    expect([codes.filter((code) => code === 201).length, codes.at(-1)]).toEqual([30, 429]);
  });

  it('nobody whom an admin muted, until the admin lets them again', async () => {
    const { id } = (await say(bob, 'Buy my coin')).body;
    const mute = (muted: boolean) => as(admin, `PUT /comments/${id}/mute`, { muted });
    expect((await as(ann, `PUT /comments/${id}/mute`, { muted: true })).status).toBe(403);
    await mute(true);
    for (const { body } of [
      await say(bob, 'More'),
      await as(bob, `PATCH /comments/${id}`, { text: 'Edited' }),
    ])
      expect(body.code).toBe('muted');
    expect((await read(bob)).body.is_muted).toBe(true);
    await mute(false);
    expect((await say(bob, 'Sorry')).status).toBe(201);
  });

  it('nobody in a conversation that an admin closed; the admin’s update still goes out', async () => {
    const close = (closed: boolean) =>
      as(admin, 'PUT /comments/closed', { on: 'request', subject: song, closed });
    const { id } = (await say(bob, 'Before')).body;
    await close(true);
    expect((await say(bob, 'After')).body.code).toBe('conversation_closed');
    expect((await as(bob, `PATCH /comments/${id}`, { text: 'After' })).body.code).toBe('conversation_closed');
    expect((await read()).body).toMatchObject({ is_closed: true, count: 1 });
    expect((await as(admin, 'POST /comments/updates', { subject: song, text: 'Why' })).status).toBe(201);
    await close(false);
    expect((await say(bob, 'After')).status).toBe(201);
    // By the address of a request that was merged, it is the conversation where it went.
    const into = await createOpenRequest(s.c, bob.id);
    await merge(s.c, song, into);
    await close(true);
    expect((await say(bob, 'There', { subject: into })).body.code).toBe('conversation_closed');
    await close(false);
    expect((await say(bob, 'There', { subject: into })).status).toBe(201);
  });
});

describe('an admin', () => {
  it('reads reports, hides, and shows again; each act is in the audit log', async () => {
    const { id } = (await say(bob, 'Rude words')).body;
    const report = (who: Person, reason: string) => as(who, `POST /comments/${id}/report`, { reason });
    for (const [who, reason] of [
      [ann, 'Rude'],
      [ann, 'Very rude'],
      [admin, 'I agree'],
    ] as const) {
      s.time.now += 60_000;
      expect((await report(who, reason)).status).toBe(201);
    }
    expect((await as(ann, 'GET /comments/review')).status).toBe(403);
    const [waiting] = (await as(admin, 'GET /comments/review')).body;
    expect(waiting).toMatchObject({ id, state: 'shown', reasons: ['I agree', 'Very rude'], is_muted: false });
    expect((await as(admin, `POST /comments/${id}/hide`)).status).toBe(200);
    expect([await texts(), await texts(ann), await texts(bob)]).toEqual([[], [], ['Rude words']]);
    expect((await as(admin, 'GET /comments/review')).body).toEqual([]);
    expect((await as(bob, `PATCH /comments/${id}`, { text: 'Kind words' })).body.code).toBe('edit_over');
    s.time.now += 1;
    await as(admin, `POST /comments/${id}/show`);
    expect(await texts()).toEqual(['Rude words']);
    const actions = (await as(admin, 'GET /audit-log')).body.map((one: { action: string }) => one.action);
    expect(actions).toEqual(['POST /comments/:id/show', 'POST /comments/:id/hide']);
    await as(bob, `DELETE /comments/${id}`);
    expect((await as(admin, `POST /comments/${id}/show`)).status).toBe(409);
    expect((await as(admin, `POST /comments/${randomUUID()}/hide`)).status).toBe(404);
  });

  it('writes an update, which is pinned and told to requester and backers', async () => {
    const backer = await member(s, 10);
    await call(s, `POST /requests/${song}/votes`, { token: backer.token });
    const write = async (text: string) => {
      s.time.now += 1000;
      expect((await as(admin, 'POST /comments/updates', { subject: song, text })).status).toBe(201);
    };
    await write('We are on it');
    // People are told of the newer one first.
    await updateRows(s.c, 'job', { kind: TELL }, { run_at: s.time.now + 5000 });
    await write('Strings tomorrow');
    await runJobs(s.c, TELL);
    s.time.now += 5000;
    expect((await read()).body.update).toMatchObject({ text: 'Strings tomorrow', by: admin.username });
    for (const [who, role] of [
      [ann, 'requester'],
      [backer, 'voter'],
    ] as const)
      expect(await notified(who, 'request_update')).toEqual([
        expect.objectContaining({ role, reason: 'Strings tomorrow', request_id: song }),
      ]);
    expect(await notified(bob, 'request_update')).toEqual([]);
    await runJobs(s.c, 'notifications.emails');
    expect(s.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [ann, backer].map(({ email }) => [email, '“Neon Rain” has news from the studio']).sort(),
    );
  });
});

describe('who is told', () => {
  it('the requester, those who talk, and backers who are mentioned; nobody of their own words', async () => {
    const [backer, stranger] = [await member(s, 10), await signUp(s)];
    await call(s, `POST /requests/${song}/votes`, { token: backer.token });
    await say(bob, `@${backer.username.toUpperCase()} and @${stranger.username}, listen!`);
    const about = [expect.objectContaining({ role: 'talker', title: 'Neon Rain', request_id: song })];
    expect([await notified(ann), await notified(backer)]).toEqual([about, about]);
    expect([await notified(bob), await notified(stranger)]).toEqual([[], []]);
    await say(ann, 'I do');
    expect(await notified(bob)).toEqual(about);
    expect(await notified(ann)).toHaveLength(1);
  });

  it('by one email an hour and conversation, and by none for what they have read', async () => {
    const quiet = await signUp(s);
    await as(quiet, 'PATCH /notifications/settings', { by_email: false });
    await say(quiet, 'I talk, too');
    const HOUR = 3_600_000;
    const send = async () => {
      await notified(bob);
      await runJobs(s.c, 'notifications.emails');
      return s.mails.splice(0).map(({ to }) => to);
    };
    s.time.now = Math.ceil(s.time.now / HOUR) * HOUR + 1;
    await send();
    for (let i = 0; i < 8; i++) await say(bob, `${i}`);
    expect(await send()).toEqual([]);
    s.time.now = Math.ceil(s.time.now / HOUR) * HOUR;
    // What is due stays due while the conversation goes on.
    await say(bob, 'Meanwhile');
    expect(await send()).toEqual([ann.email]);
    await say(bob, 'Later');
    expect(await send()).toEqual([]);
    s.time.now += HOUR;
    expect(await send()).toEqual([ann.email]);
    // What comes while an email is on its way is in the next one.
    await say(bob, 'Before');
    await notified(bob);
    const now = Math.ceil(s.time.now / HOUR) * HOUR + HOUR;
    const due = await s.c.db
      .selectFrom('notification')
      .where('email_due_at', 'is not', null)
      .select('id')
      .execute();
    await claimEmails(
      s.c.db,
      due.map(({ id }) => id),
      { now, until: now + 60_000 },
    );
    s.time.now = now + 1;
    await say(bob, 'While it is sent');
    await notified(bob);
    await endEmails(
      s.c.db,
      due.map(({ id }) => id),
      now + 60_000,
    );
    s.time.now = now + HOUR;
    expect(await send()).toEqual([ann.email]);
    await say(bob, 'Read at once');
    await notified(ann);
    await as(ann, 'POST /notifications/read', {});
    s.time.now += HOUR;
    expect(await send()).toEqual([]);
  });
});

describe('what becomes of it', () => {
  it('moves along when its request is merged, also what is said meanwhile', async () => {
    const into = await createOpenRequest(s.c, bob.id, { title: 'Rain of Neon' });
    const { id } = (await say(ann, 'Mine')).body;
    await say(bob, 'There', { subject: into });
    await merge(s.c, song, into);
    const answered = await say(bob, 'Answer', { parent_id: id });
    expect(answered.status).toBe(201);
    await notified(ann);
    for (const subject of [song, into]) {
      const { body } = await read(undefined, `on=request&subject=${subject}`);
      expect([body.count, body.comments.map((one: { text: string }) => one.text)]).toEqual([
        3,
        ['There', 'Mine'],
      ]);
    }
  });

  it('stays readable, and ends, when its request is declined; goes on when it is released', async () => {
    const { id } = (await say(bob, 'Please')).body;
    await decline(s.c, song, 'No');
    expect((await read()).body).toMatchObject({ is_closed: true, count: 1 });
    expect((await say(bob, 'Why?')).body.code).toBe('conversation_closed');
    expect((await as(bob, `PATCH /comments/${id}`, { text: 'Why?' })).body.code).toBe('conversation_closed');
    const other = await createOpenRequest(s.c, ann.id, { votes: 30 });
    const track = await publishTrack(s.c);
    await s.c.db
      .transaction()
      .execute((tx) => release(tx, s.c.engine, { id: other, track_id: track, now: s.time.now }));
    expect((await say(bob, 'Great', { subject: other })).status).toBe(201);
  });

  it('does not begin on a request that is hidden, and shows nobody that there is one', async () => {
    await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', song).execute();
    expect([(await read()).status, (await read(bob)).status, (await say(bob, 'Hi')).status]).toEqual([
      404, 404, 404,
    ]);
    expect((await say(ann, 'Mine')).body.code).toBe('conversation_closed');
    for (const subject of [randomUUID(), 'nobody'])
      expect([400, 404]).toContain((await say(ann, 'Hi', { subject })).status);
  });

  it('vanishes with a song that is withdrawn', async () => {
    const track = await publishTrack(s.c);
    const { id } = (await say(bob, 'Nice', { on: 'track', subject: track })).body;
    await as(admin, `DELETE /track/${track}`);
    expect((await read(undefined, `on=track&subject=${track}`)).status).toBe(404);
    expect((await call(s, `GET /comments/${id}/answers`)).status).toBe(404);
    for (const [route, body] of [
      [`PUT /comments/${id}/helpful`, { helpful: true }],
      [`POST /comments/${id}/report`, { reason: 'x' }],
    ] as const)
      expect((await as(ann, route, body)).status).toBe(404);
    expect((await say(ann, 'Where?', { on: 'track', subject: track })).status).toBe(404);
  });

  it('is exported, and deleted with its writer’s account; answers and counts of others stay right', async () => {
    const { id } = (await say(bob, 'By Bob')).body;
    await say(ann, 'By Ann', { parent_id: id });
    const { id: other } = (await say(ann, 'Helpful')).body;
    await as(bob, `PUT /comments/${other}/helpful`, { helpful: true });
    await as(bob, `POST /comments/${other}/report`, { reason: 'Oops' });
    await as(ann, `POST /comments/${id}/report`, { reason: 'Rude' });
    await notified(ann);
    const exported = (await as(bob, 'GET /auth/me/export')).body;
    expect(exported.comments).toMatchObject([{ text: 'By Bob', subject: song }]);
    expect(exported.comment_marks).toMatchObject({
      helpful: [{ comment_id: other }],
      reports: [{ reason: 'Oops' }],
    });
    await s.c.db.transaction().execute(async (tx) => {
      for (const { erase } of s.c.personalData) await erase(tx, bob.id, s.c);
    });
    const open = s.c.db.selectFrom('comment_report').where('resolved_at', 'is', null).select('reason');
    expect(await open.execute()).toEqual([{ reason: 'Oops' }]);
    const [helpful, gone] = (await read()).body.comments;
    expect([helpful.helpful, gone.text, gone.by, gone.answers[0].text]).toEqual([0, '', null, 'By Ann']);
    expect(JSON.stringify(await s.c.db.selectFrom('comment').selectAll().execute())).not.toContain(bob.id);
  });
});

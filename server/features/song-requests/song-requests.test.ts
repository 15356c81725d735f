import { randomUUID } from 'node:crypto';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/schema.ts';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { balanceOf, createOpenRequest, member, violatedInvariants } from '../../testing/requests.ts';
import { type Person, signUp } from '../../testing/server.ts';
import {
  enterStudio,
  lockRequest,
  openChoice,
  type RequestRow,
  release,
  returnOverdue,
  selectOverdue,
  showProgress,
} from './song-requests.ts';

const s = serverOfFile();
let ann: Person;
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
});
beforeEach(async () => {
  ann = await member(s, 1000);
});

let titles = 0;
/** A unique title. Letters and digits at random would now and then spell a word that needs a review. */
const unused = () => `Tune ${++titles}`;
const ask = (body: object = {}, token = ann.token, key?: string) =>
  call(s, 'POST /requests', {
    token,
    body: { title: unused(), artist: 'Ilse', genre: 'jazz:bebop', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const counts = async () => (await call(s, 'GET /requests/board')).body.counts;
const patch = (id: string, body: object, token = admin.token) =>
  call(s, `PATCH /requests/${id}`, { token, body });

describe('a request', () => {
  it('costs 200 credits and appears on the board', async () => {
    const before = await counts();
    const title = unused();
    const { status, body } = await ask({ title: `  ${title} `, description: ' with a saxophone \n please ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title,
      artist: 'Ilse',
      genre: 'jazz:bebop',
      description: 'with a saxophone \n please',
      votes: 0,
      backers: 0,
      own_votes: 0,
      released: false,
      status: 'open',
      requested_by: ann.username,
    });
    expect(await balanceOf(s.c, ann.id)).toBe(800);
    expect(await counts()).toEqual({ ...before, requests: before.requests + 1 });
    expect((await call(s, 'GET /requests/own', { token: ann.token })).body).toEqual([body]);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('ignores votes, owner, release and id from a hostile client', async () => {
    const { body } = await ask({
      id: randomUUID(),
      user_id: admin.id,
      votes: 1_000_000,
      backers: 9,
      released: true,
      release_date: 5,
      track_id: randomUUID(),
      status: 'queued',
    });
    expect(body).toMatchObject({
      votes: 0,
      backers: 0,
      released: false,
      release_date: null,
      track_id: null,
      status: 'open',
      requested_by: ann.username,
    });
    expect(await balanceOf(s.c, ann.id)).toBe(800);
  });

  it('is refused on the free plan with an upgrade hint, before credits are checked', async () => {
    const free = await member(s, 0, 'free');
    const { status, body } = await ask({}, free.token);
    expect([status, body.code]).toEqual([403, 'plan_refuses']);
    expect(body.message).toBe('Upgrade to Plus to participate in song requests and voting');
    expect((await call(s, 'POST /requests', { body: {} })).status).toBe(401);
  });

  it('is refused without enough credits, after its input is validated', async () => {
    const poor = await member(s, 150);
    const { status, body } = await ask({}, poor.token);
    expect([status, body.code, body.needed]).toEqual([402, 'not_enough_credits', 50]);
    expect((await ask({ genre: 'x' }, poor.token)).status).toBe(400);
    expect(await balanceOf(s.c, poor.id)).toBe(150);
    expect((await call(s, 'GET /requests/own', { token: poor.token })).body).toEqual([]);
  });

  const family = '👨‍👩‍👧‍👦';
  it.each([
    ['100 letters', 'x'.repeat(80)],
    ['markup', '<script>alert(1)</script>'],
    ['right to left', 'أغنية الليل'],
    ['emoji with joiners', family.repeat(30)],
    ['letters of many marks', 'e\u0301\u0323'.repeat(80)],
    ['quotes and signs', `'"; drop table song_request; -- % _ \\`],
  ])('may be called: %s', async (_what, text) => {
    const title = `${unused()} ${text}`;
    const { status, body } = await ask({ title });
    expect([status, body.title]).toEqual([201, title.normalize('NFC')]);
  });

  it.each([
    ['x', 100, 201],
    ['x', 101, 400],
    [family, 90, 201],
    [family, 101, 400],
    ['a\u0301\u0323', 100, 201],
    ['a\u0301\u0323', 101, 400],
  ])('of %s × %d answers %d', async (letter, count, expected) => {
    const title = letter.repeat(count);
    const { status } = await ask({ title, artist: unused() });
    expect(status).toBe(expected);
    if (expected === 400) expect(await balanceOf(s.c, ann.id)).toBe(1000);
  });

  it.each([
    ['title', ''],
    ['title', '   '],
    ['title', '\u200b\u200d'],
    ['title', '\u202Edlrow'],
    ['title', 'a\0b'],
    ['title', '\ud800'],
    ['title', 7],
    ['title', undefined],
    ['artist', ''],
    ['artist', 'x'.repeat(101)],
    ['artist', null],
    ['genre', ''],
    ['genre', 'jazz:'],
    ['genre', 'jazz:polka'],
    ['genre', 'Jazz'],
    ['genre', undefined],
    ['description', 'x'.repeat(501)],
    ['description', 'a\0'],
  ])('with the %s %j is refused and costs nothing', async (field, value) => {
    const { status, body } = await ask({ [field]: value });
    expect([status, body.field]).toEqual([400, field]);
    expect(await balanceOf(s.c, ann.id)).toBe(1000);
  });
});

describe('a duplicate of a request', () => {
  it.each([
    ['other case', (name: string) => name.toUpperCase()],
    ['other spaces', (name: string) => `  ${name.replaceAll(' ', ' \u00a0  ')} `],
    ['compatibility letters', (name: string) => name.replace('S', 'Ｓ')],
    ['what cannot be seen', (name: string) => name.replace(' ', '\u200b \u2060')],
  ])('in %s is a duplicate, tells which, and costs nothing', async (_what, spelled) => {
    const title = unused();
    const first = await ask({ title, artist: 'Ilse Varga' });
    const bob = await member(s, 200);
    const { status, body } = await ask({ title: spelled(title), artist: spelled('Ilse Varga') }, bob.token);
    expect([status, body.code, body.request_id]).toEqual([409, 'duplicate_request', first.body.id]);
    expect(body.message).toBe(
      'This request has already been made, please up vote the existing request to get it to you sooner!',
    );
    expect(await balanceOf(s.c, bob.id)).toBe(200);
  });

  it.each([
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδός'.replace('ό', 'ο')],
    ['ﬁre', 'FIRE'],
    ['Привет', 'ПРИВЕТ'],
  ])('%s is %s', async (one, other) => {
    const artist = unused();
    await ask({ title: one, artist });
    expect((await ask({ title: other, artist })).status).toBe(409);
  });

  it('is not a duplicate with another artist or another accent', async () => {
    const title = unused();
    expect((await ask({ title })).status).toBe(201);
    expect((await ask({ title, artist: 'Mara' })).status).toBe(201);
    expect((await ask({ title, artist: 'Mará' })).status).toBe(201);
  });

  it('creates one request and one charge for 100 concurrent calls with different spellings', async () => {
    const title = unused();
    const people = await Promise.all(Array.from({ length: 10 }, () => member(s, 400)));
    const spelled = (i: number) =>
      [title, title.toUpperCase(), ` ${title} `, title.replace(' ', '   ')][i % 4]!;
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ask({ title: spelled(i) }, people[i % 10]!.token)),
    );
    const made = responses.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of responses)
      if (status !== 201) expect([status, body.request_id]).toEqual([409, made[0]!.body.id]);
    let left = 0;
    for (const { id } of people) left += await balanceOf(s.c, id);
    expect(left).toBe(4000 - 200);
    expect(await violatedInvariants(s.c)).toEqual({});
  });
});

describe('a request with an Idempotency-Key', () => {
  it('is created once for many concurrent calls', async () => {
    const body = { title: unused() };
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask(body, ann.token, 'a-key')));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(responses.map((one) => one.body.id)).size).toBe(1);
    expect((await ask(body, ann.token, 'a-key')).body).toEqual(responses[0]!.body);
    expect(await balanceOf(s.c, ann.id)).toBe(800);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('is refused for another song with the same key', async () => {
    await ask({}, ann.token, 'a-key');
    const { status, body } = await ask({}, ann.token, 'a-key');
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(await balanceOf(s.c, ann.id)).toBe(800);
  });

  it('can be retried after it was refused', async () => {
    const poor = await member(s, 0);
    const body = { title: unused() };
    expect((await ask(body, poor.token, 'a-key')).status).toBe(402);
    await s.c.db.updateTable('credits').set({ grant_due_at: 0 }).where('user_id', '=', poor.id).execute();
    expect((await ask(body, poor.token, 'a-key')).body.needed).toBe(100);
  });
});

describe('declining', () => {
  it('returns all credits, removes the request from the board and frees its name', async () => {
    const before = await counts();
    const title = unused();
    const { body } = await ask({ title });
    const bob = await member(s, 100);
    for (const { token } of [ann, bob, bob]) await call(s, `POST /requests/${body.id}/votes`, { token });
    expect(await balanceOf(s.c, bob.id)).toBe(80);
    const gone = await call(s, `DELETE /requests/${body.id}?reason=Too%20loud`, { token: admin.token });
    expect([gone.status, gone.body]).toEqual([200, {}]);
    expect([await balanceOf(s.c, ann.id), await balanceOf(s.c, bob.id)]).toEqual([1000, 100]);
    expect(await counts()).toEqual(before);
    expect((await call(s, 'GET /requests/own', { token: ann.token })).body).toMatchObject([
      { id: body.id, status: 'declined', decline_reason: 'Too loud', votes: 3 },
    ]);
    expect((await ask({ title })).status).toBe(201);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('happens once for many concurrent calls', async () => {
    const { body } = await ask();
    const address = `DELETE /requests/${body.id}?reason=No` as const;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => call(s, address, { token: admin.token })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await balanceOf(s.c, ann.id)).toBe(1000);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it.each(['', '?reason=', '?reason=%20', '?reason=a%00', `?reason=${'x'.repeat(501)}`])(
    'asks for a reason: "%s"',
    async (query) => {
      const { body } = await ask();
      const response = await call(s, `DELETE /requests/${body.id}${query}`, { token: admin.token });
      expect([response.status, response.body.field]).toEqual([400, 'reason']);
    },
  );

  it('is limited to admins and existing requests', async () => {
    const { body } = await ask();
    expect((await call(s, `DELETE /requests/${body.id}?reason=No`, { token: ann.token })).status).toBe(403);
    expect((await call(s, `DELETE /requests/${randomUUID()}?reason=No`, { token: admin.token })).status).toBe(
      404,
    );
  });
});

const releaseWithoutTrack = (id: string) =>
  s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id, track_id: null, now: s.time.now }));

describe('editing', () => {
  it('is limited to admins; others may send unchanged values', async () => {
    const { body } = await ask();
    const { title, artist, genre, description, released } = body;
    const same = { requests_id: body.id, title, artist, genre, description, released };
    expect((await patch(body.id, same, ann.token)).body).toEqual(body);
    for (const change of [{ title: 'Mine' }, { released: true }, { genre: 'pop', votes: 1 }])
      expect((await patch(body.id, change, ann.token)).status).toBe(403);
    const response = await patch(body.id, { title: `${title}!`, genre: 'pop', description: 'new' });
    expect(response.body).toMatchObject({ title: `${title}!`, genre: 'pop', description: 'new', artist });
    expect((await ask({ title })).status).toBe(201);
    expect((await ask({ title: `${title}!` })).status).toBe(409);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('refuses the name of another request', async () => {
    const [one, other] = [(await ask()).body, (await ask()).body];
    const { status, body } = await patch(one.id, { title: other.title.toUpperCase() });
    expect([status, body.code, body.request_id]).toEqual([409, 'duplicate_request', other.id]);
    expect((await patch(one.id, { title: one.title.toUpperCase() })).status).toBe(200);
  });

  it('puts a released request back on the board', async () => {
    const { body } = await ask();
    await call(s, `POST /requests/${body.id}/votes`, { token: ann.token });
    const before = await counts();
    expect((await patch(body.id, { released: true })).body.code).toBe('song_missing');
    await releaseWithoutTrack(body.id);
    expect(await counts()).toEqual({ ...before, requests: before.requests - 1, votes: before.votes - 1 });
    for (const change of [{ released: true }, { description: 'edited' }])
      expect((await patch(body.id, change)).body).toMatchObject({ released: true });
    expect((await patch(body.id, { released: false })).body).toMatchObject({
      released: false,
      release_date: null,
    });
    expect(await counts()).toEqual(before);
    expect(await violatedInvariants(s.c)).toEqual({});
  });

  it('gives a request at its goal its whole time again when it is put back after weeks', async () => {
    const weeks = 60 * 86_400_000;
    const created_at = s.time.now - weeks;
    const id = await createOpenRequest(s.c, ann.id, { title: unused(), votes: VOTE_GOAL, created_at });
    const limits = { queuedBefore: s.time.now - weeks / 2, choiceEndedBefore: 0 };
    expect(await selectOverdue(s.c.db, limits)).toContainEqual({ id });
    await releaseWithoutTrack(id);
    await patch(id, { released: false });
    expect(await selectOverdue(s.c.db, limits)).not.toContainEqual({ id });
    expect(await returnOverdue(s.c, id, limits)).toBe(false);
    expect((await call(s, `GET /requests/${id}`)).body).toMatchObject({
      status: 'queued',
      queued_at: s.time.now,
    });
  });

  it('refuses an id that differs from the URL, and declined requests', async () => {
    const { body } = await ask();
    for (const field of ['requests_id', 'id'])
      for (const other of [randomUUID(), 7, null]) {
        const { status, body: answer } = await patch(body.id, { [field]: other, votes: 1 }, ann.token);
        expect([status, answer.field]).toEqual([400, field]);
        expect(answer.message).toBe('This differs from the id in the address.');
      }
    const vote = { token: ann.token, body: { id: randomUUID() } };
    expect((await call(s, `POST /requests/${body.id}/votes`, vote)).body.field).toBe('id');
    expect((await call(s, `GET /requests/${body.id}`)).body.votes).toBe(0);
    expect((await patch(body.id, { id: body.id.toUpperCase(), votes: 1 }, ann.token)).status).toBe(200);
    await call(s, `DELETE /requests/${body.id}?reason=No`, { token: admin.token });
    expect((await patch(body.id, { title: 'New' })).body.code).toBe('request_closed');
    expect((await patch(randomUUID(), { votes: 1 }, ann.token)).status).toBe(404);
  });
});

it('has a revision that increases with every change and is the same wherever the request is read', async () => {
  const { body: request } = await ask();
  let known: number = request.revision;
  const increased = async () => {
    const { body } = await call(s, `GET /requests/${request.id}`);
    const before = known;
    known = body.revision;
    return known > before;
  };
  const voted = await call(s, `POST /requests/${request.id}/votes`, { token: ann.token });
  expect(await increased()).toBe(true);
  expect(voted.body.request.revision).toBe(known);
  expect(await increased()).toBe(false);
  const changes = [
    () => patch(request.id, { title: unused() }),
    () => releaseWithoutTrack(request.id),
    () => patch(request.id, { released: false }),
  ];
  for (const change of changes) {
    await change();
    expect(await increased()).toBe(true);
  }
  const own = await call(s, 'GET /requests/own', { token: ann.token });
  expect(own.body[0].revision).toBe(known);
  await call(s, `DELETE /requests/${request.id}?reason=No`, { token: admin.token });
  expect(await increased()).toBe(true);
});

it('shows progress only while it is in the studio', async () => {
  const { c } = s;
  const id = await createOpenRequest(c, ann.id, { title: unused(), votes: VOTE_GOAL });
  const shown = async () => (await call(s, `GET /requests/${id}`)).body;
  await showProgress(c, id, 0.1);
  expect(await shown()).toMatchObject({ status: 'queued', progress: null });
  await c.db.transaction().execute(async (tx) => {
    await enterStudio(tx, c.engine, await lockRequest(tx, c.engine, id), { count: 3, now: c.clock() });
  });
  await showProgress(c, id, 0.4);
  expect(await shown()).toMatchObject({ status: 'in_studio', progress: 0.4 });
  const ends_at = c.clock() + 1000;
  await c.db.transaction().execute(async (tx) => {
    await openChoice(tx, c.engine, await lockRequest(tx, c.engine, id), {
      count: 3,
      ends_at,
      now: c.clock(),
    });
  });
  const { revision } = await shown();
  await showProgress(c, id, 0.5);
  expect(await shown()).toMatchObject({ status: 'choosing', progress: null, revision });
});

it('counts as one that reached the goal until it is released, whatever the studio does with it', async () => {
  const { c } = s;
  const before = (await counts()).queued;
  const id = await createOpenRequest(c, ann.id, { title: unused(), votes: VOTE_GOAL });
  const locked = (change: (tx: Tx, row: RequestRow) => Promise<unknown>) =>
    c.db.transaction().execute(async (tx) => change(tx, await lockRequest(tx, c.engine, id)));
  const now = c.clock();
  expect((await counts()).queued).toBe(before + 1);
  await locked((tx, row) => enterStudio(tx, c.engine, row, { count: 1, now }));
  expect((await counts()).queued).toBe(before + 1);
  await locked((tx, row) => openChoice(tx, c.engine, row, { count: 1, ends_at: now + 1000, now }));
  expect((await counts()).queued).toBe(before + 1);
  expect(await violatedInvariants(c)).not.toHaveProperty('the counts of the board match the requests on it');
  await releaseWithoutTrack(id);
  expect((await counts()).queued).toBe(before);
});

describe('an overdue request', () => {
  const DAY = 86_400_000;
  const back = (id: string) =>
    returnOverdue(s.c, id, { queuedBefore: s.time.now - 30 * DAY, choiceEndedBefore: s.time.now - DAY });
  /** A request that reached its goal that long ago. */
  const queued = (age: number) =>
    createOpenRequest(s.c, ann.id, {
      title: unused(),
      votes: VOTE_GOAL,
      created_at: s.time.now - age,
    });
  const change = (id: string, changes: object) =>
    s.c.db.updateTable('song_request').set(changes).where('id', '=', id).execute();
  const enter = (id: string) =>
    s.c.db.transaction().execute(async (tx) => {
      await enterStudio(tx, s.c.engine, await lockRequest(tx, s.c.engine, id), { count: 3, now: s.time.now });
    });
  const statusOf = async (id: string) => (await call(s, `GET /requests/${id}`)).body.status;

  it('is returned once, whether it waits, is made, or its choice came to nothing', async () => {
    const [waiting, making, choosing] = [
      await queued(31 * DAY),
      await queued(31 * DAY),
      await queued(3 * DAY),
    ];
    await enter(making);
    await enter(choosing);
    await change(choosing, { stage: 'choosing', choosing_ends_at: s.time.now - DAY - 1, progress: null });
    for (const id of [waiting, making, choosing]) {
      expect(await back(id)).toBe(true);
      expect(await statusOf(id)).toBe('returned');
      expect(await back(id)).toBe(false);
      expect((await patch(id, { title: unused() })).body.code).toBe('request_closed');
    }
  });

  it('stays if it changed after it was listed', async () => {
    const [late, choosing, released, open] = [
      await queued(30 * DAY),
      await queued(31 * DAY),
      await queued(31 * DAY),
      await createOpenRequest(s.c, ann.id, { title: unused(), created_at: s.time.now - 31 * DAY }),
    ];
    await enter(choosing);
    await change(choosing, { stage: 'choosing', choosing_ends_at: s.time.now - DAY, progress: null });
    await releaseWithoutTrack(released);
    for (const [id, status] of [
      [late, 'queued'],
      [choosing, 'choosing'],
      [released, 'released'],
      [open, 'open'],
    ] as const) {
      expect(await back(id)).toBe(false);
      expect(await statusOf(id)).toBe(status);
    }
  });
});

describe('lyrics', () => {
  const WORDS = '[Verse]\nRain on tin\n[00:12.40]and <00:13.00>on and on';
  const lyricsOf = async (id: string, token?: string) =>
    (await call(s, `GET /requests/${id}`, token ? { token } : {})).body.lyrics;

  it('come with a request, are shown on its page alone, and need not be there', async () => {
    const { status, body } = await ask({ lyrics: ` \n${WORDS}\r\n` });
    expect(status).toBe(201);
    expect(await lyricsOf(body.id)).toBe(WORDS);
    const listed = (await call(s, 'GET /requests')).body.find((row: { id: string }) => row.id === body.id);
    expect(listed).not.toHaveProperty('lyrics');
    for (const none of [{}, { lyrics: null }, { lyrics: '' }, { lyrics: '[00:01.00]' }]) {
      const other = await ask(none);
      expect([other.status, await lyricsOf(other.body.id)]).toEqual([201, null]);
    }
  });

  it('are written by the requester until the request is queued, afterwards by admins', async () => {
    const { body: request } = await ask();
    const { id } = request;
    const own = (lyrics: string | null) => patch(id, { lyrics }, ann.token);
    expect((await own(WORDS)).status).toBe(200);
    expect(await lyricsOf(id)).toBe(WORDS);
    // A client may send the whole record back.
    expect((await patch(id, { ...request, votes: undefined, lyrics: 'other' }, ann.token)).status).toBe(200);
    await s.c.db.updateTable('song_request').set({ votes: VOTE_GOAL }).where('id', '=', id).execute();
    const late = await own('too late');
    expect([late.status, late.body.code]).toEqual([409, 'lyrics_closed']);
    expect((await own('other')).status).toBe(200);
    expect((await patch(id, { lyrics: 'by an admin' })).status).toBe(200);
    expect(await lyricsOf(id)).toBe('by an admin');
    expect((await patch(id, { lyrics: null })).status).toBe(200);
    expect(await lyricsOf(id)).toBeNull();
  });

  it('of another request cannot be changed, nor anything else with them', async () => {
    const { body } = await ask();
    const bob = await member(s, 0);
    expect((await patch(body.id, { lyrics: 'mine' }, bob.token)).status).toBe(403);
    expect((await patch(body.id, { lyrics: 'mine', title: 'Mine' }, ann.token)).status).toBe(403);
    expect(await lyricsOf(body.id)).toBeNull();
  });

  it('with such words wait for an admin, who reads them, and cannot be slipped in later', async () => {
    const { body } = await ask({ lyrics: 'this fucking song' });
    expect(body.status).toBe('in_review');
    expect((await call(s, `GET /requests/${body.id}`)).status).toBe(404);
    const waiting = await call(s, 'GET /requests/review', { token: admin.token });
    expect(waiting.body).toMatchObject([{ id: body.id, lyrics: 'this fucking song' }]);
    expect((await patch(body.id, { lyrics: 'still fucking' }, ann.token)).status).toBe(200);
    const plain = await ask({ lyrics: 'la la' });
    const { status, body: problem } = await patch(plain.body.id, { lyrics: 'this fucking song' }, ann.token);
    expect([status, problem.field]).toEqual([400, 'lyrics']);
    expect(await lyricsOf(plain.body.id)).toBe('la la');
  });

  it.each([
    ['more characters than there is room for', 'la '.repeat(1001)],
    ['1,000 lines', 'a\n'.repeat(1000)],
    ['times that run backwards', '[00:20.00]one\n[00:10.00]two'],
    ['unreadable characters', 'a\u0000b'],
    ['no text', 7],
  ])('with %s are refused, and nothing is charged', async (_name, lyrics) => {
    const before = await balanceOf(s.c, ann.id);
    const { status, body } = await ask({ lyrics });
    expect([status, body.field]).toEqual([400, 'lyrics']);
    expect(await balanceOf(s.c, ann.id)).toBe(before);
  });
});

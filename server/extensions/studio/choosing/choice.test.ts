import { randomUUID } from 'node:crypto';
import type { Take } from 'contract/extensions/studio.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { runEvents } from '../../../testing/jobs.ts';
import { balanceOf, member } from '../../../testing/requests.ts';
import { type Person, signUp } from '../../../testing/server.ts';
import { reviewRequests } from '../takes/jobs.ts';
import { type StudioWorld, studioWorld } from '../testing/world.ts';

let w: StudioWorld;
/** A request with three takes to choose from. */
let id: string;
let takes: Take[];
beforeEach(async () => {
  w = await studioWorld();
  id = await w.fund();
  await w.run();
  takes = await w.takes(id, w.ann);
});
afterEach(() => w.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const post = (path: string, body: object = {}, who = w.admin) =>
  call(w.s, `POST ${path}` as 'POST /', { token: who.token, body });
const rethrow = (error: unknown) => {
  throw error;
};
const review = () => reviewRequests(w.s.c, rethrow);
/** The take that became the track. */
const winner = async (who = w.ann) => (await w.takes(id, who)).find(({ released }) => released)?.id;
const other = (tier: 'free' | 'plus' | 'platinum' = 'plus') => member(w.s, 100, tier);
/** The ids of the takes by their numbers. */
const byNumber = async () =>
  (await w.s.c.db.selectFrom('take').select('id').orderBy('number').execute()).map((take) => take.id);

describe('takes', () => {
  it('are heard by the requester, the backers, Platinum members and admins only', async () => {
    const heard = async (who?: Person) => {
      const list = await w.takes(id, who);
      expect(list).toHaveLength(3);
      for (const { audio_url, waveform_json_url } of list)
        expect(audio_url === null).toBe(waveform_json_url === null);
      const { may_listen } = await w.get(`/requests/${id}`, who);
      expect(list.every(({ audio_url }) => (audio_url !== null) === may_listen)).toBe(true);
      return may_listen;
    };
    expect(await heard(w.ann)).toBe(true);
    expect(await heard(w.bob)).toBe(true);
    expect(await heard(w.admin)).toBe(true);
    expect(await heard(await other('platinum'))).toBe(true);
    expect(await heard(await other())).toBe(false);
    expect(await heard(await signUp(w.s))).toBe(false);
    expect(await heard()).toBe(false);
  });

  it('tell nobody but admins what takes of others cost, or why they failed', async () => {
    const [take] = takes;
    expect(Object.keys(take!).sort()).toEqual([
      'audio_url',
      'choices',
      'chosen_by_caller',
      'download_url',
      'duration_seconds',
      'heard',
      'id',
      'label',
      'loudness_lufs',
      'progress',
      'released',
      'state',
      'waveform_json_url',
    ]);
  });

  it('have an order that differs between people, and is the same each time', async () => {
    const orders = new Set<string>();
    for (let i = 0; i < 12; i++) {
      const somebody = await other();
      const order = (await w.takes(id, somebody)).map((take) => take.id).join();
      expect((await w.takes(id, somebody)).map((take) => take.id).join()).toBe(order);
      orders.add(order);
    }
    expect(orders.size).toBeGreaterThan(1);
    expect(takes.map(({ label }) => label)).toEqual(['A', 'B', 'C']);
  });

  it('that come later have the last labels', async () => {
    w.s.time.now += 1000;
    await post(`/requests/${id}/takes`, { count: 1 });
    await w.run();
    const now = await w.takes(id, w.ann);
    expect(now.slice(0, 3).map((take) => take.id)).toEqual(takes.map((take) => take.id));
    expect(now[3]).toMatchObject({ label: 'D', state: 'ready' });
    expect((await w.choose(id, w.ann, now[3]!.id)).status).toBe(200);
  });
});

describe('a choice', () => {
  it('is made by requester and backers, once each, and can be changed; nobody sees counts', async () => {
    for (const take of takes) expect((await w.choose(id, w.ann, take.id)).body.closed).toBe(false);
    expect(await w.takes(id, w.ann)).toMatchObject([
      { chosen_by_caller: false, choices: null },
      { chosen_by_caller: false, choices: null },
      { chosen_by_caller: true, choices: null },
    ]);
    expect(await w.s.c.db.selectFrom('choice').select('user_id').execute()).toHaveLength(1);
    expect(await w.get(`/requests/${id}`)).toMatchObject({
      choosers: { all: 2, chosen: 1 },
      backed_by: expect.arrayContaining([
        { username: w.ann.username, votes: 10, vip: false },
        { username: w.bob.username, votes: 20, vip: false },
      ]),
    });
    expect(await w.takes(id, w.bob)).not.toContainEqual(expect.objectContaining({ chosen_by_caller: true }));
  });

  it('is refused to everybody else, and for anything else', async () => {
    const first = takes[0]!.id;
    expect((await w.choose(id, undefined, first)).status).toBe(401);
    for (const who of [w.admin, await other('platinum'), await other()])
      expect((await w.choose(id, who, first)).body.code).toBe('not_a_backer');
    const another = await w.fund('Another');
    await w.run();
    const foreign = (await w.takes(another, w.ann))[0]!.id;
    for (const take_id of [foreign, randomUUID()])
      expect((await w.choose(id, w.ann, take_id)).status).toBe(404);
    expect((await w.choose(randomUUID(), w.ann, first)).status).toBe(404);
    for (const body of [{}, { take_id: 1 }, { take_id: "' or 1=1" }, { take_id: null }])
      expect((await call(w.s, `PUT /requests/${id}/choice`, { token: w.ann.token, body })).status).toBe(400);
    await post(`/requests/${id}/takes`, { count: 1 });
    const [unfinished] = (await w.takes(id, w.ann)).filter(({ state }) => state === 'queued');
    expect((await w.choose(id, w.ann, unfinished!.id)).body.code).toBe('take_not_ready');
    expect(await w.s.c.db.selectFrom('choice').select('user_id').execute()).toEqual([]);
  });

  it('closes when everybody has chosen; a deleted account does not count', async () => {
    const [a, b] = takes;
    expect((await w.choose(id, w.bob, a!.id)).body.closed).toBe(false);
    expect((await w.choose(id, w.ann, b!.id)).body.closed).toBe(true);
    // Nobody can change it while the song is being released.
    expect((await w.choose(id, w.ann, a!.id)).body.code).toBe('choice_closed');
    await review();
    expect(await winner()).toBe(a!.id);

    const second = await w.fund('Second');
    await w.run();
    const [take] = await w.takes(second, w.ann);
    await w.s.c.db.updateTable('user').set({ deleted_at: 1 }).where('id', '=', w.bob.id).execute();
    expect((await w.choose(second, w.ann, take!.id)).body.closed).toBe(true);
  });

  it('closes at its deadline, and a tie without choices goes to the earliest take', async () => {
    w.s.time.now += DAY_MS - 1;
    await review();
    expect((await w.get(`/requests/${id}`)).status).toBe('choosing');
    w.s.time.now += 1;
    expect((await w.choose(id, w.ann, takes[0]!.id)).body.code).toBe('choice_closed');
    await review();
    expect((await w.get(`/requests/${id}`)).status).toBe('released');
    expect(await winner()).toBe((await byNumber())[0]);
    // Later reviews release nothing else.
    w.s.time.now += 40 * DAY_MS;
    await review();
    expect(await w.s.c.db.selectFrom('provenance').select('track_id').execute()).toHaveLength(1);
    expect(await balanceOf(w.s.c, w.bob.id)).toBe(4800);
  });

  it('that nobody is left to make never goes to a take that failed', async () => {
    const [first, second] = await byNumber();
    await w.s.c.db.updateTable('take').set({ state: 'failed' }).where('id', '=', first!).execute();
    for (const { id } of [w.ann, w.bob])
      await w.s.c.db.updateTable('user').set({ deleted_at: 1 }).where('id', '=', id).execute();
    w.s.time.now += DAY_MS;
    await review();
    expect(await winner(w.admin)).toBe(second);
  });

  it('goes to the take of more people, then to the one whose supporters cast more votes', async () => {
    const [first, second] = await byNumber();
    await w.choose(id, w.ann, first!);
    await w.choose(id, w.bob, second!);
    await review();
    expect(await winner()).toBe(second);
    expect((await w.takes(id, w.ann)).find((take) => take.id === first)).toMatchObject({ choices: 1 });
  });

  it('goes to the next take if the file of the one ahead is gone', async () => {
    const [first, second] = await byNumber();
    for (const who of [w.ann, w.bob]) await w.choose(id, who, first!);
    await w.s.c.db.updateTable('take').set({ upload_id: null }).where('id', '=', first!).execute();
    await review();
    expect(await winner()).toBe(second);
  });

  it('waits an hour for a take that something keeps from being released, then goes to the next one', async () => {
    const [first, second] = await byNumber();
    for (const who of [w.ann, w.bob]) await w.choose(id, who, first!);
    await w.s.c.db.updateTable('take').set({ facts: '{' }).where('id', '=', first!).execute();
    const faults: unknown[] = [];
    const reviewBroken = () => reviewRequests(w.s.c, (error) => faults.push(error));
    w.s.time.now += HOUR_MS - 1;
    await reviewBroken();
    expect((await w.get(`/requests/${id}`)).status).toBe('choosing');
    w.s.time.now += 1;
    await reviewBroken();
    expect(await w.s.c.db.selectFrom('provenance').select('take_id').execute()).toEqual([
      { take_id: second },
    ]);
    expect(faults).toHaveLength(1);
  });

  it('is closed early by an admin, who may release any ready take instead', async () => {
    const [first, , third] = await byNumber();
    expect((await post(`/requests/${id}/choice/close`, {}, w.ann)).status).toBe(403);
    expect((await post(`/requests/${id}/release`, { take_id: third }, w.ann)).status).toBe(403);
    await w.choose(id, w.ann, first!);
    const released = await post(`/requests/${id}/release`, { take_id: third });
    expect(released.status).toBe(201);
    expect(released.body).toMatchObject({ title: 'Glass Harbor', requested_by: w.ann.username });
    expect((await post(`/requests/${id}/release`, { take_id: first })).body.code).toBe('request_closed');
    expect((await post(`/requests/${id}/choice/close`)).body.code).toBe('choice_closed');
    expect(await winner()).toBe(third);
    expect((await call(w.s, `POST /requests/${id}/votes`, { token: w.bob.token })).body.code).toBe(
      'request_closed',
    );
  });
});

it('Platinum members download what was released and its outtakes, as they were delivered, but not before', async () => {
  const platinum = await other('platinum');
  const downloads = async (who?: Person) =>
    (await w.takes(id, who)).map(({ download_url }) => download_url !== null);
  expect(await downloads(platinum)).toEqual([false, false, false]);
  await post(`/requests/${id}/release`, { take_id: takes[0]!.id });
  expect(await downloads(platinum)).toEqual([true, true, true]);
  expect(await downloads(w.admin)).toEqual([true, true, true]);
  for (const who of [w.ann, w.bob, undefined]) expect(await downloads(who)).toEqual([false, false, false]);
  const [{ download_url }] = (await w.takes(id, platinum)) as [Take];
  expect((await w.s.app.inject({ url: new URL(download_url!).pathname })).statusCode).toBe(200);
});

it('an admin who closes a choice at the moment of the studio is no fault of it', async () => {
  w.s.time.now += 2 * DAY_MS;
  const close = () => post(`/requests/${id}/choice/close`);
  const [closed] = await Promise.all([close(), review(), review()]);
  expect([201, 409]).toContain(closed.status);
  expect((await w.get(`/requests/${id}`)).status).toBe('released');
  expect(await w.s.c.db.selectFrom('provenance').select('track_id').execute()).toHaveLength(1);
});

describe('a request that no song came of in time', () => {
  it('returns every credit once, and says so', async () => {
    await w.close();
    w = await studioWorld({ returnDays: 5 });
    w.s.c.generators = [];
    id = await w.fund();
    expect(await balanceOf(w.s.c, w.ann.id)).toBe(4700);
    w.s.time.now += 5 * DAY_MS;
    await review();
    expect((await w.get(`/requests/${id}`)).status).toBe('queued');
    w.s.time.now += 1;
    for (let i = 0; i < 3; i++) await review();
    expect(await balanceOf(w.s.c, w.ann.id)).toBe(5000);
    expect(await balanceOf(w.s.c, w.bob.id)).toBe(5000);
    expect(await w.get(`/requests/${id}`)).toMatchObject({ status: 'returned', decline_reason: null });
    expect((await w.get(`/requests/${id}/timeline`)).at(-1)).toMatchObject({ kind: 'returned' });
    expect((await w.get('/requests/board')).counts).toEqual({ requests: 0, votes: 0, queued: 0 });
    await runEvents(w.s.c);
    for (const who of [w.ann, w.bob])
      expect((await w.get('/notifications', who)).notifications[0]).toMatchObject({
        kind: 'request_returned',
      });
    // The same song can be requested again.
    expect(await w.fund()).not.toBe(id);
  });

  it('is returned a day after a choice whose take cannot be released', async () => {
    await w.s.c.db.updateTable('take').set({ upload_id: null }).execute();
    const faults: unknown[] = [];
    const reviewBroken = () => reviewRequests(w.s.c, (error) => faults.push(error));
    // The choice lasts a day.
    w.s.time.now += 2 * DAY_MS;
    await reviewBroken();
    expect((await w.get(`/requests/${id}`)).status).toBe('choosing');
    w.s.time.now += 1;
    await reviewBroken();
    expect((await w.get(`/requests/${id}`)).status).toBe('returned');
    for (const person of [w.ann, w.bob]) expect(await balanceOf(w.s.c, person.id)).toBe(5000);
    expect(faults).toMatchObject([{ code: 'take_not_ready' }, { code: 'take_not_ready' }]);
  });

  it('is not returned while people choose, which always ends in a song', async () => {
    w.s.c.studio.returnDays = 0;
    w.s.time.now += 1000;
    await review();
    expect((await w.get(`/requests/${id}`)).status).toBe('choosing');
  });
});

it('the queue takes the most votes first, then what a Platinum member backs, then the oldest', async () => {
  w.s.c.generators = [];
  const platinum = await member(w.s, 5000, 'platinum');
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    w.s.time.now += 1000;
    ids.push(await w.fund(title));
  }
  const [one, two, three] = ids as [string, string, string];
  const vote = (request: string, who: Person) =>
    call(w.s, `POST /requests/${request}/votes`, { token: who.token });
  await vote(one, w.bob);
  await vote(two, w.bob);
  await vote(three, platinum);
  const queue = async () =>
    (await w.get('/studio', w.admin)).requests.slice(1).map((request: { id: string }) => request.id);
  expect(await queue()).toEqual([three, one, two]);
  await vote(two, w.bob);
  expect(await queue()).toEqual([two, three, one]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { findRow, updateRows } from '../../testing/rows.ts';
import { type Person, publishTrack, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { popularityAfterPlay } from '../tracks/tracks.ts';
import { prunePlays } from './plays.ts';

const s = serverOfFile({ trustProxy: 1 });

/** Each test has a listener of its own, who has claimed nothing yet. */
let listener: string;
let listeners = 0;
beforeEach(() => {
  listener = `203.0.113.${++listeners}`;
});
const play = async (body: unknown, from = listener) => {
  const answer = await s.app.inject({
    method: 'POST',
    url: '/plays',
    headers: { 'x-forwarded-for': from },
    payload: body as object,
  });
  return { status: answer.statusCode, body: answer.json() };
};
/** A play of the track that began long enough ago to have been heard. */
const begun = async (track_id: string) => {
  const { started } = (await play({ track_id, played_ms: 0 })).body;
  s.time.now += 60_000;
  return { track_id, started };
};
const order = async () => (await s.app.inject('/track')).json().map((track: { id: string }) => track.id);

describe('a play', () => {
  it('counts from 30 s, or half of a shorter track', async () => {
    const long = await begun(await publishTrack(s.c, { duration_seconds: 90 }));
    const short = await begun(await publishTrack(s.c, { duration_seconds: 20 }));
    expect((await play({ ...long, played_ms: 29_999 })).body.counted).toBe(false);
    expect((await play({ ...long, played_ms: 30_000 })).body.counted).toBe(true);
    expect((await play({ ...short, played_ms: 9_999 })).body.counted).toBe(false);
    expect(await play({ ...short, played_ms: 10_000 })).toEqual({
      status: 201,
      body: { track_id: short.track_id, played_ms: 10_000, counted: true },
    });
  });

  it("counts once per listener and track within the track's duration", async () => {
    const track_id = await publishTrack(s.c, { duration_seconds: 60 });
    const heard = { ...(await begun(track_id)), played_ms: 60_000 };
    expect((await play(heard)).body.counted).toBe(true);
    s.time.now += 59_000;
    expect((await play(heard)).body.counted).toBe(false);
    expect((await play(heard, '203.0.114.8')).body.counted).toBe(true);
    s.time.now += 1_000;
    expect((await play(heard)).body.counted).toBe(true);
  });

  it('does not count before it can have been heard, also where nothing is limited', async () => {
    const track_id = await publishTrack(s.c);
    const { started } = (await play({ track_id, played_ms: 0 })).body;
    expect((await play({ track_id, played_ms: 60_000, started })).body.counted).toBe(false);
  });

  it('counts the addresses of an IPv6 network as one listener', async () => {
    const heard = { track_id: await publishTrack(s.c), played_ms: 60_000 };
    expect((await play(heard, '2001:db8:1:2::1')).body.counted).toBe(true);
    expect((await play(heard, '2001:db8:1:2:ffff:1:2:3')).body.counted).toBe(false);
    expect((await play(heard, '2001:db8:1:3::1')).body.counted).toBe(true);
  });

  it('counts once in many concurrent calls', async () => {
    const heard = { track_id: await publishTrack(s.c), played_ms: 60_000 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => play(heard)));
    expect(answers.filter((answer) => answer.body.counted)).toHaveLength(1);
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
  });

  it('is stored only if it counts', async () => {
    const { track_id, started } = await begun(await publishTrack(s.c));
    for (const played_ms of [1000, 60_000, 60_000]) await play({ track_id, started, played_ms });
    expect(
      await s.c.db.selectFrom('play_event').where('track_id', '=', track_id).select('played_ms').execute(),
    ).toEqual([{ played_ms: 60_000 }]);
  });

  it('of a visitor is deleted after 90 days, and popularity stays', async () => {
    const track_id = await publishTrack(s.c);
    await play({ track_id, played_ms: 60_000 });
    const popularity = async () =>
      (await s.app.inject(`/track/${track_id}`)).json().popularity ??
      (await findRow(s.c, 'track', { id: track_id })).popularity;
    const before = await popularity();
    const plays = () =>
      s.c.db.selectFrom('play_event').where('track_id', '=', track_id).selectAll().execute();
    s.time.now += 89 * 86_400_000;
    await prunePlays(s.c);
    expect(await plays()).toHaveLength(1);
    s.time.now += 2 * 86_400_000;
    await prunePlays(s.c);
    expect(await plays()).toEqual([]);
    expect(await popularity()).toBe(before);
  });

  it('moves a track up, and recent plays count more than old ones', async () => {
    const old = await publishTrack(s.c);
    const recent = await publishTrack(s.c);
    for (const listener of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
      await play({ track_id: old, played_ms: 60_000 }, listener);
    expect((await order())[0]).toBe(old);
    s.time.now += 29 * 86_400_000; // a little over two half-lives: 3 plays have a weight of 0.7
    await play({ track_id: recent, played_ms: 60_000 }, '198.51.100.4');
    expect((await order()).slice(0, 2)).toEqual([recent, old]);
  });

  it.each([
    [{ track_id: randomUUID(), played_ms: 60_000 }, 404],
    [{ track_id: 'x', played_ms: 60_000 }, 400],
    [{ track_id: randomUUID(), played_ms: -1 }, 400],
    [{ track_id: randomUUID(), played_ms: 1.5 }, 400],
    [{ track_id: randomUUID(), played_ms: 1e12 }, 400],
    [{ track_id: randomUUID(), played_ms: '60000' }, 400],
    [{}, 400],
    [[], 400],
  ])('%j is answered with %i', async (body, status) => {
    const answer = await play(body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/\S/);
  });

  it.each([
    ['{"track_id":', 'application/json', 400],
    ['', 'application/json', 400],
    ['<play/>', 'text/xml', 415],
    ['x'.repeat(2_000_000), 'application/json', 413],
  ])('a malformed body is refused (%#)', async (payload, type, status) => {
    const answer = await s.app.inject({
      method: 'POST',
      url: '/plays',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toMatch(/\S.*\.$/);
  });
});

describe('a play that is claimed before it can have been heard', () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await testServer({ rateLimit: true });
  });
  afterAll(() => limited.close());
  const claim = async (body: object, from: string, app = limited.app) => {
    const answer = await app.inject({ method: 'POST', url: '/plays', remoteAddress: from, payload: body });
    return answer.json() as { counted: boolean; started?: string };
  };
  const start = async (track_id: string, from: string) =>
    (await claim({ track_id, played_ms: 0 }, from)).started!;

  it('does not count before that time has passed since its start', async () => {
    const from = '203.0.113.20';
    const track_id = await publishTrack(limited.c, { duration_seconds: 200 });
    const started = await start(track_id, from);
    const heard = { track_id, played_ms: 30_000, started };
    expect((await claim(heard, from)).counted).toBe(false);
    limited.time.now += 20_000;
    expect((await claim(heard, from)).counted).toBe(false);
    limited.time.now += 10_000;
    expect((await claim(heard, from)).counted).toBe(true);
    // The same start proves no second play within the track's length, as ever.
    expect((await claim(heard, from)).counted).toBe(false);
  });

  it('counts for everyone behind one address who really listens', async () => {
    const from = '203.0.113.21';
    const tracks = await Promise.all(
      Array.from({ length: 40 }, () => publishTrack(limited.c, { duration_seconds: 200 })),
    );
    const starts = await Promise.all(tracks.map((track_id) => start(track_id, from)));
    limited.time.now += 30_000;
    const answers = await Promise.all(
      tracks.map((track_id, i) => claim({ track_id, played_ms: 30_000, started: starts[i] }, from)),
    );
    expect(answers.filter(({ counted }) => counted)).toHaveLength(40);
  });

  it('counts without a start once as much time has passed since the last claim', async () => {
    const from = '203.0.113.22';
    const tracks = await Promise.all([1, 2, 3].map(() => publishTrack(limited.c, { duration_seconds: 200 })));
    const claimOf = (i: number) => claim({ track_id: tracks[i], played_ms: 30_000 }, from);
    expect((await claimOf(0)).counted).toBe(true);
    expect((await claimOf(1)).counted).toBe(false);
    limited.time.now += 30_000;
    expect((await claimOf(1)).counted).toBe(true);
    expect((await claimOf(2)).counted).toBe(false);
  });

  it('does not count with the start of another track, an old one or none of ours', async () => {
    const from = '203.0.113.23';
    const [track_id, other] = [await publishTrack(limited.c), await publishTrack(limited.c)];
    const [mine, others] = [await start(track_id, from), await start(other, from)];
    limited.time.now += 60_000;
    for (const started of [others, '', '.', 'x.y', `0.${mine.split('.')[1]}`, '0'.repeat(100)])
      expect((await claim({ track_id, played_ms: 60_000, started }, from)).counted).toBe(false);
    limited.time.now += 2 * 86_400_000;
    expect((await claim({ track_id, played_ms: 60_000, started: mine }, from)).counted).toBe(false);
  });

  it('counts a bounded number of times for each address', async () => {
    const from = '203.0.113.24';
    const tracks = await Promise.all(Array.from({ length: 65 }, () => publishTrack(limited.c)));
    const starts = await Promise.all(tracks.map((track_id) => start(track_id, from)));
    limited.time.now += 600_000;
    let counted = 0;
    for (const [i, track_id] of tracks.entries())
      if ((await claim({ track_id, played_ms: 60_000, started: starts[i] }, from)).counted) counted++;
    expect(counted).toBe(60);
  });
});

describe('a play that is reported late', () => {
  const MINUTE = 60_000;
  const DAY = 86_400_000;
  let limited: TestServer;
  let anna: Person;
  beforeAll(async () => {
    limited = await testServer({ rateLimit: true });
    anna = await signUp(limited);
    limited.time.now += 20 * DAY;
  });
  afterAll(() => limited.close());

  const publish = () =>
    publishTrack(limited.c, { duration_seconds: 200, release_date: '2020-01-01T00:00:00.000Z' });
  const late = (
    track_id: string,
    played_at: number,
    from = '203.0.113.40',
    token: string | undefined = anna.token,
  ) =>
    call(limited, 'POST /plays', {
      ...(token && { token }),
      from,
      body: { track_id, played_ms: 60_000, played_at },
    });
  const playsOf = async (track_id: string) => {
    const rows = limited.c.db.selectFrom('play_event').where('track_id', '=', track_id).select('created_at');
    return (await rows.execute()).map(({ created_at }) => Number(created_at));
  };

  it('counts when it was heard, once however often it is sent', async () => {
    const track_id = await publish();
    const at = limited.time.now - 3 * DAY;
    expect(await late(track_id, at)).toMatchObject({ status: 201, body: { counted: true } });
    limited.time.now += MINUTE;
    expect(await late(track_id, at)).toMatchObject({ status: 201, body: { counted: false } });
    expect(await playsOf(track_id)).toEqual([at]);
  });

  it('is refused if it is from the future, or older than 14 days', async () => {
    const track_id = await publish();
    const { now } = limited.time;
    for (const [at, words] of [
      [now + 61 * MINUTE, /in the future/],
      [now - 14 * DAY, /more than 14 days ago/],
      [0, /more than 14 days ago/],
    ] as const)
      expect(await late(track_id, at, '203.0.113.41')).toMatchObject({
        status: 400,
        body: { code: 'bad_input', message: expect.stringMatching(words) },
      });
    expect(await playsOf(track_id)).toEqual([]);
  });

  it('counts now if the clock of the device is a little ahead', async () => {
    const ben = await signUp(limited);
    const track_id = await publish();
    expect((await late(track_id, limited.time.now + MINUTE, '203.0.113.42', ben.token)).body.counted).toBe(
      true,
    );
    expect(await playsOf(track_id)).toEqual([limited.time.now]);
  });

  it('of a visitor is refused', async () => {
    const track_id = await publish();
    expect((await late(track_id, limited.time.now - MINUTE, '203.0.113.43', '')).status).toBe(401);
    expect((await late(track_id, limited.time.now - MINUTE, '203.0.113.43', 'gone')).status).toBe(401);
  });

  it('does not count before the song was there, nor the account', async () => {
    const ben = await signUp(limited);
    const [track_id, other, another] = [await publish(), await publish(), await publish()];
    const soon = limited.time.now + DAY;
    await updateRows(limited.c, 'track', { id: track_id }, { release_date: new Date(soon).toISOString() });
    const began = limited.time.now;
    limited.time.now += 2 * DAY;
    expect((await late(track_id, soon - MINUTE, '203.0.113.44', ben.token)).status).toBe(404);
    expect(await playsOf(track_id)).toEqual([]);
    // What was heard before the account counts as its first moment, which is one play at most.
    expect((await late(other, began - 5 * DAY, '203.0.113.44', ben.token)).body.counted).toBe(true);
    expect((await late(another, began - 4 * DAY, '203.0.113.44', ben.token)).body.counted).toBe(false);
    expect(await playsOf(other)).toEqual([Math.floor(began / 1000) * 1000]);
  });

  it('counts no faster than songs are heard, and never the same minutes twice', async () => {
    const ben = await signUp(limited);
    limited.time.now += DAY;
    const [one, two, three] = [await publish(), await publish(), await publish()];
    const began = limited.time.now - 10 * MINUTE;
    const counts = async (track_id: string, at: number) =>
      (await late(track_id, at, '203.0.113.45', ben.token)).body.counted;
    expect(await counts(one, began)).toBe(true);
    expect(await counts(two, began + 10_000)).toBe(false);
    expect(await counts(two, began + MINUTE)).toBe(true);
    expect(await counts(three, began - 5 * MINUTE)).toBe(false);
    expect(await counts(one, began + 2 * MINUTE)).toBe(false);
    expect(await counts(one, began + 4 * MINUTE)).toBe(true);
  });

  it('counts a bounded number of times at once', async () => {
    const ben = await signUp(limited);
    const tracks = await Promise.all(Array.from({ length: 62 }, () => publish()));
    limited.time.now += DAY;
    let counted = 0;
    for (const [i, track_id] of tracks.entries()) {
      const { body } = await late(track_id, limited.time.now - (70 - i) * MINUTE, '203.0.113.46', ben.token);
      if (body.counted) counted++;
    }
    expect(counted).toBe(60);
  });
});

describe('popularityAfterPlay', () => {
  const day = 86_400_000;
  const now = 1_800_000_000_000;

  it('ranks by the sum of plays that halve every 14 days', () => {
    const scoreOf = (ages: number[]) =>
      [...ages].sort((a, b) => b - a).reduce((score, age) => popularityAfterPlay(score, now - age * day), 0);
    const sumOf = (ages: number[]) => ages.reduce((sum, age) => sum + 2 ** (-age / 14), 0);
    const histories = [[0], [14, 14], [13.9, 14], [1, 2, 3], [40, 41, 42, 43], [0, 100], [5, 6]];
    for (const a of histories) {
      for (const b of histories)
        expect(Math.sign(scoreOf(a) - scoreOf(b))).toBe(Math.sign(round(sumOf(a) - sumOf(b))));
    }
  });
  const round = (value: number) => (Math.abs(value) < 1e-9 ? 0 : value);
});

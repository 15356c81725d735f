import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../testing/calls.ts';
import { type Person, publishTrack, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { sendListens } from './outgoing.ts';
import { openScrobblers } from './settings.ts';

/** Stands for both services: keeps what it is sent, and answers with what the test wants. */
interface Sent {
  path: string;
  authorization: string | undefined;
  body: string;
}
let sent: Sent[] = [];
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
let answer: (request: Sent) => Answer = () => ({ status: 200 });
const standIn = http.createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const one = { path: request.url!, authorization: request.headers.authorization, body };
  sent.push(one);
  const { status, headers, body: text = {} } = answer(one);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(text));
});

const SECRET = 'the secret of the tests';
let s: TestServer;
let track: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
  const settings = { listenBrainzUrl: url, lastFm: { key: 'key', secret: SECRET } };
  s = await testServer({ scrobblers: openScrobblers(settings, 'https://ovation.example', `${url}/2.0/`) });
  track = await publishTrack(s.c, { title: 'Glass Harbor', display_artist: 'Ilse', duration_seconds: 180 });
});
afterAll(async () => {
  await s.close();
  standIn.close();
});

const validated = (user_name: string) => () => ({ status: 200, body: { code: 200, valid: true, user_name } });
const ok = () => ({ status: 200, body: { status: 'ok' } });
const pauses: Parameters<typeof sendListens>[2] = new Map();
const errors: unknown[] = [];
async function deliver() {
  while (await sendListens(s.c, (error) => errors.push(error), pauses));
}
const links = async ({ token }: Person) => (await call(s, 'GET /auth/scrobbling', { token })).body;
const waiting = async ({ id }: Person) =>
  (await s.c.db.selectFrom('scrobble').where('user_id', '=', id).selectAll().execute()).length;

/** Plays the track, a song's length after what was played before. */
async function play({ token }: Person) {
  s.time.now += 200_000;
  const body = { track_id: track, played_ms: 60_000 };
  const { body: played, status } = await call(s, 'POST /plays', { token, body });
  expect([status, played.counted]).toEqual([201, true]);
  return Math.floor((s.time.now - 30_000) / 1000);
}

beforeEach(async () => {
  sent = [];
  answer = ok;
  pauses.clear();
  errors.length = 0;
  await s.c.db.deleteFrom('scrobble').execute();
});

describe('listens that go to ListenBrainz', () => {
  async function linked() {
    const member = await signUp(s);
    answer = validated('ilse_there');
    const { token } = member;
    const { body } = await call(s, 'POST /auth/scrobbling/listenbrainz', {
      token,
      body: { token: 'token-there' },
    });
    expect(body).toMatchObject({ service: 'listenbrainz', account: 'ilse_there', refused: false });
    expect(sent[0]).toMatchObject({ path: '/1/validate-token', authorization: 'Token token-there' });
    sent = [];
    answer = ok;
    return member;
  }

  it('are sent as it documents them, once they count', async () => {
    const member = await linked();
    const first = await play(member);
    const second = await play(member);
    await deliver();
    expect(sent.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/1/submit-listens', 'Token token-there'],
    ]);
    const track_metadata = {
      artist_name: 'Ilse',
      track_name: 'Glass Harbor',
      additional_info: expect.objectContaining({ duration_ms: 180_000, submission_client: 'Ovation' }),
    };
    expect(JSON.parse(sent[0]!.body)).toEqual({
      listen_type: 'import',
      payload: [first, second].map((listened_at) => ({ listened_at, track_metadata })),
    });
    expect(await waiting(member)).toBe(0);
    const third = await play(member);
    await deliver();
    const single = { listen_type: 'single', payload: [{ listened_at: third, track_metadata }] };
    expect(JSON.parse(sent[1]!.body)).toEqual(single);
  });

  it('are announced when the song begins, and nothing of it is kept', async () => {
    const member = await linked();
    await call(s, 'POST /plays', { token: member.token, body: { track_id: track, played_ms: 0 } });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const { listen_type, payload } = JSON.parse(sent[0]!.body);
    expect([listen_type, Object.keys(payload[0])]).toEqual(['playing_now', ['track_metadata']]);
    expect(await waiting(member)).toBe(0);
  });

  it('wait as long as ListenBrainz asks, and longer after each failure, for a week', async () => {
    const member = await linked();
    await play(member);
    answer = () => ({ status: 429, headers: { 'retry-after': '120' } });
    await deliver();
    s.time.now += 119_000;
    await deliver();
    expect(sent).toHaveLength(1);
    answer = () => ({ status: 503 });
    s.time.now += 2000;
    await deliver();
    s.time.now += 61_000;
    await deliver();
    // The second failure in a row: two minutes.
    expect(sent).toHaveLength(2);
    s.time.now += 60_000;
    answer = ok;
    await deliver();
    expect([sent.length, await waiting(member)]).toEqual([3, 0]);
    await play(member);
    s.time.now += 8 * 86_400_000;
    await deliver();
    expect([sent.length, await waiting(member)]).toEqual([3, 0]);
  });

  it('end when the token is refused, and the profile says so', async () => {
    const member = await linked();
    await play(member);
    answer = () => ({ status: 401, body: { code: 401, error: 'Invalid authorization token.' } });
    await deliver();
    expect(await waiting(member)).toBe(0);
    expect((await links(member))[0]).toMatchObject({ account: 'ilse_there', refused: true });
    await play(member);
    await deliver();
    expect(sent).toHaveLength(1);
    const row = await s.c.db
      .selectFrom('scrobble_link')
      .where('user_id', '=', member.id)
      .select('token')
      .executeTakeFirst();
    expect(row!.token).toBe('');
  });

  it('are dropped if ListenBrainz can never take them, and the log says so', async () => {
    const member = await linked();
    await play(member);
    answer = () => ({ status: 400, body: { code: 400, error: 'Invalid' } });
    await deliver();
    expect([await waiting(member), errors.map(String)]).toEqual([
      0,
      ['Error: listenbrainz does not take 1 listens'],
    ]);
  });

  it('stop with the link; a token that is wrong or cannot be checked links nothing', async () => {
    const member = await linked();
    const { token, id } = member;
    await play(member);
    expect((await call(s, 'DELETE /auth/scrobbling/listenbrainz', { token })).status).toBe(200);
    expect(await waiting(member)).toBe(0);
    for (const [failure, status, code] of [
      [{ status: 200, body: { code: 200, valid: false } }, 403, 'scrobbler_refused'],
      [{ status: 500 }, 503, 'scrobbler_unavailable'],
      [{ status: 200, body: ['?'] }, 503, 'scrobbler_unavailable'],
    ] as const) {
      answer = () => failure;
      const body = { token: 'token-there' };
      const refused = await call(s, 'POST /auth/scrobbling/listenbrainz', { token, body });
      expect(refused).toMatchObject({ status, body: { code } });
    }
    expect((await links(member)).map(({ account }: { account: string | null }) => account)).toEqual([
      null,
      null,
    ]);
    expect(await s.c.db.selectFrom('scrobble_link').where('user_id', '=', id).selectAll().execute()).toEqual(
      [],
    );
  });

  it('are in the export without the token, which the database has only sealed, and go with the account', async () => {
    const member = await linked();
    await play(member);
    const { body } = await call(s, 'GET /auth/me/export', { token: member.token });
    expect(body.scrobbling).toMatchObject([{ service: 'listenbrainz', account: 'ilse_there' }]);
    const rows = () =>
      s.c.db.selectFrom('scrobble_link').where('user_id', '=', member.id).selectAll().execute();
    expect(JSON.stringify([body, await rows()])).not.toContain('token-there');
    await s.c.db.transaction().execute(async (tx) => {
      for (const { erase } of s.c.personalData) await erase(tx, member.id, s.c);
    });
    expect([await rows(), await waiting(member)]).toEqual([[], 0]);
  });
});

describe('listens that go to Last.fm', () => {
  const fieldsOf = ({ body }: Sent) => Object.fromEntries(new URLSearchParams(body));
  /** Checks Last.fm's signature: MD5 of the sorted parameters and the secret. */
  function expectSigned(request: Sent) {
    const { api_sig, format, ...fields } = fieldsOf(request);
    const text = Object.keys(fields)
      .sort()
      .map((name) => name + fields[name])
      .join('');
    expect(format).toBe('json');
    expect(api_sig).toBe(
      createHash('md5')
        .update(text + SECRET)
        .digest('hex'),
    );
    return fields;
  }
  const begin = async ({ token }: Person) => {
    const { url } = (await call(s, 'POST /auth/scrobbling/lastfm/begin', { token })).body;
    return new URL(url);
  };
  const stateOf = (url: URL) => new URL(url.searchParams.get('cb')!).searchParams.get('lastfm')!;
  async function linked() {
    const member = await signUp(s);
    const url = await begin(member);
    expect(url.origin + url.pathname).toBe('https://www.last.fm/api/auth/');
    expect(url.searchParams.get('api_key')).toBe('key');
    answer = () => ({ status: 200, body: { session: { name: 'ilse', key: 'session-key', subscriber: 0 } } });
    const body = { state: stateOf(url), token: 'granted' };
    const { body: link } = await call(s, 'POST /auth/scrobbling/lastfm', { token: member.token, body });
    expect(link).toMatchObject({ service: 'lastfm', account: 'ilse' });
    expect(expectSigned(sent[0]!)).toEqual({ api_key: 'key', method: 'auth.getSession', token: 'granted' });
    sent = [];
    answer = ok;
    return member;
  }

  it('are sent signed, and announced', async () => {
    const member = await linked();
    const times = [await play(member), await play(member)].map(String);
    await deliver();
    expect(sent.map(({ path }) => path)).toEqual(['/2.0/']);
    const song = (i: number) => ({
      ...{ [`artist[${i}]`]: 'Ilse', [`track[${i}]`]: 'Glass Harbor', [`duration[${i}]`]: '180' },
      [`timestamp[${i}]`]: times[i]!,
    });
    const caller = { api_key: 'key', sk: 'session-key' };
    expect(expectSigned(sent[0]!)).toEqual({ ...caller, method: 'track.scrobble', ...song(0), ...song(1) });
    expect(await waiting(member)).toBe(0);
    await call(s, 'POST /plays', { token: member.token, body: { track_id: track, played_ms: 0 } });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(expectSigned(sent[1]!)).toEqual({
      ...{ ...caller, method: 'track.updateNowPlaying' },
      ...{ artist: 'Ilse', track: 'Glass Harbor', duration: '180' },
    });
  });

  it('wait while Last.fm is away, and end when the member has withdrawn the permission', async () => {
    const member = await linked();
    await play(member);
    answer = () => ({ status: 429, body: { error: 29, message: 'Rate limit exceeded' } });
    await deliver();
    expect(await waiting(member)).toBe(1);
    s.time.now += 61_000;
    answer = () => ({ status: 403, body: { error: 9, message: 'Invalid session key' } });
    await deliver();
    expect(await waiting(member)).toBe(0);
    expect((await links(member))[1]).toMatchObject({ service: 'lastfm', refused: true });
  });

  it('are linked only in the session that began it, within an hour', async () => {
    const [victim, attacker] = [await signUp(s), await signUp(s)];
    const link = ({ token }: Person, state: string) =>
      call(s, 'POST /auth/scrobbling/lastfm', { token, body: { state, token: 'granted' } });
    const foreign = await link(victim, stateOf(await begin(attacker)));
    expect(foreign).toMatchObject({ status: 403, body: { code: 'scrobbler_refused' } });
    const own = stateOf(await begin(victim));
    s.time.now += 3_600_001;
    expect((await link(victim, own)).status).toBe(403);
    expect(sent).toEqual([]);
  });
});

it('a play counts although the services are away', async () => {
  const member = await signUp(s);
  answer = validated('x');
  const { token } = member;
  await call(s, 'POST /auth/scrobbling/listenbrainz', { token, body: { token: 'token-there' } });
  answer = () => ({ status: 500 });
  await play(member);
  await deliver();
  expect(await waiting(member)).toBe(1);
});

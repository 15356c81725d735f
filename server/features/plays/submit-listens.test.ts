import { describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { PASSWORD, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile({ rateLimit: true });

async function member() {
  const { id, token, username } = await signUp(s, { tier: 'plus' });
  await call(s, 'POST /auth/confirmation', { token, body: { password: PASSWORD } });
  const made = await call(s, 'POST /auth/app-passwords', { token, body: { name: 'Scrobbler' } });
  return { id, username, token: made.body.password };
}

async function send(token: string | undefined, payload: unknown, from = '192.0.2.1') {
  const answer = await s.app.inject({
    method: 'POST',
    url: '/1/submit-listens',
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      ...(token && { authorization: `Token ${token}` }),
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    remoteAddress: from,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const validate = async (authorization?: string) => {
  const headers = { host: 'localhost', ...(authorization && { authorization }) };
  return (await s.app.inject({ url: '/1/validate-token', headers, remoteAddress: '192.0.2.8' })).json();
};

const song = (track_name: string, additional_info = {}) => ({
  artist_name: 'Late Riser',
  track_name,
  release_name: 'Any album',
  additional_info: { media_player: 'Any player', ...additional_info },
});
const listen = (track_name: string, at: number, info = {}) => ({
  listened_at: Math.floor(at / 1000),
  track_metadata: song(track_name, info),
});
const publish = (title: string) =>
  publishTrack(s.c, {
    title,
    display_artist: 'Late Riser',
    duration_seconds: 180,
    release_date: '2025-03-01T00:00:00.000Z',
  });
const playsOf = async (id: string) =>
  (await s.c.db.selectFrom('play_event').select('track_id').where('user_id', '=', id).execute())
    .map(({ track_id }) => track_id)
    .sort();

describe('a scrobbler that speaks to ListenBrainz', () => {
  it('reports names that no database takes, and whole books of them', async () => {
    const { token } = await member();
    const names = ['No\0thing', 'Half a \ud83d pair', 'x'.repeat(9000)];
    const payload = names.map((name) => listen(name, s.time.now - 900_000));
    expect(await send(token, { listen_type: 'import', payload })).toMatchObject({ status: 200 });
  });

  it('reports listens, which count by the rules for plays', async () => {
    const { id, username, token } = await member();
    const [first, second, third] = [await publish('First'), await publish('Second'), await publish('Third')];
    expect(await validate(`Token ${token}`)).toEqual({
      ...{ code: 200, message: 'Token valid.', valid: true, user_name: username },
    });
    const at = s.time.now;
    const ok = { status: 200, body: { status: 'ok' } };
    const now = { listen_type: 'playing_now', payload: [{ track_metadata: song('First') }] };
    expect(await send(token, now)).toMatchObject(ok);
    expect(await playsOf(id)).toEqual([]);
    const payload = [
      listen('First', at - 900_000),
      listen('Second', at - 700_000),
      // Nobody hears two songs at once, or one before it was out, or one so long ago.
      listen('Third', at - 699_000),
      listen('Third', Date.parse('2025-02-01')),
      listen('Third', at - 15 * 86_400_000),
      listen('Somebody else’s', at - 400_000),
    ];
    expect(await send(token, { listen_type: 'import', payload })).toMatchObject(ok);
    expect(await playsOf(id)).toEqual([first, second].sort());
    // The link names the song when the title is not ours.
    const origin_url = `http://localhost/tracks/${third}`;
    const one = { listen_type: 'single', payload: [listen('Third (live)', at - 60_000, { origin_url })] };
    expect(await send(token, one)).toMatchObject(ok);
    expect(await send(token, one)).toMatchObject(ok);
    expect(await playsOf(id)).toEqual([first, second, third].sort());
  });

  it('is told in ListenBrainz’ words what is wrong with a report', async () => {
    const { token } = await member();
    const at = s.time.now;
    const single = (...payload: unknown[]) => ({ listen_type: 'single', payload });
    const wrong: [unknown, RegExp][] = [
      ['{', /parse/],
      ['[]', /./],
      [{ listen_type: 'heard', payload: [listen('A', at)] }, /listen_type/],
      [single(), /any listens/],
      [single(listen('A', at), listen('B', at)), /only one/],
      [single({ listened_at: 1, track_metadata: song('A') }), /too low/],
      [single(listen('A', at + 7_200_000)), /too high/],
      [single({ listened_at: 'soon', track_metadata: song('A') }), /int value/],
      [single({ listened_at: at / 1000 }), /track_metadata/],
      [single(listen('  ', at)), /track_name is empty/],
      [single(listen('A', at, { tags: 'x'.repeat(10_240) })), /10240 bytes/],
      [{ listen_type: 'playing_now', payload: [listen('A', at)] }, /playing_now/],
      [{ listen_type: 'import', payload: Array(1001).fill(listen('A', at)) }, /1000 listens/],
    ];
    for (const [report, error] of wrong) {
      const { status, body } = await send(token, report);
      expect([report, status, body]).toEqual([
        report,
        400,
        { code: 400, error: expect.stringMatching(error) },
      ]);
    }
    expect((await send(token, `"${'x'.repeat(2_000_000)}"`)).body.code).toBe(413);
  });

  it('needs an app password: nothing else opens it, and guesses have to wait', async () => {
    const { token, id } = await member();
    const report = { listen_type: 'single', payload: [listen('First', s.time.now)] };
    expect(await send(undefined, report)).toMatchObject({ status: 401, body: { code: 401 } });
    expect(await validate()).toMatchObject({ code: 400 });
    expect(await validate('Token wrong')).toEqual({ code: 200, message: 'Token invalid.', valid: false });
    const { token: session } = await signUp(s);
    for (const other of [PASSWORD, session, `${token}x`])
      expect(await send(other, report, '192.0.2.2')).toMatchObject({ status: 401, body: { code: 401 } });
    let answer = await send('wrong', report, '192.0.2.3');
    for (let tries = 0; answer.status === 401 && tries < 40; tries++)
      answer = await send('wrong', report, '192.0.2.3');
    expect(answer).toMatchObject({ status: 429, body: { code: 429 } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(token, report, '192.0.2.3')).status).toBe(200);
    expect(await playsOf(id)).toHaveLength(1);
  });
});

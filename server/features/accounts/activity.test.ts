import { randomUUID } from 'node:crypto';
import { Activity } from 'contract/features/accounts/personal-data.ts';
import { describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { insertRows } from '../../testing/rows.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();

const play = (person: Person, track_id: string, played_ms = 60_000, started?: string) =>
  call(s, 'POST /plays', { token: person.token, body: { track_id, played_ms, started } });
const activity = (person: Person, query = '') =>
  call(s, `GET /auth/me/activity${query}`, { token: person.token });

describe('activity', () => {
  it('lists the user’s own actions and their subjects, newest first', async () => {
    const [person, other] = [await signUp(s), await signUp(s)];
    const track_id = await publishTrack(s.c, { title: 'Heard', display_artist: 'Kestrel Avenue' });
    const gone = await publishTrack(s.c, { title: 'Withdrawn', display_artist: 'Kestrel Avenue' });
    await play(other, track_id);
    s.time.now += 1000;
    await play(person, track_id);
    s.time.now += 1000;
    await play(person, await publishTrack(s.c), 10);
    s.time.now += 60_000;
    await play(person, gone);
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', gone).execute();
    s.time.now += 1000;
    await call(s, 'PATCH /auth/me', { token: person.token, body: { name: 'Renamed' } });
    await call(s, 'PATCH /auth/me', { token: person.token, body: { name: 'Renamed' } });

    const { body, headers, status } = await activity(person);
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe('4');
    expect(headers['cache-control']).toBe('no-store');
    for (const item of body) expect(Activity.parse(item)).toEqual(item);
    expect(body).toMatchObject([
      { kind: 'profile', subject: null },
      { kind: 'play', subject_id: null, subject: 'Withdrawn', artist: 'Kestrel Avenue' },
      { kind: 'play', subject_id: track_id, subject: 'Heard', artist: 'Kestrel Avenue' },
      { kind: 'joined', subject_id: null, subject: null, artist: null },
    ]);
  });

  it('is paged without repeating an item, even if many have the same time', async () => {
    const person = await signUp(s);
    const tracks = await Promise.all(Array.from({ length: 23 }, () => publishTrack(s.c)));
    const begun = await Promise.all(tracks.map(async (id) => (await play(person, id, 0)).body.started));
    s.time.now += 60_000;
    for (const [i, track_id] of tracks.entries()) {
      if (i % 4 === 0) s.time.now += 1000;
      await play(person, track_id, 60_000, begun[i]);
    }
    const whole = (await activity(person)).body;
    expect(whole).toHaveLength(24);
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await activity(person, `?limit=5${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.headers['x-total-count']).toBe('24');
      seen.push(...page.body);
      cursor = page.headers['x-next-cursor'];
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  it('includes a new plan', async () => {
    const [person, admin] = [await signUp(s), await signUp(s, { tier: 'admin' })];
    const [row] = (await call(s, 'GET /account_status', { token: person.token })).body;
    s.time.now += 1000;
    await call(s, `PATCH /account_status/${row.id}`, { token: admin.token, body: { plan_tier: 'plus' } });
    const login = await call(s, 'POST /auth/login', { body: { email: person.email, password: PASSWORD } });
    const { body } = await activity({ ...person, token: login.body.authToken });
    expect(body[0]).toMatchObject({ kind: 'plan', subject: 'plus' });
  });

  it.each(['limit=0', 'limit=x', 'cursor=x', 'cursor=WzEsMl0'])('%s is a 400', async (query) => {
    expect((await activity(await signUp(s), `?${query}`)).status).toBe(400);
  });
});

describe('the export', () => {
  it('contains all data of the user, and no secrets', async () => {
    const [person, other] = [await signUp(s), await signUp(s)];
    const track_id = await publishTrack(s.c, { title: 'Exported' });
    await play(person, track_id);
    await play(other, track_id);
    const { status, body, headers } = await call(s, 'GET /auth/me/export', { token: person.token });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      exported_at: new Date(s.time.now).toISOString(),
      user: { id: person.id, email: person.email },
      account_status: { plan_tier: 'free' },
      sessions: [{ created_at: s.time.now }],
      account_events: [{ kind: 'joined' }],
      plays: [{ track_id, title: 'Exported', played_ms: 60_000 }],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|(?<!access_)token|hash/);
    expect(JSON.stringify(body)).not.toContain(other.id);
  });

  it('contains more plays and playlists than are read at a time, each once and in order', async () => {
    const person = await signUp(s);
    const track_id = await publishTrack(s.c);
    const rows = Array.from({ length: 2500 }, (_, n) => ({
      id: randomUUID(),
      track_id,
      user_id: person.id,
      listener: `user:${person.id}`,
      played_ms: n,
      // Several in the same millisecond.
      created_at: s.time.now + Math.floor(n / 3),
    }));
    for (let from = 0; from < rows.length; from += 500)
      await insertRows(s.c, 'play_event', rows.slice(from, from + 500));
    const { body } = await call(s, 'GET /auth/me/export', { token: person.token });
    const plays = (body as unknown as { plays: { id: string; created_at: number }[] }).plays;
    expect(plays.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(plays.map(({ created_at }) => created_at)).toEqual(rows.map(({ created_at }) => created_at));
  });

  it('runs once at a time for each person', async () => {
    const [person, other] = [await signUp(s), await signUp(s)];
    const exportOf = ({ token }: Person) => call(s, 'GET /auth/me/export', { token });
    const [first, second, third] = await Promise.all([exportOf(person), exportOf(person), exportOf(other)]);
    expect([first.status, second.status, third.status]).toEqual([200, 429, 200]);
    expect(second.headers['retry-after']).toBe('5');
    expect((await exportOf(person)).status).toBe(200);
  });
});

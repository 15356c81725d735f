// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { NETWORK_FAILURE } from 'contract/answers.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOpenRequest } from '../../server/testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../server/testing/server.ts';
import { call, callPage } from '../lib/api.ts';
import { session } from '../lib/session-token.ts';
import { connect, pageServer } from '../testing/page.tsx';
import type { Wire } from '../testing/wire.ts';
import { currentToast } from '../ui/toasts.ts';
import { checkConnection, isLost } from './connection.ts';
import { actionQueue } from './queue.ts';

const s = pageServer();
let wire: Wire;
let anna: Person;
let queue: ReturnType<typeof actionQueue>;
let stop: () => void;
const client = new QueryClient();

beforeEach(async () => {
  s.time.now = Date.now();
  wire = connect(s);
  anna = await signUp(s, { tier: 'premium' });
  currentToast.set(null);
  start();
});
afterEach(async () => {
  stop();
  wire.failing = undefined;
  await checkConnection();
});

function start(as = anna): void {
  session.begin(as.token);
  queue = actionQueue(client);
  stop = queue.start(as);
}
/** Loses the connection while something is done. */
async function offline<T>(act: () => Promise<T>): Promise<T> {
  wire.failing = /./;
  const result = await act();
  await vi.waitFor(() => expect(isLost.get()).toBe(true));
  wire.failing = undefined;
  return result;
}
/** The server is back, and everything was sent. */
async function back(): Promise<void> {
  await checkConnection();
  wire.calls.length = 0;
  await queue.send(true);
}
const waiting = () => JSON.parse(localStorage.getItem('ovation.waiting') ?? '[]');
const publish = (title: string) =>
  publishTrack(s.c, { title, duration_seconds: 100, release_date: '2020-01-01T00:00:00.000Z' });
const save = (track_id: string) => call('POST /saved_track', { body: { track_id } });
const create = (name: string) => call('POST /playlist', { body: { name, privacy: 'private' } });
const add = (playlist_id: string, track_id: string) =>
  call('POST /playlist_track', { body: { playlist_id, track_id } });
const savedIds = async () => (await call('GET /saved_track')).map(({ track_id }) => track_id);
const toastText = () => `${currentToast.get()?.title} | ${currentToast.get()?.description}`;

it('sends in order what was done without a connection, with the ids of the server', async () => {
  const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')];
  history.replaceState(null, '', '/');
  await offline(async () => {
    const playlist = await create('Night');
    expect(playlist).toMatchObject({ name: 'Night', user_id: anna.id, track_count: 0, covers: [] });
    history.replaceState(null, '', `/playlists/${playlist.id}`);
    const first = await add(playlist.id, one);
    const second = await add(playlist.id, two);
    const gone = await add(playlist.id, three);
    await call('DELETE /playlist_track/:id', { params: { id: gone.id } });
    await call('POST /playlist/:id/order', {
      params: { id: playlist.id },
      body: { playlist_track_id: second.id, before: first.id },
    });
    const renamed = await call('PATCH /playlist/:id', {
      params: { id: playlist.id },
      body: { name: 'Late' },
    });
    expect(renamed).toMatchObject({ id: playlist.id, name: 'Late' });
    const saved = await save(one);
    await call('DELETE /saved_track/:id', { params: { id: saved.id } });
    await save(two);
  });
  expect(waiting()).toHaveLength(10);
  client.setQueryData(['something'], 1);
  await back();
  expect(waiting()).toEqual([]);
  expect(wire.calls.map((made) => made.replaceAll(/[\da-f-]{36}/g, 'id'))).toEqual([
    'POST /playlist',
    ...Array(3).fill('POST /playlist_track'),
    'DELETE /playlist_track/id',
    'POST /playlist/id/order',
    'PATCH /playlist/id',
    'POST /saved_track',
    'DELETE /saved_track/id',
    'POST /saved_track',
  ]);
  const [playlist, ...others] = await call('GET /playlist');
  expect(others).toEqual([]);
  expect(playlist).toMatchObject({ name: 'Late', track_count: 2 });
  expect(location.pathname).toBe(`/playlists/${playlist!.id}`);
  const { entries } = await call('GET /playlist/:id/tracks', { params: { id: playlist!.id } });
  expect(entries.map(({ title }) => title)).toEqual(['Two', 'One']);
  expect(await savedIds()).toEqual([two]);
  expect(client.getQueryState(['something'])?.isInvalidated).toBe(true);
  expect(currentToast.get()).toBeNull();
});

it('what reached the server although its answer was lost is done once', async () => {
  const [one, two] = [await publish('One'), await publish('Two')];
  const lost = async <T>(act: () => Promise<T>) => {
    wire.responseLost = /./;
    const result = await act();
    await vi.waitFor(() => expect(isLost.get()).toBe(true));
    expect(waiting()).toHaveLength(1);
    wire.responseLost = undefined;
    await back();
    expect(waiting()).toEqual([]);
    return result;
  };
  const { id } = await lost(() => create('Night'));
  await lost(() => add(id, one));
  const entry = await lost(() => add(id, two));
  await lost(() => call('DELETE /playlist_track/:id', { params: { id: entry.id } }));
  await lost(() => save(one));
  expect(await savedIds()).toEqual([one]);
  const playlists = await call('GET /playlist');
  expect(playlists.map(({ name, track_count }) => [name, track_count])).toEqual([['Night', 1]]);
  await lost(() => call('POST /plays', { body: { track_id: one, played_ms: 30_000 } }));
  await lost(() =>
    call('POST /track/:id/applause', { params: { id: one }, body: { second: 1, started: undefined } }),
  );
  const { parts } = await call('GET /track/:id/applause', { params: { id: one } });
  expect(parts.reduce((sum, claps) => sum + claps, 0)).toBe(1);
  expect(await call('GET /library/counts')).toMatchObject({ listens: 1, playlists: 1, favorites: 1 });
  expect(currentToast.get()).toBeNull();
});

it('what is not possible any more is said once, and what depends on it is left out', async () => {
  stop();
  anna = await signUp(s, { tier: 'free' });
  start();
  const [gone, kept] = [await publish('Gone'), await publish('Kept')];
  for (;;) if (!(await create('Mine').catch(() => undefined))) break;
  await offline(async () => {
    await save(gone);
    const { id } = await create('One too many');
    await add(id, kept);
    await save(kept);
  });
  await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', gone).execute();
  client.setQueryData(['saved', gone], { [gone]: 'shown' });
  await back();
  expect(waiting()).toEqual([]);
  expect(wire.calls.filter((made) => made.includes('playlist_track'))).toEqual([]);
  expect(await savedIds()).toEqual([kept]);
  expect(toastText()).toMatch(
    /^2 things you did without a connection could not be done \| Saving a song: .*not found\. Creating a playlist: Upgrade to Plus/,
  );
  expect(client.getQueryState(['saved', gone])?.isInvalidated).toBe(true);
});

it('tries again by itself while the server is not ready, and keeps what was done meanwhile in order', async () => {
  const [one, two] = [await publish('One'), await publish('Two')];
  await offline(() => save(one));
  wire.unavailable = /saved_track/;
  await back();
  expect(waiting()).toHaveLength(1);
  await save(two);
  expect(waiting().map(({ body }: { body: { track_id: string } }) => body.track_id)).toEqual([one, two]);
  wire.unavailable = undefined;
  await vi.waitFor(() => expect(waiting()).toEqual([]), 15_000);
  expect((await savedIds()).sort()).toEqual([one, two].sort());
  expect(currentToast.get()).toBeNull();
});

it('one action that the server always fails at does not hold up the others', async () => {
  const [one, two] = [await publish('One'), await publish('Two')];
  await offline(async () => {
    await save(one);
    await save(two);
  });
  const real = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    String(init?.body).includes(one) ? Promise.resolve(new Response('', { status: 500 })) : real(url, init),
  );
  for (let tries = 0; tries < 6; tries++) await back();
  expect(await savedIds()).toEqual([two]);
  expect(toastText()).toMatch(/^1 thing you did .* Saving a song: Server error/);
});

it('plays are sent with their time, before the applause that they prove', async () => {
  const track_id = await publish('One');
  await offline(async () => {
    // The start of a play needs no report later.
    await expect(call('POST /plays', { body: { track_id, played_ms: 0 } })).rejects.toThrow(NETWORK_FAILURE);
    await call('POST /track/:id/applause', { params: { id: track_id }, body: { second: 50 } });
    const answer = await call('POST /plays', { body: { track_id, played_ms: 30_000, started: 'x.y' } });
    expect(answer.track_id).toBe(track_id);
  });
  const at = waiting()[0].body.played_at;
  s.time.now += 3_600_000;
  await back();
  await queue.send();
  const plays = s.c.db.selectFrom('play_event').selectAll();
  expect((await plays.execute()).map((play) => Number(play.created_at))).toEqual([at]);
  const { parts } = await call('GET /track/:id/applause', { params: { id: track_id } });
  expect([parts[30], parts.reduce((sum, claps) => sum + claps, 0)]).toEqual([1, 1]);
  expect(currentToast.get()).toBeNull();
});

it('votes and song requests never wait', async () => {
  const id = await createOpenRequest(s.c, anna.id, { title: 'Wanted' });
  await offline(async () => {
    await expect(call('POST /requests/:id/votes', { params: { id } })).rejects.toThrow(
      'Voting needs a connection: it spends credits.',
    );
    const body = { title: 'A', artist: 'B', genre: 'pop', description: '' };
    await expect(call('POST /requests', { body })).rejects.toThrow(
      'Requesting a song needs a connection: it spends credits.',
    );
    await expect(call('POST /support', { body: {} as never })).rejects.toThrow(NETWORK_FAILURE);
  });
  expect(waiting()).toEqual([]);
});

it('keeps a bounded number, and nothing for visitors', async () => {
  const track_id = await publish('One');
  await offline(() => save(track_id));
  const [action] = waiting();
  localStorage.setItem('ovation.waiting', JSON.stringify(Array(500).fill(action)));
  wire.failing = /./;
  await expect(save(track_id)).rejects.toThrow(NETWORK_FAILURE);
  expect(waiting()).toHaveLength(500);
  session.end();
  await expect(call('POST /plays', { body: { track_id, played_ms: 60_000 } })).rejects.toThrow(
    NETWORK_FAILURE,
  );
  expect(waiting()).toEqual([]);
});

it('offers the playlists that the page knows for another song', async () => {
  const [one, two] = [await publish('One'), await publish('Two')];
  const choices = (track_id: string) => callPage('GET /playlist/containing', { query: { track_id } });
  await create('Night');
  client.clear();
  await offline(() => expect(choices(two)).rejects.toThrow(NETWORK_FAILURE));
  await back();
  client.setQueryData(['choices', one], { pages: [await choices(one)], pageParams: [undefined] });
  await offline(async () => {
    const { rows, total } = await choices(two);
    expect([rows[0]!.name, rows[0]!.playlist_track_id, total]).toEqual(['Night', null, 1]);
    // What is known of this very song stays.
    await expect(choices(one)).rejects.toThrow(NETWORK_FAILURE);
  });
});

it('logging out forgets what waits, and so does another account', async () => {
  const track_id = await publish('One');
  for (const leave of [session.end, async () => session.begin((await signUp(s)).token)]) {
    session.begin(anna.token);
    await offline(() => save(track_id));
    expect(waiting()).toHaveLength(1);
    await leave();
    expect(waiting()).toEqual([]);
  }
  await back();
  expect(wire.calls).toEqual([]);
});

it('says what is lost when the session has ended meanwhile', async () => {
  const track_id = await publish('One');
  await offline(() => save(track_id));
  await s.c.db.deleteFrom('session').where('user_id', '=', anna.id).execute();
  await back();
  expect(session.token()).toBeNull();
  expect(waiting()).toEqual([]);
  expect(toastText()).toBe(
    'Your session has expired. Please log in again. | 1 thing you did without a connection could not be sent.',
  );
});

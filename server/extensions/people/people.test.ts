import type { PersonPage } from 'contract/extensions/people.ts';
import { beforeAll, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();
let nora: Person;
beforeAll(async () => {
  nora = await signUp(s, { name: 'Nora Quist', tier: 'plus' });
});

const page = async (username: string) => {
  const answer = await s.app.inject({ url: `/person/${encodeURIComponent(username)}/page` });
  return { status: answer.statusCode, text: answer.payload, body: answer.json() as PersonPage };
};
const turn = (is_public: unknown, headers: Record<string, string> = nora.headers) =>
  s.app.inject({ method: 'PUT', url: '/auth/me/public-profile', headers, payload: { is_public } });
const nobody = { person: null, released: [], playlists: [] };

it('is off until its owner turns it on, and off again at once', async () => {
  expect((await page(nora.username)).body).toEqual(nobody);
  const answer = await s.app.inject({ url: '/auth/me/public-profile', headers: nora.headers });
  expect(answer.json()).toEqual({ is_public: false });
  expect((await turn('yes')).statusCode).toBe(400);
  expect((await turn(true, {})).statusCode).toBe(401);
  await turn(true);
  await turn(true);
  expect((await page(nora.username.toUpperCase())).body.person).toEqual({
    username: nora.username,
    avatar_url: null,
    vip: false,
  });
  await turn(false);
  expect((await page(nora.username)).body).toEqual(nobody);
});

it('shows released requests and public playlists, and nothing else of its owner', async () => {
  await turn(true);
  const other = await signUp(s);
  await publishTrack(s.c, { title: 'Mine', requester_id: nora.id });
  await publishTrack(s.c, { title: 'Deleted', requester_id: nora.id, is_deleted: 1 });
  await publishTrack(s.c, {
    title: 'Later',
    requester_id: nora.id,
    release_date: '2099-01-01T00:00:00.000Z',
  });
  await publishTrack(s.c, { title: 'Another’s', requester_id: other.id });
  const create = (name: string, privacy: string) =>
    s.app.inject({ method: 'POST', url: '/playlist', headers: nora.headers, payload: { name, privacy } });
  await create('For all', 'public');
  await create('Secret', 'private');
  const { body, text } = await page(nora.username);
  expect(body.released.map(({ title }) => title)).toEqual(['Mine']);
  expect(body.playlists.map(({ name, user_id }) => [name, user_id])).toEqual([['For all', null]]);
  for (const secret of [nora.email, nora.id, 'Nora Quist', 'Secret']) expect(text).not.toContain(secret);
});

it('does not exist for strange names', async () => {
  for (const username of ['nobody', ' ', '夜', '../x', "' or 1=1 --", 'x'.repeat(500)])
    expect((await page(username)).body).toEqual(nobody);
  expect((await page('a\0b')).status).toBe(400);
});

it('ends with the account', async () => {
  await turn(true);
  await s.app.inject({
    method: 'DELETE',
    url: '/auth/me',
    headers: nora.headers,
    payload: { password: PASSWORD },
  });
  expect((await page(nora.username)).body).toEqual(nobody);
  expect(await s.c.db.selectFrom('public_profile').selectAll().execute()).toEqual([]);
});

it('is hidden with its public playlists while its owner is suspended', async () => {
  const admin = await signUp(s, { tier: 'admin' });
  const person = await signUp(s, { tier: 'plus' });
  await turn(true, person.headers);
  const payload = { name: 'Quarantined mixes', privacy: 'public' };
  const made = await s.app.inject({ method: 'POST', url: '/playlist', headers: person.headers, payload });
  const { id } = made.json();
  const track_id = await publishTrack(s.c);
  const added = await s.app.inject({
    method: 'POST',
    url: '/playlist_track',
    headers: person.headers,
    payload: { playlist_id: id, track_id },
  });
  const places = [
    `/playlist/${id}`,
    `/playlist_track?playlist_id=${id}`,
    `/playlist_track/${added.json().id}`,
    `/feeds/playlists/${id}.xml`,
  ];
  const seen = async () => ({
    statuses: await Promise.all(places.map(async (url) => (await s.app.inject({ url })).statusCode)),
    person: (await page(person.username)).body.person?.username,
    found: (await s.app.inject({ url: '/search?q=quarantined' })).payload.includes(id),
  });
  const open = { statuses: [200, 200, 200, 200], person: person.username, found: true };
  const admins = (action: string) =>
    s.app.inject({
      method: 'POST',
      url: `/members/${person.id}/${action}`,
      headers: admin.headers,
      payload: {},
    });
  expect(await seen()).toEqual(open);
  expect((await admins('suspend')).statusCode).toBe(200);
  const hidden = { statuses: [404, 404, 404, 404], person: undefined, found: false };
  expect(await seen()).toEqual(hidden);
  const asAdmin = await s.app.inject({ url: `/playlist/${id}`, headers: admin.headers });
  expect(asAdmin.statusCode).toBe(200);
  await admins('restore');
  expect(await seen()).toEqual(open);
});

it('wants an email address that is confirmed', async () => {
  const payload = { name: 'New', email: 'new@people.example', password: PASSWORD };
  const joined = await s.app.inject({ method: 'POST', url: '/auth/signup', payload });
  const answer = await turn(true, { authorization: `Bearer ${joined.json().authToken}` });
  expect(answer.json().code).toBe('email_unconfirmed');
});

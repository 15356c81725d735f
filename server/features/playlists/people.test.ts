import type { AddressInfo } from 'node:net';
import { EDITORS_MAX } from 'contract/features/library-constants.ts';
import type { PlaylistEntry } from 'contract/features/playlists.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { type Reader, readEvents } from '../../testing/events.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { runEvents } from '../../testing/jobs.ts';
import { findRows, insertRows, updateRows } from '../../testing/rows.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../testing/server.ts';
import { withExtensions } from '../../testing/with-extensions.ts';

const s = serverOfFile();
let tracks: string[];
let owner: Person;
let editor: Person;
let id: string;
beforeAll(async () => {
  tracks = await Promise.all(Array.from({ length: 12 }, () => publishTrack(s.c)));
});
beforeEach(async () => {
  owner = await signUp(s, { tier: 'premium' });
  editor = await signUp(s);
  id = await newList(owner);
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const as = (who: Person | undefined, method: Method, rest: string, body?: object) =>
  call(s, `${method} /playlist/${id}${rest}`, { ...(who && { token: who.token }), ...(body && { body }) });
const newList = async (who: Person, privacy = 'private'): Promise<string> =>
  (await call(s, 'POST /playlist', { token: who.token, body: { name: 'Ours', privacy } })).body.id;
const add = (who: Person, track_id: string | undefined) =>
  call(s, 'POST /playlist_track', { token: who.token, body: { playlist_id: id, track_id } });
const makeLink = async (body = {}): Promise<string> =>
  (await as(owner, 'PUT', '/invitation-link', body)).body.token;
const join = (who: Person | undefined, token?: string) => as(who, 'POST', '/editors', token ? { token } : {});
const check = (who: Person | undefined, token?: string) =>
  as(who, 'POST', '/invitation', token ? { token } : {});
const leave = (who: Person, name = who.username) => as(who, 'DELETE', `/editors/${name}`);
const entries = async (who: Person): Promise<PlaylistEntry[]> =>
  (await as(who, 'GET', '/tracks')).body.entries;
const order = async (who: Person) => (await entries(who)).map((entry) => entry.id);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const suspend = (who: Person, at: number | null = 1) =>
  s.c.db.updateTable('user').set({ suspended_at: at }).where('id', '=', who.id).execute();
const quit = (who: Person) => call(s, 'DELETE /auth/me', { token: who.token, body: { password: PASSWORD } });

async function makeEditor(who = editor): Promise<void> {
  expect((await join(who, await makeLink())).status).toBe(200);
}

describe('an invitation by name', () => {
  withExtensions('is told, and makes an editor once it is accepted', async () => {
    expect(
      (await as(owner, 'POST', '/invitations', { username: editor.username.toUpperCase() })).status,
    ).toBe(201);
    await runEvents(s.c);
    const { notifications } = (await call(s, 'GET /notifications', { token: editor.token })).body;
    expect(notifications).toMatchObject([
      {
        ...{ kind: 'playlist_invitation', role: 'invited', title: 'Ours', artist: owner.username },
        followed: { kind: 'playlist', target: id },
      },
    ]);
    expect((await as(editor, 'GET', '')).status).toBe(404);
    expect((await as(owner, 'GET', '/invitations')).body).toEqual({
      invited: [{ username: editor.username, avatar_url: null }],
      link: null,
    });
    expect((await check(editor)).body).toEqual({ name: 'Ours', owner: owner.username, joined: false });
    const joined = await join(editor);
    expect(joined.body).toMatchObject({ id, role: 'editor', editors: [{ username: editor.username }] });
    expect((await check(editor)).body.joined).toBe(true);
    expect((await as(owner, 'GET', '/invitations')).body.invited).toEqual([]);
    const shared = await call(s, 'GET /playlist/shared', { token: editor.token });
    expect(shared.body).toMatchObject([{ id, username: owner.username, role: 'editor', user_id: null }]);
    expect((await call(s, 'GET /playlist', { token: editor.token })).body).toEqual([]);
  });

  it('can be declined, taken back and repeated; it is nobody else’s', async () => {
    const invite = (username: string) => as(owner, 'POST', '/invitations', { username });
    await invite(editor.username);
    expect(codeOf(await invite(editor.username))).toEqual([409, 'already_editor']);
    expect(codeOf(await invite(owner.username))).toEqual([409, 'already_editor']);
    expect(codeOf(await join(await signUp(s)))).toEqual([403, 'bad_invitation']);
    expect((await leave(editor)).status).toBe(200);
    expect((await leave(editor)).status).toBe(404);
    expect(codeOf(await join(editor))).toEqual([403, 'bad_invitation']);
    await invite(editor.username);
    expect((await leave(owner, editor.username)).status).toBe(200);
    expect(codeOf(await check(editor))).toEqual([403, 'bad_invitation']);
    const gone = await signUp(s);
    await suspend(gone);
    for (const username of ['nobody-here', gone.username]) expect((await invite(username)).status).toBe(404);
    for (const username of ['', 'a\0b']) expect((await invite(username)).status).toBe(400);
    for (const username of ['nobody-here', '%00']) expect((await leave(owner, username)).status).toBe(404);
    const unconfirmed = await signUp(s, { tier: 'plus', confirmed: false });
    await updateRows(s.c, 'user', { id: unconfirmed.id }, { must_confirm_email: 1 });
    id = await newList(unconfirmed);
    const refused = await as(unconfirmed, 'POST', '/invitations', { username: editor.username });
    expect(codeOf(refused)).toEqual([403, 'email_unconfirmed']);
  });

  it('is one of 20 of a playlist, and of 50 of a day', async () => {
    const people = await Promise.all(Array.from({ length: EDITORS_MAX + 1 }, () => signUp(s)));
    const answers = await Promise.all(
      people.map(({ username }) => as(owner, 'POST', '/invitations', { username })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(EDITORS_MAX).fill(201), 409]);
    expect(codeOf(await join(editor, await makeLink()))).toEqual([409, 'too_many_editors']);
    const statuses = [];
    for (let i = 0; i < 30; i++)
      statuses.push((await as(owner, 'POST', '/invitations', { username: 'nobody' })).status);
    expect(statuses).toEqual([...Array(29).fill(404), 429]);
  });
});

describe('the link', () => {
  it('makes as many editors as it says, also at once', async () => {
    const token = await makeLink({ uses: 3 });
    expect((await check(undefined, token)).body).toEqual({
      name: 'Ours',
      owner: owner.username,
      joined: false,
    });
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(s)));
    const answers = await Promise.all(people.map((one) => join(one, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const answer of answers) if (answer.status !== 200) expect(answer.body.code).toBe('invitation_used');
    const isIn = people[answers.findIndex(({ status }) => status === 200)]!;
    // Who is in opens it again.
    expect((await join(isIn, token)).status).toBe(200);
    expect(codeOf(await check(undefined, token))).toEqual([403, 'invitation_used']);
    expect((await as(owner, 'GET', '/invitations')).body.link).toBeNull();
  });

  it('ends: by time, by the owner, by another link, with the playlist', async () => {
    const first = await makeLink();
    s.time.now += 7 * 86_400_000;
    expect(codeOf(await join(editor, first))).toEqual([403, 'invitation_expired']);
    const second = await makeLink();
    expect(codeOf(await join(editor, first))).toEqual([403, 'bad_invitation']);
    expect((await as(owner, 'GET', '/invitations')).body.link).toMatchObject({ uses_left: 1 });
    await as(owner, 'DELETE', '/invitation-link');
    expect(codeOf(await join(editor, second))).toEqual([403, 'bad_invitation']);
    const third = await makeLink();
    await as(owner, 'DELETE', '');
    expect(codeOf(await join(editor, third))).toEqual([403, 'bad_invitation']);
    expect(codeOf(await check(editor, third))).toEqual([403, 'bad_invitation']);
  });

  it('is not guessed, is not of another playlist, and lets no suspended member or visitor in', async () => {
    const token = await makeLink();
    expect((await join(undefined, token)).status).toBe(401);
    for (const guess of ['', 'x', 'a'.repeat(100), `${token}x`, token.toLowerCase(), '\0'])
      expect(codeOf(await join(editor, guess))).toEqual([403, 'bad_invitation']);
    expect((await join(editor, 'a'.repeat(101))).status).toBe(400);
    const known = id;
    id = await newList(owner);
    expect(codeOf(await join(editor, token))).toEqual([403, 'bad_invitation']);
    id = '9f8b6f0a-2f2f-4a6f-8f5f-6f1d2c3b4a59';
    expect(codeOf(await check(undefined, token))).toEqual([403, 'bad_invitation']);
    id = known;
    await suspend(editor);
    expect((await join(editor, token)).status).toBeGreaterThanOrEqual(401);
    expect((await as(owner, 'GET', '')).body.editors).toEqual([]);
    for (const uses of [0, 21, 1.5, '1'])
      expect((await as(owner, 'PUT', '/invitation-link', { uses })).status).toBe(400);
  });
});

describe('an editor', () => {
  it('sees, adds, orders and removes; each entry says who added it', async () => {
    await add(owner, tracks[0]);
    await makeEditor();
    const { body: added } = await add(editor, tracks[1]);
    expect(codeOf(await add(owner, tracks[1]))).toEqual([409, 'already_in_playlist']);
    expect((await entries(editor)).map((entry) => entry.added_by)).toEqual([owner.username, editor.username]);
    const [first] = await order(owner);
    const moved = await as(editor, 'POST', '/order', { playlist_track_id: added.id, before: first });
    expect(moved.body.order).toEqual([added.id, first]);
    const choices = await call(s, `GET /playlist/containing?track_id=${tracks[1]}`, { token: editor.token });
    expect(choices.body).toMatchObject([{ id, playlist_track_id: added.id }]);
    expect((await call(s, `DELETE /playlist_track/${first}`, { token: editor.token })).status).toBe(200);
    expect(await order(owner)).toEqual([added.id]);
    const { shared_playlists } = (await call(s, 'GET /auth/me/export', { token: editor.token })).body;
    expect(shared_playlists).toMatchObject([{ name: 'Ours', tracks_added: 1 }]);
  });

  it('does nothing that is the owner’s', async () => {
    const [token, other] = [await makeLink({ uses: 2 }), await signUp(s)];
    for (const one of [editor, other]) await join(one, token);
    const refused = await Promise.all([
      as(editor, 'PATCH', '', { name: 'Mine' }),
      as(editor, 'PATCH', '', { privacy: 'public' }),
      as(editor, 'DELETE', ''),
      as(editor, 'GET', '/invitations'),
      as(editor, 'POST', '/invitations', { username: other.username }),
      as(editor, 'PUT', '/invitation-link', {}),
      as(editor, 'DELETE', '/invitation-link'),
      leave(editor, other.username),
      leave(editor, owner.username),
    ]);
    for (const answer of refused) expect(codeOf(answer)).toEqual([403, 'forbidden']);
    expect((await leave(owner, owner.username)).status).toBe(404);
    expect((await as(owner, 'GET', '')).body).toMatchObject({ name: 'Ours', editors: [{}, {}] });
  });

  it('that is removed, or leaves, has no access from then on', async () => {
    await add(owner, tracks[0]);
    await makeEditor();
    const [link] = await order(editor);
    expect((await leave(owner, editor.username)).status).toBe(200);
    const refused = await Promise.all([
      as(editor, 'GET', ''),
      as(editor, 'GET', '/tracks'),
      as(editor, 'GET', '/export'),
      add(editor, tracks[1]),
      call(s, `DELETE /playlist_track/${link}`, { token: editor.token }),
      call(s, `PATCH /playlist_track/${link}`, { token: editor.token, body: { position: 0 } }),
      call(s, `GET /playlist_track/${link}`, { token: editor.token }),
      as(editor, 'POST', '/order', { playlist_track_id: link, before: link }),
      as(editor, 'PATCH', '', { name: 'Mine' }),
    ]);
    for (const answer of refused) expect(answer.status).toBe(404);
    expect(await order(owner)).toEqual([link]);
    await makeEditor();
    expect((await leave(editor)).status).toBe(200);
    expect((await as(editor, 'GET', '')).status).toBe(404);
  });

  it('who is suspended is out of sight', async () => {
    await makeEditor();
    await add(editor, tracks[0]);
    await suspend(editor);
    expect((await as(owner, 'GET', '')).body.editors).toEqual([]);
    expect((await entries(owner)).map((entry) => entry.added_by)).toEqual([null]);
    await suspend(editor, null);
    expect((await as(owner, 'GET', '')).body.editors).toHaveLength(1);
  });
});

it('a deleted account passes each playlist on to who edited it longest and has room', async () => {
  const [first, second] = [editor, await signUp(s, { tier: 'plus' })];
  const token = await makeLink({ uses: 2 });
  await join(first, token);
  s.time.now += 1000;
  await join(second, token);
  await add(owner, tracks[0]);
  await add(first, tracks[1]);
  const alone = await newList(owner);
  const crowded = id;
  id = await newList(owner);
  await makeEditor(first);
  const lost = id;
  id = crowded;
  expect((await quit(owner)).status).toBe(200);
  // The first one's plan has no playlists.
  expect((await as(second, 'GET', '')).body).toMatchObject({
    ...{ role: 'owner', username: second.username, track_count: 2 },
    editors: [{ username: first.username }],
  });
  expect((await entries(first)).map((entry) => entry.added_by)).toEqual([null, first.username]);
  for (const gone of [alone, lost])
    expect((await call(s, `GET /playlist/${gone}`, { token: first.token })).status).toBe(404);
  // Without an heir, and an editor who goes.
  expect((await quit(first)).status).toBe(200);
  expect((await as(second, 'GET', '')).body.editors).toEqual([]);
  expect((await quit(second)).status).toBe(200);
  for (const table of ['playlist', 'playlist_track', 'playlist_editor', 'playlist_link'] as const) {
    const rows = JSON.stringify(await s.c.db.selectFrom(table).selectAll().execute());
    for (const gone of [crowded, first.id, second.id]) expect(rows).not.toContain(gone);
  }
});

withExtensions('the heir of a playlist is told', async () => {
  const heir = await signUp(s, { tier: 'plus' });
  await makeEditor(heir);
  await quit(owner);
  await runEvents(s.c);
  expect((await call(s, 'GET /notifications', { token: heir.token })).body.notifications).toMatchObject([
    {
      ...{ kind: 'playlist_inherited', role: 'invited', title: 'Ours' },
      followed: { kind: 'playlist', target: id, name: 'Ours' },
    },
  ]);
});

describe('several who change a playlist at once', () => {
  it('lose nothing, end in one order, and repeat no song', async () => {
    await makeEditor();
    for (const track of tracks.slice(0, 8)) await add(owner, track);
    const known = await order(owner);
    const move = (i: number) =>
      as(i % 2 ? owner : editor, 'POST', '/order', {
        playlist_track_id: known[i % 8],
        [i % 3 ? 'after' : 'before']: known[(i * 5 + 3) % 8],
      });
    const answers = await Promise.all([
      ...Array.from({ length: 60 }, (_, i) => move(i)),
      ...tracks.slice(8).flatMap((track) => [add(owner, track), add(editor, track)]),
    ]);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    const [mine, theirs] = [await order(owner), await order(editor)];
    expect(mine).toEqual(theirs);
    expect(new Set(mine).size).toBe(12);
  });

  it('put a track beside the neighbor that is left; without one nothing moves', async () => {
    await makeEditor();
    for (const track of tracks.slice(0, 5)) await add(owner, track);
    const [a, b, c, d, e] = (await order(owner)) as [string, string, string, string, string];
    await call(s, `DELETE /playlist_track/${b}`, { token: editor.token });
    const between = { playlist_track_id: e, after: b, neighbor: c };
    expect((await as(owner, 'POST', '/order', between)).body.order).toEqual([a, e, c, d]);
    const both = { playlist_track_id: a, after: d, neighbor: e };
    expect((await as(owner, 'POST', '/order', both)).body.order).toEqual([e, c, d, a]);
    const other = { playlist_track_id: a, before: b, neighbor: e };
    expect((await as(owner, 'POST', '/order', other)).body.order).toEqual([e, a, c, d]);
    await call(s, `DELETE /playlist_track/${c}`, { token: editor.token });
    expect((await as(owner, 'POST', '/order', { playlist_track_id: e, after: b, neighbor: c })).status).toBe(
      404,
    );
    expect(await order(owner)).toEqual([e, a, d]);
  });

  it('move between two tracks for ever: keys stay short', async () => {
    for (const track of tracks.slice(0, 3)) await add(owner, track);
    const [top, one, two] = (await order(owner)) as [string, string, string];
    for (let i = 0; i < 130; i++) {
      const playlist_track_id = i % 2 ? one : two;
      await as(owner, 'POST', '/order', { playlist_track_id, after: top });
    }
    expect(await order(owner)).toEqual([top, one, two]);
    const keys = await findRows(s.c, 'playlist_track', { playlist_id: id });
    for (const { order_key } of keys) expect(order_key.length).toBeLessThanOrEqual(40);
  });

  it('find the entries of the version before at the end, in its order', async () => {
    await add(owner, tracks[0]);
    const old = (position: number) => ({ id: `0b0b0b0b-0000-4000-8000-00000000000${position}`, position });
    for (const { id: entry, position } of [old(3), old(2)])
      await insertRows(s.c, 'playlist_track', {
        id: entry,
        playlist_id: id,
        track_id: tracks[position]!,
        position,
        created_at: 1,
      });
    const [first] = await order(owner);
    expect(await order(owner)).toEqual([first, old(2).id, old(3).id]);
    const body = { playlist_track_id: old(3).id, before: first };
    expect((await as(owner, 'POST', '/order', body)).body.order).toEqual([old(3).id, first, old(2).id]);
    expect(await order(owner)).toEqual([old(3).id, first, old(2).id]);
  });
});

describe('live', () => {
  const readers: Reader[] = [];
  beforeAll(async () => {
    await s.app.listen({ port: 0, host: '127.0.0.1' });
    return () => {
      for (const reader of readers) reader.stop();
    };
  });
  async function listen(key: string): Promise<Reader> {
    const { port } = s.app.server.address() as AddressInfo;
    const reader = await readEvents(`http://127.0.0.1:${port}/playlist/${id}/events?key=${key}`);
    readers.push(reader);
    return reader;
  }
  const keyOf = async (who: Person) => (await as(who, 'GET', '/tracks')).body.live;

  it('everybody who has it open is told of changes, and nobody without its key', async () => {
    expect(await keyOf(owner)).toBeNull();
    await makeEditor();
    const key = await keyOf(owner);
    expect(await keyOf(editor)).toBe(key);
    const reader = await listen(key);
    expect(reader.status).toBe(200);
    await add(editor, tracks[0]);
    expect((await reader.next()).event).toBe('changed');
    await as(owner, 'PATCH', '', { name: 'Renamed' });
    expect((await reader.next()).event).toBe('changed');
    for (const wrong of ['', 'x', `${key}x`]) expect((await listen(wrong)).status).toBe(404);
    id = await newList(owner);
    await makeEditor();
    expect((await listen(key)).status).toBe(404);
  });

  it('the stream ends with the access of an editor, and its key is no good any more', async () => {
    await makeEditor();
    const key = await keyOf(editor);
    const reader = await listen(key);
    await leave(owner, editor.username);
    expect((await reader.next()).event).toBe('changed');
    await reader.ended;
    expect((await listen(key)).status).toBe(404);
    expect((await as(editor, 'GET', '/tracks')).status).toBe(404);
  });
});

import { randomUUID } from 'node:crypto';
import {
  HEARINGS_PER_DAY,
  PREMIERE_AFTER_RELEASE_MS,
} from 'contract/extensions/hearing/premiere-constants.ts';
import type { Notification } from 'contract/extensions/news/notifications.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { runEvents } from '../../testing/jobs.ts';
import { createOpenRequest, member } from '../../testing/requests.ts';
import { type Person, signUp } from '../../testing/server.ts';
import { notifyOfNews } from '../following/news.ts';
import { toCalendar } from './calendar.ts';

const s = serverOfFile({ trustProxy: 1 });
const HOUR = 3_600_000;
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
});

let addresses = 0;
const from = (address = `2001:db8:${++addresses}::1`) => ({ 'x-forwarded-for': address });
const stateOf = async (id: string, who?: Person) =>
  (await call(s, `GET /requests/${id}/premiere`, { headers: { ...who?.headers } })).body;
const name = (id: string, who: Person, starts_at: number, address?: string) =>
  call(s, `PUT /requests/${id}/premiere`, {
    token: who.token,
    body: { starts_at },
    headers: from(address),
  });
const callOff = (id: string, who: Person) => call(s, `DELETE /requests/${id}/premiere`, { token: who.token });
const bell = async (who: Person): Promise<Notification[]> =>
  (await call(s, 'GET /notifications', { token: who.token })).body.notifications;

/** A request with takes to choose from. */
async function choosing(who: Person): Promise<string> {
  const id = await createOpenRequest(s.c, who.id, { votes: 30 });
  const choice = { stage: 'choosing', choosing_ends_at: s.time.now + 24 * HOUR } as const;
  await s.c.db.updateTable('song_request').set(choice).where('id', '=', id).execute();
  return id;
}
/** Releases its song, of a minute. @returns the track's id. */
async function release(request_id: string): Promise<string> {
  const song = { title: 'Glass Harbor', display_artist: 'Ilse', genre: 'jazz', duration_seconds: 60 };
  const files = {
    audio_url: 'https://elsewhere.example/out.mp3',
    // Drawing one takes half a second.
    cover_image_url: 'https://elsewhere.example/cover.jpg',
  };
  const body = { ...song, ...files, request_id };
  const { body: track } = await call(s, 'POST /track', { token: admin.token, body });
  await runEvents(s.c);
  return track.id;
}
/** A request whose premiere is over. */
async function released(who: Person): Promise<{ id: string; track_id: string }> {
  const id = await choosing(who);
  const track_id = await release(id);
  s.time.now += HOUR;
  return { id, track_id };
}

describe('the premiere of a release', () => {
  it('follows it at once where nobody named a time, for everybody at one moment', async () => {
    const ann = await signUp(s);
    const id = await choosing(ann);
    expect(await stateOf(id, ann)).toEqual({ premiere: null, may_set: true });
    const track_id = await release(id);
    const starts_at = s.time.now + PREMIERE_AFTER_RELEASE_MS;
    const premiere = { request_id: id, track_id, starts_at, ends_at: starts_at + 60_000, is_set: false };
    expect(await stateOf(id)).toEqual({ premiere, may_set: false });
    s.time.now = premiere.ends_at - 1;
    expect((await stateOf(id)).premiere).not.toBeNull();
    s.time.now++;
    expect((await stateOf(id)).premiere).toBeNull();
    expect((await bell(ann)).map(({ kind }) => kind)).toEqual(['request_released']);
  });

  it('is at the time that its requester named, which delays no release, and which backers and followers are told', async () => {
    const [ann, bob, eve] = [await member(s, 100), await member(s, 100), await signUp(s)];
    const id = await createOpenRequest(s.c, ann.id, { votes: 29 });
    expect((await name(id, ann, s.time.now + HOUR)).body.code).toBe('premiere_too_early');
    expect((await call(s, `POST /requests/${id}/votes`, { token: bob.token })).status).toBe(200);
    await call(s, 'POST /follow', { token: eve.token, body: { kind: 'request', target: id } });
    await s.c.db
      .updateTable('song_request')
      .set({ stage: 'choosing', choosing_ends_at: s.time.now + HOUR })
      .where('id', '=', id)
      .execute();
    s.time.now++;
    const starts_at = s.time.now + 5 * HOUR;
    await name(id, ann, s.time.now + HOUR);
    expect((await name(id, ann, starts_at)).body).toEqual({
      premiere: { request_id: id, track_id: null, starts_at, ends_at: null, is_set: true },
      may_set: true,
    });
    const track_id = await release(id);
    await notifyOfNews(s.c);
    expect((await call(s, `GET /track/${track_id}`)).status).toBe(200);
    expect((await stateOf(id)).premiere).toMatchObject({ track_id, starts_at, ends_at: starts_at + 60_000 });
    for (const [who, role] of [
      [ann, 'requester'],
      [bob, 'voter'],
      [eve, 'follower'],
    ] as const)
      expect((await bell(who)).find(({ kind }) => kind === 'request_premiere')).toMatchObject({
        ...{ role, track_id, request_id: id },
        reason: new Date(starts_at).toISOString(),
      });
    expect(
      await s.c.db.selectFrom('premiere').where('request_id', '=', id).selectAll().execute(),
    ).toHaveLength(1);
  });

  it('follows the release at once where the choice took longer than the time that was named', async () => {
    const ann = await signUp(s);
    const id = await choosing(ann);
    await name(id, ann, s.time.now + HOUR);
    s.time.now += 2 * HOUR;
    expect((await stateOf(id)).premiere).toBeNull();
    await release(id);
    expect((await stateOf(id)).premiere).toMatchObject({
      starts_at: s.time.now + PREMIERE_AFTER_RELEASE_MS,
      is_set: false,
    });
  });

  it('ends with the song that is withdrawn', async () => {
    const id = await choosing(await signUp(s));
    const track_id = await release(id);
    await call(s, `DELETE /track/${track_id}`, { token: admin.token });
    expect((await stateOf(id)).premiere).toBeNull();
  });
});

describe('a further hearing', () => {
  it('is called by the requester or an admin, one at a time, and can be called off', async () => {
    const [ann, bob] = [await signUp(s), await signUp(s)];
    const { id } = await released(ann);
    expect((await name(id, bob, s.time.now + HOUR)).body.code).toBe('forbidden');
    expect((await name(id, ann, s.time.now + HOUR)).status).toBe(200);
    expect((await name(id, admin, s.time.now + 2 * HOUR)).body.code).toBe('premiere_ahead');
    expect((await callOff(id, bob)).status).toBe(403);
    expect((await bell(ann)).filter(({ kind }) => kind === 'request_premiere')).toHaveLength(1);
    expect((await callOff(id, ann)).body).toEqual({ premiere: null, may_set: true });
    expect((await callOff(id, ann)).status).toBe(200);
    expect((await bell(ann)).filter(({ kind }) => kind === 'request_premiere')).toEqual([]);
    expect((await name(id, admin, s.time.now + 2 * HOUR)).status).toBe(200);
    // Each one is news.
    expect((await bell(ann)).filter(({ kind }) => kind === 'request_premiere')).toHaveLength(1);
  });

  it('is not told to followers once it was called off', async () => {
    const [ann, eve] = [await signUp(s), await signUp(s)];
    const { id } = await released(ann);
    await call(s, 'POST /follow', { token: eve.token, body: { kind: 'request', target: id } });
    s.time.now++;
    await name(id, ann, s.time.now + HOUR);
    await callOff(id, ann);
    await notifyOfNews(s.c);
    expect((await bell(eve)).filter(({ kind }) => kind === 'request_premiere')).toEqual([]);
  });

  it('outlives its host, and an admin calls it off', async () => {
    const ann = await signUp(s);
    const { id } = await released(ann);
    await name(id, ann, s.time.now + HOUR);
    const suspension = { suspended_at: s.time.now };
    await s.c.db.updateTable('user').set(suspension).where('id', '=', ann.id).execute();
    expect((await callOff(id, ann)).status).toBeGreaterThanOrEqual(401);
    expect((await stateOf(id)).premiere).toMatchObject({ is_set: true });
    expect((await callOff(id, admin)).body.premiere).toBeNull();
  });

  it.each([
    [-1, 400],
    [9000, 400],
    [48 * HOUR + 1, 400],
    [1e15, 400],
    [48 * HOUR, 200],
  ])('%i ms ahead is answered with %i', async (ahead, status) => {
    const ann = await signUp(s);
    const { id } = await released(ann);
    expect((await name(id, ann, s.time.now + ahead)).status).toBe(status);
  });

  it.each([[{}], [{ starts_at: null }], [{ starts_at: '1' }], [{ starts_at: 1.5 }], [{ starts_at: 1e300 }]])(
    '%j is refused',
    async (body) => {
      const url = `PUT /requests/${randomUUID()}/premiere` as const;
      expect((await call(s, url, { token: admin.token, body })).status).toBe(400);
    },
  );

  it('is limited for each member and for each address, with a sentence', async () => {
    const ann = await signUp(s);
    const songs = [];
    for (let count = 0; count <= HEARINGS_PER_DAY; count++) songs.push(await released(ann));
    const statuses = [];
    for (const { id } of songs) statuses.push((await name(id, ann, s.time.now + HOUR)).status);
    expect(statuses).toEqual([...Array(HEARINGS_PER_DAY).fill(200), 429]);
    s.time.now += 25 * HOUR;
    expect((await name(songs[3]!.id, ann, s.time.now + HOUR)).status).toBe(200);

    const many = [];
    for (let count = 0; count < 10; count++) {
      const who = await signUp(s);
      const { id } = await released(who);
      many.push(await name(id, who, s.time.now + HOUR, '203.0.113.9'));
    }
    const refused = many.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]!.body.message).toMatch(/^You can call three hearings a day/);
  });

  it('of a missing, hidden or withdrawn song is not found, and nobody names a time of an open request', async () => {
    const ann = await signUp(s);
    expect((await name(randomUUID(), ann, s.time.now + HOUR)).status).toBe(404);
    const hidden = await createOpenRequest(s.c, admin.id);
    await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', hidden).execute();
    expect((await name(hidden, ann, s.time.now + HOUR)).status).toBe(404);
    expect((await call(s, `GET /requests/${hidden}/premiere`)).status).toBe(404);
    const { id, track_id } = await released(ann);
    await call(s, `DELETE /track/${track_id}`, { token: admin.token });
    expect((await name(id, ann, s.time.now + HOUR)).status).toBe(404);
    expect((await stateOf(id)).premiere).toBeNull();
  });

  it('is in the export of its host, whose account goes without it', async () => {
    const ann = await signUp(s);
    const { id } = await released(ann);
    await name(id, ann, s.time.now + HOUR);
    const exported = await call(s, 'GET /auth/me/export', { token: ann.token });
    expect(exported.body.premieres).toMatchObject([{ starts_at: s.time.now + HOUR, called_off_at: null }]);
    const data = s.c.personalData.find((one) => one.name === 'premieres')!;
    await s.c.db.transaction().execute((tx) => data.erase(tx, ann.id, s.c));
    expect((await stateOf(id)).premiere).not.toBeNull();
  });
});

describe('the calendar', () => {
  it('is a file of its own type, with the time and the page', async () => {
    const ann = await signUp(s);
    const { id, track_id } = await released(ann);
    expect((await call(s, `GET /requests/${id}/premiere.ics`)).status).toBe(404);
    const starts_at = Date.UTC(2026, 5, 3, 19, 30);
    s.time.now = starts_at - HOUR;
    await name(id, ann, starts_at);
    const { status, headers, body } = await call(s, `GET /requests/${id}/premiere.ics`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/);
    expect(body).toMatch(/\r\nEND:VCALENDAR\r\n$/);
    expect(body).toContain('\r\nDTSTART:20260603T193000Z\r\nDTEND:20260603T193100Z\r\n');
    expect(body.replaceAll('\r\n ', '')).toContain(`/tracks/${track_id}/`);
  });

  it('escapes what the words contain, and folds long lines between characters', () => {
    const at = { created_at: 0, updated_at: 5000, starts_at: 60_000, ends_at: 120_000 };
    const summary = `Rain; wind, \\ and\r\nBEGIN:VEVENT ${'ü€🎵'.repeat(40)}`;
    const text = toCalendar({ ...at, uid: 'a@b', summary, description: 'x', url: 'https://a.example/' });
    const lines = text.split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text).not.toContain('�');
    expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(3);
    const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
    expect(unfolded).toContain(`SUMMARY:Rain\\; wind\\, \\\\ and\\nBEGIN:VEVENT ${'ü€🎵'.repeat(40)}`);
    expect(unfolded).toContain('SEQUENCE:5');
  });
});

import type { Wish } from 'contract/features/song-requests.ts';
import { expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverPerTest } from '../../../testing/hooks.ts';
import { createOpenRequest, member } from '../../../testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../../testing/server.ts';
import { release } from '../moderation/moderation.ts';
import { updateRequest } from '../queries.ts';
import { voting } from '../voting/votes.ts';
import { findStory, momentsOf } from './heard.ts';

const s = serverPerTest();
const DAY = 86_400_000;
const WISH = 'Starts as a whisper, ends with the whole band soaked.';

const met = (label: string, at: number): Wish => ({
  ...{ chip: label, words: label, outcome: 'done', why: null },
  moment: { label, at },
});
const heard = [met('The whole band', 96), met('Starts quiet', 3)];

/** Releases a request as a song, at the test's time. */
async function releaseSong(
  asker: Person,
  { title, wish = WISH, wishes = heard }: { title: string; wish?: string; wishes?: Wish[] },
  voters: Person[] = [],
) {
  const { c } = s;
  const id = await createOpenRequest(c, asker.id, { title });
  const cast = voting(c);
  for (const { id: user_id } of voters) await cast({ id: user_id, plan_tier: 'plus' }, id);
  const track_id = await publishTrack(c, { title });
  await c.db.transaction().execute(async (tx) => {
    await updateRequest(tx, id, { description: wish });
    await release(tx, c.engine, { id, track_id, heard: wishes, now: s.time.now });
  });
  return { id, track_id };
}

it('tells whose wish a song was, who voted, first lamps first, and where it is heard', async () => {
  const ama = await signUp(s, { name: 'ama' });
  const voters: Person[] = [];
  for (let i = 0; i < 9; i++) voters.push(await member(s, 100));
  const [a, b] = voters as [Person, Person];
  const { id, track_id } = await releaseSong(ama, { title: 'Rain' }, [b, a, b, ...voters.slice(2)]);
  await s.c.db.updateTable('user').set({ deleted_at: 1 }).where('id', '=', voters[8]!.id).execute();
  const { body } = await call(s, 'GET /requests/heard');
  expect(body).toEqual([
    expect.objectContaining({
      request_id: id,
      wish: WISH,
      asked_by: ama.username,
      voters: 9,
      votes: 10,
      voted_by: [b, a, ...voters.slice(2, 7)].map(({ username }) => username),
      moments: [
        { label: 'Starts quiet', at: 3 },
        { label: 'The whole band', at: 96 },
      ],
    }),
  ]);
  const { track, voted_by: _, ...song } = body[0];
  expect(await findStory(s.c.db, id)).toMatchObject({
    ...song,
    released_at: s.time.now,
    seats: [b, a, b, ...voters.slice(2)].map(({ username }, i) => (i === 9 ? null : username)),
  });
  expect(track).toMatchObject({ id: track_id, audio_url: expect.stringMatching(/^http/) });
});

it('lists live songs, newest release first, by pages', async () => {
  const ama = await signUp(s);
  const titles: string[] = [];
  for (let i = 0; i < 5; i++) {
    titles.unshift(`Song ${i}`);
    await releaseSong(ama, { title: `Song ${i}` });
    s.time.now += i % 2;
  }
  const gone = await releaseSong(ama, { title: 'Withdrawn' });
  await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', gone.track_id).execute();
  const found: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body, headers } = await call(s, `GET /requests/heard?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(headers['x-total-count']).toBe('5');
    found.push(...body.map(({ track }: { track: { title: string } }) => track.title));
    cursor = headers['x-next-cursor'] as string | undefined;
  }
  expect(new Set(found)).toEqual(new Set(titles));
  expect(found[0]).toBe('Song 4');
});

it('features the newest that shows well, but not before tomorrow', async () => {
  const asked = async () => {
    const { body } = await call(s, 'GET /explore/asked');
    return [body.featured?.track.title, body.heard.map((song: typeof body.featured) => song.track.title)];
  };
  const ama = await signUp(s);
  expect(await asked()).toEqual([undefined, []]);
  await releaseSong(ama, { title: 'One moment', wishes: heard.slice(1) });
  await releaseSong(ama, { title: 'Short', wish: 'Loud.' });
  await releaseSong(ama, { title: 'Long', wish: 'loud '.repeat(30) });
  expect((await asked())[0]).toBeUndefined();
  s.time.now = DAY * Math.ceil(s.time.now / DAY);
  await releaseSong(ama, { title: 'First' });
  s.time.now += 1000;
  await releaseSong(ama, { title: 'Second' });
  expect(await asked()).toEqual(['First', expect.arrayContaining(['Second', 'Short'])]);
  s.time.now += DAY - 2000;
  await releaseSong(ama, { title: 'Third' });
  expect((await asked())[0]).toBe('First');
  s.time.now += 1000;
  expect((await asked())[0]).toBe('Third');
});

it('comes with the request nearest its goal, and the caller’s votes for it', async () => {
  const ama = await member(s, 100);
  const id = await createOpenRequest(s.c, ama.id, { votes: 28 });
  await voting(s.c)({ id: ama.id, plan_tier: 'plus' }, id);
  expect((await call(s, 'GET /explore/asked')).body.nearest).toMatchObject({ id, votes: 29, own_votes: 0 });
  expect((await call(s, 'GET /explore/asked', { token: ama.token })).body.nearest).toMatchObject({
    own_votes: 1,
  });
});

it('forgets the seconds when its song gets other audio', async () => {
  const { id, track_id } = await releaseSong(await signUp(s), { title: 'Rain' });
  const admin = await signUp(s, { tier: 'admin' });
  const edit = (body: object) => call(s, `PATCH /track/${track_id}`, { token: admin.token, body });
  expect((await edit({ title: 'Heavy Rain' })).status).toBe(200);
  expect((await findStory(s.c.db, id))?.moments).toHaveLength(2);
  expect((await edit({ audio_url: 'https://elsewhere.example/rain.mp3' })).status).toBe(200);
  expect((await findStory(s.c.db, id))?.moments).toEqual([]);
});

it('keeps the first six moments', () => {
  const many = [9, 8, 7, 6, 5, 4, 3].map((at) => met(`At ${at}`, at));
  expect(momentsOf([...many, { ...heard[0]!, moment: null }]).map(({ at }) => at)).toEqual([
    3, 4, 5, 6, 7, 8,
  ]);
});

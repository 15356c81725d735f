import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { composeSong } from 'music/composer/generate.ts';
import { expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { runJobs } from '../../testing/jobs.ts';
import { expectCleanLedger } from '../../testing/ledger.ts';
import { violatedInvariants } from '../../testing/requests.ts';
import { testServer } from '../../testing/server.ts';
import { HOUSE_BAND } from '../studio/generators/house-band.ts';
import { studioChecks } from '../studio/studio.ts';
import { fakeFacts, fakeGenerator } from '../studio/testing/fake-generator.ts';
import { measureAudio } from '../studio/testing/world.ts';
import { openDemo } from './accounts.ts';
import { released, releaseSongs } from './released.ts';

const never = new AbortController().signal;
const loopback = { production: false, host: '127.0.0.1', publicUrl: undefined, trustProxy: 0 };

it('five songs were asked for, voted for, chosen and released as everybody’s are, and are kept by a restart', async () => {
  const fake = fakeGenerator({ id: HOUSE_BAND });
  const s = await testServer({ generators: [fake] });
  await measureAudio(s, fake);
  const write = fake.onSubmit;
  fake.onSubmit = async (spec, key, submission) => {
    await write(spec, key, submission);
    const { account } = composeSong({
      genre: spec.genre,
      description: spec.prompt,
      seed: spec.seed,
      take: 'B',
    });
    const heard = account.heard.map(({ wish, moment = null }) => ({
      ...{ chip: wish.chip, words: wish.words, outcome: 'done' as const, why: null, moment },
    }));
    return { facts: { ...fakeFacts(spec), heard } };
  };
  const people = (await openDemo(s.c, { ...loopback, demoExplicit: false }, () => {}))!;
  expect(people.members.length).toBeGreaterThanOrEqual(40);
  const board = (await call(s, 'GET /requests/board')).body.counts;

  // The server stops in the middle, and goes on.
  let songs = 0;
  const stop = new AbortController();
  const stopping = { ...fake, submit: fake.submit.bind(fake) };
  stopping.submit = async (...given) => {
    if (++songs === 4) throw new Error('The power is gone.');
    return fake.submit(...given);
  };
  await expect(releaseSongs({ ...s.c, generators: [stopping] }, people, stop.signal)).rejects.toThrow(
    'power',
  );
  await releaseSongs(s.c, people, never);
  expect(fake.specs.map(({ seed }) => seed)).toHaveLength(2 * released.length);
  await releaseSongs(s.c, people, never);
  expect(fake.specs).toHaveLength(2 * released.length);
  await runJobs(s.c, 'event:', 'notifications.step', 'studio.measured', 'studio.take');

  const { body } = await call(s, 'GET /explore/asked');
  expect(body.featured.track.title).toBe('Paper Lanterns, Heavy Rain');
  expect(body.featured.asked_by).toBe('ama');
  expect(body.heard.map(({ track }: { track: { title: string } }) => track.title).sort()).toEqual(
    released
      .slice(1)
      .map(({ title }) => title)
      .sort(),
  );
  expect(body.nearest).toMatchObject({ title: 'Midnight at the Planetarium', votes: VOTE_GOAL - 1 });
  for (const song of [body.featured, ...body.heard]) {
    const { title, artist, ...what } = released.find((one) => one.title === song.track.title)!;
    expect(song.moments.length, title).toBeGreaterThanOrEqual(2);
    expect([song.votes, song.voters, song.voted_by.length]).toEqual([what.votes, what.people, 7]);
    const page = (await call(s, `GET /track/${song.track.id}/page`)).body;
    expect(page.track.display_artist).toBe(artist);
    expect(page.plays).toBeGreaterThan(10);
    expect(page.has_applause).toBe(true);
    expect(page.provenance).toMatchObject({ takes: 2, take: what.chosen + 1, seed: what.seeds[what.chosen] });
    expect(page.provenance.chosen_by).toBeGreaterThan(10);
    const days = (page.story.released_at - page.story.asked_at) / 86_400_000;
    expect(days).toBeCloseTo(what.took, 3);
    const timeline: { kind: string; at: number }[] = (
      await call(s, `GET /requests/${song.request_id}/timeline`)
    ).body;
    expect(new Set(timeline.map(({ at }) => new Date(at).toDateString())).size).toBeGreaterThan(5);
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(timeline.at(-1)!.kind).toBe('released');
  }
  const { body: talk } = await call(s, `GET /comments?on=track&subject=${body.featured.track.id}`);
  expect([talk.count, talk.seconds.length]).toEqual([4, 2]);
  // Nothing is left on the board of them, and every vote is paid for.
  expect((await call(s, 'GET /requests/board')).body.counts).toEqual(board);
  expect(await violatedInvariants(s.c)).toEqual({});
  for (const { name, violations } of studioChecks)
    expect([name, (await violations.execute(s.c.db)).rows]).toEqual([name, []]);
  await expectCleanLedger(s.c);
  await s.close();
});

it('their takes show at least two wishes at different seconds, one of them the featured one', () => {
  for (const { genre, description, seeds, chosen } of released) {
    const take = (['A', 'B'] as const)[chosen]!;
    const { account } = composeSong({ genre, description, seed: seeds[chosen]!, take, seconds: 78 });
    const seconds = account.heard.flatMap(({ moment }) => moment?.at ?? []);
    expect(new Set(seconds).size, description).toBeGreaterThanOrEqual(2);
    expect(description.length).toBeGreaterThanOrEqual(20);
    expect(description.length).toBeLessThanOrEqual(90);
  }
});

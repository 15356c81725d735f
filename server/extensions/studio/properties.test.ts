import type { Status } from 'contract/features/song-requests-constants.ts';
import { runs } from 'contract/testing/runs.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TakeTable } from '../../platform/db/tables/extensions/studio.ts';
import { call } from '../../testing/calls.ts';
import { claimJob } from '../../testing/jobs.ts';
import { expectCleanLedger } from '../../testing/ledger.ts';
import { balanceOf, member } from '../../testing/requests.ts';
import { findRows } from '../../testing/rows.ts';
import type { Person } from '../../testing/server.ts';
import { GeneratorError } from './generator.ts';
import { TAKE } from './settings.ts';
import { reviewRequests, startWaiting } from './takes/jobs.ts';
import { fakeFacts } from './testing/fake-generator.ts';
import { stepStudio } from './testing/run-studio.ts';
import { type StudioWorld, studioWorld } from './testing/world.ts';

/** Compares random histories of one request with a model without a database. */
let w: StudioWorld;
let writesAudio: StudioWorld['fake']['onSubmit'];
beforeAll(async () => {
  w = await studioWorld({ takesPerRequest: 2, returnDays: 2 });
  writesAudio = w.fake.onSubmit;
});
afterAll(() => w.close());

const DAY_MS = 86_400_000;
const START_CREDITS = 1000;

/** Transitions from each status. */
const ways: Record<Status, readonly Status[]> = {
  in_review: ['open', 'declined', 'merged'],
  open: ['queued', 'declined', 'merged'],
  queued: ['in_studio', 'declined', 'returned'],
  // Votes of the same step may pass a status that nobody sees.
  in_studio: ['choosing', 'released', 'declined', 'returned'],
  choosing: ['released', 'declined'],
  released: [],
  declined: [],
  returned: [],
  merged: [],
};

const who = fc.nat({ max: 1 });
const which = fc.nat({ max: 7 });
const mood = fc.constantFrom('writes', 'submits', 'is busy', 'refuses', 'breaks');
const named = <N extends string, F>(name: N, fields: { [K in keyof F]: fc.Arbitrary<F[K]> }) =>
  fc.record<F>(fields).map((all) => ({ do: name, ...all }));
const step = fc.oneof(
  { weight: 12, arbitrary: named('vote', { who }) },
  { weight: 24, arbitrary: named('work', { times: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 15, arbitrary: named('review', {}) },
  { weight: 12, arbitrary: named('choose', { who, which }) },
  { weight: 6, arbitrary: named('mood', { mood }) },
  { weight: 6, arbitrary: named('die', {}) },
  {
    weight: 12,
    arbitrary: named('wait', { ms: fc.constantFrom(2000, 21_000, 700_000, DAY_MS, 3 * DAY_MS) }),
  },
  { weight: 3, arbitrary: named('order', {}) },
  { weight: 3, arbitrary: named('retry', { which }) },
  { weight: 3, arbitrary: named('cancel', { which }) },
  { weight: 2, arbitrary: named('release', { which }) },
  { weight: 2, arbitrary: named('close', {}) },
  { weight: 1, arbitrary: named('decline', {}) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Run {
  id: string;
  people: Person[];
  votes: number[];
  choices: (string | undefined)[];
  status: Status;
  /** Submissions of each take that its generator may have accepted. */
  accepted: Map<string, number>;
}

const as = (person: Person, body?: object) => ({ token: person.token, ...(body && { body }) });
const takesOf = (id: string): Promise<TakeTable[]> =>
  w.s.c.db.selectFrom('take').where('request_id', '=', id).selectAll().orderBy('number').execute();
const releasedTake = async (id: string) => {
  const { take_id } =
    (await w.s.c.db
      .selectFrom('provenance')
      .where('request_id', '=', id)
      .select('take_id')
      .executeTakeFirst()) ?? {};
  return take_id;
};

/** Makes the generator behave like this. */
function feel(run: Run, how: string): void {
  w.fake.onSubmit = async (spec, key, submission) => {
    if (how === 'is busy') throw new GeneratorError('busy', 'Later.');
    if (how === 'refuses') throw new GeneratorError('moderated', 'No.');
    run.accepted.set(key, (run.accepted.get(key) ?? 0) + 1);
    if (how === 'breaks') throw new Error('broken');
    return how === 'submits' ? { providerId: key } : writesAudio(spec, key, submission);
  };
  w.fake.onPoll = async () => ({ state: 'succeeded', audioUrl: 'x', facts: fakeFacts(w.fake.specs[0]!) });
}

/** The take that has to win, by the rules in words. */
function expectedWinner(run: Run, takes: TakeTable[]): string | undefined {
  const ready = takes.filter(({ state }) => state === 'ready');
  const people = (id: string) => run.choices.filter((choice) => choice === id).length;
  const votes = (id: string) =>
    run.choices.reduce((sum, choice, i) => sum + (choice === id ? run.votes[i]! : 0), 0);
  return ready.sort(
    (a, b) => people(b.id) - people(a.id) || votes(b.id) - votes(a.id) || a.number - b.number,
  )[0]?.id;
}

async function perform(run: Run, step: Step): Promise<void> {
  const { id, people } = run;
  const takes = await takesOf(id);
  const take = 'which' in step && takes.length > 0 ? takes[step.which % takes.length] : undefined;
  const ignore = () => {};
  switch (step.do) {
    case 'vote': {
      const { status } = await call(w.s, `POST /requests/${id}/votes`, as(people[step.who]!));
      expect(status).toBe(run.status === 'open' || run.status === 'queued' ? 200 : 409);
      if (status === 200) run.votes[step.who]!++;
      return;
    }
    case 'work':
      await startWaiting(w.s.c, ignore);
      for (let i = 0; i < step.times; i++) await stepStudio(w.s.c).catch(ignore);
      return;
    case 'review': {
      const winner = expectedWinner(run, takes);
      await reviewRequests(w.s.c, (error) => {
        throw error;
      });
      const released = run.status === 'choosing' ? await releasedTake(id) : undefined;
      if (released) expect(released).toBe(winner);
      return;
    }
    case 'choose': {
      if (!take) return;
      const { status } = await w.choose(id, people[step.who]!, take.id);
      if (status === 200) run.choices[step.who] = take.id;
      else expect([403, 409]).toContain(status);
      return;
    }
    case 'mood':
      return feel(run, step.mood);
    case 'die':
      {
        const job = await claimJob(w.s.c, TAKE);
        const dead = w.s.c.db.updateTable('take').where('id', '=', job?.key ?? '');
        await dead.set({ state: 'submitting' }).where('state', '=', 'queued').execute();
      }
      return;
    case 'wait':
      w.s.time.now += step.ms;
      return;
    case 'order':
      await call(w.s, `POST /requests/${id}/takes`, as(w.admin, { count: 1 }));
      return;
    case 'retry':
      if (take) await call(w.s, `POST /takes/${take.id}/retry`, as(w.admin));
      return;
    case 'cancel':
      if (take) await call(w.s, `POST /takes/${take.id}/cancel`, as(w.admin));
      return;
    case 'release':
      if (take) await call(w.s, `POST /requests/${id}/release`, as(w.admin, { take_id: take.id }));
      return;
    case 'close':
      await call(w.s, `POST /requests/${id}/choice/close`, as(w.admin));
      return;
    case 'decline':
      await call(w.s, `DELETE /requests/${id}?reason=No`, as(w.admin));
  }
}

/** Checks the invariants after a step, whatever happened. */
async function check(run: Run): Promise<void> {
  const { status } = await w.get(`/requests/${run.id}`, run.people[0]);
  const reachable = (from: Status): Status[] => [from, ...ways[from].flatMap(reachable)];
  expect(reachable(run.status)).toContain(status);
  run.status = status;
  const isRefunded = status === 'declined' || status === 'returned';
  for (const [i, person] of run.people.entries()) {
    const spent = isRefunded ? 0 : run.votes[i]! * 10 + (i === 0 ? 200 : 0);
    expect(await balanceOf(w.s.c, person.id)).toBe(START_CREDITS - spent);
  }
  const choices = await findRows(w.s.c, 'choice', { request_id: run.id });
  expect(new Map(choices.map(({ user_id, take_id }) => [user_id, take_id]))).toEqual(
    new Map(run.people.flatMap(({ id }, i) => (run.choices[i] ? [[id, run.choices[i]]] : []))),
  );
  for (const [key, times] of run.accepted) expect([key, times]).toEqual([key, 1]);
  expect((await releasedTake(run.id)) !== undefined).toBe(status === 'released');
}

const RUNS = 30;
let songs = 0;

it('every history of a request follows the model, and the ledger knows every outcome', async () => {
  const seen = new Set<Status>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const people = [await member(w.s, START_CREDITS), await member(w.s, START_CREDITS)];
      const body = { title: `Song ${++songs}`, artist: 'Ilse', genre: 'jazz' };
      const { id } = (await call(w.s, 'POST /requests', as(people[0]!, body))).body;
      for (let i = 0; i < 29; i++) await call(w.s, `POST /requests/${id}/votes`, as(people[i % 2]!));
      const choices = [undefined, undefined];
      const run: Run = { id, people, votes: [15, 14], choices, status: 'open', accepted: new Map() };
      feel(run, 'writes');
      for (const one of steps) {
        await perform(run, one);
        await check(run);
        seen.add(run.status);
      }
      await expectCleanLedger(w.s.c);
      // Leaves nothing for the next run.
      await call(w.s, `DELETE /requests/${id}?reason=End`, as(w.admin));
      for (let i = 0; i < 40; i++) {
        w.s.time.now += 21_000;
        if (!(await stepStudio(w.s.c).catch(() => true))) break;
      }
    }),
    { numRuns: runs(RUNS), seed: 20_261_122, endOnFailure: true },
  );
  // A tenth of the runs does not meet every status.
  if (runs(RUNS) < RUNS) return;
  for (const status of ['queued', 'in_studio', 'choosing', 'released', 'declined', 'returned'] as const)
    expect(seen).toContain(status);
}, 300_000);

it('a vote, a choice, a decline, a release and a return that race each other end wholly on one side', async () => {
  await w.close();
  w = await studioWorld({ takesPerRequest: 2, returnDays: 2 });
  writesAudio = w.fake.onSubmit;
  const races = runs(12);
  const ended = { released: 0, declined: 0, returned: 0 };
  for (let i = 0; i < races; i++) {
    const id = await w.fund(`Race ${i}`);
    const before = await Promise.all([balanceOf(w.s.c, w.ann.id), balanceOf(w.s.c, w.bob.id)]);
    const run: Run = { id, people: [], votes: [], choices: [], status: 'queued', accepted: new Map() };
    feel(run, 'writes');
    const isChoosing = i % 3 !== 2;
    if (isChoosing) await w.run();
    // Overdue as well, unless people choose.
    w.s.time.now += isChoosing ? DAY_MS : 2 * DAY_MS + 1;
    const [first, second] = await takesOf(id);
    const ignore = () => {};
    const calls = [
      () => call(w.s, `POST /requests/${id}/votes`, as(w.bob)),
      () => (first ? w.choose(id, w.ann, first.id) : undefined),
      () => (second ? w.choose(id, w.bob, second.id) : undefined),
      () => call(w.s, `DELETE /requests/${id}?reason=No`, as(w.admin)),
      () => first && call(w.s, `POST /requests/${id}/release`, as(w.admin, { take_id: first.id })),
      () => call(w.s, `POST /requests/${id}/choice/close`, as(w.admin)),
      () => reviewRequests(w.s.c, ignore),
      () => reviewRequests(w.s.c, ignore),
    ];
    const order = i % 2 === 0 ? calls : calls.toReversed();
    const answers = await Promise.all(order.map((one) => one()));
    for (const answer of answers) if (answer) expect(answer.status).toBeLessThan(500);
    const { status, track_id } = await w.get(`/requests/${id}`, w.ann);
    expect(['released', 'declined', 'returned']).toContain(status);
    ended[status as keyof typeof ended]++;
    expect((await releasedTake(id)) !== undefined).toBe(status === 'released');
    expect(track_id !== null).toBe(status === 'released');
    const after = await Promise.all([balanceOf(w.s.c, w.ann.id), balanceOf(w.s.c, w.bob.id)]);
    const isRefunded = status !== 'released';
    expect(after[0]! - before[0]!).toBe(isRefunded ? 300 : 0);
    const endings = (await w.get(`/requests/${id}/timeline`)).filter(({ kind }: { kind: string }) =>
      ['released', 'declined', 'returned'].includes(kind),
    );
    expect(endings).toHaveLength(1);
    await expectCleanLedger(w.s.c);
    for (let n = 0; n < 10 && (await stepStudio(w.s.c)); n++) w.s.time.now += 2000;
  }
  expect(ended.released + ended.declined + ended.returned).toBe(races);
}, 120_000);

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StudioTake } from 'contract/extensions/studio.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LeaseLost } from '../../../platform/jobs.ts';
import { call } from '../../../testing/calls.ts';
import { claimJob, processNext, runEvents, runNextJob } from '../../../testing/jobs.ts';
import { GeneratorError } from '../generator.ts';
import { TAKE } from '../settings.ts';
import { fakeAudio, fakeFacts } from '../testing/fake-generator.ts';
import { stepStudio } from '../testing/run-studio.ts';
import { type StudioWorld, studioWorld } from '../testing/world.ts';
import { makeTakes } from './make-takes.ts';
import { replaceTakeAudio } from './take-queries.ts';

let w: StudioWorld;
beforeEach(async () => {
  w = await studioWorld({ takesPerRequest: 1 });
});
afterEach(() => w.close());

const post = (path: string, body: object = {}) =>
  call(w.s, `POST ${path}` as 'POST /', { token: w.admin.token, body });
const rows = () => w.s.c.db.selectFrom('take').selectAll().orderBy('number').execute();
const statusOf = async (id: string) => (await w.get(`/requests/${id}`)).status;
/** A take of a funded request, waiting to be submitted. */
const ordered = async () => {
  const id = await w.fund();
  expect((await post(`/requests/${id}/takes`)).status).toBe(201);
  return id;
};
/** The server takes the next job and dies before it does anything. @returns the take's state. */
async function die() {
  await runEvents(w.s.c);
  const job = await claimJob(w.s.c, TAKE);
  const take = (await rows()).find(({ id }) => id === job?.key)!;
  if (take.state !== 'queued' && take.state !== 'submitting') return take.state;
  const changes = { state: 'submitting', attempts: take.attempts + 1 } as const;
  await w.s.c.db.updateTable('take').set(changes).where('id', '=', take.id).execute();
  return changes.state;
}
const leaseRunsOut = () => {
  w.s.time.now += 21_000;
};
const asynchronous = () => {
  w.fake.onSubmit = async (_spec, key) => ({ providerId: `job-${key}` });
};
const finished = async (providerId: string) => {
  const spec = w.fake.specs[0]!;
  return { state: 'succeeded' as const, audioUrl: `https://x/${providerId}`, facts: fakeFacts(spec) };
};

describe('a server that dies', () => {
  it('while it submits a take leaves it lost: it is never submitted again', async () => {
    const id = await ordered();
    expect(await die()).toBe('submitting');
    leaseRunsOut();
    await w.run();
    expect(await rows()).toMatchObject([{ state: 'lost', failure_kind: 'lost', due_at: null }]);
    expect(w.fake.submitted).toEqual([]);
    expect(await statusOf(id)).toBe('in_studio');
    const { notifications } = await w.get('/notifications', w.admin);
    expect(notifications).toMatchObject([{ kind: 'studio_failed', role: 'admin', request_id: id }]);
  });

  it('while it submits to a generator that allows it submits again', async () => {
    w.fake.capabilities.repeatable = true;
    const id = await ordered();
    for (let i = 0; i < 3; i++) {
      expect(await die()).toBe('submitting');
      leaseRunsOut();
    }
    await w.run();
    expect(w.fake.submitted).toHaveLength(1);
    expect(await statusOf(id)).toBe('choosing');
  });

  it('in any later state is replaced by another, which goes on from there', async () => {
    asynchronous();
    w.fake.onPoll = finished;
    const id = await ordered();
    await stepStudio(w.s.c);
    for (const state of ['running', 'fetching', 'checking']) {
      w.s.time.now += 2000;
      expect(await die()).toBe(state);
      // Nobody else takes it while the lease is valid.
      expect(await claimJob(w.s.c, TAKE)).toBeUndefined();
      leaseRunsOut();
      await stepStudio(w.s.c);
    }
    expect(await statusOf(id)).toBe('choosing');
    expect(w.fake.submitted).toHaveLength(1);
    const uploads = w.s.c.db.selectFrom('upload').where('take_id', 'is not', null).select('id');
    expect(await uploads.execute()).toHaveLength(1);
  });

  it('and comes back late changes nothing', async () => {
    const id = await ordered();
    w.fake.onSubmit = async (spec, _key, { target }) => {
      await w.s.c.db.updateTable('job').set({ lease: 'another' }).where('kind', '=', TAKE).execute();
      await writeFile(target, fakeAudio());
      return { facts: fakeFacts(spec) };
    };
    await stepStudio(w.s.c);
    expect(await rows()).toMatchObject([{ state: 'submitting', upload_id: null }]);
    leaseRunsOut();
    await w.run();
    expect(await rows()).toMatchObject([{ state: 'lost', upload_id: null }]);
    expect(await statusOf(id)).toBe('in_studio');
  });
});

it('two servers never work on the same take', async () => {
  await ordered();
  await runEvents(w.s.c);
  await Promise.all(Array.from({ length: 5 }, () => runNextJob(w.s.c, TAKE)));
  expect(w.fake.submitted).toHaveLength(1);
});

it('queued takes do not keep the studio from those that a busy generator works on', async () => {
  asynchronous();
  w.fake.capabilities.atOnce = 1;
  await ordered();
  await stepStudio(w.s.c);
  const [running] = await rows();
  const queued = Array.from({ length: 60 }, (_, i) => ({
    ...running!,
    ...{ id: randomUUID(), number: i + 2, state: 'queued' as const, provider_id: null, due_at: 1 },
  }));
  await w.s.c.db.insertInto('take').values(queued).execute();
  w.s.time.now += 5000;
  await runEvents(w.s.c);
  expect((await claimJob(w.s.c, TAKE))?.key).toBe(running!.id);
});

it("an admin's prompt does not carry the artist's name to a generator either", async () => {
  const id = await w.fund();
  const { artist } = await w.get(`/requests/${id}`);
  await post(`/requests/${id}/takes`, { prompt: `Slow, as ${artist} would sing it` });
  await w.run();
  expect(w.fake.specs[0]!.prompt).toMatch(/^Slow, as /);
  expect(w.fake.specs[0]!.prompt).not.toContain(artist);
});

describe('a submission', () => {
  it.each([
    ['busy', 6],
    ['transient', 6],
    ['moderated', 1],
    ['invalid', 1],
    ['quota', 1],
  ] as const)('that is refused as %s was not bought, after %d attempts', async (kind, attempts) => {
    w.fake.quote = () => ({ cents: 40, seconds: 1 });
    w.fake.onSubmit = async () => {
      throw new GeneratorError(kind, 'No.', 'Say it politely');
    };
    const id = await ordered();
    await w.run();
    const [take] = (await w.get('/studio', w.admin)).requests[0].takes as StudioTake[];
    expect(take).toMatchObject({ state: 'failed', cents: 0, failure: { kind, message: 'No.' } });
    expect(take!.failure!.suggestion).toBe('Say it politely');
    expect(w.fake.submitted).toHaveLength(attempts);
    expect((await w.get('/studio', w.admin)).spending).toEqual([]);
    expect(await statusOf(id)).toBe('in_studio');
  });

  it('that fails in an unknown way may have been bought, and is not repeated', async () => {
    w.fake.quote = () => ({ cents: 40, seconds: 1 });
    w.fake.onSubmit = async () => {
      throw new Error('socket hang up');
    };
    await ordered();
    await expect(w.run()).rejects.toThrow('socket hang up');
    expect(await rows()).toMatchObject([{ state: 'lost' }]);
    expect(w.fake.submitted).toHaveLength(1);
    expect(await w.get('/studio', w.admin)).toMatchObject({
      spending: [{ generator: 'fake', cents: 40 }],
      requests: [{ takes: [{ cents: 40 }] }],
    });
  });

  it('beyond the budget is not sent', async () => {
    await w.close();
    w = await studioWorld({ monthlyBudget: 100, takesPerRequest: 3 }, { cents: 40 });
    const id = await w.fund();
    await w.run();
    expect(w.fake.submitted).toHaveLength(2);
    expect((await rows()).map(({ state }) => state)).toEqual(['ready', 'ready', 'failed']);
    expect(await statusOf(id)).toBe('choosing');
    expect((await w.get('/studio/generators', w.admin))[0]).toMatchObject({ cents: 40, spent_cents: 80 });
    // The next month has a budget of its own.
    w.s.time.now += 29.6 * 86_400_000;
    await w.fund('Another');
    await w.run();
    expect(w.fake.submitted).toHaveLength(4);
  });
});

it('a budget that suffices for no take delays the request, and admins hear why', async () => {
  await w.close();
  w = await studioWorld({ monthlyBudget: 30, takesPerRequest: 2 }, { cents: 40 });
  const id = await w.fund();
  await w.run();
  expect(w.fake.submitted).toEqual([]);
  expect(await rows()).toMatchObject([{ failure_kind: 'quota' }, { failure_kind: 'quota' }]);
  expect(await w.get(`/requests/${id}`)).toMatchObject({ status: 'in_studio', progress: null });
  const { notifications } = await w.get('/notifications', w.admin);
  expect(notifications).toMatchObject([
    { kind: 'studio_failed', reason: 'The budget of this month does not suffice. Nothing was sent.' },
  ]);
});

it('takes that somebody else has just ordered are not doubled by the studio', async () => {
  const id = await ordered();
  await expect(makeTakes(w.s.c, id, { onlyFirst: true })).rejects.toMatchObject({ code: 'request_closed' });
  expect(await rows()).toHaveLength(1);
});

describe('a generator', () => {
  it('that never ends a take loses it at our deadline', async () => {
    asynchronous();
    const id = await ordered();
    await stepStudio(w.s.c);
    w.s.time.now += 5 * 60_000;
    await stepStudio(w.s.c);
    expect(await rows()).toMatchObject([{ state: 'running', progress: 0.4 }]);
    w.s.time.now += 6 * 60_000;
    await w.run();
    expect(await rows()).toMatchObject([{ state: 'lost' }]);
    expect(w.fake.cancelled).toEqual([`job-${w.fake.submitted[0]}`]);
    expect(await statusOf(id)).toBe('in_studio');
  });

  it('that cannot be asked is asked again', async () => {
    asynchronous();
    let asked = 0;
    w.fake.onPoll = async (providerId) => {
      if (++asked < 4) throw new Error('ECONNREFUSED');
      return finished(providerId);
    };
    const id = await ordered();
    await w.run();
    expect(await statusOf(id)).toBe('choosing');
  });

  it('that says a take failed is believed', async () => {
    asynchronous();
    w.fake.onPoll = async () => ({ state: 'failed', error: { kind: 'moderated', message: 'Refused.' } });
    await ordered();
    await w.run();
    expect(await rows()).toMatchObject([{ state: 'failed', failure: 'Refused.', is_billed: 1 }]);
  });

  it('hurries the studio with a genuine webhook, however often, and nobody else does', async () => {
    asynchronous();
    w.fake.onPoll = finished;
    await ordered();
    await stepStudio(w.s.c);
    const provider_id = `job-${w.fake.submitted[0]}`;
    const webhook = (signature?: string) =>
      call(w.s, 'POST /studio/webhooks/fake', {
        body: { state: 'failed' },
        headers: signature ? { 'x-fake-signature': signature } : {},
      });
    expect((await webhook()).status).toBe(400);
    expect((await webhook('another job')).status).toBe(200);
    expect(await claimJob(w.s.c, TAKE)).toBeUndefined();
    for (let i = 0; i < 3; i++) expect((await webhook(provider_id)).status).toBe(200);
    await w.run();
    expect(await rows()).toMatchObject([{ state: 'ready' }]);
    expect((await webhook(provider_id)).status).toBe(200);
    expect(await rows()).toMatchObject([{ state: 'ready' }]);
  });
});

describe('the audio of a take', () => {
  it.each([
    ['that is silent', () => fakeAudio(2, 0), 'The audio is silent.'],
    ['that is too short', () => fakeAudio(1.2), 'The audio is too short: 1 s instead of about 4 s.'],
    [
      'that is a web page',
      () => Buffer.from('<html>no</html>'),
      'The generator sent something else than audio.',
    ],
    ['that is empty', () => Buffer.alloc(0), 'The generator sent something else than audio.'],
  ])('%s fails the check', async (_what, audio, failure) => {
    w.fake.capabilities.maxSeconds = 4;
    w.fake.onSubmit = async (spec, _key, { target }) => {
      await writeFile(target, audio());
      return { facts: fakeFacts(spec) };
    };
    const id = await ordered();
    await w.run();
    expect(await rows()).toMatchObject([
      { state: 'failed', failure_kind: 'rejected', failure: expect.stringContaining(failure) },
    ]);
    expect(await statusOf(id)).toBe('in_studio');
  });

  it('that is already here, of another song or take, fails the check', async () => {
    const audio = fakeAudio();
    w.fake.onSubmit = async (spec, _key, { target }) => {
      await writeFile(target, audio);
      return { facts: fakeFacts(spec) };
    };
    await ordered();
    await post(`/requests/${(await w.get('/studio', w.admin)).requests[0].id}/takes`);
    await w.run();
    // Whichever arrives first is kept.
    expect((await rows()).map(({ state, failure }) => [state, failure]).toSorted()).toEqual([
      ['failed', 'The generator sent a recording that is already here instead of a new one.'],
      ['ready', null],
    ]);
  });

  it('is kept although the store is away for a moment: it may have been bought', async () => {
    const { moveIn } = w.s.c.media;
    let failures = 0;
    w.s.c.media.moveIn = (...args) => (failures++ < 2 ? Promise.reject(new Error('away')) : moveIn(...args));
    const id = await ordered();
    await w.run();
    expect(failures).toBe(3);
    expect(w.fake.submitted).toHaveLength(1);
    expect(await statusOf(id)).toBe('choosing');
  });

  it('that a generator did not write fails the check', async () => {
    w.fake.onSubmit = async (spec) => ({ facts: fakeFacts(spec) });
    await ordered();
    await w.run();
    expect(await rows()).toMatchObject([{ state: 'failed', failure: 'The generator sent no audio.' }]);
  });
});

describe('an admin', () => {
  it('cancels a take, whatever its generator does afterwards', async () => {
    let release = () => {};
    w.fake.onSubmit = async (_spec, key, { signal }) => {
      await new Promise<void>((resolve) => {
        release = resolve;
        signal.addEventListener('abort', () => resolve());
      });
      return { providerId: `job-${key}` };
    };
    const id = await ordered();
    const working = stepStudio(w.s.c);
    while (w.fake.submitted.length === 0) await sleep(5);
    const [take] = await rows();
    expect((await post(`/takes/${take!.id}/cancel`)).body).toMatchObject({ state: 'cancelled' });
    expect((await post(`/takes/${take!.id}/cancel`)).body.code).toBe('take_finished');
    release();
    await working;
    expect(await rows()).toMatchObject([{ state: 'cancelled', provider_id: null }]);
    expect(w.fake.cancelled).toEqual([`job-${take!.id}`]);
    expect(await statusOf(id)).toBe('in_studio');
  });

  it('tries again with a new take, another prompt or more takes, up to a limit', async () => {
    w.fake.onSubmit = async () => {
      throw new GeneratorError('moderated', 'No.');
    };
    const id = await ordered();
    await w.run();
    const [failed] = await rows();
    // Nothing is being made.
    expect(await w.get(`/requests/${id}`)).toMatchObject({ status: 'in_studio', progress: null });
    const retried = await post(`/takes/${failed!.id}/retry`);
    expect(await w.get(`/requests/${id}`)).toMatchObject({ status: 'in_studio', progress: 0 });
    expect(retried.body).toMatchObject({ number: 2, state: 'queued', prompt: 'Rain, as plays it' });
    expect((await post(`/takes/${retried.body.id}/retry`)).body.code).toBe('take_not_failed');
    const more = await post(`/requests/${id}/takes`, { prompt: 'Snow', count: 2 });
    expect(more.body).toMatchObject([
      { number: 3, prompt: 'Snow' },
      { number: 4, prompt: 'Snow' },
    ]);
    await w.run();
    expect(w.fake.specs.map(({ prompt, number }) => `${number} ${prompt}`)).toEqual([
      '1 Rain, as plays it',
      '2 Rain, as plays it',
      '3 Snow',
      '4 Snow',
    ]);
    for (let i = 0; i < 5; i++) expect((await post(`/requests/${id}/takes`, { count: 5 })).status).toBe(201);
    expect((await post(`/requests/${id}/takes`, { count: 5 })).body.code).toBe('too_many_takes');
    expect((await post(`/requests/${id}/takes`, { generator: 'nobody' })).body.code).toBe('no_generator');
    expect((await post(`/requests/${id}/takes`, { count: 6 })).status).toBe(400);
  });
});

it('the takes of a request that left the studio are cancelled', async () => {
  asynchronous();
  const id = await ordered();
  await stepStudio(w.s.c);
  await post(`/requests/${id}/takes`);
  expect((await call(w.s, `DELETE /requests/${id}?reason=No`, { token: w.admin.token })).status).toBe(200);
  await w.run();
  expect((await rows()).map(({ state, is_billed }) => [state, is_billed])).toEqual([
    ['cancelled', 1],
    ['cancelled', 0],
  ]);
  expect(w.fake.cancelled).toHaveLength(1);
  expect(w.fake.submitted).toHaveLength(1);
  expect((await post(`/requests/${id}/takes`)).body.code).toBe('request_closed');
});

it('a take whose audio has been measured need not wait for its next look', async () => {
  w.fake.onSubmit = async (spec, _key, { target }) => {
    await writeFile(target, fakeAudio());
    return { facts: fakeFacts(spec) };
  };
  await ordered();
  await stepStudio(w.s.c);
  expect(await claimJob(w.s.c, TAKE), 'not measured yet').toBeUndefined();
  await processNext(w.s.c);
  await stepStudio(w.s.c);
  expect((await rows())[0]!.state).toBe('ready');
});

it('a generator at work on a request that leaves the studio is stopped', async () => {
  let stopped: unknown;
  w.fake.onSubmit = async (_spec, _key, { signal, onProgress }) => {
    await call(w.s, `DELETE /requests/${id}?reason=No`, { token: w.admin.token });
    onProgress(0.1);
    await once(signal, 'abort');
    stopped = signal.reason;
    throw signal.reason;
  };
  const id = await ordered();
  await stepStudio(w.s.c);
  expect(stopped).toBeInstanceOf(LeaseLost);
  await stepStudio(w.s.c);
  expect((await rows()).map(({ state }) => state)).toEqual(['cancelled']);
});

it('manual studios wait for an admin, and requests with fewer lamps are not made', async () => {
  await w.close();
  w = await studioWorld({ mode: 'manual' });
  const id = await w.fund();
  await w.run();
  expect(await statusOf(id)).toBe('queued');
  expect((await w.get('/studio', w.admin)).requests).toMatchObject([
    { id, takes: [], estimate: { takes: 3, cents: 0 }, return_at: w.s.time.now + 30 * 86_400_000 },
  ]);
  const body = { title: 'Too early', artist: 'Ilse', genre: 'jazz' };
  const early = await call(w.s, 'POST /requests', { token: w.ann.token, body });
  expect((await post(`/requests/${early.body.id}/takes`)).body.code).toBe('request_closed');
});

it('a take plays the file that replaces its own, once it is repaired', async () => {
  await ordered();
  await w.run();
  const [take] = await rows();
  const [from, upload_id] = [take!.audio_url!, take!.upload_id!];
  const replace = (file: { from: string; to: string }) => replaceTakeAudio(w.s.c.db, { ...file, upload_id });
  await replace({ from: '/media/other.mp3', to: '/media/wrong.mp3' });
  await replace({ from, to: '/media/right.mp3' });
  expect((await rows())[0]!.audio_url).toBe('/media/right.mp3');
});

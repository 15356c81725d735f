import type { SketchUpdate } from 'contract/extensions/studio.ts';
import { SKETCHES_PER_MINUTE } from 'contract/extensions/studio-constants.ts';
import { parseBuffer } from 'music-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { member } from '../../testing/requests.ts';
import { signUp, type TestServer, testServer } from '../../testing/server.ts';
import { openSketches } from './sketches.ts';

const HOUR = 3_600_000;

/** Sketches whose player is told when to end. */
function sketches() {
  const time = { now: 0 };
  const played: { words: string; end: (audio?: string) => void; signal: AbortSignal }[] = [];
  const errors: unknown[] = [];
  const { ask, close } = openSketches(
    () => time.now,
    ({ description }, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        const end = (audio?: string) =>
          audio === undefined ? reject(new Error('no memory')) : resolve(Buffer.from(audio));
        played.push({ words: description, end, signal });
      }),
    (error) => errors.push(error),
  );
  /** Asks as somebody, and gives what they were told last. */
  const hear = (words: string, user_id: string = words, { ip = user_id, pays = false } = {}) => {
    const told: SketchUpdate[] = [];
    const leave = ask({ user_id, ip, pays }, { genre: 'jazz', description: words, lyrics: null }, (news) =>
      told.push(news),
    );
    return { leave, last: () => told.at(-1) };
  };
  return { hear, close, played, errors, time };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const ready = (audio: string) => ({ state: 'ready', audio: Buffer.from(audio).toString('base64') });

describe('the queue', () => {
  it('plays two sketches at once; others see their place, and may leave', async () => {
    const { hear, played } = sketches();
    const [first, , third, fourth] = ['a', 'b', 'c', 'd'].map((words) => hear(words));
    expect(played.map(({ words }) => words)).toEqual(['a', 'b']);
    expect([third!.last(), fourth!.last()]).toEqual([
      { state: 'waiting', place: 1 },
      { state: 'waiting', place: 2 },
    ]);
    third!.leave();
    expect(fourth!.last()).toEqual({ state: 'waiting', place: 1 });
    played[0]!.end('a');
    await settled();
    expect(first!.last()).toEqual(ready('a'));
    expect(fourth!.last()).toEqual({ state: 'making', progress: 0 });
    expect(played.map(({ words }) => words)).toEqual(['a', 'b', 'd']);
  });

  it('plays one sketch of a member at a time, and lets members take turns', async () => {
    const { hear, played } = sketches();
    const words = () => played.map((one) => one.words);
    const [, second, third] = ['a1', 'a2', 'a3'].map((one) => hear(one, 'ann'));
    expect(words()).toEqual(['a1']);
    hear('b1', 'bob');
    const [of, after] = ['c1', 'c2'].map((one) => hear(one, 'cid'));
    const places = [of, second, after, third].map((one) => one!.last());
    expect(places).toEqual([1, 2, 3, 4].map((place) => ({ state: 'waiting', place })));
    for (let i = 0; i < 4; i++) {
      played[i]!.end('x');
      await settled();
    }
    expect(words()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('plays first what members who pay ask for, who find room when others take all of theirs', async () => {
    const { hear, played } = sketches();
    for (let i = 0; i < 42; i++) hear(`free ${i}`);
    expect(() => hear('one too many')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    const paid = hear('paid', 'ann', { pays: true });
    expect(paid.last()).toEqual({ state: 'waiting', place: 1 });
    // Whoever else wants to hear it.
    hear('free 30', 'bob', { pays: true });
    for (const i of [0, 1]) played[i]!.end('x');
    await settled();
    expect(played.map(({ words }) => words).slice(2)).toEqual(['free 30', 'paid']);
  });

  it('takes eight of an address, whoever asks there', async () => {
    const { hear, played } = sketches();
    const there = { ip: '192.0.2.1' };
    const [first, , third] = Array.from({ length: 8 }, (_, i) => hear(`words ${i}`, `member ${i}`, there));
    const refused = expect.objectContaining({ code: 'too_many_requests', details: { retry_after: 5 } });
    expect(() => hear('more', 'ann', there)).toThrow(refused);
    hear('elsewhere', 'ann');
    third!.leave();
    third!.leave();
    hear('more', 'bob', there);
    expect(() => hear('again', 'cid', there)).toThrow(refused);
    played[0]!.end('x');
    await settled();
    expect(first!.last()).toEqual(ready('x'));
    hear('again', 'cid', there);
  });

  it('plays the same words once for all, and stops when the last listener leaves', async () => {
    const { hear, played, errors } = sketches();
    const [ann, bob] = [hear('rain', 'ann'), hear('rain', 'bob')];
    expect(played).toHaveLength(1);
    ann.leave();
    expect(played[0]!.signal.aborted).toBe(false);
    bob.leave();
    expect(played[0]!.signal.aborted).toBe(true);
    // Asked again while the first one still ends.
    const again = hear('rain', 'ann');
    await settled();
    expect(again.last()).toEqual({ state: 'making', progress: 0 });
    played[1]!.end('rain');
    await settled();
    expect(again.last()).toEqual(ready('rain'));
    expect(errors).toEqual([]);
  });

  it('keeps a sketch for an hour, and only the latest ones', async () => {
    const { hear, played, time } = sketches();
    for (let i = 0; i <= 40; i++) {
      hear(`words ${i}`);
      played.at(-1)!.end(`audio ${i}`);
      await settled();
    }
    expect(hear('words 40', 'bob').last()).toEqual(ready('audio 40'));
    hear('words 0', 'bob');
    expect(played).toHaveLength(42);
    time.now += HOUR;
    hear('words 40', 'cid');
    expect(played).toHaveLength(43);
  });

  it('refuses the seventh of a member in a minute, and everybody when too many wait', () => {
    const { hear, time } = sketches();
    for (let i = 0; i < SKETCHES_PER_MINUTE; i++) hear(`words ${i}`, 'ann');
    expect(() => hear('more', 'ann')).toThrow('You can hear six sketches a minute.');
    time.now += 10_000;
    hear('more', 'ann');
    for (let i = 0; i < 35; i++) hear(`${i} of others`);
    expect(() => hear('one too many')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    // What is being played already makes no one wait longer.
    hear('more', 'bob');
  });

  it('says that a sketch failed, goes on with the next, and ends with the server', async () => {
    const { hear, played, errors, close } = sketches();
    const [first, second, third] = ['a', 'b', 'c'].map((words) => hear(words));
    played[0]!.end();
    await settled();
    expect(first!.last()).toEqual({ state: 'failed' });
    expect(errors).toEqual([new Error('no memory')]);
    expect(third!.last()).toEqual({ state: 'making', progress: 0 });
    const fourth = hear('d');
    close();
    await settled();
    for (const one of [second, third, fourth]) expect(one!.last()).toEqual({ state: 'failed' });
    expect(() => hear('e')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });
});

describe('the server', () => {
  let s: TestServer;
  afterEach(() => s.close());

  /** Asks for a sketch; its answer is several lines of JSON, of which a refusal is one. */
  async function ask(url: string, body?: object, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await s.app.inject({ method: 'POST', url, headers, ...(body && { payload: body }) });
    const lines = answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { status: answer.statusCode, headers: answer.headers, lines };
  }
  const sketch = (body: object, token?: string) => ask('/studio/sketches', body, token);

  it('plays the hook of what a free member wrote, and of the request that was made of it', async () => {
    s = await testServer();
    const [free, ann] = [await signUp(s, { tier: 'free' }), await member(s, 1000, 'premium')];
    const words = { genre: 'jazz', description: 'slow, no drums' };
    const { headers, lines } = await sketch(words, free.token);
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store, no-transform',
    });
    const last: SketchUpdate = lines.at(-1);
    const audio = Buffer.from(last.state === 'ready' ? last.audio : '', 'base64');
    const { format } = await parseBuffer(audio);
    expect(format.container).toBe('MPEG');
    expect(format.duration).toBeGreaterThan(15);
    expect(format.duration).toBeLessThan(21);

    const song = { title: 'Glass Harbor', artist: 'Ilse', ...words };
    const { id } = (await call(s, 'POST /requests', { token: ann.token, body: song })).body;
    expect(await ask(`/requests/${id}/sketch`, undefined, free.token)).toMatchObject({
      status: 200,
      lines: [last],
    });
    // Nothing was stored.
    for await (const { mediaPath } of s.c.media.list()) expect(mediaPath).toBe('nothing');
  });

  it('refuses visitors, floods, and what is no request of a song', async () => {
    s = await testServer();
    const { token } = await signUp(s, { tier: 'free' });
    const words = { genre: 'jazz', description: 'rain' };
    expect((await sketch(words)).status).toBe(401);
    for (const bad of [
      { ...words, description: 'a'.repeat(2000) },
      { ...words, genre: 'flumberous' },
      { ...words, genre: '__proto__' },
      { description: 'rain' },
      { genre: 'jazz', description: ['rain'] },
    ])
      expect((await sketch(bad, token)).status).toBe(400);

    const ann = await member(s, 1000, 'premium');
    const song = { title: 'Moby Dick', artist: 'Ilse', ...words };
    const { body: hidden } = await call(s, 'POST /requests', { token: ann.token, body: song });
    expect(hidden.status).toBe('in_review');
    expect((await call(s, `POST /requests/${hidden.id}/sketch`, { token })).status).toBe(404);
    expect((await call(s, `POST /requests/${hidden.id}/sketch`, { token: ann.token })).body.code).toBe(
      'request_closed',
    );

    const answers = await Promise.all(
      Array.from({ length: SKETCHES_PER_MINUTE + 2 }, () => sketch(words, token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(SKETCHES_PER_MINUTE).fill(200),
      429,
      429,
    ]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.lines).toMatchObject([{ code: 'too_many_sketches', retry_after: 10 }]);
  });
});

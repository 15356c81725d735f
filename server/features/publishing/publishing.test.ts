import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';

import { AudioFacts, ManagedTrack, Upload } from 'contract/features/publishing.ts';
import { type Track, TrackWithLyrics } from 'contract/features/tracks.ts';
import { randomLyrics } from 'contract/testing/random-lyrics.ts';
import { tidyLyrics } from 'contract/text/lyrics.ts';
import fc from 'fast-check';
import { encodeMp3 } from 'music/analysis/mp3.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteSetting, getSetting } from '../../platform/db/settings.ts';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { processNext } from '../../testing/jobs.ts';
import { insertRows, updateRows } from '../../testing/rows.ts';
import { type Person, publishTrack, signUp, testServer } from '../../testing/server.ts';
import { form, wav } from '../../testing/sounds.ts';
import { repairTables } from './measuring/repair-tables.ts';
import { MEDIA_COLUMNS, sweepMedia } from './sweep.ts';
import { id3, id3Text, mp3, steppedMp3 } from './testing/containers.ts';

const s = serverOfFile({ audioWaitMs: 0 });
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
});

const DAY = 86_400_000;
const host = { host: 'ovation.test' };
const as = (person: Person, body?: unknown) => ({ token: person.token, headers: host, body });
const send = (kind: 'audio' | 'cover', data: Buffer, name = 'song.wav', person = admin) => {
  const { body, headers } = form({ field: kind, name, data });
  return call(s, `POST /api/upload/${kind}`, { token: person.token, body, headers: { ...headers, ...host } });
};
const folder = () => path.dirname(s.c.media.workFile());
const files = async () => (await readdir(folder())).sort();
const find = async (id: string) => (await call(s, `GET /publishing/uploads/${id}`, as(admin))).body;
const ready = async (data: Buffer) => {
  const { body } = await send('audio', data);
  while (await processNext(s.c));
  return find(body.id);
};
const details = { title: 'Harbour', display_artist: 'The Marlow Trio', genre: 'jazz:bebop' };

describe('an uploaded file', () => {
  it('is measured, copied and previewed, and can be published', async () => {
    const sent = await send('audio', wav(35), '../../evil\\na\u202Eme.wav');
    expect(sent.status).toBe(200);
    expect(Upload.parse(sent.body)).toMatchObject({ state: 'waiting', file_name: 'name.wav', facts: null });
    const early = await call(s, 'POST /track', as(admin, { ...details, audio_url: sent.body.url }));
    expect(early).toMatchObject({ status: 409, body: { code: 'upload_processing' } });

    expect(await processNext(s.c)).toBe(true);
    const { facts, state, steps } = await find(sent.body.id);
    expect(state).toBe('ready');
    expect(steps.every((step: { progress: number }) => step.progress === 1)).toBe(true);
    expect(AudioFacts.parse(facts)).toMatchObject({
      duration_seconds: 35,
      container: 'wav',
      codec: 'pcm',
      sample_rate: 44_100,
      channels: 2,
    });
    for (const url of [facts.stream_url, facts.preview_url, facts.waveform_json_url])
      expect((await s.app.inject({ url: new URL(url).pathname })).statusCode).toBe(200);
    expect(facts.stream_url).toMatch(/\.mp3$/);
    expect((await files()).filter((name) => name.endsWith('.part'))).toEqual([]);

    const { status, body } = await call(
      s,
      'POST /track',
      as(admin, { ...details, audio_url: sent.body.url }),
    );
    expect(status).toBe(201);
    expect(TrackWithLyrics.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      ...details,
      duration_seconds: 35,
      audio_url: facts.stream_url,
      preview_url: facts.preview_url,
      waveform_json_url: facts.waveform_json_url,
      loudness_lufs: facts.loudness_lufs,
      backers: null,
      requested_by: null,
    });
    expect((await call(s, `GET /track/${body.id}`, { headers: host })).body).toEqual(body);
    expect(await call(s, `DELETE /publishing/uploads/${sent.body.id}`, as(admin))).toMatchObject({
      status: 409,
    });
  });

  it('makes one track, however often it is published', async () => {
    const { url } = await ready(wav(2, { hz: 330 }));
    const publish = (person = admin, title = details.title) =>
      call(s, 'POST /track', as(person, { ...details, title, audio_url: url }));
    const listed = async () => (await call(s, 'GET /publishing/tracks', as(admin))).headers['x-total-count'];
    const before = Number(await listed());
    const first = await Promise.all([publish(), publish(), publish()]);
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { body } = first[0]!;
    for (const again of [...first, await publish(admin, 'Quay')]) expect(again.body).toEqual(body);
    expect(Number(await listed())).toBe(before + 1);

    // Uploading the file again means another track, and so does an upload by another admin.
    s.time.now += 1;
    await send('audio', wav(2, { hz: 330 }));
    const second = await publish(admin, 'Quay');
    expect(second.body.title).toBe('Quay');
    const other = await signUp(s, { tier: 'admin' });
    await send('audio', wav(2, { hz: 330 }), 'song.wav', other);
    expect((await publish(other, 'Pier')).body.title).toBe('Pier');
    expect((await publish(admin, 'Pier')).body.id).toBe(second.body.id);
    expect(Number(await listed())).toBe(before + 3);

    await call(s, `DELETE /track/${second.body.id}`, as(admin));
    const anew = await publish(admin, 'Pontoon');
    expect(anew.body.title).toBe('Pontoon');
    expect((await publish(admin, 'Pontoon')).body.id).toBe(anew.body.id);
  });

  it('as MP3 is served unchanged, and is ready immediately when uploaded again', async () => {
    const tone = Float32Array.from({ length: 3 * 44_100 }, (_, i) => 0.3 * Math.sin(i / 20));
    const mp3 = Buffer.from(await encodeMp3([tone, tone], 44_100, 128));
    const first = await ready(mp3);
    expect(first.facts.stream_url).toBe(first.url);
    expect(Math.abs(first.facts.duration_seconds - 3)).toBeLessThan(0.1);
    expect((await send('audio', mp3)).body.state).toBe('ready');
    // What an older version measured is measured again.
    const { length_fault: _, ...facts } = first.facts;
    await updateRows(s.c, 'upload', { url: new URL(first.url).pathname }, { facts: JSON.stringify(facts) });
    expect((await ready(mp3)).facts).toEqual(first.facts);
  });

  it('says what is wrong with its length before it is published', async () => {
    const { facts } = await ready(wav(6, { hz: 350 }).subarray(0, 600_000));
    expect(AudioFacts.parse(facts)).toMatchObject({ length_fault: { promised_seconds: 6 } });
    expect(facts.duration_seconds).toBeCloseTo(3.4, 2);
  });

  it('is resumed when its server dies, and fails after the third time', async () => {
    const { body } = await send('audio', wav(2, { hz: 300 }));
    const dead = (attempts: number) =>
      updateRows(s.c, 'job', { key: body.id }, { lease: 'dead', run_at: s.time.now + 1000, attempts });
    await dead(1);
    expect(await processNext(s.c)).toBe(false);
    s.time.now += 2000;
    expect(await processNext(s.c)).toBe(true);
    expect((await find(body.id)).state).toBe('ready');
    const other = (await send('audio', wav(2, { hz: 310 }))).body;
    await s.c.db.updateTable('job').set({ attempts: 3 }).where('key', '=', other.id).execute();
    await processNext(s.c);
    expect(await find(other.id)).toMatchObject({ state: 'failed', failure: expect.stringMatching(/\.$/) });
  });

  it('can be discarded while it waits', async () => {
    const { body } = await send('audio', wav(2, { hz: 320 }));
    expect((await call(s, `DELETE /publishing/uploads/${body.id}`, as(admin))).status).toBe(200);
    expect(await processNext(s.c)).toBe(false);
  });
});

describe('refuses', () => {
  // What no player plays is refused in hostile.test.ts.
  it.each<[string, () => Buffer]>([
    ['half a head', () => wav(2).subarray(0, 30)],
    ['no samples', () => wav(0)],
    ['less than a second', () => wav(0.5)],
    ['ADPCM', () => Buffer.from(wav(2)).fill(2, 20, 21)],
  ])('%s with a sentence, and stores nothing', async (_what, make) => {
    const before = await files();
    const { facts, state, failure, url } = await ready(make());
    expect({ state, facts }).toEqual({ state: 'failed', facts: null });
    expect(failure).toMatch(/^[A-Z].*\.$/);
    expect(await files()).toEqual(before);
    expect(await call(s, 'POST /track', as(admin, { ...details, audio_url: url }))).toMatchObject({
      status: 400,
      body: { code: 'bad_audio', message: failure },
    });
  });

  it('two files, another field, a form cut short, no form', async () => {
    const before = await files();
    const one = { field: 'audio', name: 'a.wav', data: wav(2) };
    const whole = form(one);
    for (const given of [
      form(one, one),
      form({ ...one, field: 'file' }),
      { ...whole, body: whole.body.subarray(0, 40_000) },
      { ...whole, headers: { 'content-type': 'multipart/form-data' } },
      { ...whole, headers: { 'content-type': 'audio/wav' } },
      form(),
    ])
      expect(await call(s, 'POST /api/upload/audio', { token: admin.token, ...given })).toMatchObject({
        status: 400,
        body: { code: 'bad_upload', error: expect.stringMatching(/\.$/) },
      });
    expect(await files()).toEqual(before);
  });

  it('anyone but an admin, with the sentence in both fields', async () => {
    const answer = await send('audio', wav(2), 'a.wav', await signUp(s, { tier: 'platinum' }));
    expect(answer).toMatchObject({ status: 403, body: { error: answer.body.message } });
  });

  it('a cover of 10 MB and a byte', async () => {
    const before = await files();
    expect(await send('cover', Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { code: 'too_large', error: 'Please choose a file of at most 10 MB.' },
    });
    expect(await files()).toEqual(before);
  });
});

it('cuts off a form that never reaches its file', async () => {
  const address = await s.app.listen({ port: 0, host: '127.0.0.1' });
  let sent = 0;
  const endless = new ReadableStream({
    pull: (stream) => {
      sent += 65_536;
      if (sent > 64 * 1024 * 1024) stream.close();
      else stream.enqueue(new Uint8Array(65_536));
    },
  });
  const answer = fetch(`${address}/api/upload/cover`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: endless,
    duplex: 'half',
  } as RequestInit);
  // The sender may miss the response; what counts is that it was cut off.
  expect(await answer.then(({ status }) => status).catch(() => 413)).toBe(413);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

describe('a cover', () => {
  it('is re-encoded in every width, without metadata', async () => {
    const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#c0f' } })
      .withExif({ IFD0: { Copyright: 'where it was taken' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await send('cover', picture);
    expect(status).toBe(200);
    expect(body.url).toMatch(/^http:\/\/ovation\.test\/media\/[0-9a-f]{32}-640\.webp$/);
    for (const width of [96, 320, 640, 1280]) {
      const name = path.basename(body.url).replace('-640', `-${width}`);
      const kept = await sharp(path.join(folder(), name)).metadata();
      expect(kept).toMatchObject({ format: 'webp', width, height: width });
      expect(kept.exif).toBeUndefined();
    }
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a JPEG in name alone', () => Buffer.from('\xff\xd8\xff<script>', 'latin1')],
  ])('is not %s', async (_what, make) => {
    const before = await files();
    expect(await send('cover', await make())).toMatchObject({ status: 400, body: { code: 'bad_cover' } });
    expect(await files()).toEqual(before);
  });
});

it('publishes what a client sends right after the upload, as soon as it is processed', async () => {
  const patient = await testServer({ audioWaitMs: 120_000 });
  const { token } = await signUp(patient, { tier: 'admin' });
  const { body, headers } = form({ field: 'audio', name: 'song.wav', data: wav(2) });
  const sent = await call(patient, 'POST /api/upload/audio', { token, body, headers });
  const audio_url: string = sent.body.url;
  const published = call(patient, 'POST /track', { token, body: { ...details, audio_url } });
  // While it waits, the database is free, and the audio is processed.
  await new Promise((resolve) => setTimeout(resolve, 300));
  while (await processNext(patient.c));
  expect(await published).toMatchObject({ status: 201, body: { title: 'Harbour', duration_seconds: 2 } });
  await patient.close();
});

it('does not keep a stopping server waiting, nor work for a client that is gone', async () => {
  const patient = await testServer({ audioWaitMs: 120_000 });
  const { token } = await signUp(patient, { tier: 'admin' });
  const { body, headers } = form({ field: 'audio', name: 'song.wav', data: wav(2) });
  const { url: audio_url } = (await call(patient, 'POST /api/upload/audio', { token, body, headers })).body;
  const origin = await patient.app.listen({ port: 0 });
  const leaving = new AbortController();
  const gone = fetch(`${origin}/track`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...details, audio_url }),
    signal: leaving.signal,
  });
  setTimeout(() => leaving.abort(), 300);
  await expect(gone).rejects.toThrow('aborted');
  const waiting = call(patient, 'POST /track', { token, body: { ...details, audio_url } });
  setTimeout(() => void patient.close(), 300);
  expect(await waiting).toMatchObject({ status: 409, body: { code: 'upload_processing' } });
});

describe('managing', () => {
  const elsewhere = { ...details, audio_url: 'https://elsewhere.example/a.mp3', duration_seconds: 61 };
  const publish = async (given: object = {}) =>
    (await call(s, 'POST /track', as(admin, { ...elsewhere, ...given }))).body;

  it('returns the texts of the form', async () => {
    const texts = { title: 'Title', display_artist: 'Artist', genre: 'Genre' };
    for (const [field, name] of Object.entries(texts))
      for (const value of [undefined, ' '])
        expect(await call(s, 'POST /track', as(admin, { ...elsewhere, [field]: value }))).toMatchObject({
          status: 400,
          body: { field, message: expect.stringContaining(`${name} is required`) },
        });
    expect(await call(s, 'POST /track', as(admin, { ...details, duration_seconds: 60 }))).toMatchObject({
      status: 400,
      body: { message: 'Please upload an audio file first' },
    });
  });

  it('edits a track, finds it by its new name, withdraws and restores it', async () => {
    const { id } = await publish();
    const edited = await call(
      s,
      `PATCH /track/${id}`,
      as(admin, { title: 'Zanzibar Nights', genre: 'blues' }),
    );
    expect(edited).toMatchObject({ status: 200, body: { title: 'Zanzibar Nights', genre: 'blues' } });
    const found = async () => (await call(s, 'GET /track?q=zanzibar')).body.map((row: Track) => row.id);
    expect(await found()).toEqual([id]);
    expect((await call(s, `DELETE /track/${id}`, as(admin))).status).toBe(200);
    expect(await found()).toEqual([]);
    expect((await call(s, `GET /track/${id}`)).status).toBe(404);
    expect((await call(s, `GET /track/${id}`, as(admin))).body).toMatchObject({ is_deleted: true });
    await call(s, `PATCH /track/${id}`, as(admin, { is_deleted: false }));
    expect(await found()).toEqual([id]);
  });

  it('keeps the lyrics of a track for its page and its own call', async () => {
    const { id, lyrics } = await publish({
      title: 'Sung',
      lyrics: '[00:01.50]Первая\r\n[00:03.00]line two ',
    });
    expect(lyrics).toBe('Первая\nline two');
    const seen = async () => {
      const [own, page] = await Promise.all([
        call(s, `GET /track/${id}`),
        call(s, `GET /track/${id}/page` as 'GET /'),
      ]);
      expect(page.body.lyrics).toBe(own.body.lyrics ?? null);
      return own.body.lyrics;
    };
    expect(await seen()).toBe(lyrics);
    const timed = { timed_lyrics: '[00:01.50]Первая\n[00:03.00]line two' };
    expect((await call(s, `GET /track/${id}`)).body).toMatchObject(timed);
    expect((await call(s, `GET /track/${id}/page` as 'GET /')).body).toMatchObject(timed);
    const [listed] = (await call(s, 'GET /track?q=sung')).body;
    expect(listed.id).toBe(id);
    expect(listed).not.toHaveProperty('lyrics');

    const change = (given: unknown) => call(s, `PATCH /track/${id}`, as(admin, { lyrics: given }));
    expect(await change('a'.repeat(10_001))).toMatchObject({ status: 400, body: { field: 'lyrics' } });
    expect((await call(s, `PATCH /track/${id}`, as(admin, { bpm: 90 }))).body).toMatchObject({ lyrics });
    const { body } = await change('Other words');
    expect([body.lyrics, body.timed_lyrics]).toEqual(['Other words', undefined]);
    expect((await change(' \n ')).body).not.toHaveProperty('lyrics');
    expect(await seen()).toBeUndefined();
  });

  it('takes any lyrics, and every call that reads them answers', async () => {
    const { id } = await publish();
    await fc.assert(
      fc.asyncProperty(randomLyrics, async (random) => {
        const lyrics = random.replaceAll('\0', '').toWellFormed();
        const { status, body } = await call(s, `PATCH /track/${id}`, as(admin, { lyrics }));
        expect([status, body.lyrics ?? null]).toEqual([200, tidyLyrics(lyrics)]);
        expect((await call(s, `GET /track/${id}`)).body).toEqual(body);
        const page = await call(s, `GET /track/${id}/page` as 'GET /');
        expect([page.status, page.body.lyrics]).toEqual([200, body.lyrics ?? null]);
      }),
      { numRuns: 60 },
    );
  });

  it('hides a track until its release date, and lists every state', async () => {
    const date = new Date(s.time.now + 60_000).toISOString();
    const { id } = await publish({ title: 'Tomorrow', release_date: date });
    expect((await call(s, `GET /track/${id}`)).status).toBe(404);
    const listed = await call(s, 'GET /publishing/tracks?state=scheduled', as(admin));
    expect(listed.body.map((row: ManagedTrack) => ManagedTrack.parse(row).id)).toEqual([id]);
    s.time.now += 61_000;
    expect((await call(s, `GET /track/${id}`)).status).toBe(200);
    expect((await call(s, 'GET /publishing/tracks?state=scheduled', as(admin))).body).toEqual([]);
  });

  it('keeps one report per person and track, lists it, and resolves it', async () => {
    const person = await signUp(s);
    const track_id = await publishTrack(s.c);
    const report = (reason: string) => call(s, 'POST /report', as(person, { track_id, reason }));
    expect((await report(' ')).status).toBe(400);
    const first = await report('It hisses');
    const again = await report('It still hisses');
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
    const open = () => call(s, 'GET /publishing/reports', as(admin));
    expect((await open()).body[0]).toMatchObject({
      id: first.body.id,
      reason: 'It still hisses',
      reported_by: person.username,
    });
    expect((await call(s, `POST /publishing/reports/${first.body.id}/resolve`, as(admin))).status).toBe(200);
    expect((await open()).body).toEqual([]);
  });
});

describe('a request', () => {
  /** Inserts a request with voters directly into the tables, without charges. */
  async function request(requester: Person, ...voters: Person[]): Promise<string> {
    const id = randomUUID();
    await insertRows(s.c, 'song_request', {
      id,
      user_id: requester.id,
      title: 'Rain on Tin',
      artist: 'Nobody Yet',
      genre: 'pop',
      description: '',
      name_key: id,
      search_text: 'rain on tin\nnobody yet',
      votes: 30,
      backers: voters.length,
      released: 0,
      in_review: 0,
      created_at: s.time.now,
    });
    for (const { id: user_id } of voters)
      await insertRows(s.c, 'backer', { request_id: id, user_id, votes: 1, last_voted_at: s.time.now });
    return id;
  }
  const track = { ...details, audio_url: 'https://elsewhere.example/b.mp3', duration_seconds: 61 };

  it('is released once, by its track', async () => {
    const [requester, voter] = [await signUp(s), await signUp(s)];
    const request_id = await request(requester, requester, voter);
    const queue = (await call(s, 'GET /publishing/queue', as(admin))).body;
    expect(queue.map((row: { id: string }) => row.id)).toContain(request_id);
    const later = new Date(s.time.now + 60_000).toISOString();
    expect(
      await call(s, 'POST /track', as(admin, { ...track, request_id, release_date: later })),
    ).toMatchObject({ status: 400, body: { field: 'release_date' } });
    const { status, body } = await call(s, 'POST /track', as(admin, { ...track, request_id }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ requested_by: requester.username, backers: 2 });
    // No requested song has the default cover.
    expect((await s.app.inject(new URL(body.cover_image_url).pathname)).headers['content-type']).toBe(
      'image/webp',
    );
    expect(await call(s, 'POST /track', as(admin, { ...track, request_id }))).toMatchObject({
      status: 409,
      body: { code: 'request_closed', message: 'This request was released or declined before.' },
    });
  });

  it('whose release got no response is released once, and not refused the second time', async () => {
    const requester = await signUp(s);
    const request_id = await request(requester);
    const { url } = await ready(wav(2, { hz: 340 }));
    const publish = () => call(s, 'POST /track', as(admin, { ...details, audio_url: url, request_id }));
    const [first, second] = [await publish(), await publish()];
    expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
    const timeline = (await call(s, `GET /requests/${request_id}/timeline`)).body;
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'released')).toHaveLength(1);
  });
});

describe('an MP3 that an older version stored without a table of its length', () => {
  let hz = 610;
  /** Publishes a song whose upload and track play this file. */
  async function publishOld(file: Buffer) {
    const url = await s.c.media.put(file, 'mp3');
    const upload = await ready(await mp3(2, hz++));
    const { body } = await call(s, 'POST /track', as(admin, { ...details, audio_url: upload.url }));
    const facts = JSON.stringify({ ...upload.facts, stream_url: url });
    await s.c.db.updateTable('upload').set({ facts }).where('id', '=', upload.id).execute();
    await s.c.db.updateTable('track').set({ audio_url: url }).where('id', '=', body.id).execute();
    const played = async () => new URL((await call(s, `GET /track/${body.id}`)).body.audio_url).pathname;
    const fetched = async (path: string) => (await s.app.inject({ url: path })).rawPayload;
    return { url, played, fetched };
  }
  const tag = (words: string) => id3({ TIT2: id3Text('Harbour'), GEOB: Buffer.from(words) });

  it('gets one at a new address, keeps its tag, and is still found at the old address', async () => {
    const sound = await steppedMp3(10);
    const [bare, tagged, signed] = [
      await publishOld(sound),
      await publishOld(Buffer.concat([tag('kept'), sound])),
      await publishOld(Buffer.concat([tag('c2pa'), sound])),
    ];
    await deleteSetting(s.c.db, 'repaired_tables');
    const repair = (isStopping = false) => repairTables(s.c, () => isStopping);
    expect(await repair(true)).toBe(0);
    expect(await repair()).toBe(2);
    const said = s.c.db.selectFrom('job').where('kind', '=', 'event:upload.replaced').select('payload');
    const replaced = (await said.execute()).map(({ payload }) => JSON.parse(payload));
    for (const { url, played } of [bare, tagged])
      expect(replaced).toContainEqual(expect.objectContaining({ from: url, to: await played() }));
    for (const { url, played, fetched } of [bare, tagged]) {
      expect(await played()).not.toBe(url);
      const [before, after] = [await fetched(url), await fetched(await played())];
      const front = before.length - sound.length;
      expect(after.subarray(0, front).equals(before.subarray(0, front))).toBe(true);
      expect(after.toString('latin1', front + 36, front + 40)).toBe('Xing');
      expect(after.subarray(-sound.length).equals(sound)).toBe(true);
    }
    expect(await signed.played()).toBe(signed.url);

    await sweepMedia({ ...s.c, clock: () => Date.now() + 2 * DAY });
    for (const { url, played, fetched } of [bare, tagged, signed])
      for (const file of [url, await played()])
        expect((await fetched(file)).length).toBeGreaterThanOrEqual(sound.length);
    // All have been looked at; nothing is repaired twice.
    while ((await getSetting(s.c.db, 'repaired_tables')) !== 'all') expect(await repair()).toBe(0);
    await deleteSetting(s.c.db, 'repaired_tables');
    expect(await repair()).toBe(0);
  });
});

describe('sweeping', () => {
  it('knows every column that refers to a file', async () => {
    const tables = await s.c.db.introspection.getTables();
    const columns = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => /(^|_)url$/.test(column.name)).map((column) => `${name}.${column.name}`),
    );
    expect(columns.sort()).toEqual(MEDIA_COLUMNS.map((one) => one.join('.')).sort());
  });

  it('removes unused files once they are a day old, and keeps the rest', async () => {
    const { url, facts } = await ready(wav(2, { hz: 500 }));
    await call(s, 'POST /track', as(admin, { ...details, audio_url: url }));
    const stray = await s.c.media.put(Buffer.from('{}'), 'json');
    const at = (now: number) => sweepMedia({ ...s.c, clock: () => now });
    await at(Date.now());
    expect(await files()).toContain(path.basename(stray));
    await at(Date.now() + 2 * 86_400_000);
    const left = await files();
    expect(left).not.toContain(path.basename(stray));
    for (const kept of [url, facts.stream_url, facts.preview_url, facts.waveform_json_url])
      expect(left).toContain(path.basename(kept));
  });

  it('keeps a song that is uploaded again while the sweep is running', async () => {
    const data = wav(2, { hz: 510 });
    const { body } = await send('audio', data);
    await call(s, `DELETE /publishing/uploads/${body.id}`, as(admin));
    const longAgo = new Date(Date.now() - 2 * DAY);
    await utimes(path.join(folder(), path.basename(body.url)), longAgo, longAgo);
    const { remove } = s.c.media;
    vi.spyOn(s.c.media, 'remove').mockImplementationOnce(async (...given) => {
      expect((await send('audio', data)).body.url).toBe(body.url);
      return remove(...given);
    });
    await sweepMedia({ ...s.c, clock: Date.now });
    vi.restoreAllMocks();
    expect(await files()).toContain(path.basename(body.url));
    while (await processNext(s.c));
    expect(await call(s, 'POST /track', as(admin, { ...details, audio_url: body.url }))).toMatchObject({
      status: 201,
    });
  });
});

describe('a song uploaded through another host name', () => {
  const at = (name: string) => ({ token: admin.token, headers: { host: name } });
  const upload = async (data: Buffer) => {
    const { body, headers } = form({ field: 'audio', name: 'song.wav', data });
    const sent = await call(s, 'POST /api/upload/audio', {
      token: admin.token,
      body,
      headers: { ...headers, host: 'other.test' },
    });
    while (await processNext(s.c));
    return (await call(s, `GET /publishing/uploads/${sent.body.id}`, at('other.test'))).body;
  };

  it('is published with what was measured, and is not swept', async () => {
    const { url, facts } = await upload(wav(2, { hz: 530 }));
    expect(url).toMatch(/^http:\/\/other\.test\/media\//);
    const published = await call(s, 'POST /track', as(admin, { ...details, audio_url: url }));
    expect(published).toMatchObject({
      status: 201,
      body: { duration_seconds: 2, loudness_lufs: facts.loudness_lufs },
    });
    expect(new URL(published.body.audio_url).host).toBe('ovation.test');
    await sweepMedia({ ...s.c, clock: () => Date.now() + 2 * DAY });
    expect((await s.app.inject({ url: new URL(published.body.audio_url).pathname })).statusCode).toBe(200);
  });

  it('keeps its file when its track was stored under that host name', async () => {
    const stray = await s.c.media.put(Buffer.from('sound'), 'mp3');
    await publishTrack(s.c, { audio_url: `https://other.test${stray}` });
    await sweepMedia({ ...s.c, clock: () => Date.now() + 2 * DAY });
    expect(await files()).toContain(path.basename(stray));
  });
});

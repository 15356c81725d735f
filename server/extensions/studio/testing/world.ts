import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Take } from 'contract/extensions/studio.ts';
import type { AudioFacts } from 'contract/features/publishing.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { expect } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { expectCleanLedger } from '../../../testing/ledger.ts';
import { member } from '../../../testing/requests.ts';
import { insertRows } from '../../../testing/rows.ts';
import { type Person, signUp, type TestServer, testServer } from '../../../testing/server.ts';
import { type FakeGenerator, fakeAudio, fakeFacts, fakeGenerator } from './fake-generator.ts';
import { runStudio } from './run-studio.ts';

/** A server with a fake generator whose audio is measured already, so that tests are fast. */
export interface StudioWorld {
  s: TestServer;
  fake: FakeGenerator;
  /** Ann requests songs; she and Bob vote. */
  ann: Person;
  bob: Person;
  admin: Person;
  /** Requests a song and lights every lamp: 20 by Bob, the last 10 by Ann. @returns the request's id. */
  fund: (title?: string) => Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  get: (path: string, who?: Person) => Promise<any>;
  takes: (id: string, who?: Person) => Promise<Take[]>;
  choose: (id: string, who: Person | undefined, take_id: string) => ReturnType<typeof call>;
  /** Does everything that is due, until all wait for people. */
  run: () => Promise<void>;
  /** Checks the ledger. */
  close: () => Promise<void>;
}

export async function studioWorld(
  settings: NonNullable<Parameters<typeof testServer>[0]>['studio'] = {},
  generator: Parameters<typeof fakeGenerator>[0] = {},
): Promise<StudioWorld> {
  const fake = fakeGenerator(generator);
  const s = await testServer({ generators: [fake], studio: settings });
  await measureAudio(s, fake);
  const ann = await member(s, 5000, 'premium');
  const bob = await member(s, 5000, 'plus');
  const admin = await signUp(s, { tier: 'admin' });
  const get: StudioWorld['get'] = async (path, who) =>
    (await call(s, `GET ${path}` as 'GET /', who && { token: who.token })).body;
  return {
    s,
    fake,
    ann,
    bob,
    admin,
    fund: async (title = 'Glass Harbor') => {
      const body = { title, artist: 'Ilse', genre: 'jazz', description: 'Rain, as Ilse plays it' };
      const { body: request } = await call(s, 'POST /requests', { token: ann.token, body });
      const votes = Array.from({ length: VOTE_GOAL }, (_, i) => (i < 20 ? bob : ann));
      for (const { token } of votes)
        expect((await call(s, `POST /requests/${request.id}/votes`, { token })).status).toBe(200);
      return request.id;
    },
    get,
    takes: (id, who) => get(`/requests/${id}/takes`, who),
    choose: (id, who, take_id) =>
      call(s, `PUT /requests/${id}/choice`, { body: { take_id }, ...(who && { token: who.token }) }),
    run: () => runStudio(s.c, s.time),
    close: async () => {
      await expectCleanLedger(s.c);
      await s.close();
    },
  };
}

/** Stores what is measured of the fake generator's audio beforehand, so that nothing processes it. */
export async function measureAudio(s: TestServer, fake: FakeGenerator): Promise<void> {
  const audio = fakeAudio();
  const waveform_json_url = `/media/${'2'.repeat(32)}.json`;
  const write = async (target: string) => {
    // Bytes after the sound make it another file.
    const file = Buffer.concat([audio, Buffer.from(randomUUID())]);
    const url = await s.c.media.put(file, 'wav');
    const facts: AudioFacts = {
      ...{
        duration_seconds: 2,
        length_fault: null,
        container: 'wav',
        codec: 'pcm',
        sample_rate: 22_050,
        channels: 1,
      },
      ...{ loudness_lufs: -20, true_peak_dbtp: -6, clipped: 0, bpm: null, musical_key: null },
      tags: { title: null, artist: null, album: null, cover_url: `/media/${'1'.repeat(32)}-640.webp` },
      ...{ stream_url: url, preview_url: url, waveform_json_url },
    };
    const [created_at, updated_at] = [s.time.now, s.time.now];
    await insertRows(s.c, 'upload', {
      ...{ id: randomUUID(), user_id: null, file_name: null, url, bytes: file.length, state: 'ready' },
      ...{ step: null, progress: 0, facts: JSON.stringify(facts), failure: null, attempts: 0 },
      ...{ lease: null, lease_until: null, track_id: null, take_id: null, created_at, updated_at },
    });
    await writeFile(target, file);
  };
  fake.onSubmit = async (spec, _key, { target }) => {
    await write(target);
    return { facts: fakeFacts(spec) };
  };
  fake.onFetch = write;
}

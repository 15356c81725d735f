import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { encodeMp3 } from 'music/analysis/mp3.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../../../cli/verify.ts';
import { call } from '../../../testing/calls.ts';
import { member } from '../../../testing/requests.ts';
import { findRow } from '../../../testing/rows.ts';
import { signUp, type TestServer, testServer } from '../../../testing/server.ts';
import { BAND_MODEL } from '../generators/house-band.ts';
import { workFile } from '../generators/testing/provider.ts';
import { type FakeGenerator, fakeFacts, fakeGenerator } from '../testing/fake-generator.ts';
import { runStudio } from '../testing/run-studio.ts';
import { makeAgain, remake } from './make-again.ts';

let s: TestServer;
let band: FakeGenerator;
let version = '1';
const remakeByBand: typeof remake = (c, track_id, file) => remake(c, track_id, file, band);
beforeAll(async () => {
  band = fakeGenerator({ id: 'house-band' });
  band.onSubmit = async (spec, _key, { target }) => {
    const hz = 300 + (spec.seed % 400) + Number(version);
    const tone = Float32Array.from(
      { length: 88_200 },
      (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / 44_100),
    );
    await writeFile(target, await encodeMp3([tone, tone], 44_100));
    return { facts: { ...fakeFacts(spec), model: BAND_MODEL, version } };
  };
  s = await testServer({ generators: [band], studio: { takesPerRequest: 1 } });
});
afterAll(() => s.close());

/** A released track, by its request. */
async function release(title: string): Promise<string> {
  const [ann, admin] = [await member(s, 1000, 'premium'), await signUp(s, { tier: 'admin' })];
  const body = { title, artist: 'The Night Shift', genre: 'jazz', description: 'Rain' };
  const { body: request } = await call(s, 'POST /requests', { token: ann.token, body });
  for (let i = 0; i < 30; i++) await call(s, `POST /requests/${request.id}/votes`, { token: ann.token });
  await runStudio(s.c, s.time);
  const [take] = (await call(s, `GET /requests/${request.id}/takes` as 'GET /', { token: ann.token })).body;
  const released = await call(s, `POST /requests/${request.id}/release`, {
    token: admin.token,
    body: { take_id: take.id },
  });
  expect(released.status).toBe(201);
  return released.body.id;
}

it('makes the file of a released track again, and sees every difference', async () => {
  const track_id = await release('Paper Lanterns');
  const file = workFile();
  const again = () => makeAgain(s.c, track_id, file, band);
  const same = { title: 'Paper Lanterns', differs: false, version: { before: '1', now: '1' } };
  expect(await again()).toEqual(same);
  const { audio_url } = (await call(s, `GET /track/${track_id}`)).body;
  const served = await s.app.inject(new URL(audio_url).pathname);
  expect(readFileSync(file).equals(served.rawPayload)).toBe(true);

  // Its provenance says what `again` would find out: today's band is not version 1.
  expect((await call(s, `GET /track/${track_id}/provenance`)).body).toMatchObject({
    version: '1',
    reproducible: false,
    superseded: true,
  });

  version = '2';
  expect(await again()).toEqual({ ...same, differs: 'sound', version: { before: '1', now: '2' } });
  version = '1';
  await s.c.db.updateTable('song_request').set({ title: 'Paper Moons' }).execute();
  expect(await again()).toEqual({ ...same, title: 'Paper Moons', differs: 'tags' });
});

it('makes nothing that the house band did not make', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  await expect(makeAgain(s.c, nobody, workFile(), band)).rejects.toThrow(
    'The house band made no track with this id.',
  );
});

it('a lost file is put back when the band plays the same again', async () => {
  version = '1';
  const track_id = await release('Lost and Found');
  const { audio_url } = await findRow(s.c, 'track', { id: track_id });
  await s.c.media.remove(audio_url);
  const broken = await verify(s.c, { repair: false, from: undefined }, remakeByBand).catch(
    (error: Error) => error,
  );
  expect(String(broken)).toContain(`missing  ${audio_url}`);
  // Another version of the band sounds different: that would be another file.
  version = '2';
  const other = await verify(s.c, { repair: true, from: undefined }, remakeByBand).catch(
    (error: Error) => error,
  );
  expect(String(other)).toContain(`missing  ${audio_url}`);
  version = '1';
  const repaired = await verify(s.c, { repair: true, from: undefined }, remakeByBand).catch(
    (error: Error) => error.message,
  );
  expect(repaired).not.toContain(audio_url);
  expect(repaired).toContain('Put back 1.');
});

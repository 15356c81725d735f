import path from 'node:path';
import { expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { signUp, testServer } from '../../testing/server.ts';
import { pieces } from './pieces.ts';
import { houseBand } from './record.ts';

it('a database error before the demo catalogue is recorded is logged, and the server goes on', async () => {
  const s = await testServer();
  const gone = new Error('the database is gone');
  const failing = {
    ...s.c,
    get db(): never {
      throw gone;
    },
  };
  const errors: unknown[] = [];
  const band = houseBand({ info: () => {}, error: (_message, error) => errors.push(error) });
  await expect(band.start(failing)).resolves.toBeUndefined();
  expect(errors).toEqual([gone]);
  expect(s.c.band.now).toBeNull();
  await s.close();
});

it('goes on after a failure with the pieces that are missing, and publishes each once', async () => {
  const s = await testServer();
  const lines: string[] = [];
  const errors: unknown[] = [];
  const log = {
    info: (line: string) => lines.push(line),
    error: (_message: string, error: unknown) => errors.push(error),
  };
  const studio = (name: string) => path.join(import.meta.dirname, 'testing', `${name}.ts`);
  const tracks = () =>
    s.c.db.selectFrom('track').select(['id', 'title', 'provider', 'prompt_text']).execute();

  await houseBand(log, studio('broken-studio')).start(s.c);
  expect(String(errors[0])).toContain('a string broke');
  expect(errors).toHaveLength(1);
  const before = await tracks();
  expect(before.length).toBeLessThan(pieces.length);

  const fan = await signUp(s, { tier: 'premium' });
  const email = 'premium@demo.example';
  await s.c.db.updateTable('user').set({ email }).where('id', '=', fan.id).execute();
  await houseBand(log, studio('quick-studio')).start(s.c);
  expect(errors).toHaveLength(1);
  expect(lines.at(-1)).toBe('The whole catalogue is recorded.');
  const after = await tracks();
  expect(after.map(({ id }) => id).toSorted()).toEqual(pieces.map(({ id }) => id).toSorted());
  // Every recording is published as the piece that it is.
  for (const { title, prompt_text } of after) expect(title).toBe(prompt_text);
  expect(s.c.band.now).toBeNull();

  // The charts are full from the start, of listens that are in the database.
  const heard = await s.c.db.selectFrom('play_event').selectAll().execute();
  const { plays } = await s.c.db
    .selectFrom('track')
    .select(({ fn }) => fn.sum<number>('plays').as('plays'))
    .executeTakeFirstOrThrow();
  expect(heard).toHaveLength(Number(plays));
  expect(heard.every(({ created_at }) => created_at <= s.c.clock())).toBe(true);
  const { body } = await call(s, 'GET /chart/week');
  expect(body.entries.length).toBeGreaterThan(10);
  const id = after[0]!.id;
  const applause = (await call(s, `GET /track/${id}/applause`)).body.parts as number[];
  expect(applause.some((claps) => claps > 0)).toBe(true);
  expect(heard.some(({ user_id }) => user_id === fan.id)).toBe(true);
  expect((await call(s, 'GET /saved_track', { token: fan.token })).body.length).toBeGreaterThan(2);
  await s.close();
});

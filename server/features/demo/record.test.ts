import { expect, it } from 'vitest';
import { testServer } from '../../testing/server.ts';
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

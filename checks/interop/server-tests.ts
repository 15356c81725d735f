import path from 'node:path';
import { migratedTemplate } from '../../server/testing/databases/template.ts';
import { root, runVitest } from '../../tools/vitest.ts';
import type { Proof } from './part.ts';

/** Tests of what an unusual PostgreSQL could break. */
const CHOSEN = ['board/live', 'locked-rows'].map((name) => `server/features/song-requests/${name}.test.ts`);

/**
 * Runs the server's tests on a PostgreSQL.
 * @param direct its address; `url` is the one that the tests use, by default the same.
 * @param short whether only those of locks, votes and events.
 */
export async function runServerTests({
  direct,
  url = direct,
  short,
}: {
  direct: string;
  url?: string;
  short: boolean;
}): Promise<Pick<Proof, 'proved' | 'broken'>> {
  const { passed, failed } = await runVitest('parts', short ? CHOSEN : [path.join(root, 'server/')], {
    TEST_DATABASE_URL: url,
    TEST_DATABASE_TEMPLATE: await migratedTemplate(direct),
  });
  const what = short ? 'tests of locks, votes and events' : "of the server's tests";
  return { proved: [`${passed} ${what} pass`], broken: failed > 0 ? [`${failed} ${what} fail`] : [] };
}

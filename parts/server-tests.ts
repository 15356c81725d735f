import path from 'node:path';
import { migratedTemplate } from '../server/testing/template.ts';
import { root, runVitest } from '../tools/vitest.ts';
import type { Proof } from './part.ts';

/**
 * Runs tests of the server on a PostgreSQL.
 * @param direct the server's address; `url` the address that the tests use, by default the same.
 * @param files some of them; by default all.
 */
export async function runServerTests({
  direct,
  url = direct,
  files,
}: {
  direct: string;
  url?: string;
  files: string[];
}): Promise<Pick<Proof, 'proved' | 'broken'>> {
  const filters = files.length > 0 ? files : [path.join(root, 'server/')];
  const { passed, failed } = await runVitest('parts', filters, {
    TEST_DATABASE_URL: url,
    TEST_DATABASE_TEMPLATE: await migratedTemplate(direct),
  });
  const what = files.length > 0 ? 'tests of locks, votes and events' : 'tests of the server';
  return {
    proved: [`${passed} ${what} pass`],
    broken: failed > 0 ? [`${failed} ${what} fail`] : [],
  };
}

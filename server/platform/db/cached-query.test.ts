import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { cachedRows, each } from './cached-query.ts';
import type { Db } from './schema.ts';

const s = serverOfFile();

const texts = (db: Db, values: string[]) =>
  cachedRows(db, `texts ${values.length}`, { all: each(values) }, (v) => {
    const rows = v.all.map((one) => sql`select cast(${one} as text) as text`);
    return sql<{ text: string }>`${sql.join(rows, sql` union all `)}`;
  });

describe('a cached query', () => {
  it('is built once for each key, and run with the values of each call', async () => {
    let built = 0;
    const read = (text: string) =>
      cachedRows(s.c.db, 'text', { text }, (v) => {
        built++;
        return sql<{ text: string }>`select cast(${v.text} as text) as text`;
      });
    expect(await read('a')).toEqual([{ text: 'a' }]);
    expect(await read('b')).toEqual([{ text: 'b' }]);
    expect(built).toBe(1);
  });

  it('takes lists of values, a parameter each', async () => {
    expect(await texts(s.c.db, ['a', 'b'])).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(await texts(s.c.db, ['c', 'd'])).toEqual([{ text: 'c' }, { text: 'd' }]);
    expect(await texts(s.c.db, ['e'])).toEqual([{ text: 'e' }]);
  });

  it('is shared with transactions', async () => {
    let built = 0;
    const read = (db: Db) =>
      cachedRows(db, 'shared', { text: 'a' }, (v) => {
        built++;
        return sql<{ text: string }>`select cast(${v.text} as text) as text`;
      });
    await read(s.c.db);
    await s.c.db.transaction().execute((tx) => read(tx));
    expect(built).toBe(1);
  });

  it('refuses to be built from a value', async () => {
    const read = cachedRows(s.c.db, 'computed', { text: 'a' }, (v) => sql`select ${`${v.text}!`} as text`);
    await expect(read).rejects.toThrow('may only pass on "text"');
  });
});

it('has a key of its own wherever it is used', () => {
  const server = path.join(import.meta.dirname, '../..');
  const sources = globSync('{features,platform}/**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(path.join(server, file), 'utf8'))
    .filter((source) => source.includes('cached-query.ts'));
  const find = (pattern: RegExp) => sources.flatMap((source) => [...source.matchAll(pattern)]);
  const calls = find(/\bcached(Rows\(|Statement\()/g);
  const inCalls = find(/\bcached(?:Rows\([^,]*,|Statement\()\s*([`'])(.*?)\1,/g).map(([, , key]) => key!);
  const before = find(/\bconst key = `(.*?)`;/g).map(([, key]) => key!);
  const keys = [...inCalls, ...before].map((key) => key.replaceAll(/\$\{.*?\}/g, '*'));
  expect(keys).toHaveLength(calls.length);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

import type { Problem } from 'contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { byCreation, type PageQuery, paginate } from './paging.ts';

const rows = Array.from({ length: 6 }, (_, i) => ({
  id: `00000000-0000-4000-8000-00000000000${i}`,
  created_at: 6 - i,
}));

const page = (query: PageQuery) =>
  paginate(
    query,
    byCreation,
    async ({ after, limit }) => {
      const start = after ? rows.findIndex((row) => row.id === after[1]) + 1 : 0;
      return rows.slice(start, start + limit);
    },
    () => rows.length,
  );

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('pages of a list', () => {
  it('has no next page after one that ends with the last row', async () => {
    const first = await page({ limit: 3 });
    expect(first).toMatchObject({ rows: rows.slice(0, 3), total: 6 });
    const second = await page({ limit: 3, cursor: first.next });
    expect(second).toEqual({ rows: rows.slice(3), total: 6, next: undefined });
    expect(await page({ limit: 6 })).toEqual({ rows, total: 6, next: undefined });
  });

  it.each(['x', '%', encoded(1), encoded([1]), encoded(['1', rows[0]!.id]), encoded([-1, rows[0]!.id])])(
    'refuses the cursor %s',
    async (cursor) => {
      const failed = await page({ limit: 1, cursor }).catch((error: Problem) => error);
      expect(failed).toMatchObject({ code: 'bad_cursor' });
    },
  );
});

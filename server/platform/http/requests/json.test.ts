import { expect, it } from 'vitest';
import { inBatches } from '../../db/lists.ts';
import { streamJson } from './json.ts';

async function join(value: unknown): Promise<string> {
  let text = '';
  for await (const piece of streamJson(value)) text += piece;
  return text;
}

it('serializes objects, functions and lists read in batches as JSON.stringify would', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => ({ n, text: `"${n}"` }));
  const read = async (last: { n: number } | undefined, limit: number) => {
    const from = last ? last.n + 1 : 0;
    return rows.slice(from, from + limit);
  };
  for (const limit of [1, 3, 7, 8]) {
    const value = {
      rows: inBatches(read, limit),
      none: inBatches(async () => []),
      later: async () => ({ inner: () => inBatches(read, limit), 'a "key"': [1, 2] }),
      missing: null,
      empty: {},
    };
    expect(JSON.parse(await join(value))).toEqual({
      rows,
      none: [],
      later: { inner: rows, 'a "key"': [1, 2] },
      missing: null,
      empty: {},
    });
  }
});

it('calls a function only when its turn comes', async () => {
  const calls: string[] = [];
  const pieces = streamJson({ first: () => calls.push('first'), second: () => calls.push('second') });
  await pieces.next();
  await pieces.next();
  expect(calls).toEqual(['first']);
});

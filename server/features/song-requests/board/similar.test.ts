import { beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { createOpenRequest } from '../../../testing/requests.ts';
import { type Person, signUp } from '../../../testing/server.ts';
import { findSimilar } from './similar.ts';

const s = serverOfFile();
let ann: Person;
beforeAll(async () => {
  ann = await signUp(s, { tier: 'plus' });
  await createOpenRequest(s.c, ann.id, { title: 'Midnight Rain', artist: 'Blue Ledger' });
  await createOpenRequest(s.c, ann.id, { title: 'Midnight Sun', artist: 'Dormouse' });
  await createOpenRequest(s.c, ann.id, { title: 'Café del Mar', artist: 'Mara Øst' });
  await createOpenRequest(s.c, ann.id, { title: 'Go', artist: 'No' });
  await createOpenRequest(s.c, ann.id, { title: '100% _ "wild" \\', artist: "it's" });
});

describe('similar requests', () => {
  const similar = async (title: string, artist?: string): Promise<string[]> => {
    const query = new URLSearchParams({ title, ...(artist !== undefined && { artist }) });
    const { body } = await call(s, `GET /requests/similar?${query}`);
    return body.map((row: { title: string }) => row.title);
  };

  it.each([
    ['midnight rain', 'Midnight Rain'],
    ['MIDNIGHT', 'Midnight Sun'],
    ['mid', 'Midnight Sun'],
    ['Midnigth Rain', 'Midnight Rain'],
    ['cafe', 'Café del Mar'],
    ['wild', '100% _ "wild" \\'],
  ])('%s finds %s', async (typed, found) => expect(await similar(typed)).toContain(found));

  it('puts the closest first, with the artist as a tie-breaker', async () => {
    expect((await similar('midnight sun'))[0]).toBe('Midnight Sun');
    expect((await similar('midnight', 'blue ledger'))[0]).toBe('Midnight Rain');
    expect((await similar('midnight', 'dormouse'))[0]).toBe('Midnight Sun');
  });

  it('finds a very short title by an exact match', async () => {
    expect(await similar('go', 'NO')).toEqual(['Go']);
    expect(await similar('go')).toEqual([]);
  });

  it.each([
    '',
    ' ',
    '%',
    '_',
    '""',
    '" OR "',
    '* NEAR',
    'xyzzy unheard',
    '\\',
    "'; drop table",
    '🎵'.repeat(50),
  ])('finds nothing, and breaks nothing, for "%s"', async (typed) =>
    expect(await similar(typed, typed)).toEqual([]),
  );

  it('returns three at most', async () => {
    for (let i = 0; i < 5; i++) await createOpenRequest(s.c, ann.id, { title: `Midnight ${i}` });
    expect(await similar('midnight')).toHaveLength(3);
  });

  it('reads where the engine looks up words', async () => {
    const elsewhere = s.c.db.withoutPlugins();
    const read = vi.spyOn(elsewhere, 'getExecutor');
    const engine = { ...s.c.engine, indexReads: () => elsewhere };
    expect(await findSimilar({ ...s.c, engine }, undefined, { title: 'midnight' })).toHaveLength(3);
    expect(read).toHaveBeenCalled();
  });
});

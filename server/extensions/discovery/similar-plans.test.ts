import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { plansOf } from '../../testing/rows.ts';
import { publishTrack, signUp } from '../../testing/server.ts';
import { getRadio } from './radio.ts';
import { listSimilar } from './similar.ts';

const s = serverOfFile();

describe('what resembles a track, on SQLite', () => {
  it('reads only rows of indexes, in their order', async () => {
    const id = await publishTrack(s.c, { genre: 'jazz:bebop', bpm: 120 });
    const person = await signUp(s);
    const payload = { track_id: id };
    await s.app.inject({ method: 'POST', url: '/saved_track', headers: person.headers, payload });

    const plans = await plansOf(s.c.db, () => listSimilar(s.c, id, 8, ''));
    const searched = searchesOf(plans);
    expect(plans.join('\n')).not.toContain('TEMP B-TREE');
    expect(searched.filter((step) => !USES_INDEX.test(step))).toEqual([]);
    for (const index of [
      'track_by_genre_and_popularity',
      'track_by_genre_parent_and_popularity',
      'track_by_genre_parent_and_tempo',
      'saved_track_by_track',
      'saved_track_by_user',
    ])
      expect(searched.join()).toContain(` ${index} `);
  });
});

it.each(['track', 'artist', 'genre'])('the radio of a %s reads only rows of indexes', async (kind) => {
  const ids = [
    await publishTrack(s.c, { genre: 'folk', bpm: 90, display_artist: 'The Rowans' }),
    await publishTrack(s.c, { genre: 'folk', bpm: 92, display_artist: 'The Rowans' }),
  ];
  const seed = { track: `track:${ids[0]}`, artist: 'artist:the-rowans', genre: 'genre:folk' }[kind]!;
  const plans = await plansOf(s.c.db, () => getRadio(s.c, { seed, played: [ids[1]!] }, ''));
  const searched = searchesOf(plans);
  expect(searched.length).toBeGreaterThan(5);
  expect(searched.filter((step) => !USES_INDEX.test(step))).toEqual([]);
});

const USES_INDEX = /USING (COVERING )?INDEX|USING INTEGER PRIMARY KEY/;

/** The steps that read a table. */
const searchesOf = (plans: string[]) =>
  plans.filter((step) => /^(SCAN|SEARCH) /.test(step) && !/\(subquery|SCAN (track|saved)$/.test(step));

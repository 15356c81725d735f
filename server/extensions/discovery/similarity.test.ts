import { expect, it } from 'vitest';
import { type Candidate, type Comparable, keyRelation, rankSimilar } from './similarity.ts';

const track: Comparable = {
  id: 'seed',
  search_text: 'seed\nsomebody',
  display_artist: 'Somebody',
  genre: 'jazz:bebop',
  genre_parent: 'jazz',
  bpm: 120,
  musical_key: 'F major',
  loudness_lufs: -14,
  popularity: 0,
};

const other = (id: string, changes: Partial<Candidate> = {}): Candidate => ({
  ...track,
  id,
  search_text: `${id}\nsomebody else`,
  display_artist: id,
  genre: 'pop',
  genre_parent: 'pop',
  bpm: null,
  musical_key: null,
  loudness_lufs: null,
  savers: 0,
  ...changes,
});

const bebop = { genre: 'jazz:bebop', genre_parent: 'jazz' };

it('ranks by genre, then by how the music sounds, and says why', () => {
  const ranked = rankSimilar(
    track,
    [
      other('neighbor', { genre: 'blues', genre_parent: 'blues' }),
      other('related', { genre: 'jazz:swing', genre_parent: 'jazz', bpm: 118, musical_key: 'C major' }),
      other('same', bebop),
      other('closest', { ...bebop, bpm: 121, musical_key: 'F major' }),
      other('double', { ...bebop, bpm: 240 }),
    ],
    9,
  );
  expect(ranked.map(({ id, reasons }) => [id, reasons])).toEqual([
    ['closest', ['same genre', 'same tempo']],
    ['double', ['same genre', 'matching tempo']],
    ['related', ['related genre', 'close tempo']],
    ['same', ['same genre']],
    ['neighbor', ['neighboring genre']],
  ]);
});

it('counts what the same people saved, and popularity only between equals', () => {
  const ids = (candidates: Candidate[]) => rankSimilar(track, candidates, 9).map(({ id }) => id);
  expect(ids([other('unsaved', bebop), other('saved', { ...bebop, savers: 3 })])).toEqual([
    'saved',
    'unsaved',
  ]);
  expect(ids([other('a', bebop), other('b', { ...bebop, popularity: 9 })])).toEqual(['b', 'a']);
  expect(ids([other('a', bebop), other('b', { popularity: 999 })])).toEqual(['a', 'b']);
});

it('leaves out the track itself, its name again, and more than two of an artist', () => {
  const quartet = { ...bebop, display_artist: 'Quartet' };
  const ids = rankSimilar(
    track,
    [
      other('seed', bebop),
      other('again', { ...bebop, search_text: track.search_text }),
      other('q1', quartet),
      other('q2', quartet),
      other('q3', quartet),
      other('last'),
    ],
    9,
  ).map(({ id }) => id);
  expect(ids).toEqual(['q1', 'q2', 'last']);
  expect(rankSimilar(track, [other('a'), other('b')], 1)).toHaveLength(1);
});

it.each([
  ['C major', 'C major', 'same'],
  ['C major', 'A minor', 'related'],
  ['C major', 'G major', 'related'],
  ['F# minor', 'Gb minor', 'same'],
  ['C major', 'C minor', undefined],
  ['C major', 'F# major', undefined],
  ['C major', 'nonsense', undefined],
  ['C major', null, undefined],
])('%s and %s are %s', (one, another, relation) => {
  expect(keyRelation(one, another)).toBe(relation);
});

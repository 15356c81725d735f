import { randomUUID } from 'node:crypto';
import type { Track } from 'contract/features/tracks.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { publishTrack } from '../../testing/server.ts';

const s = serverOfFile();
const jazz: string[] = [];
beforeAll(async () => {
  for (let i = 0; i < 30; i++)
    jazz.push(
      await publishTrack(s.c, {
        title: `Jazz ${i}`,
        genre: i % 2 ? 'jazz:bebop' : 'jazz:swing',
        display_artist: `Band ${i % 6}`,
        bpm: 100 + i,
      }),
    );
  for (let i = 0; i < 5; i++) await publishTrack(s.c, { title: `Metal ${i}`, genre: 'metal' });
  await publishTrack(s.c, { title: 'Lonely', genre: 'other:comedy', display_artist: 'Solo' });
});

const radio = async (seed: string, played: string[] = []) => {
  const query = new URLSearchParams({ seed, ...(played.length > 0 && { played: played.join(',') }) });
  const answer = await s.app.inject({ url: `/radio?${query}` });
  return { status: answer.statusCode, ...(answer.json() as { name: string; tracks: Track[] }) };
};

describe('a radio', () => {
  it('begins with its track, and continues with what is like it, for visitors too', async () => {
    const { name, tracks } = await radio(`track:${jazz[3]}`);
    expect(name).toBe('Jazz 3');
    expect(tracks[0]!.id).toBe(jazz[3]);
    expect(tracks).toHaveLength(21);
    expect(new Set(tracks.map(({ id }) => id)).size).toBe(21);
    expect(tracks.filter(({ genre }) => genre!.startsWith('jazz')).length).toBeGreaterThan(18);
  });

  it('never ends, and repeats only what was played longest ago', async () => {
    const heard: string[] = [];
    for (let calls = 0; calls < 8; calls++) {
      const { tracks } = await radio(`track:${jazz[0]}`, heard.toReversed().slice(0, 60));
      expect(tracks.length).toBeGreaterThanOrEqual(20);
      heard.push(...tracks.map(({ id }) => id));
    }
    for (let i = 0; i < heard.length; i++) expect(heard.slice(i + 1, i + 10)).not.toContain(heard[i]);
    // It knows them all.
    expect(jazz.filter((id) => !heard.includes(id))).toEqual([]);
  });

  it('leaves room between two songs of an artist while there are others', async () => {
    const { tracks } = await radio('genre:jazz');
    const artists = tracks.map(({ display_artist }) => display_artist);
    for (let i = 0; i < 12; i++) expect(artists.slice(i + 1, i + 3)).not.toContain(artists[i]);
  });

  it('starts from an artist or a genre', async () => {
    const artist = await radio('artist:BAND 2');
    expect(artist.name).toBe('Band 2');
    expect(artist.tracks[0]!.display_artist).toBe('Band 2');
    const genre = await radio('genre:jazz:bebop');
    expect(genre.name).toBe('Bebop');
    expect(genre.tracks.slice(0, 10).filter((track) => track.genre === 'jazz:bebop').length).toBeGreaterThan(
      5,
    );
    // Alone in its genre and in those next to it.
    const lonely = await radio('artist:solo');
    expect(lonely.tracks.map(({ title }) => title)).toEqual(['Lonely']);
  });

  it('refuses what it cannot play', async () => {
    for (const seed of ['', 'track', 'track:', 'song:x', 'x'.repeat(800), 'a'])
      expect((await radio(seed)).status, seed).toBe(400);
    for (const seed of [
      `track:${randomUUID()}`,
      'track:x',
      'artist:nobody',
      'artist: ',
      'genre:nothing',
      'genre:blues',
    ])
      expect((await radio(seed)).status, seed).toBe(404);
    expect((await radio('genre:jazz', ['x'])).status).toBe(400);
    expect((await radio('genre:jazz', Array(61).fill(randomUUID()))).status).toBe(400);
    expect((await radio('genre:jazz', Array(60).fill(randomUUID()))).status).toBe(200);
  });
});

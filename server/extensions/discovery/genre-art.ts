import { Problem } from 'contract/errors.ts';
import { isGenre } from 'contract/genres.ts';
import type { FastifyInstance } from 'fastify';
import { drawWorld } from 'music/composer/cover/cover.ts';
import { genreWorlds, worldOf } from 'music/composer/cover/worlds.ts';
import { GENRES } from 'music/composer/genres/table.ts';
import { hash } from 'music/composer/random.ts';

/** Worlds of parent genres that would otherwise share their motif with another parent. */
const OWN_WORLDS: Record<string, string> = {
  'electronic-dance': 'synthwave',
  'east-and-southeast-asia': 'vaporwave',
  caribbean: 'bossa-nova',
  'opera-choral': 'soul-ballad',
  'world-traditional': 'chamber-waltz',
};
const KEYS = ['C major', 'A minor', 'E major', 'B minor', 'Eb major', 'F# minor'];

/** Serves the picture of each genre, drawn by the composer in a few milliseconds and always the same. */
export function genreArtRoute(server: FastifyInstance): void {
  server.get<{ Params: { file: string } }>('/art/genres/:file', { config: { cost: 2 } }, (request, reply) => {
    const genre = request.params.file.replace(/\.svg$/, '');
    if (!isGenre(genre)) throw new Problem('not_found');
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(drawGenre(genre));
  });
}

/** The look of a genre; those of parents have motifs of their own. */
export const worldOfGenre = (genre: string) =>
  genreWorlds[genre] ?? worldOf(OWN_WORLDS[genre] ?? GENRES.get(genre)?.world ?? '', hash(genre));

/** A square SVG with the genre's motif. */
function drawGenre(genre: string): string {
  const seed = hash(genre);
  return drawWorld(worldOfGenre(genre), {
    seed,
    world: '',
    bpm: 80 + (seed % 80),
    key: KEYS[seed % KEYS.length]!,
    energy: Array.from({ length: 64 }, (_, i) => 0.5 + 0.45 * Math.sin(i / (3 + (seed % 5)) + seed)),
    brightness: 0.5,
  });
}

import { hash } from '../random.ts';
import { type CoverFacts, setScene } from './scene.ts';
import { type World, worldOf } from './worlds.ts';

export type { CoverFacts } from './scene.ts';

/**
 * Draws a track's cover: an SVG of 1000 × 1000 without text, the same for the same facts everywhere.
 * The world gives the motif, the sound its form: tempo the density, key the hue, loudness over time the
 * shapes, brightness the contrast. Never fails: missing or invalid facts are replaced by defaults.
 */
export function drawCover(facts: CoverFacts): string {
  return drawWorld(worldOf(facts.world, facts.seed), facts);
}

/** As `drawCover`, in the look of this world instead of the one that the facts name. */
export function drawWorld(world: World, facts: CoverFacts): string {
  const scene = setScene(facts, world);
  const drawing = world.motif(scene);
  const defs = scene.defs.length > 0 ? `<defs>${scene.defs.join('')}</defs>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${defs}${drawing}</svg>`;
}

/** The seed of a song's cover: its title, and who voted for it in which order. */
export function coverSeed(title: string, votes: readonly string[], seed = 0): number {
  return hash(JSON.stringify([title, seed, ...votes]));
}

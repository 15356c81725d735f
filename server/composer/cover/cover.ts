import { type CoverFacts, setScene } from './scene.ts';
import { worldOf } from './worlds.ts';

export type { CoverFacts } from './scene.ts';

/**
 * Draws a track's cover: an SVG of 1000 × 1000 without text, the same for the same facts everywhere.
 * The world gives the motif, the sound its form: tempo the density, key the hue, loudness over time the
 * shapes, brightness the contrast. Never fails: facts that are missing or absurd are replaced by calm ones.
 */
export function drawCover(facts: CoverFacts): string {
  const world = worldOf(facts.world, facts.seed);
  const scene = setScene(facts, world);
  const drawing = world.motif(scene);
  const defs = scene.defs.length > 0 ? `<defs>${scene.defs.join('')}</defs>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${defs}${drawing}</svg>`;
}

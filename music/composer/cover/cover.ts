import { hash } from '../random.ts';
import { compose, type FacePiece } from './composition.ts';
import type { Colors } from './palette.ts';
import { type CoverFacts, randomFrom, type Scene, setScene } from './scene.ts';
import { type World, worldOf } from './worlds.ts';

export type { CoverFacts } from './scene.ts';

/**
 * Draws a song's cover: an SVG of 1000 × 1000 without text, the same for the same facts everywhere.
 * The world gives the motif, the sound its form: tempo the density, key the hue, loudness over time the
 * shapes, brightness the contrast. The seed sets it into a composition and colors of its own, with the face of the
 * request that it was made from. Never fails: missing or invalid facts are replaced by defaults.
 */
export function drawCover(facts: CoverFacts, face?: readonly FacePiece[]): string {
  const world = worldOf(facts.world, facts.seed);
  const random = randomFrom(hash(`composition ${facts.seed}`));
  const scene = setScene(facts, turned(world, random));
  return svgOf(scene, compose(scene, world.motif(scene), random, face));
}

/** The motif of this world alone, edge to edge, as pictures of genres have it. */
export function drawWorld(world: World, facts: CoverFacts): string {
  const scene = setScene(facts, world);
  return svgOf(scene, world.motif(scene));
}

function svgOf({ defs }: Scene, drawing: string): string {
  const all = defs.length > 0 ? `<defs>${defs.join('')}</defs>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${all}${drawing}</svg>`;
}

/** Degrees by which a song's colors leave those of its world: visible, and still of the family. */
const TURN = 38;

/** A world's colors for one song: turned, and sometimes bright where they are deep. */
function turned({ from, to, ground, spark, chroma }: World, random: () => number): Colors {
  const turn = TURN * (2 * random() - 1);
  const [deep, bright] = random() < 0.3 ? [to, from] : [from, to];
  return { from: deep + turn, to: bright + turn, ground: ground + turn, spark: spark + turn / 2, chroma };
}

/** The seed of a song's cover: its title, and who voted for it in which order. */
export function coverSeed(title: string, votes: readonly string[], seed = 0): number {
  return hash(JSON.stringify([title, seed, ...votes]));
}

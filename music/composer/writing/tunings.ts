import type { World } from '../world.ts';

/** Cents off equal temperament of the twelve degrees above the tonic. */
type Tuning = readonly number[];

/** The pure intervals of a raga over its drone: 16/15, 9/8, 6/5, 5/4, 4/3, 45/32, 3/2, 8/5, 5/3, 9/5, 15/8. */
const JUST: Tuning = [0, 12, 4, 16, -14, -2, -10, 2, 14, -16, 18, -12];

/** Maqams by the mode that stands for them: a quarter tone moves the degree that makes each what it is. */
const MAQAMS: Readonly<Record<string, Tuning>> = {
  // Bayati: the second lies half-way between the first and the third.
  phrygian: [0, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  // Rast: neutral third and seventh.
  mixolydian: [0, 0, 0, 0, -50, 0, 0, 0, 0, 0, 50, 0],
  // Husayni: neutral second and sixth.
  dorian: [0, 0, -50, 0, 0, 0, 0, 0, 0, -50, 0, 0],
};

/** Slendro: five about equal steps of 240 cents; the degrees between lie in the middle of them. */
const SLENDRO: Tuning = [0, 20, 40, 60, 80, -20, 0, 20, 40, 60, -40, -20];

/** The tuning of a genre; undefined for equal temperament. */
export function tuningOf(world: World, genre: string, mode: string): Tuning | undefined {
  if (world.name !== 'modal-drone') return undefined;
  if (genre.endsWith(':gamelan')) return SLENDRO;
  const [parent] = genre.split(':');
  if (parent === 'south-asia') return JUST;
  return parent === 'middle-east-north-africa' ? MAQAMS[mode] : undefined;
}

import type { World } from '../world.ts';
import { WORLDS } from './table.ts';

/** Worlds that are not written yet, and who plays for them meanwhile. */
const STAND_INS: Readonly<Record<string, string>> = {
  'dance-pop': 'synthwave',
  trap: 'lo-fi',
  'neo-soul': 'lo-fi',
  techno: 'deep-house',
  trance: 'deep-house',
  'bass-music': 'liquid-drum-and-bass',
  'heavy-rock': 'indie-rock',
  blues: 'soul-ballad',
  folk: 'country',
  'latin-dance': 'afrobeat',
  orchestra: 'chamber-waltz',
  'gospel-choir': 'soul-ballad',
  'modal-drone': 'ambient',
};

/** The world of this name, or the one that stands in for it. Throws on any other name. */
export function findWorld(name: string): { world: World; standIn: boolean } {
  const written = WORLDS.find((world) => world.name === name);
  const world = written ?? WORLDS.find((other) => other.name === STAND_INS[name]);
  if (!world) throw new Error(`No world ${name}`);
  return { world, standIn: !written };
}

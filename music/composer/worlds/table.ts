import type { World } from '../world.ts';
import { country, folk } from './acoustic.ts';
import { bassMusic, liquidDrumAndBass, trap } from './bass.ts';
import { dancePop, deepHouse, techno, trance } from './club.ts';
import { chamberWaltz, jazzTrio, orchestra } from './concert.ts';
import { afrobeat, funk, rootsReggae } from './groove.ts';
import { blues, heavyRock, indieRock } from './guitars.ts';
import { bossaNova, latinDance } from './latin.ts';
import { ambient, modalDrone, newAgePiano } from './quiet.ts';
import { gospelChoir, neoSoul, soulBallad } from './soul.ts';
import { loFi, synthwave, vaporwave } from './tape.ts';

/** Every world the band can play; a new one is a line-up in one of the files and one line below. */
export const WORLDS: readonly World[] = [
  synthwave,
  jazzTrio,
  ambient,
  bossaNova,
  loFi,
  deepHouse,
  liquidDrumAndBass,
  rootsReggae,
  soulBallad,
  indieRock,
  chamberWaltz,
  funk,
  afrobeat,
  country,
  vaporwave,
  newAgePiano,
  bassMusic,
  blues,
  dancePop,
  folk,
  gospelChoir,
  heavyRock,
  latinDance,
  modalDrone,
  neoSoul,
  orchestra,
  techno,
  trance,
  trap,
];

/** The world of this name; throws on any other. */
export function worldNamed(name: string): World {
  const world = WORLDS.find((other) => other.name === name);
  if (!world) throw new Error(`No world ${name}`);
  return world;
}

import type { World } from '../world.ts';
import { afrobeat } from './afrobeat.ts';
import { ambient } from './ambient.ts';
import { bassMusic } from './bass-music.ts';
import { blues } from './blues.ts';
import { bossaNova } from './bossa-nova.ts';
import { chamberWaltz } from './chamber-waltz.ts';
import { country } from './country.ts';
import { dancePop } from './dance-pop.ts';
import { deepHouse } from './deep-house.ts';
import { folk } from './folk.ts';
import { funk } from './funk.ts';
import { gospelChoir } from './gospel-choir.ts';
import { heavyRock } from './heavy-rock.ts';
import { indieRock } from './indie-rock.ts';
import { jazzTrio } from './jazz-trio.ts';
import { latinDance } from './latin-dance.ts';
import { liquidDrumAndBass } from './liquid-drum-and-bass.ts';
import { loFi } from './lo-fi.ts';
import { modalDrone } from './modal-drone.ts';
import { neoSoul } from './neo-soul.ts';
import { newAgePiano } from './new-age-piano.ts';
import { orchestra } from './orchestra.ts';
import { rootsReggae } from './roots-reggae.ts';
import { soulBallad } from './soul-ballad.ts';
import { synthwave } from './synthwave.ts';
import { techno } from './techno.ts';
import { trance } from './trance.ts';
import { trap } from './trap.ts';
import { vaporwave } from './vaporwave.ts';

/** Every world the band can play; a new one is one file here and one line below. */
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

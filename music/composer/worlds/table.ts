import type { World } from '../world.ts';
import { afrobeat } from './afrobeat.ts';
import { ambient } from './ambient.ts';
import { bossaNova } from './bossa-nova.ts';
import { chamberWaltz } from './chamber-waltz.ts';
import { country } from './country.ts';
import { deepHouse } from './deep-house.ts';
import { funk } from './funk.ts';
import { indieRock } from './indie-rock.ts';
import { jazzTrio } from './jazz-trio.ts';
import { liquidDrumAndBass } from './liquid-drum-and-bass.ts';
import { loFi } from './lo-fi.ts';
import { newAgePiano } from './new-age-piano.ts';
import { rootsReggae } from './roots-reggae.ts';
import { soulBallad } from './soul-ballad.ts';
import { synthwave } from './synthwave.ts';
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
];

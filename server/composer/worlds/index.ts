import type { World } from '../world.ts';
import { ambient } from './ambient.ts';
import { bossaNova } from './bossa-nova.ts';
import { jazzTrio } from './jazz-trio.ts';
import { synthwave } from './synthwave.ts';

/** Every world the band can play; a new one is one file here and one line below. */
export const WORLDS: readonly World[] = [synthwave, jazzTrio, ambient, bossaNova];

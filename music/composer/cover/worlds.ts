import { afrobeat } from './motifs/afrobeat.ts';
import { chamberWaltz, jazzTrio, orchestra } from './motifs/concert.ts';
import {
  bassMusic,
  dancePop,
  deepHouse,
  liquidDrumAndBass,
  techno,
  trance,
  trap,
} from './motifs/electronic.ts';
import { bossaNova, funk, latinDance, rootsReggae } from './motifs/groove.ts';
import { blues, country, folk, heavyRock, indieRock, tornPosters } from './motifs/guitars.ts';
import { loFi } from './motifs/lo-fi.ts';
import { ambient, looseTiles, lotus, modalDrone, newAgePiano } from './motifs/quiet.ts';
import { gospelChoir, neoSoul, soulBallad } from './motifs/soul.ts';
import { synthwave, vaporwave } from './motifs/tape.ts';
import type { Colors } from './palette.ts';
import type { Motif } from './scene.ts';

export type World = Colors & { motif: Motif };

/** The look of each world. Hues go past 360 where the family crosses red. */
export const worlds: Record<string, World> = {
  synthwave: { motif: synthwave, from: 318, to: 425, ground: 295, spark: 195, chroma: 1.15 },
  'lo-fi': { motif: loFi, from: 45, to: 80, ground: 283, spark: 190, chroma: 0.95 },
  'deep-house': { motif: deepHouse, from: 282, to: 292, ground: 280, spark: 122, chroma: 1.1 },
  'liquid-drum-and-bass': { motif: liquidDrumAndBass, from: 255, to: 185, ground: 245, spark: 5, chroma: 1 },
  'bossa-nova': { motif: bossaNova, from: 185, to: 130, ground: 190, spark: 65, chroma: 0.9 },
  'roots-reggae': { motif: rootsReggae, from: 150, to: 78, ground: 152, spark: 30, chroma: 1.2 },
  'soul-ballad': { motif: soulBallad, from: 5, to: 30, ground: 0, spark: 165, chroma: 1.05 },
  'indie-rock': { motif: indieRock, from: 15, to: 62, ground: 15, spark: 230, chroma: 1.1 },
  ambient: { motif: ambient, from: 270, to: 420, ground: 268, spark: 85, chroma: 0.7 },
  'chamber-waltz': { motif: chamberWaltz, from: 30, to: 78, ground: 330, spark: 5, chroma: 0.75 },
  funk: { motif: funk, from: 25, to: 72, ground: 30, spark: 200, chroma: 1.15 },
  afrobeat: { motif: afrobeat, from: 42, to: 85, ground: 165, spark: 28, chroma: 1.1 },
  country: { motif: country, from: 14, to: 62, ground: 255, spark: 235, chroma: 1 },
  vaporwave: { motif: vaporwave, from: 300, to: 355, ground: 285, spark: 175, chroma: 0.85 },
  'jazz-trio': { motif: jazzTrio, from: 258, to: 225, ground: 255, spark: 55, chroma: 1 },
  'new-age-piano': { motif: newAgePiano, from: 215, to: 170, ground: 210, spark: 20, chroma: 0.75 },
  trap: { motif: trap, from: 265, to: 205, ground: 262, spark: 190, chroma: 0.8 },
  'dance-pop': { motif: dancePop, from: 350, to: 415, ground: 340, spark: 150, chroma: 1.1 },
  'neo-soul': { motif: neoSoul, from: 25, to: 75, ground: 20, spark: 330, chroma: 1.0 },
  techno: { motif: techno, from: 250, to: 200, ground: 255, spark: 140, chroma: 0.5 },
  trance: { motif: trance, from: 275, to: 200, ground: 270, spark: 95, chroma: 1.1 },
  'bass-music': { motif: bassMusic, from: 145, to: 125, ground: 150, spark: 10, chroma: 1.2 },
  'heavy-rock': { motif: heavyRock, from: 20, to: 40, ground: 10, spark: 70, chroma: 1.2 },
  blues: { motif: blues, from: 250, to: 230, ground: 245, spark: 60, chroma: 0.95 },
  folk: { motif: folk, from: 95, to: 130, ground: 90, spark: 40, chroma: 0.8 },
  'latin-dance': { motif: latinDance, from: 20, to: 65, ground: 10, spark: 110, chroma: 1.2 },
  orchestra: { motif: orchestra, from: 10, to: 45, ground: 5, spark: 75, chroma: 0.9 },
  'gospel-choir': { motif: gospelChoir, from: 230, to: 290, ground: 240, spark: 80, chroma: 1.1 },
  'modal-drone': { motif: modalDrone, from: 40, to: 80, ground: 30, spark: 355, chroma: 1.0 },
};

/** The world of this name, or one picked by the seed. */
export function worldOf(name: string, seed: number): World {
  if (Object.hasOwn(worlds, name)) return worlds[name]!;
  const all = Object.values(worlds);
  const at = Number.isFinite(seed) ? Math.abs(Math.trunc(seed)) : 0;
  return all[at % all.length]!;
}

/** The looks of genres whose music shares a world with another genre, for pictures of the genre itself. */
export const genreWorlds: Record<string, World> = {
  'punk-hardcore': { motif: tornPosters, from: 350, to: 95, ground: 350, spark: 105, chroma: 1.25 },
  'experimental-avant-garde': {
    ...worlds.ambient!,
    motif: looseTiles,
    from: 30,
    to: 265,
    spark: 30,
    chroma: 0.9,
  },
  'south-asia': { ...worlds['modal-drone']!, motif: lotus, from: 340, to: 300, ground: 320, spark: 350 },
};

import { looseTiles } from './motifs/loose-tiles.ts';
import { lotus } from './motifs/lotus.ts';
import { tornPosters } from './motifs/torn-posters.ts';
import { type World, worlds } from './worlds.ts';

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

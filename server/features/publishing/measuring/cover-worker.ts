import { piecesOf } from 'contract/pictures/faces.ts';
import type { Waveform } from 'music/analysis/waveform.ts';
import { coverSeed, drawCover } from 'music/composer/cover/cover.ts';
import { encodeCover } from 'music/composer/cover/encode.ts';
import { energyOf } from 'music/composer/generate.ts';
import { GENRES } from 'music/composer/genres/table.ts';
import { serveTask } from '../../../platform/workers/serve-task.ts';

/** A song whose cover is drawn: its genre gives the motif, its sound the form, and its request the face. */
export interface CoverTask {
  request_id: string;
  title: string;
  genre: string;
  seed: number;
  bpm: number | null;
  musical_key: string | null;
  /** Voter for each lamp of its request. */
  votes: string[];
  waveform: Waveform | undefined;
}

/** Neither dull nor shrill: how bright a song sounds is not measured. */
const BRIGHTNESS = 0.5;

serveTask(({ request_id, title, genre, seed, bpm, musical_key, votes, waveform }: CoverTask) =>
  encodeCover(
    drawCover(
      {
        seed: coverSeed(title, votes, seed),
        world: GENRES.get(genre)?.world ?? '',
        bpm: bpm ?? Number.NaN,
        key: musical_key ?? '',
        energy: waveform ? energyOf(waveform) : [],
        brightness: BRIGHTNESS,
      },
      piecesOf(request_id, genre),
    ),
  ),
);

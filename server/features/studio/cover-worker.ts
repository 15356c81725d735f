import type { Waveform } from 'music/analysis/waveform.ts';
import { coverSeed, drawCover } from 'music/composer/cover/cover.ts';
import { encodeCover } from 'music/composer/cover/encode.ts';
import { energyOf } from 'music/composer/generate.ts';
import { GENRES } from 'music/composer/genres/table.ts';
import { serveTask } from '../../platform/workers/serve-task.ts';

/** A song whose cover is drawn: its genre gives the motif and its sound the form. */
export interface CoverTask {
  title: string;
  genre: string;
  seed: number;
  bpm: number | null;
  musical_key: string | null;
  waveform: Waveform;
}

/** Neither dull nor shrill: how bright a song sounds is not measured. */
const BRIGHTNESS = 0.5;

serveTask(({ title, genre, seed, bpm, musical_key, waveform }: CoverTask) =>
  encodeCover(
    drawCover({
      seed: coverSeed(title, [], seed),
      world: GENRES.get(genre)?.world ?? '',
      bpm: bpm ?? Number.NaN,
      key: musical_key ?? '',
      energy: energyOf(waveform),
      brightness: BRIGHTNESS,
    }),
  ),
);

import type { Waveform } from 'music/analysis/waveform.ts';
import { drawCover, encodeCover } from 'music/composer/cover/cover.ts';
import { perform } from 'music/composer/perform.ts';
import { serveTask } from '../../platform/workers/serve-task.ts';
import type { Piece } from './pieces.ts';

/** A recorded piece, as the worker sends it to the server's. */
export type Recorded = Awaited<ReturnType<typeof record>>;

async function record(piece: Piece) {
  const { audio, waveform, facts } = await perform({ description: piece.description, seed: piece.seed });
  const picture = drawCover({
    seed: piece.seed,
    world: facts.world,
    bpm: facts.bpm,
    key: facts.key,
    energy: energyOf(waveform),
    brightness: facts.brightness,
  });
  return {
    title: facts.title,
    display_artist: facts.artist,
    duration_seconds: Math.round(facts.duration),
    bpm: facts.bpm,
    musical_key: facts.key,
    loudness_lufs: facts.loudness_lufs,
    genre: facts.genre,
    audio,
    waveform,
    cover: await encodeCover(picture),
  };
}

/** The loudness over time, 0 to 1, from which the cover is drawn. */
function energyOf({ data, bits }: Waveform): number[] {
  return Array.from({ length: data.length / 2 }, (_, i) => (data[2 * i + 1]! - data[2 * i]!) / 2 ** bits);
}

serveTask(record);

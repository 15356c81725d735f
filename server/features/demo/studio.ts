import { encodeCover } from 'music/composer/cover/encode.ts';
import { generate } from 'music/composer/generate.ts';
import { serveTask } from '../../platform/workers/serve-task.ts';
import type { Piece } from './pieces.ts';

/** A recorded piece, as the worker sends it to the server's. */
export type Recorded = Awaited<ReturnType<typeof record>>;

/** Length of the demo's songs: short, since the whole catalogue is recorded on the first start. */
const SECONDS = 66;

async function record({ genre, description, seed, take }: Piece) {
  const { audio, waveform, facts, cover } = await generate({
    genre,
    description,
    seed,
    take,
    seconds: SECONDS,
  });
  return {
    title: facts.title,
    display_artist: facts.artist,
    duration_seconds: Math.round(facts.duration),
    bpm: Math.round(facts.bpm),
    musical_key: facts.key,
    loudness_lufs: facts.loudness_lufs,
    genre: facts.genre,
    audio,
    waveform,
    cover: await encodeCover(cover),
  };
}

serveTask(record);

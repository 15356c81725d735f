import { constants, setPriority } from 'node:os';
import { encodeCover } from 'music/composer/cover/encode.ts';
import { encodeSong, perform } from 'music/composer/generate.ts';
import { serveTask } from '../../platform/workers/serve-task.ts';
import type { Piece } from './pieces.ts';

/** A recorded piece, as the worker sends it to the server's. */
export type Recorded = Awaited<ReturnType<typeof record>>;

/** Length of the demo's songs: short, since the whole catalogue is recorded on the first start. */
const SECONDS = 66;

/** Records pieces one after another: a process that has played once plays the next a fifth faster. */
async function recordAll(
  pieces: readonly Piece[],
  report: (recorded: Recorded) => Promise<void>,
): Promise<void> {
  // It gives way to what somebody waits for.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  for (const piece of pieces) await report(await record(piece));
}

async function record({ genre, artist, description, seed, take }: Piece) {
  const song = await perform({ genre, description, seed, take, seconds: SECONDS });
  const { rendering, waveform, facts } = song;
  // The pictures are encoded in threads of their own meanwhile.
  const [audio, cover] = await Promise.all([encodeSong(rendering), encodeCover(song.cover)]);
  return {
    title: facts.title,
    display_artist: artist,
    duration_seconds: Math.round(facts.duration),
    bpm: Math.round(facts.bpm),
    musical_key: facts.key,
    loudness_lufs: facts.loudness_lufs,
    genre: facts.genre,
    audio,
    waveform,
    cover,
  };
}

serveTask(recordAll);

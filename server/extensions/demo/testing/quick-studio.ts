import { serveTask } from '../../../platform/workers/serve-task.ts';
import type { Piece } from '../pieces.ts';
import type { Recorded } from '../studio-worker.ts';

/** Reports recordings without playing them. */
export function reportQuickly(pieces: readonly Piece[], report: (recorded: Recorded) => void): void {
  for (const { description, genre } of pieces)
    report({
      title: description,
      display_artist: 'Nobody',
      duration_seconds: 66,
      bpm: 100,
      musical_key: 'C major',
      loudness_lufs: -14,
      genre,
      audio: Buffer.from(`sound of ${description}`),
      waveform: {
        version: 2,
        channels: 1,
        sample_rate: 100,
        samples_per_pixel: 1,
        bits: 8,
        length: 1,
        data: [0, 1],
      },
      cover: [96, 320, 640, 1280].map((width) => ({ width, data: Buffer.from(`${width}: ${description}`) })),
    });
}

if (import.meta.main)
  serveTask(async (pieces: readonly Piece[], report: (recorded: Recorded) => void) =>
    reportQuickly(pieces, report),
  );

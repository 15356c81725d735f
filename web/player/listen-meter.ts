import { countsFrom } from 'contract/plays.ts';
import type { Song } from './song.ts';

/** A larger step between two reports of the position is a seek; seconds. */
const MAX_STEP = 1.5;

/**
 * Measures how long a song was really heard, without seeks, and reports once when that is enough to count.
 * @param onStarted is called once when it begins to be heard.
 */
export function listenMeter(
  onListened: (song: Song, played_ms: number) => void,
  onStarted: (song: Song) => void = () => {},
) {
  let listened = 0;
  let last: number | undefined;
  let reported = false;
  return {
    /** A song starts, perhaps again. */
    begin() {
      listened = 0;
      last = undefined;
      reported = false;
    },
    /** The position moved to this second. */
    tick(song: Song, position: number) {
      const step = last === undefined ? 0 : position - last;
      last = position;
      if (step > 0 && step <= MAX_STEP) {
        if (listened === 0) onStarted(song);
        listened += step * 1000;
      }
      if (reported || listened < countsFrom(song.seconds)) return;
      reported = true;
      onListened(song, Math.round(listened));
    },
  };
}

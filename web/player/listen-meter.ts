import { countsFrom } from 'contract/plays.ts';
import type { Song } from './song.ts';

/** From one report of the position to the next more cannot have been heard: beyond it somebody seeked. Seconds. */
const LONGEST_STEP = 1.5;

/** Adds up how long a song was really heard, seeking left out, and tells once when that is enough to count. */
export function listenMeter(heard: (song: Song, played_ms: number) => void) {
  let listened = 0;
  let last: number | undefined;
  let told = false;
  return {
    /** A song begins (again). */
    begin() {
      listened = 0;
      last = undefined;
      told = false;
    },
    /** The position moved, to that second. */
    tick(song: Song, position: number) {
      const step = last === undefined ? 0 : position - last;
      last = position;
      if (step > 0 && step <= LONGEST_STEP) listened += step * 1000;
      if (told || listened < countsFrom(song.seconds)) return;
      told = true;
      heard(song, Math.round(listened));
    },
  };
}

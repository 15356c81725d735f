import { AnswerProblem } from 'contract/answers.ts';
import { countsFrom } from 'contract/features/plays.ts';
import { call } from '../../lib/http/api.ts';
import type { Song } from '../song.ts';
import { backfillPlay } from './backfilled-plays.ts';

/** A play that began to be heard. */
export interface Listen {
  /** The track's. */
  id: string;
  /** Start time, epoch ms. */
  at: number;
  /** The server's proof of the start; undefined if it could not be reached. */
  started: Promise<string | undefined>;
}

/**
 * Reports each play twice: when it starts, and when enough was heard. The server checks the time between.
 * @param onListen is called with each play that starts.
 */
export function playReports(onListen: (listen: Listen) => void = () => {}) {
  let started: Promise<string | undefined> = Promise.resolve(undefined);
  return {
    onStarted({ id }: Song): void {
      started = call('POST /plays', { body: { track_id: id, played_ms: 0 } }).then(
        (answer) => answer.started,
        () => undefined,
      );
      onListen({ id, at: Date.now(), started });
    },
    onListened({ id }: Song, played_ms: number): void {
      started
        .then((start) => call('POST /plays', { body: { track_id: id, played_ms, started: start } }))
        .catch((error) => {
          if (error instanceof AnswerProblem && error.status === 503) backfillPlay(id, Math.round(played_ms));
          else console.warn('The play could not be reported.', error);
        });
    },
  };
}

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

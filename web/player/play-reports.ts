import { call } from '../lib/api.ts';
import type { Song } from './song.ts';

/** A play that began to be heard. */
export interface Listen {
  /** The track's. */
  id: string;
  /** When, epoch ms. */
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
        .catch((error) => console.warn('The play could not be reported.', error));
    },
  };
}

import { call } from '../lib/api.ts';
import type { Song } from './song.ts';

/** Reports each play twice: when it starts, and when enough was heard. The server checks the time between. */
export function playReports() {
  let started: Promise<string | undefined> = Promise.resolve(undefined);
  return {
    onStarted({ id }: Song): void {
      started = call('POST /plays', { body: { track_id: id, played_ms: 0 } }).then(
        (answer) => answer.started,
        () => undefined,
      );
    },
    onListened({ id }: Song, played_ms: number): void {
      started
        .then((start) => call('POST /plays', { body: { track_id: id, played_ms, started: start } }))
        .catch((error) => console.warn('The play could not be reported.', error));
    },
  };
}

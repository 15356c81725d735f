import { call } from '../lib/api.ts';
import { createStore } from '../lib/store.ts';
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

/** The latest play that began to be heard in this tab. */
export const latestListen = createStore<Listen | null>(null);

/** Reports each play twice: when it starts, and when enough was heard. The server checks the time between. */
export function playReports() {
  return {
    onStarted({ id }: Song): void {
      const started = call('POST /plays', { body: { track_id: id, played_ms: 0 } }).then(
        (answer) => answer.started,
        () => undefined,
      );
      latestListen.set({ id, at: Date.now(), started });
    },
    onListened({ id }: Song, played_ms: number): void {
      latestListen
        .get()!
        .started.then((started) => call('POST /plays', { body: { track_id: id, played_ms, started } }))
        .catch((error) => console.warn('The play could not be reported.', error));
    },
  };
}

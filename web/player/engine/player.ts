import type { Song } from '../song.ts';
import type { Queue, Repeat } from './queue.ts';

/** End of the music: a time (epoch milliseconds), or the end of the current song. */
export type Sleep = number | 'song' | null;

export interface PlayerState {
  song: Song | null;
  queue: Queue;
  repeat: Repeat;
  status: Status;
  /** 0 to 100. */
  volume: number;
  /** Seconds: the catalog's value until the file is loaded, then the file's own. */
  duration: number;
  /** Position in whole seconds. */
  second: number;
  sleep: Sleep;
  /** Seconds that a song and the next one of the queue overlap; 0 is off. */
  crossfade: number;
  /** Starts the next song of the queue as this one ends, without a gap. */
  gapless: boolean;
}

export interface Pace {
  /** 1 is the song's own speed. */
  rate: number;
  /** Position to seek first; seconds. */
  at?: number;
}

export interface Player {
  state: () => PlayerState;
  /** Position in seconds, as precise as the audio element reports it. */
  position: () => number;
  /**
   * Calls the listener after every change of state.
   * @returns a function that unsubscribes.
   */
  subscribe: (listener: () => void) => () => void;
  /** Plays this song alone; toggles it if it is the current song (§4). */
  choose: (song: Song) => void;
  /** Replaces the queue and plays it. */
  playAll: (songs: Song[]) => void;
  playNext: (song: Song) => void;
  addToQueue: (song: Song) => void;
  moveInQueue: (from: number, to: number) => void;
  removeFromQueue: (index: number) => void;
  /** Plays an entry of the queue. */
  goTo: (index: number) => void;
  next: () => void;
  /** Restarts the song; in its first seconds, goes to the one before. */
  previous: () => void;
  setRepeat: (repeat: Repeat) => void;
  setSleep: (sleep: Sleep) => void;
  setCrossfade: (seconds: number) => void;
  setGapless: (gapless: boolean) => void;
  /** Puts what follows in the queue into random order. */
  shuffleNext: () => void;
  /** Stops the music and forgets the queue. */
  clear: () => void;
  toggle: () => void;
  play: () => void;
  pause: () => void;
  seek: (seconds: number) => void;
  /**
   * Keeps the song in step with what others hear; null ends that, as another song does. Meanwhile nothing else moves it,
   * and no other song follows by itself.
   */
  keepPace: (pace: Pace | null) => void;
  setVolume: (volume: number) => void;
  /** Other devices that the current song may play on; undefined where the browser knows none. */
  remote: () => RemotePlayback | undefined;
  /** Starts to load a song that is likely to be played next. */
  preload: (song: Song) => void;
}

export type Status = 'empty' | 'loading' | 'playing' | 'paused' | 'failed';
export type PlayerEvent =
  | 'choose'
  | 'toggle'
  | 'play'
  | 'pause'
  | 'started'
  | 'waiting'
  | 'ended'
  | 'failed'
  | 'restore';

/** The next status by status and event (§4). An event that is not listed changes nothing. */
const table: Record<Status, Partial<Record<PlayerEvent, Status>>> = {
  empty: { choose: 'loading', restore: 'paused' },
  loading: {
    choose: 'loading',
    toggle: 'paused',
    pause: 'paused',
    started: 'playing',
    ended: 'paused',
    failed: 'failed',
  },
  playing: {
    choose: 'loading',
    toggle: 'paused',
    pause: 'paused',
    waiting: 'loading',
    ended: 'paused',
    failed: 'failed',
  },
  paused: { choose: 'loading', toggle: 'loading', play: 'loading' },
  failed: { choose: 'loading', toggle: 'loading', play: 'loading' },
};

export function transition(status: Status, event: PlayerEvent): Status {
  return table[status][event] ?? status;
}

/** True if a song that played alone is over. */
export const hasEndedAlone = ({ song, status, queue, second, duration }: PlayerState): boolean =>
  song !== null &&
  status === 'paused' &&
  queue.entries.length === 1 &&
  second > 0 &&
  second >= Math.round(duration);

/** True if the play button offers to pause: also while the sound still loads. */
export function isPlayingOrLoading(status: Status): boolean {
  return status === 'playing' || status === 'loading';
}

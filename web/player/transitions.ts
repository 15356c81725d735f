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

/** Whether the play button offers to pause: also while the sound still loads. */
export function isPlayingOrLoading(status: Status): boolean {
  return status === 'playing' || status === 'loading';
}

import { expect, it } from 'vitest';
import { next, type PlayerEvent, type Status, wantsSound } from './transitions.ts';

const events: PlayerEvent[] = [
  'choose',
  'toggle',
  'play',
  'pause',
  'started',
  'waiting',
  'ended',
  'failed',
  'restore',
];

/** §4's table, every event in every state: where nothing is said, nothing changes. */
const table: Record<Status, Partial<Record<PlayerEvent, Status>>> = {
  empty: { choose: 'loading', restore: 'paused' },
  loading: {
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

it.each(
  (Object.keys(table) as Status[]).flatMap((status) =>
    events.map((event) => [status, event, table[status][event] ?? status] as const),
  ),
)('%s, %s: %s', (status, event, then) => expect(next(status, event)).toBe(then));

it('offers to pause while sound is wanted, also before it has arrived', () => {
  expect((['empty', 'loading', 'playing', 'paused', 'failed'] as const).filter(wantsSound)).toEqual([
    'loading',
    'playing',
  ]);
});

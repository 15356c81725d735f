import { expect, it } from 'vitest';
import { isPlayingOrLoading, type PlayerEvent, type Status, transition } from './player.ts';

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

/** §4's table: an event that is not listed changes nothing. */
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
)('%s, %s: %s', (status, event, then) => expect(transition(status, event)).toBe(then));

it('the play button offers to pause while a song plays or loads', () => {
  expect((['empty', 'loading', 'playing', 'paused', 'failed'] as const).filter(isPlayingOrLoading)).toEqual([
    'loading',
    'playing',
  ]);
});

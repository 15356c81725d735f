// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pace, Player } from '../../player/engine/player.ts';
import type { Song } from '../../player/song.ts';
import { agreeOnClock, offsetOf, type ServerClock } from './clock.ts';
import { correct, MOST_RATE, type Moves, noMoves, playInStep } from './pace.ts';

const ask = vi.hoisted(() => vi.fn<() => Promise<{ now: number }>>());
vi.mock('../../lib/http/api.ts', () => ({ call: ask }));

/** The server's time minus the page's steady clock, ms. */
const SERVER = 1_800_000_000_000;
const server = () => performance.now() + SERVER;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  ask.mockReset().mockImplementation(async () => ({ now: server() }));
});
afterEach(() => vi.useRealTimers());

describe('the clock of a device', () => {
  let clock: ServerClock | undefined;
  afterEach(() => clock?.stop());

  it('may be a day wrong, and may jump', async () => {
    vi.setSystemTime(SERVER + 86_400_000);
    clock = await agreeOnClock();
    expect(clock.now()).toBe(server());
    const before = ask.mock.calls.length;
    vi.setSystemTime(SERVER - 7 * 86_400_000);
    expect(clock.now()).toBe(server());
    await vi.advanceTimersByTimeAsync(1100);
    expect(ask.mock.calls.length).toBeGreaterThan(before);
    expect(clock.now()).toBe(server());
  });

  it('is what there is until the server answers, which is asked again', async () => {
    vi.setSystemTime(SERVER + 86_400_000);
    ask.mockRejectedValue(new Error('away'));
    clock = await agreeOnClock();
    expect(Math.abs(clock.now() - server())).toBeGreaterThan(80_000_000);
    ask.mockImplementation(async () => ({ now: server() }));
    await vi.advanceTimersByTimeAsync(1100);
    expect(clock.now()).toBe(server());
  });

  it('agrees again when a tab that slept comes back', async () => {
    clock = await agreeOnClock();
    // Its steady clock stood still meanwhile.
    ask.mockImplementation(async () => ({ now: server() + 90_000 }));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(clock.now()).toBe(server() + 90_000);
  });
});

/** A player whose sound goes on with the page's steady clock, while `isAwake`. */
function standIn(song: Song) {
  const state = { song, status: 'paused' };
  let [at, since] = [0, 0];
  const paces: (Pace | null)[] = [];
  const position = () => at + (state.status === 'playing' ? (performance.now() - since) / 1000 : 0);
  const player = {
    state: () => state,
    position,
    play() {
      since = performance.now();
      state.status = 'playing';
    },
    keepPace(pace: Pace | null) {
      paces.push(pace);
      if (pace?.at === undefined) return;
      [at, since] = [pace.at, performance.now()];
    },
  };
  return { player: player as unknown as Player, paces, position, state };
}

describe('a song in step', () => {
  const song = { id: 'a', seconds: 300 } as Song;

  it('does not begin early where the clock was corrected meanwhile', () => {
    let wrong = 20_000;
    const { player, state } = standIn(song);
    const startsAt = server() + 30_000;
    const end = playInStep(player, song, startsAt, () => server() + wrong);
    vi.advanceTimersByTime(5000);
    wrong = 0;
    vi.advanceTimersByTime(24_000);
    expect(state.status).toBe('paused');
    vi.advanceTimersByTime(1500);
    expect(state.status).toBe('playing');
    end();
  });

  it('is at the second of the others again after a tab slept for a minute', () => {
    let slept = 0;
    const { player, position, paces } = standIn(song);
    const now = () => server() + slept;
    const startsAt = now();
    const end = playInStep(player, song, startsAt, now);
    vi.advanceTimersByTime(10_000);
    slept = 60_000;
    vi.advanceTimersByTime(20_000);
    expect(Math.abs(position() - (now() - startsAt) / 1000)).toBeLessThan(0.15);
    end();
    expect(paces.at(-1)).toBeNull();
  });
});

describe('the clock', () => {
  it('takes the sample with the shortest round trip, at its middle', () => {
    const samples = [
      { sent: 1000, received: 1900, server: 1_000_001_200 },
      { sent: 2000, received: 2040, server: 1_000_002_120 },
      { sent: 3000, received: 3300, server: 1_000_003_290 },
    ];
    expect(offsetOf(samples)).toBe(1_000_002_120 - 2020);
  });

  it('is right within half of what the two ways differ by, and exact when they are alike', () => {
    for (const [there, back] of [
      [300, 300],
      [75, 75],
      [10, 50],
    ] as const) {
      const sent = 5000;
      const at = sent + there;
      const offset = offsetOf([{ sent, received: at + back, server: at + 77 }]);
      expect(Math.abs(offset - 77)).toBe(Math.abs(there - back) / 2);
    }
  });
});

/** A browser that plays on after a move `late` seconds too late, on a device whose clock runs `skew` too fast. */
function simulate(
  { drift, late, skew = 0 }: { drift: number; late: number; skew?: number },
  seconds: number,
) {
  let moves: Moves = noMoves;
  let rate = 1;
  const drifts: number[] = [];
  let seeks = 0;
  for (let now = 0; now < seconds * 1000; now += 250) {
    const [correction, known] = correct(drift, moves, now);
    moves = known;
    if (correction) rate = correction.rate;
    if (correction?.at !== undefined) {
      drift = correction.at - late;
      seeks++;
    }
    expect(Math.abs(rate - 1)).toBeLessThanOrEqual(MOST_RATE + 1e-9);
    drift += 0.25 * (rate - 1 + skew);
    drifts.push(drift);
  }
  return { drift, drifts, seeks };
}

describe('the pace', () => {
  it.each([0.02, -0.05, 0.14, -0.14])('mends %f s by the speed alone', (drift) => {
    const mended = simulate({ drift, late: 0.1 }, 15);
    expect(mended.seeks).toBe(0);
    expect(Math.abs(mended.drift)).toBeLessThan(0.02);
  });

  it.each([-30, 5, -0.4])(
    'moves a song that is %f s away, once or twice, and learns how late that comes',
    (drift) => {
      for (const late of [0, 0.06, 0.25, 0.5]) {
        const mended = simulate({ drift, late }, 15);
        expect(mended.seeks).toBeLessThanOrEqual(3);
        expect(Math.abs(mended.drift)).toBeLessThan(0.03);
      }
    },
  );

  it('keeps step with a sound card that runs a little off', () => {
    for (const skew of [0.0005, -0.001]) {
      const { drifts, seeks } = simulate({ drift: 0, late: 0, skew }, 180);
      expect(seeks).toBe(0);
      expect(Math.max(...drifts.map(Math.abs))).toBeLessThan(0.02);
    }
  });

  it('does not move a song again and again where that never helps', () => {
    let moves = noMoves;
    let count = 0;
    for (let now = 0; now < 180_000; now += 250) {
      const [correction, known] = correct(-3, moves, now);
      moves = known;
      if (correction?.at !== undefined) count++;
    }
    expect(count).toBeLessThan(12);
  });
});

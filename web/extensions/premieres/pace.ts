import type { Player } from '../../player/engine/player.ts';
import type { Song } from '../../player/song.ts';

/** The most by which the speed of a song is changed, which nobody hears. */
export const MOST_RATE = 0.015;
/** Closer than this it is left alone, and further away it is moved; seconds. Within, the speed mends it in ten seconds. */
const CLOSE = 0.008;
const FAR = 0.15;
/** Within as many seconds the speed would mend what is left. */
const MEND_SECONDS = 3;
/** Time to ignore the position after a move, and the rest before the next one, ms: it doubles while none helps. */
const SETTLE_MS = 900;
const REST_MS = { first: 2000, longest: 30_000 };
/** Maximum latency of a browser's moves, as learned from them; seconds. */
const MOST_LEAD = 0.6;
/** Interval of comparing the song with the clock, ms. */
const EVERY_MS = 250;

/** Measurements of the moves so far. */
export interface Moves {
  /** Latency of the sound after a move, added to the next one; seconds. */
  lead: number;
  /** Time of the last move, ms of a steady clock; null before the first. */
  movedAt: number | null;
  /** True until its result is looked at. */
  isFresh: boolean;
  /** The rest after it, ms. */
  rest: number;
}

export const noMoves: Moves = { lead: 0.06, movedAt: null, isFresh: false, rest: REST_MS.first };

/** Correction that brings a song back in step. @param at offset of the move from its target; seconds. */
type Correction = { rate: number; at?: number };

/**
 * Decides how a song is brought back in step.
 * @param drift by how much it is ahead; seconds.
 * @param now ms of a steady clock.
 */
export function correct(drift: number, moves: Moves, now: number): [Correction | null, Moves] {
  const age = moves.movedAt === null ? Number.POSITIVE_INFINITY : now - moves.movedAt;
  if (age < SETTLE_MS) return [null, moves];
  let known = moves;
  if (moves.isFresh)
    known = {
      ...moves,
      isFresh: false,
      lead: Math.min(MOST_LEAD, Math.max(0, moves.lead - (Math.abs(drift) < MOST_LEAD ? drift : 0))),
    };
  const size = Math.abs(drift);
  if (size > FAR) {
    if (age < known.rest) return [{ rate: 1 - Math.sign(drift) * MOST_RATE }, known];
    const rest = Math.min(REST_MS.longest, moves.movedAt === null ? REST_MS.first : known.rest * 2);
    return [
      { rate: 1, at: known.lead },
      { ...known, movedAt: now, isFresh: true, rest },
    ];
  }
  if (size < CLOSE) return [{ rate: 1 }, { ...known, rest: REST_MS.first }];
  return [
    { rate: 1 - Math.max(-MOST_RATE, Math.min(MOST_RATE, drift / MEND_SECONDS)) },
    { ...known, rest: REST_MS.first },
  ];
}

/**
 * Plays a song in step with a clock: from its beginning when the time has come, otherwise from the second that is heard
 * now. Somebody who pauses it joins again at the second of the others.
 * @param startsAt of its first second, by `now`; ms.
 * @returns a function that ends it; the song plays on.
 */
export function playInStep(player: Player, song: Song, startsAt: number, now: () => number): () => void {
  let moves = noMoves;
  const target = () => (now() - startsAt) / 1000;
  const move = (at: number) => player.keepPace({ rate: 1, at: Math.min(song.seconds, at) });
  const start = () => {
    move(Math.max(0, target() + moves.lead));
    moves = { ...moves, movedAt: performance.now(), isFresh: true };
    player.play();
  };
  const step = () => {
    const { song: current, status } = player.state();
    if (current?.id !== song.id) return end();
    if (status !== 'playing' || target() >= song.seconds) return;
    const [correction, known] = correct(player.position() - target(), moves, performance.now());
    moves = known;
    if (correction?.at !== undefined) move(target() + correction.at);
    else if (correction) player.keepPace(correction);
  };
  let timer: ReturnType<typeof setTimeout>;
  const begin = () => {
    // The clock may have been corrected since the timer was set.
    const left = startsAt - now();
    if (left > 0) {
      timer = setTimeout(begin, left);
      return;
    }
    start();
    timer = setInterval(step, EVERY_MS);
  };
  begin();
  const end = () => {
    clearInterval(timer);
    clearTimeout(timer);
    player.keepPace(null);
  };
  return end;
}

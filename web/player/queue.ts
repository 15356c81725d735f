import type { Song } from './song.ts';

/** A song in the queue; `key` tells two entries of the same song apart. */
export interface Entry {
  key: number;
  song: Song;
}

export type Repeat = 'off' | 'all' | 'one';

/** What plays and what comes after; `at` is the entry that is on, -1 when there is none. */
export interface Queue {
  entries: Entry[];
  at: number;
}

export const nothing: Queue = { entries: [], at: -1 };

let keys = 0;
const entry = (song: Song): Entry => ({ key: ++keys, song });

/** These songs, beginning with the one at `at`. One song alone is a queue too: it has no neighbours. */
export function queueOf(songs: Song[], at = 0): Queue {
  return songs.length === 0 ? nothing : { entries: songs.map(entry), at };
}

/** The songs in an order of chance (Fisher–Yates). @param random 0 up to 1. */
export function shuffled(songs: Song[], random: () => number = Math.random): Song[] {
  const order = [...songs];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

export function current(queue: Queue): Song | null {
  return queue.entries[queue.at]?.song ?? null;
}

/** Puts a song right after the one that is on. */
export function insertNext(queue: Queue, song: Song): Queue {
  return { ...queue, entries: queue.entries.toSpliced(queue.at + 1, 0, entry(song)) };
}

export function append(queue: Queue, song: Song): Queue {
  return { ...queue, entries: [...queue.entries, entry(song)] };
}

/** Moves an entry to another place; the one that is on stays on. */
export function move(queue: Queue, from: number, to: number): Queue {
  const moving = queue.entries[from];
  const target = Math.max(0, Math.min(to, queue.entries.length - 1));
  if (!moving || from === target) return queue;
  const on = queue.entries[queue.at];
  const entries = queue.entries.toSpliced(from, 1).toSpliced(target, 0, moving);
  return { entries, at: on ? entries.indexOf(on) : queue.at };
}

/** Takes an entry out; never the one that is on. */
export function remove(queue: Queue, index: number): Queue {
  if (index === queue.at || !queue.entries[index]) return queue;
  return { entries: queue.entries.toSpliced(index, 1), at: index < queue.at ? queue.at - 1 : queue.at };
}

/** Where 'next' leads; null at the end, unless all is repeated. */
export function nextAt({ entries, at }: Queue, repeat: Repeat): number | null {
  if (at + 1 < entries.length) return at + 1;
  return repeat === 'all' && entries.length > 1 ? 0 : null;
}

export function previousAt({ entries, at }: Queue, repeat: Repeat): number | null {
  if (at > 0) return at - 1;
  return repeat === 'all' && entries.length > 1 ? entries.length - 1 : null;
}

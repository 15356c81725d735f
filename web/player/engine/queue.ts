import type { Song } from '../song.ts';

/** A song in the queue; `key` distinguishes two entries of the same song. */
interface Entry {
  key: number;
  song: Song;
}

export type Repeat = 'off' | 'all' | 'one';

/** The songs to play in order; `at` is the index of the current entry, -1 when the queue is empty. */
export interface Queue {
  entries: Entry[];
  at: number;
}

export const emptyQueue: Queue = { entries: [], at: -1 };

let keys = 0;
const entry = (song: Song): Entry => ({ key: ++keys, song });

/** A queue of these songs whose current one is at `at`. A single song is a queue without neighbors. */
export function queueOf(songs: Song[], at = 0): Queue {
  return songs.length === 0 ? emptyQueue : { entries: songs.map(entry), at };
}

/** The songs in random order (Fisher–Yates). @param random returns 0 up to 1. */
export function shuffled<T>(songs: T[], random: () => number = Math.random): T[] {
  const order = [...songs];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** Puts the entries after the current one into random order. */
export function shuffleNext(queue: Queue, random?: () => number): Queue {
  const from = queue.at + 1;
  return {
    ...queue,
    entries: [...queue.entries.slice(0, from), ...shuffled(queue.entries.slice(from), random)],
  };
}

export function current(queue: Queue): Song | null {
  return queue.entries[queue.at]?.song ?? null;
}

/** Inserts a song right after the current one. */
export function insertNext(queue: Queue, song: Song): Queue {
  return { ...queue, entries: queue.entries.toSpliced(queue.at + 1, 0, entry(song)) };
}

export function append(queue: Queue, song: Song): Queue {
  return { ...queue, entries: [...queue.entries, entry(song)] };
}

/** Moves an entry; the current entry stays current. */
export function move(queue: Queue, from: number, to: number): Queue {
  const moving = queue.entries[from];
  const target = Math.max(0, Math.min(to, queue.entries.length - 1));
  if (!moving || from === target) return queue;
  const playing = queue.entries[queue.at];
  const entries = queue.entries.toSpliced(from, 1).toSpliced(target, 0, moving);
  return { entries, at: playing ? entries.indexOf(playing) : queue.at };
}

/** Removes an entry, but never the current one. */
export function remove(queue: Queue, index: number): Queue {
  if (index === queue.at || !queue.entries[index]) return queue;
  return { entries: queue.entries.toSpliced(index, 1), at: index < queue.at ? queue.at - 1 : queue.at };
}

/** Seconds into a song after which 'previous' restarts it. */
export const RESTART_AFTER = 3;

/** The index that follows; null at the end, unless the whole queue repeats. */
export function nextAt({ entries, at }: Queue, repeat: Repeat): number | null {
  if (at + 1 < entries.length) return at + 1;
  return repeat === 'all' && entries.length > 1 ? 0 : null;
}

export function previousAt({ entries, at }: Queue, repeat: Repeat): number | null {
  if (at > 0) return at - 1;
  return repeat === 'all' && entries.length > 1 ? entries.length - 1 : null;
}

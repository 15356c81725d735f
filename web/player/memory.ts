import { nothing, type Queue, queueOf, type Repeat } from './queue.ts';
import type { Song } from './song.ts';

const VOLUME = 'ovation.volume';
const QUEUE = 'ovation.queue';
const POSITION = 'ovation.position';
export const DEFAULT_VOLUME = 75;

/** More songs than this around the one that is on are not kept: local storage is small. */
const KEPT = 500;

/** The volume kept from last time, 0 to 100. */
export function rememberedVolume(): number {
  const kept = localStorage.getItem(VOLUME);
  const volume = kept === null ? Number.NaN : Math.round(Number(kept));
  return volume >= 0 && volume <= 100 ? volume : DEFAULT_VOLUME;
}

export function rememberVolume(volume: number): void {
  localStorage.setItem(VOLUME, String(volume));
}

export function rememberQueue(queue: Queue, repeat: Repeat): void {
  const from = Math.max(0, queue.at - KEPT / 2);
  const songs = queue.entries.slice(from, from + KEPT).map(({ song }) => song);
  localStorage.setItem(QUEUE, JSON.stringify({ songs, at: queue.at - from, repeat }));
}

/** What was on when the page was left; nothing where that cannot be read. */
export function rememberedQueue(): { queue: Queue; repeat: Repeat } {
  try {
    const { songs, at, repeat } = JSON.parse(localStorage.getItem(QUEUE) ?? '');
    const whole = Array.isArray(songs) && songs.every((song: Song) => typeof song?.audioUrl === 'string');
    if (whole && songs[at] !== undefined) {
      return { queue: queueOf(songs, at), repeat: repeat === 'all' || repeat === 'one' ? repeat : 'off' };
    }
  } catch {
    // Nothing kept, or kept by another version of the page.
  }
  return { queue: nothing, repeat: 'off' };
}

/** @param seconds the position in the song that is on. */
export function rememberPosition(seconds: number): void {
  localStorage.setItem(POSITION, String(seconds));
}

export function rememberedPosition(): number {
  const seconds = Number(localStorage.getItem(POSITION));
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : 0;
}

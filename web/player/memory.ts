import type { Song } from './song.ts';

const VOLUME = 'ovation.volume';
const PLACE = 'ovation.player';
export const DEFAULT_VOLUME = 75;

/** The volume kept from last time, 0 to 100. */
export function rememberedVolume(): number {
  const kept = localStorage.getItem(VOLUME);
  const volume = kept === null ? Number.NaN : Math.round(Number(kept));
  return volume >= 0 && volume <= 100 ? volume : DEFAULT_VOLUME;
}

export function rememberVolume(volume: number): void {
  localStorage.setItem(VOLUME, String(volume));
}

/** What was on, and where in it (s). */
export interface Place {
  song: Song;
  time: number;
}

export function rememberedPlace(): Place | undefined {
  try {
    const place: Place | null = JSON.parse(localStorage.getItem(PLACE) ?? 'null');
    return typeof place?.song?.audioUrl === 'string' && Number.isFinite(place.time) ? place : undefined;
  } catch {
    return undefined;
  }
}

export function rememberPlace(place: Place): void {
  localStorage.setItem(PLACE, JSON.stringify(place));
}

import { session } from '../../lib/storage/session-token.ts';
import { permanent } from '../../lib/storage/storage.ts';
import { hasShape, readStored, type Shape } from '../../lib/storage/stored.ts';
import type { Song } from '../song.ts';
import { MAX_CROSSFADE } from './overlap.ts';
import type { Player, PlayerState } from './player.ts';
import { emptyQueue, type Queue, queueOf, type Repeat } from './queue.ts';

const VOLUME = 'ovation.volume';
const QUEUE = 'ovation.queue';
const POSITION = 'ovation.position';
const OVERLAP = 'ovation.overlap';
export const DEFAULT_VOLUME = 75;

/** Local storage is small: of a longer queue, only the songs around the current one are saved. */
const MAX_SAVED_SONGS = 500;
/** Interval between saves of the position while a song plays; seconds. */
const SAVE_POSITION_EVERY = 5;

/** The saved volume, 0 to 100. */
export function loadVolume(): number {
  const volume = readStored<number>(permanent, VOLUME, 'number') ?? DEFAULT_VOLUME;
  return volume >= 0 && volume <= 100 ? Math.round(volume) : DEFAULT_VOLUME;
}

export function saveVolume(volume: number): void {
  permanent.set(VOLUME, String(volume));
}

type OverlapSettings = Pick<PlayerState, 'crossfade' | 'gapless'>;

/** The saved settings of how songs follow each other: gapless and without a crossfade unless chosen otherwise. */
export function loadOverlap(): OverlapSettings {
  const saved = readStored<OverlapSettings>(permanent, OVERLAP, { crossfade: 'number', gapless: 'boolean' });
  const { crossfade, gapless } = saved ?? { crossfade: 0, gapless: true };
  const isValid = Number.isInteger(crossfade) && crossfade >= 0 && crossfade <= MAX_CROSSFADE;
  return { crossfade: isValid ? crossfade : 0, gapless };
}

const SONG: { [Field in keyof Required<Song>]: Shape } = {
  id: 'string',
  title: 'string',
  artist: 'string',
  album: 'string|undefined',
  thumbnail: 'string|null',
  audioUrl: 'string',
  duration: 'string',
  seconds: 'number',
  waveformUrl: 'string|null',
  loudness: 'number|null',
  unpublished: 'boolean|undefined',
  origin: 'string|null|undefined',
};

/** The saved queue; empty when there is none or it can't be read. */
export function loadQueue(): { queue: Queue; repeat: Repeat } {
  const saved = readStored<{ songs: Song[]; at: number; repeat: unknown }>(permanent, QUEUE, {
    songs: 'array',
    at: 'number',
  });
  if (!saved?.songs[saved.at] || !saved.songs.every((song) => hasShape(song, SONG)))
    return { queue: emptyQueue, repeat: 'off' };
  const { songs, at, repeat } = saved;
  return { queue: queueOf(songs, at), repeat: repeat === 'all' || repeat === 'one' ? repeat : 'off' };
}

export function saveQueue(queue: Queue, repeat: Repeat): void {
  const from = Math.max(0, queue.at - MAX_SAVED_SONGS / 2);
  const songs = queue.entries.slice(from, from + MAX_SAVED_SONGS).map(({ song }) => song);
  permanent.set(QUEUE, JSON.stringify({ songs, at: queue.at - from, repeat }));
}

/** The saved position in the current song; seconds. */
export function loadPosition(): number {
  return Math.max(readStored<number>(permanent, POSITION, 'number') ?? 0, 0);
}

export function savePosition(seconds: number): void {
  permanent.set(POSITION, String(seconds));
}

/** Saves what a reload restores, whenever it changes, and forgets it when a member signs out. */
export function persistState(player: Player): void {
  let saved = player.state();
  player.subscribe(() => {
    const previous = saved;
    saved = player.state();
    const { queue, repeat, volume, status, song, second, crossfade, gapless } = saved;
    if (crossfade !== previous.crossfade || gapless !== previous.gapless)
      permanent.set(OVERLAP, JSON.stringify({ crossfade, gapless }));
    if (volume !== previous.volume) saveVolume(volume);
    if (!song) return;
    if (queue !== previous.queue || repeat !== previous.repeat) saveQueue(queue, repeat);
    const isDue = second !== previous.second && second % SAVE_POSITION_EVERY === 0;
    if (isDue || status !== previous.status || song !== previous.song) savePosition(player.position());
  });
  session.listen((event) => {
    if (event !== 'logout') return;
    player.clear();
    // Another tab may have saved them since this one signed out.
    for (const key of [QUEUE, POSITION]) permanent.remove(key);
  });
  window.addEventListener('pagehide', () => player.state().song && savePosition(player.position()));
}

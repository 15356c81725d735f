import { level } from './level.ts';
import { listenMeter } from './listen-meter.ts';
import { rememberedPlace, rememberedVolume, rememberPlace, rememberVolume } from './memory.ts';
import type { Song } from './song.ts';
import { next, type PlayerEvent, type Status, wantsSound } from './transitions.ts';

export interface PlayerState {
  song: Song | null;
  status: Status;
  /** 0 to 100. */
  volume: number;
  /** Seconds; what the track says of itself until the file is known. */
  duration: number;
}

export interface Player {
  state: () => PlayerState;
  /** Position in whole seconds. */
  second: () => number;
  /** Position in seconds, as exact as the element knows it. */
  time: () => number;
  /** Called after every change of state or of the second; the answer stops it. */
  listen: (listener: () => void) => () => void;
  /** Plays this song alone; the song that is on already is toggled (§4). */
  choose: (song: Song) => void;
  toggle: () => void;
  play: () => void;
  pause: () => void;
  seek: (seconds: number) => void;
  setVolume: (volume: number) => void;
  /** Begins to load a song that is likely to be chosen next. */
  prepare: (song: Song) => void;
}

interface Surroundings {
  /** Where the two elements are put; the one that plays always stands first. */
  place: HTMLElement;
  /** A song was heard for so long that it counts. */
  heard: (song: Song, played_ms: number) => void;
  failed: (song: Song) => void;
}

/**
 * The audio engine: two elements that take turns, so that the next song is loaded while one plays; a table of
 * transitions; and what is remembered across a reload.
 */
export function createPlayer({ place, heard, failed }: Surroundings): Player {
  let [deck, spare] = [new Audio(), new Audio()];
  let state: PlayerState = { song: null, status: 'empty', volume: rememberedVolume(), duration: 0 };
  let second = 0;
  /** Where a song that is not loaded yet is to begin. */
  let startAt = 0;
  const listeners = new Set<() => void>();
  const meter = listenMeter(heard);

  const changed = () => {
    for (const listener of listeners) listener();
  };
  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    changed();
  };
  const on = (event: PlayerEvent) => {
    const status = next(state.status, event);
    if (status !== state.status) set({ status });
  };
  const remember = () => {
    if (state.song) rememberPlace({ song: state.song, time: time() });
  };
  const time = () => (deck.readyState === 0 ? startAt : deck.currentTime);
  const applyVolume = () => {
    deck.volume = (state.volume / 100) * level(state.song?.loudness ?? null);
  };

  const start = () => {
    const { song } = state;
    if (!song) return;
    if (deck.src !== song.audioUrl) deck.src = song.audioUrl;
    deck.preload = 'auto';
    applyVolume();
    deck.play().catch((error: DOMException) => {
      // A pause or another song that came before the sound did is no failure.
      if (error.name === 'AbortError') return;
      if (error.name === 'NotAllowedError') on('pause');
      else fail();
    });
  };
  const fail = () => {
    if (state.status === 'failed' || !state.song) return;
    on('failed');
    failed(state.song);
  };

  const wire = (audio: HTMLAudioElement) => {
    const mine = (handle: () => void) => () => audio === deck && handle();
    audio.preload = 'none';
    audio.addEventListener(
      'playing',
      mine(() => on('started')),
    );
    audio.addEventListener(
      'waiting',
      mine(() => on('waiting')),
    );
    audio.addEventListener(
      'pause',
      mine(() => {
        if (!audio.ended) on('pause');
        remember();
      }),
    );
    audio.addEventListener(
      'ended',
      mine(() => {
        on('ended');
        remember();
        meter.begin();
      }),
    );
    audio.addEventListener(
      'error',
      mine(() => audio.error && fail()),
    );
    audio.addEventListener(
      'loadedmetadata',
      mine(() => {
        if (startAt > 0) audio.currentTime = Math.min(startAt, audio.duration || startAt);
        startAt = 0;
      }),
    );
    audio.addEventListener(
      'durationchange',
      mine(() => {
        if (Number.isFinite(audio.duration)) set({ duration: audio.duration });
      }),
    );
    audio.addEventListener(
      'seeked',
      mine(() => tick()),
    );
    audio.addEventListener(
      'timeupdate',
      mine(() => {
        if (state.song && !audio.paused) meter.tick(state.song, audio.currentTime);
        tick();
      }),
    );
    place.append(audio);
  };
  const tick = () => {
    const now = Math.floor(time());
    if (now === second) return;
    second = now;
    if (now % 5 === 0) remember();
    changed();
  };

  /** The spare element holds the song already: it takes the turn, and stands first from now on. */
  const swap = () => {
    const left = deck;
    [deck, spare] = [spare, deck];
    left.pause();
    left.removeAttribute('src');
    left.load();
    place.append(left);
  };

  const player: Player = {
    state: () => state,
    second: () => second,
    time,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(song) {
      if (song.id === state.song?.id) return player.toggle();
      deck.pause();
      if (spare.src === song.audioUrl) swap();
      startAt = 0;
      second = 0;
      meter.begin();
      set({ song, duration: song.seconds, status: next(state.status, 'choose') });
      start();
      remember();
    },
    toggle: () => (wantsSound(state.status) ? player.pause() : player.play()),
    play() {
      if (wantsSound(state.status) || !state.song) return;
      if (state.status === 'failed') deck.removeAttribute('src');
      on('play');
      start();
    },
    pause() {
      on('pause');
      deck.pause();
    },
    seek(seconds) {
      if (!state.song) return;
      const to = Math.max(0, Math.min(seconds, state.duration));
      if (deck.readyState === 0) startAt = to;
      else deck.currentTime = to;
      tick();
      remember();
    },
    setVolume(volume) {
      set({ volume: Math.max(0, Math.min(100, Math.round(volume))) });
      applyVolume();
      rememberVolume(state.volume);
    },
    prepare(song) {
      if (song.id === state.song?.id || spare.src === song.audioUrl) return;
      spare.preload = 'auto';
      spare.src = song.audioUrl;
      spare.load();
    },
  };

  wire(deck);
  wire(spare);
  const kept = rememberedPlace();
  if (kept) {
    startAt = kept.time;
    second = Math.floor(kept.time);
    state = { ...state, song: kept.song, duration: kept.song.seconds, status: next('empty', 'restore') };
  }
  window.addEventListener('pagehide', remember);
  return player;
}

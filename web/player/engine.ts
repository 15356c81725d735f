import { createDecks } from './decks.ts';
import { level } from './level.ts';
import { listenMeter } from './listen-meter.ts';
import {
  rememberedPosition,
  rememberedQueue,
  rememberedVolume,
  rememberPosition,
  rememberQueue,
  rememberVolume,
} from './memory.ts';
import {
  append,
  current,
  insertNext,
  move,
  nextAt,
  previousAt,
  type Queue,
  queueOf,
  type Repeat,
  remove,
} from './queue.ts';
import type { Song } from './song.ts';
import { next, type PlayerEvent, type Status, wantsSound } from './transitions.ts';

export interface PlayerState {
  song: Song | null;
  queue: Queue;
  repeat: Repeat;
  status: Status;
  /** 0 to 100. */
  volume: number;
  /** Seconds; what the track says of itself until the file is known. */
  duration: number;
  /** When the music is to end: a time (epoch ms), with the song that is on, or not. */
  sleep: number | 'song' | null;
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
  /** Plays these songs one after the other, beginning with the one at `at`. */
  playAll: (songs: Song[], at?: number) => void;
  playNext: (song: Song) => void;
  addToQueue: (song: Song) => void;
  moveInQueue: (from: number, to: number) => void;
  removeFromQueue: (index: number) => void;
  /** Plays an entry of the queue. */
  goTo: (index: number) => void;
  next: () => void;
  /** The song from its start, or in its first seconds the one before. */
  previous: () => void;
  setRepeat: (repeat: Repeat) => void;
  setSleep: (sleep: PlayerState['sleep']) => void;
  toggle: () => void;
  play: () => void;
  pause: () => void;
  seek: (seconds: number) => void;
  setVolume: (volume: number) => void;
  /** Begins to load a song that is likely to be chosen next. */
  prepare: (song: Song) => void;
}

interface Surroundings {
  /** Where the audio elements are put. */
  place: HTMLElement;
  /** A song was heard for so long that it counts. */
  heard: (song: Song, played_ms: number) => void;
  failed: (song: Song) => void;
}

/** Later than this in a song, 'previous' means its start; seconds. */
const STILL_THE_START = 3;
/** So long before a song's end the next one is loaded; seconds. */
const LOAD_AHEAD = 20;

/** The player: its queue, a table of transitions, and what is remembered across a reload. */
export function createPlayer({ place, heard, failed }: Surroundings): Player {
  const kept = rememberedQueue();
  let state: PlayerState = {
    song: null,
    queue: kept.queue,
    repeat: kept.repeat,
    status: 'empty',
    volume: rememberedVolume(),
    duration: 0,
    sleep: null,
  };
  let second = 0;
  /** Songs in a row that could not be played. */
  let failures = 0;
  const listeners = new Set<() => void>();
  const meter = listenMeter((song, played_ms) => song.unpublished || heard(song, played_ms));

  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const on = (event: PlayerEvent) => {
    const status = next(state.status, event);
    if (status !== state.status) set({ status });
  };
  const remember = () => {
    if (state.song) rememberPosition(decks.position());
  };
  const applyVolume = () => decks.setVolume((state.volume / 100) * level(state.song?.loudness ?? null));

  const decks = createDecks(place, {
    started() {
      failures = 0;
      on('started');
    },
    waiting: () => on('waiting'),
    paused() {
      on('pause');
      remember();
    },
    ended() {
      const following = state.repeat === 'one' ? state.queue.at : nextAt(state.queue, state.repeat);
      if (following === null || state.sleep === 'song') {
        set({ status: next(state.status, 'ended'), sleep: null });
        meter.begin();
        remember();
      } else turnTo({ ...state.queue, at: following });
    },
    failed: () => fail(),
    moved: () => tick(),
    measured: (duration) => set({ duration }),
  });

  const start = () => {
    if (!state.song) return;
    applyVolume();
    decks.play(state.song.audioUrl).catch((error: DOMException) => {
      // A pause or another song that came before the sound did is no failure.
      if (error.name === 'NotAllowedError') on('pause');
      else if (error.name !== 'AbortError') fail();
    });
  };
  /** The queue goes on without a song that cannot be played, unless none of it can. */
  const fail = () => {
    if (state.status === 'failed' || !state.song) return;
    on('failed');
    failed(state.song);
    const following = nextAt(state.queue, state.repeat);
    if (following !== null && ++failures < state.queue.entries.length)
      turnTo({ ...state.queue, at: following });
  };
  const turnTo = (queue: Queue) => {
    const song = current(queue);
    if (!song) return;
    decks.turnTo(song.audioUrl);
    second = 0;
    meter.begin();
    set({ song, queue, duration: song.seconds, status: next(state.status, 'choose') });
    start();
    rememberQueue(queue, state.repeat);
    remember();
  };
  const requeue = (queue: Queue) => {
    set({ queue });
    rememberQueue(queue, state.repeat);
  };
  /** A song for the queue when nothing is on yet: it begins to play. */
  const enqueue = (add: (queue: Queue, song: Song) => Queue, song: Song) =>
    state.song ? requeue(add(state.queue, song)) : turnTo(queueOf([song]));

  const tick = () => {
    if (state.song && !decks.paused()) meter.tick(state.song, decks.position());
    const now = Math.floor(decks.position());
    if (now === second) return;
    second = now;
    if (now % 5 === 0) remember();
    const following = nextAt(state.queue, state.repeat);
    if (following !== null && state.duration - now < LOAD_AHEAD) {
      decks.prepare(state.queue.entries[following]!.song.audioUrl);
    }
    // By the clock and not by a timer: those stand still while the machine sleeps.
    if (typeof state.sleep === 'number' && Date.now() >= state.sleep) {
      set({ sleep: null });
      player.pause();
    } else set({});
  };

  const player: Player = {
    state: () => state,
    second: () => second,
    time: decks.position,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: (song) => (song.id === state.song?.id ? player.toggle() : turnTo(queueOf([song]))),
    playAll: (songs, at = 0) => turnTo(queueOf(songs, at)),
    playNext: (song) => enqueue(insertNext, song),
    addToQueue: (song) => enqueue(append, song),
    moveInQueue: (from, to) => requeue(move(state.queue, from, to)),
    removeFromQueue: (index) => requeue(remove(state.queue, index)),
    goTo: (index) => turnTo({ ...state.queue, at: index }),
    next() {
      const following = nextAt(state.queue, state.repeat);
      if (following !== null) player.goTo(following);
    },
    previous() {
      const before = previousAt(state.queue, state.repeat);
      if (before === null || decks.position() > STILL_THE_START) player.seek(0);
      else player.goTo(before);
    },
    setRepeat(repeat) {
      set({ repeat });
      rememberQueue(state.queue, repeat);
    },
    setSleep: (sleep) => set({ sleep }),
    toggle: () => (wantsSound(state.status) ? player.pause() : player.play()),
    play() {
      if (wantsSound(state.status) || !state.song) return;
      on('play');
      start();
    },
    pause() {
      on('pause');
      decks.pause();
    },
    seek(seconds) {
      if (!state.song) return;
      decks.seek(Math.max(0, Math.min(seconds, state.duration)));
      tick();
      remember();
    },
    setVolume(volume) {
      set({ volume: Math.max(0, Math.min(100, Math.round(volume))) });
      applyVolume();
      rememberVolume(state.volume);
    },
    prepare: (song) => decks.prepare(song.audioUrl),
  };

  const song = current(kept.queue);
  if (song) {
    decks.turnTo(song.audioUrl, rememberedPosition());
    second = Math.floor(decks.position());
    state = { ...state, song, duration: song.seconds, status: next('empty', 'restore') };
  }
  window.addEventListener('pagehide', remember);
  return player;
}

import { createStore, type Store } from '../../lib/store.ts';
import { playInOneTab } from './connect.ts';
import {
  createDeck,
  type Deck,
  empty,
  play as playDeck,
  positionOf,
  preload,
  seek,
  setLevel,
  stop,
} from './deck.ts';

/** A take's audio. */
export interface TakeSource {
  id: string;
  url: string;
  /** Integrated loudness, LUFS; null when not measured. */
  loudness: number | null;
}

interface TakePlayerState {
  /** The selected take; null until one is selected. */
  current: string | null;
  status: 'paused' | 'loading' | 'playing' | 'failed';
  /** True if takes were played last, rather than the songs of the player. */
  isActive: boolean;
}

/** Plays one of several takes, and changes between them at the same position. */
export interface TakePlayer extends Pick<Store<TakePlayerState>, 'get' | 'subscribe'> {
  /** Starts to use an element for the audio. @returns a function that stops the sound and removes it. */
  connect: (place: HTMLElement) => () => void;
  setTakes: (takes: readonly TakeSource[]) => void;
  /** @param volume 0 to 1. */
  setVolume: (volume: number) => void;
  /** Selects a take at the position of the current one, and plays it. */
  play: (id: string) => void;
  /** Plays or pauses the selected take, at first the first one. */
  toggle: () => void;
  pause: () => void;
  /** In seconds. */
  seek: (seconds: number) => void;
  /** In seconds. */
  position: () => number;
}

/** From one take to the next, ms. */
const CROSS_FADE_MS = 30;
const FADE_STEP_MS = 5;
/** No take is louder than this, LUFS: as loud as the songs of the player. */
const MAX_LOUDNESS = -14;
/** A take that starts while another one sounds is never further ahead of it than this, s. */
const MAX_LEAD = 0.25;
/** A take that is shorter than the position of the others stops this long before its end, s. */
const END_MARGIN = 0.05;

/**
 * The takes are decks of which one sounds. The next one starts silently where the other is, and takes over once it
 * runs, so that there is no gap. How long it took to start is made up for at the next change.
 */
export function createTakePlayer(): TakePlayer {
  const store = createStore<TakePlayerState>({ current: null, status: 'paused', isActive: false });
  const decks = new Map<string, Deck>();
  let takes: readonly TakeSource[] = [];
  let place: HTMLElement | null = null;
  /** The deck that is heard; it is not the selected one until that one runs. */
  let sounding: Deck | null = null;
  let volume = 1;
  /** Startup latency of a deck, s. */
  let lead = 0;
  let fade: ReturnType<typeof setInterval> | undefined;

  const set = (change: Partial<TakePlayerState>) => store.set({ ...store.get(), ...change });
  const selected = () => decks.get(store.get().current ?? '');
  const isWanted = () => store.get().status === 'playing' || store.get().status === 'loading';
  const position = () => {
    const deck = isWanted() && sounding ? sounding : selected();
    return deck ? positionOf(deck) : 0;
  };

  function add({ id, url }: TakeSource): void {
    const fail = (status: 'failed' | 'paused') => () => {
      if (deck !== selected() || !isWanted()) return;
      stopAll();
      set({ status });
    };
    const deck = createDeck(
      {
        playing: () => takeOver(deck),
        waiting: () => deck === sounding && isWanted() && set({ status: 'loading' }),
        ended: () => deck === selected() && set({ status: 'paused' }),
        failed: fail('failed'),
        blocked: fail('paused'),
      },
      END_MARGIN,
    );
    preload(deck, url);
    decks.set(id, deck);
    place!.append(deck.audio);
  }

  function remove(id: string): void {
    const deck = decks.get(id)!;
    empty(deck);
    deck.audio.remove();
    decks.delete(id);
    if (deck === sounding) sounding = null;
  }

  function stopAll(): void {
    for (const deck of decks.values()) stop(deck);
  }

  /** Every take is as loud as the quietest one. */
  function matchLoudness(): void {
    const quietest = Math.min(MAX_LOUDNESS, ...takes.flatMap(({ loudness }) => loudness ?? []));
    for (const { id, loudness } of takes)
      decks.get(id)!.gain = loudness === null ? 1 : 10 ** ((quietest - loudness) / 20);
  }

  /** The deck runs: it becomes the one that is heard. */
  function takeOver(deck: Deck): void {
    if (deck !== selected() || !isWanted()) {
      stop(deck);
      return;
    }
    const before = sounding;
    sounding = deck;
    set({ status: 'playing' });
    if (!before || before === deck || before.audio.paused) {
      setLevel(deck, volume);
      return;
    }
    lead = Math.min(MAX_LEAD, Math.max(0, lead + positionOf(before) - positionOf(deck)));
    crossFade(before, deck);
  }

  function crossFade(from: Deck, to: Deck): void {
    clearInterval(fade);
    for (const deck of decks.values()) if (deck !== from && deck !== to) stop(deck);
    const start = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - start) / CROSS_FADE_MS);
      setLevel(to, volume * part);
      setLevel(from, volume * (1 - part));
      if (part < 1) return;
      clearInterval(fade);
      if (from !== sounding) stop(from);
    };
    fade = setInterval(step, FADE_STEP_MS);
    step();
  }

  function start(deck: Deck): void {
    set({ status: 'loading', isActive: true });
    const isTakingOver = sounding !== null && sounding !== deck && !sounding.audio.paused;
    setLevel(deck, isTakingOver ? 0 : volume);
    playDeck(deck);
  }

  function select(id: string): Deck | undefined {
    const deck = decks.get(id);
    if (!deck) return undefined;
    const before = selected();
    if (before && before !== deck)
      seek(deck, before.audio.ended ? 0 : position() + (before.audio.paused ? 0 : lead));
    if (before !== deck) set({ current: id });
    return deck;
  }

  function play(id: string): void {
    if (id === store.get().current && isWanted()) return;
    const deck = select(id);
    if (deck) start(deck);
  }

  function pause(): void {
    clearInterval(fade);
    // Paused between two takes, the selected one goes on later.
    const deck = selected();
    if (deck && sounding && sounding !== deck) seek(deck, positionOf(sounding));
    sounding = deck ?? null;
    stopAll();
    if (isWanted()) set({ status: 'paused' });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect(element) {
      place = element;
      for (const take of takes) add(take);
      matchLoudness();
      const leave = playInOneTab({
        state: store.get,
        subscribe: store.subscribe,
        pause: () => {
          pause();
          set({ isActive: false });
        },
      });
      return () => {
        leave();
        pause();
        for (const id of [...decks.keys()]) remove(id);
        place = null;
        set({ isActive: false });
      };
    },
    setTakes(next) {
      takes = next;
      if (!place) return;
      for (const id of [...decks.keys()]) if (!next.some((take) => take.id === id)) remove(id);
      for (const take of next) if (!decks.has(take.id)) add(take);
      matchLoudness();
    },
    setVolume(next) {
      volume = next;
      if (sounding) setLevel(sounding, volume);
    },
    play,
    toggle() {
      if (isWanted()) return pause();
      const id = store.get().current ?? takes[0]?.id;
      if (id !== undefined) play(id);
    },
    pause,
    seek(seconds) {
      if (store.get().current === null && takes[0]) set({ current: takes[0].id });
      for (const deck of new Set([selected(), sounding])) if (deck) seek(deck, seconds);
      set({});
    },
    position,
  };
}

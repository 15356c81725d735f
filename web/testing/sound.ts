import { act } from '@testing-library/react';
import { vi } from 'vitest';

interface Deck {
  paused: boolean;
  ended: boolean;
  readyState: number;
  currentTime: number;
  /** Counts loads: as in the HTML standard, a new load drops the pending events of earlier ones. */
  load: number;
  error: { code: number; message?: string } | null;
}

/** The duration of a file that is not in `lengths`; seconds. */
export const FILE_LENGTH = 60;
/** Durations by URL; seconds. */
export const lengths = new Map<string, number>();
/** URLs of files that fail to load. */
export const broken = new Set<string>();
/** Status of the server's answers about files; null if it cannot be reached, and then no file loads either. */
export const server: { status: number | null } = { status: 200 };
const fails = (url: string) => broken.has(url) || server.status === null;

/** Answers questions about files in place of a server. */
export function installFileServer(): void {
  vi.stubGlobal('fetch', async () => {
    if (server.status === null) throw new TypeError('fetch failed');
    return new Response(null, { status: server.status });
  });
}

const decks = new WeakMap<HTMLMediaElement, Deck>();

function deckOf(element: HTMLMediaElement): Deck {
  let deck = decks.get(element);
  if (!deck) {
    deck = { paused: true, ended: false, readyState: 0, currentTime: 0, load: 0, error: null };
    decks.set(element, deck);
  }
  return deck;
}

const lengthOf = (element: HTMLMediaElement) => lengths.get(element.src) ?? FILE_LENGTH;

/** Replaces jsdom's media elements, which cannot play, with ones that follow the standard on a manual clock. */
export function installSound(): void {
  const read = (name: 'paused' | 'ended' | 'readyState' | 'error') => ({
    configurable: true,
    get(this: HTMLMediaElement) {
      return deckOf(this)[name];
    },
  });
  Object.defineProperties(HTMLMediaElement.prototype, {
    paused: read('paused'),
    ended: read('ended'),
    readyState: read('readyState'),
    error: read('error'),
    duration: {
      configurable: true,
      get(this: HTMLMediaElement) {
        return deckOf(this).readyState > 0 ? lengthOf(this) : Number.NaN;
      },
    },
    currentTime: {
      configurable: true,
      get(this: HTMLMediaElement) {
        return deckOf(this).currentTime;
      },
      set(this: HTMLMediaElement, to: number) {
        const deck = deckOf(this);
        deck.currentTime = Math.min(to, lengthOf(this));
        deck.ended = false;
        dispatchLater(this, 'seeked');
      },
    },
    src: {
      configurable: true,
      get(this: HTMLMediaElement) {
        const src = this.getAttribute('src');
        return src === null ? '' : new URL(src, location.href).href;
      },
      set(this: HTMLMediaElement, src: string) {
        this.setAttribute('src', src);
        this.load();
      },
    },
    load: { configurable: true, value: load },
    play: { configurable: true, value: play },
    pause: { configurable: true, value: pause },
  });
}

function dispatchLater(element: HTMLMediaElement, ...names: string[]) {
  const { load } = deckOf(element);
  queueMicrotask(() => {
    if (deckOf(element).load !== load) return;
    act(() => {
      for (const name of names) element.dispatchEvent(new Event(name));
    });
  });
}

function load(this: HTMLMediaElement) {
  const deck = deckOf(this);
  Object.assign(deck, { paused: true, ended: false, readyState: 0, currentTime: 0, error: null });
  deck.load++;
  if (this.preload !== 'auto' || this.src === '' || fails(this.src)) return;
  const { load } = deck;
  queueMicrotask(() => {
    if (deck.load !== load || deck.readyState > 0) return;
    deck.readyState = 4;
    dispatchLater(this, 'durationchange', 'loadedmetadata');
  });
}

async function play(this: HTMLMediaElement): Promise<void> {
  const deck = deckOf(this);
  deck.paused = false;
  if (deck.ended) deck.currentTime = 0;
  deck.ended = false;
  const { load } = deck;
  await Promise.resolve();
  if (deck.load !== load || deck.paused) throw new DOMException('The load was interrupted.', 'AbortError');
  if (fails(this.src)) {
    Object.assign(deck, { error: { code: 4 }, paused: true });
    dispatchLater(this, 'error', 'pause');
    throw new DOMException('The file cannot be loaded.', 'NotSupportedError');
  }
  const first = deck.readyState === 0;
  deck.readyState = 4;
  dispatchLater(this, ...(first ? ['durationchange', 'loadedmetadata'] : []), 'playing');
}

function pause(this: HTMLMediaElement) {
  const deck = deckOf(this);
  if (deck.paused) return;
  deck.paused = true;
  dispatchLater(this, 'pause');
}

/** The audio element in use. */
export const deck = () => document.querySelector('audio')!;

/** Reports in the audio element in use what Firefox does where no device sounds. */
export function reportNoDevice(): void {
  deckOf(deck()).error = { code: 3, message: 'OnMediaSinkAudioError' };
  act(() => {
    deck().dispatchEvent(new Event('error'));
  });
}

/** Fails the audio element in use with a network error. */
export function loseConnection(): void {
  const state = deckOf(deck());
  state.error = { code: 2 };
  act(() => {
    deck().dispatchEvent(new Event('error'));
    if (state.paused) return;
    // As in Chromium.
    state.paused = true;
    deck().dispatchEvent(new Event('pause'));
  });
}

/** Advances the clock of the playing elements, with four `timeupdate` events per second as in browsers. */
export function playFor(seconds: number): void {
  act(() => {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      for (const element of sounding()) {
        const state = deckOf(element);
        state.currentTime = Math.min(lengthOf(element), state.currentTime + 0.25);
        element.dispatchEvent(new Event('timeupdate'));
        if (state.currentTime < lengthOf(element)) continue;
        Object.assign(state, { paused: true, ended: true });
        element.dispatchEvent(new Event('pause'));
        element.dispatchEvent(new Event('ended'));
      }
    }
  });
}

/** The audio elements that sound, the one that began last at the end. */
export const sounding = () =>
  [...document.querySelectorAll('audio')]
    .filter((audio) => !audio.paused)
    .sort((a, b) => b.currentTime - a.currentTime);

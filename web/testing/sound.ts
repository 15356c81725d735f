import { act } from '@testing-library/react';

interface Deck {
  paused: boolean;
  ended: boolean;
  readyState: number;
  currentTime: number;
  /** Incremented by every load: pending events of an earlier load are dropped, as in the standard. */
  load: number;
  error: { code: number } | null;
}

/** Seconds that a file lasts, unless `lengths` says otherwise. */
export const FILE_LENGTH = 60;
/** Address -> seconds. */
export const lengths = new Map<string, number>();
/** Addresses that do not load. */
export const broken = new Set<string>();

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

/** jsdom's media elements do not play: this makes them follow the standard, with a controllable clock. */
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
        later(this, 'seeked');
      },
    },
    src: {
      configurable: true,
      get(this: HTMLMediaElement) {
        const address = this.getAttribute('src');
        return address === null ? '' : new URL(address, location.href).href;
      },
      set(this: HTMLMediaElement, address: string) {
        this.setAttribute('src', address);
        this.load();
      },
    },
    load: { configurable: true, value: load },
    play: { configurable: true, value: play },
    pause: { configurable: true, value: pause },
  });
}

function later(element: HTMLMediaElement, ...names: string[]) {
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
  if (this.preload !== 'auto' || this.src === '' || broken.has(this.src)) return;
  const { load } = deck;
  queueMicrotask(() => {
    if (deck.load !== load || deck.readyState > 0) return;
    deck.readyState = 4;
    later(this, 'durationchange', 'loadedmetadata');
  });
}

async function play(this: HTMLMediaElement): Promise<void> {
  const deck = deckOf(this);
  deck.paused = false;
  if (deck.ended) deck.currentTime = 0;
  deck.ended = false;
  const { load } = deck;
  await Promise.resolve();
  if (deck.load !== load || deck.paused) throw new DOMException('Something else came first.', 'AbortError');
  if (broken.has(this.src)) {
    deck.error = { code: 4 };
    later(this, 'error');
    throw new DOMException('This does not load.', 'NotSupportedError');
  }
  const first = deck.readyState === 0;
  deck.readyState = 4;
  later(this, ...(first ? ['durationchange', 'loadedmetadata'] : []), 'playing');
}

function pause(this: HTMLMediaElement) {
  const deck = deckOf(this);
  if (deck.paused) return;
  deck.paused = true;
  later(this, 'pause');
}

/** The element that plays. */
export const deck = () => document.querySelector('audio')!;

/** The network fails for the playing element. */
export function loseConnection(): void {
  deckOf(deck()).error = { code: 2 };
  act(() => {
    deck().dispatchEvent(new Event('error'));
  });
}

/** Plays for that many seconds, with four `timeupdate` events per second as in browsers. */
export function hear(seconds: number): void {
  act(() => {
    const element = deck();
    const one = deckOf(element);
    for (let quarter = 0; quarter < seconds * 4 && !one.paused; quarter++) {
      one.currentTime = Math.min(lengthOf(element), one.currentTime + 0.25);
      element.dispatchEvent(new Event('timeupdate'));
      if (one.currentTime < lengthOf(element)) continue;
      Object.assign(one, { paused: true, ended: true });
      element.dispatchEvent(new Event('pause'));
      element.dispatchEvent(new Event('ended'));
    }
  });
}

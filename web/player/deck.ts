import { soundClock } from './overlap.ts';

/** What a deck tells; each at most once for what happened. */
export interface DeckEvents {
  /** The file sounds, also again after waiting. */
  playing: () => void;
  waiting: () => void;
  paused: () => void;
  ended: () => void;
  failed: () => void;
  /** The browser wants a press first. */
  blocked: () => void;
  /** The position changed, by playing or by seeking. */
  moved: () => void;
  /** The file's own duration is known. */
  measured: () => void;
  /** How long a file that began needed until it sounded; seconds. */
  latency: (seconds: number) => void;
}

/**
 * One file on one audio element. It is an element, not Web Audio, because elements keep playing behind a lock screen.
 * Songs, takes and the embedded player all play on decks.
 */
export interface Deck {
  audio: HTMLAudioElement;
  events: Partial<DeckEvents>;
  /** The file to play; `play` loads it. */
  selected: string | null;
  /** The file that the element was given, before it resolves the URL. */
  given: string | null;
  /** Where the file starts once it is loaded; seconds. */
  startAt: number;
  /** How close to its end a file is moved at most; seconds. */
  margin: number;
  /** The volume factor of the file, 0 to 1. */
  gain: number;
  clock: ReturnType<typeof soundClock>;
  /** When it began at position 0, until its latency is known; seconds of `performance.now()`. */
  begunAt: number | null;
  /**
   * The current attempt to play, until it is over. A broken file is reported twice, by the `error` event and by the
   * rejected `play()`, and either can come late: only the first report of the current attempt counts.
   */
  attempt: symbol | null;
}

/** Up to here Chromium reports positions that are ahead of the sound; seconds. */
const SETTLED_AT = 0.25;
/** Position at which the latency of a file that began is measured; seconds. */
const MEASURE_AT = 0.75;

export function createDeck(events: Partial<DeckEvents>, margin = 0): Deck {
  const audio = new Audio();
  audio.preload = 'none';
  const deck: Deck = {
    audio,
    events,
    selected: null,
    given: null,
    startAt: 0,
    margin,
    gain: 1,
    clock: soundClock(),
    begunAt: null,
    attempt: null,
  };
  const handlers = {
    playing() {
      if (audio.currentTime < SETTLED_AT) deck.begunAt ??= performance.now() / 1000;
      events.playing?.();
    },
    waiting() {
      interrupt(deck);
      events.waiting?.();
    },
    pause() {
      interrupt(deck);
      // The event comes late: the element may be playing again.
      if (!audio.paused || audio.ended) return;
      deck.attempt = null;
      events.paused?.();
    },
    seeked() {
      interrupt(deck);
      events.moved?.();
    },
    ended: () => events.ended?.(),
    error() {
      // Removing `src` fires this event too, without an error.
      if (!audio.error || deck.given !== deck.selected) return;
      if (audio.readyState > 0) deck.startAt = audio.currentTime;
      endAttempt(deck, deck.attempt, events.failed);
    },
    loadedmetadata: () => deck.startAt > 0 && seek(deck, deck.startAt),
    durationchange: () => events.measured?.(),
    timeupdate() {
      follow(deck);
      events.moved?.();
    },
  };
  for (const [name, handle] of Object.entries(handlers)) audio.addEventListener(name, handle);
  return deck;
}

function interrupt(deck: Deck): void {
  deck.clock.reset();
  deck.begunAt = null;
}

function endAttempt(deck: Deck, over: symbol | null, report: (() => void) | undefined): void {
  if (over === null || over !== deck.attempt) return;
  deck.attempt = null;
  report?.();
}

/** Notes where a deck is, and once it has settled, how long its file needed until it sounded. */
export function follow(deck: Deck): void {
  const { audio, clock, events, begunAt } = deck;
  if (audio.paused || audio.currentTime < SETTLED_AT) return;
  clock.report(audio.currentTime);
  if (begunAt === null || audio.currentTime < MEASURE_AT) return;
  deck.begunAt = null;
  events.latency?.(clock.origin() - begunAt);
}

const isLoaded = ({ audio, given, selected }: Deck) =>
  given !== null && given === selected && audio.readyState > 0 && !audio.error;

/** Seconds; where the file will start while it is not loaded. */
export const positionOf = (deck: Deck): number => (isLoaded(deck) ? deck.audio.currentTime : deck.startAt);

/** Seconds; null while the file is not loaded. */
export const durationOf = (deck: Deck): number | null =>
  isLoaded(deck) && Number.isFinite(deck.audio.duration) ? deck.audio.duration : null;

/** Seconds until the file is over, by the clock; null while it is not loaded. */
export function restOf(deck: Deck): number | null {
  const duration = durationOf(deck);
  return duration === null ? null : duration - deck.clock.position(deck.audio.currentTime);
}

/** Selects a file without playing it; it will start at `at` seconds. */
export function select(deck: Deck, url: string, at = 0): void {
  deck.attempt = null;
  deck.selected = url;
  deck.startAt = at;
  if (isLoaded(deck)) seek(deck, at);
}

/** Moves the file, which may not have loaded yet, to a position in seconds. */
export function seek(deck: Deck, seconds: number): void {
  if (!isLoaded(deck)) deck.startAt = seconds;
  else deck.audio.currentTime = Math.min(seconds, Math.max(0, (durationOf(deck) ?? seconds) - deck.margin));
}

export function play(deck: Deck): void {
  const { audio, selected, events } = deck;
  if (selected === null) return;
  const started = Symbol();
  deck.attempt = started;
  if (deck.given !== selected || audio.error) give(deck, selected);
  audio.preload = 'auto';
  audio.play().catch(({ name }: DOMException) => {
    // AbortError: a pause or another file came first.
    if (name !== 'AbortError')
      endAttempt(deck, started, name === 'NotAllowedError' ? events.blocked : events.failed);
  });
}

/** Pauses it; what its last attempt to play still reports no longer matters. */
export function stop(deck: Deck): void {
  deck.attempt = null;
  deck.audio.pause();
}

/** Starts to load a file without playing it. */
export function preload(deck: Deck, url: string): void {
  select(deck, url);
  deck.audio.preload = 'auto';
  give(deck, url);
  deck.audio.load();
}

function give(deck: Deck, url: string): void {
  deck.given = url;
  deck.audio.src = url;
}

/** Stops it and lets its file go. */
export function empty(deck: Deck): void {
  stop(deck);
  deck.selected = deck.given = null;
  deck.startAt = 0;
  deck.audio.removeAttribute('src');
  deck.audio.load();
}

/** @param volume 0 to 1, before the factor of the file. */
export function setLevel(deck: Deck, volume: number): void {
  deck.audio.volume = volume * deck.gain;
}

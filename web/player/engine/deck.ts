import { createBackoff } from '../../lib/http/api.ts';
import { soundClock } from './overlap.ts';

/** Events of a deck; each at most once for what happened. */
export interface DeckEvents {
  /** The file sounds, also again after waiting. */
  playing: () => void;
  waiting: () => void;
  paused: () => void;
  ended: () => void;
  /** The server refuses the file, or the browser cannot play it. */
  failed: () => void;
  /** The server cannot be reached. The file goes on by itself once it can, unless it is stopped before. */
  lost: () => void;
  /** The browser wants a press first. */
  blocked: () => void;
  /** The position changed, by playing or by seeking. */
  moved: () => void;
  /** The file's own duration is known. */
  measured: () => void;
  /** Latency of a file between its start and its sound; seconds. */
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
  /** Start position of the file once it is loaded; seconds. */
  startAt: number;
  /** Minimum distance of a seek from the file's end; seconds. */
  margin: number;
  /** The volume factor of the file, 0 to 1. */
  gain: number;
  clock: ReturnType<typeof soundClock>;
  /** Time it began at position 0, until its latency is known; seconds of `performance.now()`. */
  begunAt: number | null;
  /**
   * The current attempt to play, until it is over. A broken file is reported twice, by the `error` event and by the
   * rejected `play()`, and either can come late: only the first report of the current attempt counts.
   */
  attempt: { hasFailed: boolean } | null;
  /** Position where the file failed although the server has it; one more failure there is final. Seconds. */
  brokenAt: number | null;
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
    brokenAt: null,
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
      // The event comes late: the element may be playing again. Chromium also pauses one that failed.
      if (!audio.paused || audio.ended || deck.attempt?.hasFailed) return;
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
      if (!hasFailed(audio) || deck.given !== deck.selected) return;
      if (audio.readyState > 0) deck.startAt = audio.currentTime;
      fail(deck, deck.attempt);
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

/** True if the file failed. Where no device sounds, Firefox reports an error, but plays on, as other browsers do. */
export function hasFailed({ error }: HTMLAudioElement): boolean {
  if (!error) return false;
  const { message } = error;
  return !/MediaSink/.test(message);
}

function fail(deck: Deck, attempt: Deck['attempt']): void {
  if (attempt === null || attempt !== deck.attempt || attempt.hasFailed) return;
  attempt.hasFailed = true;
  void recover(deck, attempt);
}

/** The longest wait for the server's answer, and the first and longest one before it is asked again; ms. */
const PATIENCE = 10_000;
const ASK_AGAIN = { first: 1000, max: 10_000 };
/** A file that fails twice this close to the same position is broken; seconds. */
const SAME_PLACE = 1;

/** Finds out why a file failed: it goes on once its server can be reached, and fails if that is no help. */
async function recover(deck: Deck, attempt: Deck['attempt']): Promise<void> {
  const { audio, events, selected } = deck;
  const at = positionOf(deck);
  const backoff = createBackoff(ASK_AGAIN.first, ASK_AGAIN.max);
  const isDamaged = audio.error?.code === 3;
  events.waiting?.();
  let answer = isDamaged ? 'refused' : await ask(selected!);
  const isLost = answer === 'none' && deck.attempt === attempt;
  if (isLost) events.lost?.();
  while (answer === 'none' && deck.attempt === attempt) {
    await wait(backoff.next());
    if (deck.attempt === attempt) answer = await ask(selected!);
  }
  if (deck.attempt !== attempt) return;
  const isBroken = !isLost && deck.brokenAt !== null && Math.abs(at - deck.brokenAt) < SAME_PLACE;
  deck.brokenAt = isLost ? null : at;
  if (answer === 'refused' || isBroken) {
    deck.attempt = null;
    events.failed?.();
  } else play(deck);
}

/** Asks the server about a file. That it fails, or has too much to do, is no word about the file. */
async function ask(url: string): Promise<'none' | 'refused' | 'here'> {
  if (!url.startsWith('http') && !url.startsWith('/')) return 'refused';
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), PATIENCE);
  const init: RequestInit = { method: 'HEAD', cache: 'no-store', signal: patience.signal };
  try {
    // A bucket may let no page read its answers.
    const { status } = await fetch(url, init).catch(() => fetch(url, { ...init, mode: 'no-cors' }));
    if (status >= 500 || status === 408 || status === 429) return 'none';
    return status >= 400 ? 'refused' : 'here';
  } catch {
    return 'none';
  } finally {
    clearTimeout(late);
  }
}

/** Waits for a while, or until the browser has a network again. */
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });

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
  given !== null && given === selected && audio.readyState > 0 && !hasFailed(audio);

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
  deck.brokenAt = null;
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
  const started = { hasFailed: false };
  deck.attempt = started;
  if (deck.given !== selected || hasFailed(audio)) give(deck, selected);
  audio.preload = 'auto';
  audio.play().catch(({ name }: DOMException) => {
    // A pause or another file came first.
    if (name === 'AbortError') return;
    if (name !== 'NotAllowedError') return fail(deck, started);
    if (deck.attempt !== started) return;
    deck.attempt = null;
    events.blocked?.();
  });
}

/** True if it plays, or will as soon as its server can be reached. */
export const isOn = ({ audio, attempt }: Deck): boolean => !audio.paused || attempt?.hasFailed === true;

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

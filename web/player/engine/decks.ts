import {
  createDeck,
  type Deck,
  type DeckEvents,
  durationOf,
  empty,
  follow,
  hasFailed,
  play,
  positionOf,
  preload,
  restOf,
  seek,
  select,
  setLevel,
  stop,
} from './deck.ts';
import { equalPower } from './overlap.ts';

interface PairEvents extends Omit<DeckEvents, 'blocked'> {
  /** Tells whether the file given to `overlap`, which just begins to sound, is still the next one. */
  stillFollows: () => boolean;
  /** That file is now the current one. */
  overlapped: () => void;
}

/** Two decks that take turns. */
interface Pair {
  place: HTMLElement;
  /** The one that plays. It is the first in `place`, except while two files overlap. */
  deck: Deck;
  /** Preloads the next file, and ends the one before. */
  spare: Deck;
  /** 0 to 1. */
  volume: number;
  overlapping: Overlapping | null;
  fading?: ReturnType<typeof setInterval>;
}

/** A file that starts or plays beside the one that ends. */
interface Overlapping {
  /** Seconds; 0 without a crossfade. */
  fade: number;
  /** True once it sounds and is the current one. */
  sounds: boolean;
}

/** Interval between volume steps of a crossfade, ms. */
const FADE_STEP = 25;
/** Without a crossfade, a file that still plays this long after the next one began is stopped; seconds. */
const LATEST_END = 1;

/** Two decks that take turns: one plays while the other preloads the next file. */
export function createDecks(place: HTMLElement, events: PairEvents) {
  const pair: Pair = {
    place,
    deck: createDeck({}),
    spare: createDeck({}),
    volume: 1,
    overlapping: null,
  };
  for (const deck of [pair.deck, pair.spare]) {
    Object.assign(deck.events, eventsOf(pair, deck, events));
    place.append(deck.audio);
  }
  return {
    position: () => positionOf(pair.deck),
    duration: () => durationOf(pair.deck),
    rest: () => restOf(pair.deck),
    isPaused: () => pair.deck.audio.paused,
    /** Other devices that the current file may play on; undefined where the browser knows none. */
    remote: () => remoteOf(pair),
    play: () => play(pair.deck),
    /** Selects a file without playing it; it will start at `at` seconds. */
    select(url: string, at = 0) {
      release(pair);
      stop(pair.deck);
      if (pair.spare.given === url && !isRemote(pair)) swap(pair);
      select(pair.deck, url, at);
    },
    pause() {
      release(pair);
      stop(pair.deck);
    },
    /** Stops both and lets their files go. */
    clear() {
      release(pair);
      empty(pair.deck);
      empty(pair.spare);
    },
    seek(seconds: number) {
      release(pair);
      seek(pair.deck, seconds);
    },
    /** Sets the speed of the current file; 1 is its own. */
    setRate(rate: number) {
      if (pair.deck.audio.playbackRate !== rate) pair.deck.audio.playbackRate = rate;
    },
    /** Sets the volume, and the factor of the current file; 0 to 1. */
    setVolume(to: number, gain: number) {
      pair.volume = to;
      pair.deck.gain = gain;
      showFade(pair);
    },
    /**
     * Starts to load a file that is likely to be next.
     * @param again also if it is the one that plays.
     */
    preload(url: string, again = false) {
      if ((pair.deck.given === url && !again) || pair.spare.given === url || pair.overlapping) return;
      if (isRemote(pair)) return;
      preload(pair.spare, url);
    },
    /**
     * Starts a preloaded file while the current one plays. It becomes the current one when it sounds; if it never does,
     * nothing changes.
     * @param fade how long both are heard; seconds.
     * @returns whether it was started.
     */
    overlap(url: string, fade: number, gain: number): boolean {
      const { spare } = pair;
      const { audio } = spare;
      if (pair.overlapping || spare.given !== url || audio.readyState < 3 || hasFailed(audio)) return false;
      if (isRemote(pair)) return false;
      pair.overlapping = { fade, sounds: false };
      spare.begunAt = performance.now() / 1000;
      spare.gain = gain;
      setLevel(spare, fade > 0 ? 0 : pair.volume);
      play(spare);
      return true;
    },
  };
}

const remoteOf = ({ deck }: Pair): RemotePlayback | undefined => deck.audio.remote;

/** True if another device plays the sound of the current deck; the other deck would sound here. */
const isRemote = (pair: Pair): boolean => (remoteOf(pair)?.state ?? 'disconnected') !== 'disconnected';

/** Events of a deck of the pair: all of the one that plays, and of the other whether its file sounds. */
function eventsOf(pair: Pair, deck: Deck, events: PairEvents): DeckEvents {
  const ifCurrent =
    <A extends unknown[]>(handle: (...args: A) => void) =>
    (...args: A) => {
      if (deck === pair.deck) handle(...args);
    };
  /** A file that never sounds beside the current one is not told: its turn comes. */
  const reportingFailedStart = (handle: () => void) => () => {
    if (deck === pair.deck) handle();
    else if (pair.overlapping && !pair.overlapping.sounds) pair.overlapping = null;
  };
  return {
    playing() {
      if (deck === pair.deck) events.playing();
      else if (!pair.overlapping || pair.overlapping.sounds) return;
      else if (events.stillFollows()) handOver(pair, pair.overlapping, events.overlapped);
      else release(pair);
    },
    waiting: ifCurrent(events.waiting),
    paused: reportingFailedStart(events.paused),
    failed: reportingFailedStart(events.failed),
    lost() {
      if (deck === pair.deck) return events.lost();
      pair.overlapping = null;
      stop(deck);
    },
    blocked: reportingFailedStart(events.paused),
    ended: ifCurrent(events.ended),
    moved: ifCurrent(() => {
      showFade(pair);
      events.moved();
    }),
    measured: ifCurrent(events.measured),
    latency: ifCurrent(events.latency),
  };
}

/** The file that was started beside the current one sounds: from now on it is the current one. */
function handOver(pair: Pair, started: Overlapping, overlapped: () => void): void {
  started.sounds = true;
  [pair.deck, pair.spare] = [pair.spare, pair.deck];
  pair.fading = setInterval(() => {
    follow(pair.deck);
    showFade(pair);
  }, FADE_STEP);
  overlapped();
  showFade(pair);
}

/** Sets the volumes. During a crossfade they follow the position of the file that begins, however late a timer is. */
function showFade(pair: Pair): void {
  const { deck, spare, volume, overlapping } = pair;
  const { fade, sounds } = overlapping ?? { fade: 0, sounds: false };
  const position = deck.audio.currentTime;
  const share = sounds && fade > 0 ? position / fade : 1;
  const [out, into] = equalPower(share);
  setLevel(deck, volume * into);
  if (!sounds) return;
  setLevel(spare, volume * (fade > 0 ? out : 1));
  if (fade > 0 ? share >= 1 : position >= LATEST_END) release(pair);
}

/** Ends an overlap; the current file goes on alone. */
function release(pair: Pair): void {
  if (!pair.overlapping) return;
  const { sounds } = pair.overlapping;
  pair.overlapping = null;
  clearInterval(pair.fading);
  if (sounds) emptySpare(pair);
  else {
    stop(pair.spare);
    pair.spare.audio.currentTime = 0;
  }
  showFade(pair);
}

/** Makes the preloaded deck the one that plays. */
function swap(pair: Pair): void {
  [pair.deck, pair.spare] = [pair.spare, pair.deck];
  emptySpare(pair);
}

function emptySpare({ spare, place }: Pair): void {
  empty(spare);
  // Moving an element interrupts it, so the one that is no longer needed moves.
  place.append(spare.audio);
}

import { equalPower, soundClock } from './overlap.ts';

interface DeckEvents {
  playing: () => void;
  waiting: () => void;
  paused: () => void;
  ended: () => void;
  /** The file given to `overlap` sounds and is now the current one. */
  overlapped: () => void;
  failed: () => void;
  /** The position changed, by playing or by seeking. */
  moved: () => void;
  /** The file's own duration is known. */
  measured: () => void;
}

interface Deck {
  audio: HTMLAudioElement;
  /** The URL it was given, before the element resolves it. */
  url: string | null;
  /** The volume factor of its file, 0 to 1. */
  gain: number;
  clock: ReturnType<typeof soundClock>;
  /** When it began at position 0, until its latency is known; seconds of `performance.now()`. */
  begunAt: number | null;
}

/** A file that starts or plays beside the one that ends. */
interface Overlapping {
  /** Seconds; 0 without a crossfade. */
  fade: number;
  /** Whether it sounds and is the current one. */
  sounds: boolean;
}

/** How often the volumes of a crossfade are set; ms. */
const FADE_STEP = 25;
/** Without a crossfade, a file that still plays this long after the next one began is stopped; seconds. */
const LATEST_END = 1;
/** Up to here Chromium reports positions that are ahead of the sound; seconds. */
const SETTLED_AT = 0.25;
/** Position at which the latency of a file that began is measured; seconds. */
const MEASURE_AT = 0.75;

/**
 * Two audio elements that take turns: one plays while the other preloads the next file. They are elements, not Web
 * Audio, because elements keep playing behind a lock screen. The one that plays is the first in `place`, except while
 * two files overlap.
 * @param onLatency receives how long a file that began needed until it sounded; seconds.
 */
export function createDecks(place: HTMLElement, events: DeckEvents, onLatency = (_seconds: number) => {}) {
  const newDeck = (): Deck => ({
    audio: new Audio(),
    url: null,
    gain: 1,
    clock: soundClock(),
    begunAt: null,
  });
  let [deck, spare] = [newDeck(), newDeck()];
  let volume = 1;
  let overlapping: Overlapping | null = null;
  let fading: ReturnType<typeof setInterval> | undefined;
  /** The file to play; `play` loads it. */
  let selected: string | null = null;
  /** Where that file starts once it is loaded; seconds. */
  let startAt = 0;
  /**
   * The current attempt to play, until it is over. A broken file is reported twice, by the `error` event and by the
   * rejected `play()`, and either can come late: only the first report of the current attempt counts.
   */
  let attempt: symbol | null = null;

  const end = (over: symbol | null, report: () => void) => {
    if (over === null || over !== attempt) return;
    attempt = null;
    report();
  };
  const isLoaded = () => deck.url === selected && deck.audio.readyState > 0 && !deck.audio.error;
  const load = (target: Deck, url: string) => {
    target.url = url;
    target.audio.src = url;
  };

  for (const each of [deck, spare]) {
    const { audio, clock } = each;
    const on = (name: string, handle: () => void) =>
      audio.addEventListener(name, () => {
        if (audio === deck.audio) handle();
      });
    audio.preload = 'none';
    for (const interruption of ['waiting', 'pause', 'seeked'])
      audio.addEventListener(interruption, () => {
        clock.reset();
        each.begunAt = null;
      });
    audio.addEventListener('playing', () => {
      if (audio.currentTime < SETTLED_AT) each.begunAt ??= performance.now() / 1000;
      if (audio === spare.audio && overlapping && !overlapping.sounds) handOver(overlapping);
      else if (audio === deck.audio) events.playing();
    });
    on('waiting', events.waiting);
    on('pause', () => {
      // The event comes late: the element may be playing again.
      if (!audio.paused || audio.ended) return;
      attempt = null;
      events.paused();
    });
    on('ended', events.ended);
    on('error', () => {
      // Removing `src` fires this event too, without an error.
      if (!audio.error || deck.url !== selected) return;
      if (audio.readyState > 0) startAt = audio.currentTime;
      end(attempt, events.failed);
    });
    on('loadedmetadata', () => {
      if (startAt > 0) audio.currentTime = Math.min(startAt, audio.duration || startAt);
    });
    on('durationchange', events.measured);
    on('seeked', events.moved);
    on('timeupdate', () => {
      follow(each);
      showFade();
      events.moved();
    });
    place.append(audio);
  }

  /** The file that was started beside the current one sounds: from now on it is the current one. */
  function handOver(started: Overlapping) {
    started.sounds = true;
    [deck, spare] = [spare, deck];
    selected = deck.url;
    startAt = 0;
    attempt = null;
    fading = setInterval(() => {
      follow(deck);
      showFade();
    }, FADE_STEP);
    events.overlapped();
    showFade();
  }

  /** Notes where a deck is, and once it has settled, how long its file needed until it sounded. */
  function follow(deck: Deck) {
    const { audio, clock, begunAt } = deck;
    if (audio.paused || audio.currentTime < SETTLED_AT) return;
    clock.report(audio.currentTime);
    if (begunAt === null || audio.currentTime < MEASURE_AT) return;
    deck.begunAt = null;
    onLatency(clock.origin() - begunAt);
  }

  /** Sets the volumes. During a crossfade they follow the position of the file that begins, however late a timer is. */
  function showFade() {
    const { fade, sounds } = overlapping ?? { fade: 0, sounds: false };
    const position = deck.audio.currentTime;
    const share = sounds && fade > 0 ? position / fade : 1;
    const [out, into] = equalPower(share);
    deck.audio.volume = volume * deck.gain * into;
    if (!overlapping || !sounds) return;
    spare.audio.volume = volume * spare.gain * (fade > 0 ? out : 1);
    if (fade > 0 ? share >= 1 : position >= LATEST_END) release();
  }

  /** Ends an overlap; the current file goes on alone. */
  function release() {
    if (!overlapping) return;
    const { sounds } = overlapping;
    overlapping = null;
    clearInterval(fading);
    if (sounds) empty();
    else {
      spare.audio.pause();
      spare.audio.currentTime = 0;
    }
    showFade();
  }

  /** Makes the preloaded element the one that plays. */
  const swap = () => {
    [deck, spare] = [spare, deck];
    empty();
  };

  const empty = () => {
    spare.url = null;
    spare.audio.removeAttribute('src');
    spare.audio.load();
    // Moving an element interrupts it, so the one that is no longer needed moves.
    place.append(spare.audio);
  };

  return {
    /** Seconds; where the file will start while it is not loaded. */
    position: () => (isLoaded() ? deck.audio.currentTime : startAt),
    /** Seconds; null while the file is not loaded. */
    duration: () => (isLoaded() && Number.isFinite(deck.audio.duration) ? deck.audio.duration : null),
    /** Seconds until the current file is over, by the clock; null while the file is not loaded. */
    rest() {
      const { audio, clock } = deck;
      return isLoaded() && Number.isFinite(audio.duration)
        ? audio.duration - clock.position(audio.currentTime)
        : null;
    },
    isPaused: () => deck.audio.paused,
    /** Selects a file without playing it; it will start at `at` seconds. */
    select(url: string, at = 0) {
      attempt = null;
      release();
      deck.audio.pause();
      selected = url;
      startAt = at;
      if (spare.url === url) swap();
      if (isLoaded()) deck.audio.currentTime = at;
    },
    play() {
      if (selected === null) return;
      const started = Symbol();
      attempt = started;
      if (deck.url !== selected || deck.audio.error) load(deck, selected);
      deck.audio.preload = 'auto';
      deck.audio.play().catch((error: DOMException) => {
        // AbortError: a pause or another file came first.
        if (error.name === 'AbortError') return;
        end(started, error.name === 'NotAllowedError' ? events.paused : events.failed);
      });
    },
    pause() {
      attempt = null;
      release();
      deck.audio.pause();
    },
    seek(seconds: number) {
      release();
      if (isLoaded()) deck.audio.currentTime = seconds;
      else startAt = seconds;
    },
    /** Sets the volume, and the factor of the current file; 0 to 1. */
    setVolume(to: number, gain: number) {
      volume = to;
      deck.gain = gain;
      showFade();
    },
    /**
     * Starts to load a file that is likely to be next.
     * @param again also if it is the one that plays.
     */
    preload(url: string, again = false) {
      if ((deck.url === url && !again) || spare.url === url || overlapping) return;
      spare.audio.preload = 'auto';
      load(spare, url);
      spare.audio.load();
    },
    /**
     * Starts a preloaded file while the current one plays. It becomes the current one when it sounds; if it never does,
     * nothing changes.
     * @param fade how long both are heard; seconds.
     * @returns whether it was started.
     */
    overlap(url: string, fade: number, gain: number): boolean {
      const { audio } = spare;
      if (overlapping || spare.url !== url || audio.readyState < 3 || audio.error) return false;
      overlapping = { fade, sounds: false };
      spare.begunAt = performance.now() / 1000;
      spare.gain = gain;
      audio.volume = fade > 0 ? 0 : volume * gain;
      audio.play().catch(() => {
        if (audio === spare.audio && overlapping && !overlapping.sounds) overlapping = null;
      });
      return true;
    },
  };
}

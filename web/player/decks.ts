interface DeckEvents {
  playing: () => void;
  waiting: () => void;
  paused: () => void;
  ended: () => void;
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
}

/**
 * Two audio elements that take turns: one plays while the other preloads the next file. They are elements, not Web
 * Audio, because elements keep playing behind a lock screen. The one that plays is always the first in `place`.
 */
export function createDecks(place: HTMLElement, events: DeckEvents) {
  let [deck, spare]: [Deck, Deck] = [
    { audio: new Audio(), url: null },
    { audio: new Audio(), url: null },
  ];
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

  for (const { audio } of [deck, spare]) {
    const on = (name: string, handle: () => void) =>
      audio.addEventListener(name, () => {
        if (audio === deck.audio) handle();
      });
    audio.preload = 'none';
    on('playing', events.playing);
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
    on('timeupdate', events.moved);
    place.append(audio);
  }

  /** Makes the preloaded element the one that plays. */
  const swap = () => {
    [deck, spare] = [spare, deck];
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
    isPaused: () => deck.audio.paused,
    /** Selects a file without playing it; it will start at `at` seconds. */
    select(url: string, at = 0) {
      attempt = null;
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
      deck.audio.pause();
    },
    seek(seconds: number) {
      if (isLoaded()) deck.audio.currentTime = seconds;
      else startAt = seconds;
    },
    /** @param volume 0 to 1. */
    setVolume(volume: number) {
      deck.audio.volume = volume;
    },
    /** Starts to load a file that is likely to be next. */
    preload(url: string) {
      if (deck.url === url || spare.url === url) return;
      spare.audio.preload = 'auto';
      load(spare, url);
      spare.audio.load();
    },
  };
}

interface Events {
  started: () => void;
  waiting: () => void;
  paused: () => void;
  ended: () => void;
  failed: () => void;
  /** The position changed, by playing or by seeking. */
  moved: () => void;
  /** The file said how long it really is; seconds. */
  measured: (duration: number) => void;
}

/**
 * Two audio elements that take turns: one plays, the other holds what is likely to come next. Real elements and
 * not Web Audio, for they go on behind a lock screen. The one that plays always stands first in `place`.
 */
export function createDecks(place: HTMLElement, events: Events) {
  let [deck, spare] = [new Audio(), new Audio()];
  /** Where a file that is not loaded yet is to begin; seconds. */
  let startAt = 0;

  const wire = (audio: HTMLAudioElement) => {
    const on = (name: string, handle: () => void) =>
      audio.addEventListener(name, () => {
        if (audio === deck) handle();
      });
    audio.preload = 'none';
    on('playing', events.started);
    on('waiting', events.waiting);
    on('pause', () => {
      // Told late: meanwhile it may be playing something else.
      if (audio.paused && !audio.ended) events.paused();
    });
    on('ended', events.ended);
    on('error', () => {
      if (audio.error) events.failed();
    });
    on('loadedmetadata', () => {
      if (startAt > 0) audio.currentTime = Math.min(startAt, audio.duration || startAt);
      startAt = 0;
    });
    on('durationchange', () => {
      if (Number.isFinite(audio.duration)) events.measured(audio.duration);
    });
    on('seeked', events.moved);
    on('timeupdate', events.moved);
    place.append(audio);
  };
  wire(deck);
  wire(spare);

  return {
    /** Seconds; before the file is loaded, where it is to begin. */
    position: () => (deck.readyState === 0 ? startAt : deck.currentTime),
    paused: () => deck.paused,
    /** Turns to a file, to begin at `at` seconds; silent until `play`. */
    turnTo(url: string, at = 0) {
      deck.pause();
      if (spare.src === url) {
        const left = deck;
        [deck, spare] = [spare, deck];
        left.removeAttribute('src');
        left.load();
        // Moving an element that plays would stop it: the other one steps back.
        place.append(left);
        if (Number.isFinite(deck.duration)) events.measured(deck.duration);
      }
      startAt = at;
      if (deck.readyState > 0 && deck.src === url) {
        deck.currentTime = at;
        startAt = 0;
      }
    },
    play(url: string): Promise<void> {
      if (deck.src !== url || deck.error) deck.src = url;
      deck.preload = 'auto';
      return deck.play();
    },
    pause: () => deck.pause(),
    seek(seconds: number) {
      if (deck.readyState === 0) startAt = seconds;
      else deck.currentTime = seconds;
    },
    /** @param volume 0 to 1. */
    setVolume(volume: number) {
      deck.volume = volume;
    },
    /** Begins to load a file that is likely to be next. */
    prepare(url: string) {
      if (deck.src === url || spare.src === url) return;
      spare.preload = 'auto';
      spare.src = url;
      spare.load();
    },
  };
}

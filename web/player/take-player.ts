import { createStore, type Store } from '../lib/store.ts';
import { playInOneTab } from './connect.ts';

/** A take's audio. */
export interface TakeSource {
  id: string;
  url: string;
  /** Integrated loudness, LUFS; null when not measured. */
  loudness: number | null;
}

export interface TakePlayerState {
  /** The selected take; null until one is selected. */
  current: string | null;
  status: 'paused' | 'loading' | 'playing' | 'failed';
  /** Whether takes were played last, rather than the songs of the player. */
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

/**
 * The takes are audio elements of which one sounds. The next one starts silently where the other is, and takes over
 * once it runs, so that there is no gap. How long it took to start is made up for at the next change.
 */
export function createTakePlayer(): TakePlayer {
  const store = createStore<TakePlayerState>({ current: null, status: 'paused', isActive: false });
  const audios = new Map<string, HTMLAudioElement>();
  let takes: readonly TakeSource[] = [];
  let place: HTMLElement | null = null;
  /** The element that is heard; it is not the selected one until that one runs. */
  let sounding: HTMLAudioElement | null = null;
  let volume = 1;
  /** How long an element takes to start, s. */
  let lead = 0;
  let fade: ReturnType<typeof setInterval> | undefined;

  const set = (change: Partial<TakePlayerState>) => store.set({ ...store.get(), ...change });
  const selected = () => audios.get(store.get().current ?? '');
  const isWanted = () => store.get().status === 'playing' || store.get().status === 'loading';

  /** The volume at which a take is as loud as the quietest one. */
  function volumeOf(audio: HTMLAudioElement): number {
    const measured = takes.flatMap(({ loudness }) => loudness ?? []);
    const own = takes.find(({ id }) => audios.get(id) === audio)?.loudness ?? null;
    return own === null ? volume : volume * 10 ** ((Math.min(MAX_LOUDNESS, ...measured) - own) / 20);
  }

  function add({ id, url }: TakeSource): void {
    const audio = new Audio();
    audio.preload = 'auto';
    audio.src = url;
    audio.addEventListener('playing', () => takeOver(audio));
    audio.addEventListener('waiting', () => audio === sounding && isWanted() && set({ status: 'loading' }));
    audio.addEventListener('ended', () => audio === selected() && set({ status: 'paused' }));
    audio.addEventListener('error', () => {
      if (audio !== selected() || !audio.error || !isWanted()) return;
      stop();
      set({ status: 'failed' });
    });
    audios.set(id, audio);
    place!.append(audio);
  }

  function remove(id: string): void {
    const audio = audios.get(id)!;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    audio.remove();
    audios.delete(id);
    if (audio === sounding) sounding = null;
  }

  function stop(): void {
    for (const audio of audios.values()) audio.pause();
  }

  /** The element runs: it becomes the one that is heard. */
  function takeOver(audio: HTMLAudioElement): void {
    if (audio !== selected() || !isWanted()) {
      audio.pause();
      return;
    }
    const before = sounding;
    sounding = audio;
    set({ status: 'playing' });
    if (!before || before === audio || before.paused) {
      audio.volume = volumeOf(audio);
      return;
    }
    lead = Math.min(MAX_LEAD, Math.max(0, lead + before.currentTime - audio.currentTime));
    crossFade(before, audio);
  }

  function crossFade(from: HTMLAudioElement, to: HTMLAudioElement): void {
    clearInterval(fade);
    for (const audio of audios.values()) if (audio !== from && audio !== to) audio.pause();
    const start = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - start) / CROSS_FADE_MS);
      to.volume = volumeOf(to) * part;
      from.volume = volumeOf(from) * (1 - part);
      if (part < 1) return;
      clearInterval(fade);
      if (from !== sounding) from.pause();
    };
    fade = setInterval(step, FADE_STEP_MS);
    step();
  }

  function start(audio: HTMLAudioElement): void {
    set({ status: 'loading', isActive: true });
    const isTakingOver = sounding !== null && sounding !== audio && !sounding.paused;
    audio.volume = isTakingOver ? 0 : volumeOf(audio);
    audio.play().catch((error: DOMException) => {
      if (audio !== selected() || error.name === 'AbortError') return;
      stop();
      set({ status: error.name === 'NotAllowedError' ? 'paused' : 'failed' });
    });
  }

  function select(id: string): HTMLAudioElement | undefined {
    const audio = audios.get(id);
    if (!audio) return undefined;
    const before = selected();
    if (before && before !== audio) moveTo(audio, before.ended ? 0 : position() + (before.paused ? 0 : lead));
    if (before !== audio) set({ current: id });
    return audio;
  }

  function play(id: string): void {
    if (id === store.get().current && isWanted()) return;
    const audio = select(id);
    if (audio) start(audio);
  }

  function pause(): void {
    clearInterval(fade);
    // Paused between two takes, the selected one goes on later.
    const audio = selected();
    if (audio && sounding && sounding !== audio) moveTo(audio, sounding.currentTime);
    sounding = audio ?? null;
    stop();
    if (isWanted()) set({ status: 'paused' });
  }

  const position = () => (isWanted() && sounding ? sounding : selected())?.currentTime ?? 0;

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect(element) {
      place = element;
      for (const take of takes) add(take);
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
        for (const id of [...audios.keys()]) remove(id);
        place = null;
        set({ isActive: false });
      };
    },
    setTakes(next) {
      const known = new Map(takes.map(({ id, url }) => [id, url]));
      takes = next;
      if (!place) return;
      for (const id of [...audios.keys()]) if (!next.some((take) => take.id === id)) remove(id);
      for (const take of next) if (!known.has(take.id) || !audios.has(take.id)) add(take);
    },
    setVolume(next) {
      volume = next;
      if (sounding) sounding.volume = volumeOf(sounding);
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
      for (const audio of new Set([selected(), sounding])) if (audio) moveTo(audio, seconds);
      set({});
    },
    position,
  };
}

/** Moves an element, which may not have loaded yet, to a position in seconds. */
function moveTo(audio: HTMLAudioElement, seconds: number): void {
  const move = () => {
    audio.currentTime = Math.min(seconds, Math.max(0, (audio.duration || seconds) - 0.05));
  };
  if (audio.readyState > 0) move();
  else audio.addEventListener('loadedmetadata', move, { once: true });
}

import { sourceOf } from '../../lib/storage/downloaded-files.ts';
import type { Song } from '../song.ts';
import { createDecks } from './decks.ts';
import { listenMeter } from './listens.ts';
import { canFade, latencyMeter, MAX_CROSSFADE, normalizationGain, planOverlap } from './overlap.ts';
import { loadOverlap, loadPosition, loadQueue, loadVolume, persistState } from './persisted-state.ts';
import {
  isPlayingOrLoading,
  type Player,
  type PlayerEvent,
  type PlayerState,
  type Sleep,
  transition,
} from './player.ts';
import { current, emptyQueue, nextAt, type Queue } from './queue.ts';
import { queueCommands } from './queue-commands.ts';

interface Options {
  /** Container of the audio elements. */
  place: HTMLElement;
  /** Called once per listen, when a song begins to be heard. */
  onStarted?: (song: Song) => void;
  /** Called once per listen, when a song was heard long enough to count as a play. */
  onListened: (song: Song, played_ms: number) => void;
  /** Called when a song can't be played. */
  onFailed: (song: Song) => void;
  /** Called when a song waits for the server, once until music sounds again. */
  onLost: (song: Song) => void;
}

/** The next song gets a timer of its own when it is due in less; position events come four times a second. Seconds. */
const LOOK_AHEAD = 0.6;

/** The player: a queue, two audio elements and the state that the page shows, restored after a reload. */
export function createPlayer({ place, onStarted, onListened, onFailed, onLost }: Options): Player {
  let state: PlayerState = {
    ...loadQueue(),
    ...loadOverlap(),
    song: null,
    status: 'empty',
    volume: loadVolume(),
    duration: 0,
    second: 0,
    sleep: null,
  };
  /** Songs in a row that could not be played. */
  let failures = 0;
  let isLost = false;
  /** True while the song is kept in step with what others hear. */
  let isPaced = false;
  const listeners = new Set<() => void>();
  const meter = listenMeter(
    (song, played_ms) => song.unpublished || onListened(song, played_ms),
    (song) => song.unpublished || onStarted?.(song),
  );

  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const send = (event: PlayerEvent) => {
    const status = transition(state.status, event);
    if (status !== state.status) set({ status });
  };

  const { latency, learn } = latencyMeter();
  /** The index of the song that follows this one by itself; null if none does. */
  const next = () => (isPaced ? null : following(state));
  const deckEvents = {
    playing() {
      failures = 0;
      isLost = false;
      send('started');
    },
    waiting: () => send('waiting'),
    paused: () => send('pause'),
    ended() {
      const at = next();
      if (at !== null && goesOn()) return playFrom({ ...state.queue, at });
      meter.begin();
      set({ status: transition(state.status, 'ended'), sleep: null });
    },
    // The queue may change in the milliseconds until the song sounds.
    stillFollows() {
      const at = next();
      return at !== null && state.queue.entries[at]!.song === starting && goesOn();
    },
    overlapped() {
      const at = next()!;
      const { song } = state.queue.entries[at]!;
      failures = 0;
      meter.begin();
      const status = transition(transition(state.status, 'choose'), 'started');
      set({ song, queue: { ...state.queue, at }, second: 0, duration: lengthOf(song), status });
      applyVolume();
    },
    failed() {
      if (!state.song) return;
      send('failed');
      onFailed(state.song);
      // The queue continues without the broken song, unless none of its songs can be played.
      const at = isPaced ? null : nextAt(state.queue, state.repeat);
      if (at !== null && ++failures < state.queue.entries.length) playFrom({ ...state.queue, at });
    },
    lost() {
      if (state.song && !isLost) onLost(state.song);
      isLost = true;
    },
    moved: () => {
      showPosition();
      overlapWhenDue();
    },
    measured: () => state.song && set({ duration: lengthOf(state.song) }),
    latency: learn,
  };
  const decks = createDecks(place, deckEvents);
  const fades = canFade();
  /** The length of the current song's file, unless it contradicts the catalogue by more than a second. */
  const lengthOf = ({ seconds }: Song) => {
    const own = decks.duration() ?? seconds;
    return Math.abs(own - seconds) > 1 ? seconds : own;
  };

  /** True if the queue goes on after this song. */
  const goesOn = () => state.sleep !== 'song' && !sleepIsOver(state.sleep);

  /** The song that was started while the current one still plays. */
  let starting: Song | undefined;
  let due: ReturnType<typeof setTimeout> | undefined;
  /** Starts the next song shortly before this one ends, as the settings say. */
  const overlapWhenDue = () => {
    clearTimeout(due);
    const at = next();
    const [length, rest] = [decks.duration(), decks.rest()];
    if (state.status !== 'playing' || at === null || length === null || rest === null || !goesOn()) return;
    const song = state.queue.entries[at]!.song;
    const settings = { gapless: state.gapless, crossfade: fades ? state.crossfade : 0 };
    const plan = planOverlap(settings, [length, song.seconds], latency());
    if (!plan) return;
    const wait = rest - plan.lead;
    if (wait > LOOK_AHEAD) return;
    // A timer may be early by a millisecond.
    if (wait > 0.002) due = setTimeout(overlapWhenDue, wait * 1000);
    else if (decks.overlap(sourceOf(song.audioUrl), plan.fade, normalizationGain(song.loudness)))
      starting = song;
  };

  const applyVolume = () =>
    decks.setVolume(state.volume / 100, normalizationGain(state.song?.loudness ?? null));

  const start = () => {
    if (sleepIsOver(state.sleep)) set({ sleep: null });
    applyVolume();
    decks.play();
  };

  const moveTo = (seconds: number) => {
    decks.seek(Math.max(0, Math.min(seconds, state.duration)));
    showPosition();
  };
  const keepPace: Player['keepPace'] = (pace) => {
    isPaced = pace !== null;
    decks.setRate(pace?.rate ?? 1);
    if (pace?.at !== undefined) moveTo(pace.at);
  };

  /** Plays the current song of a queue from its beginning. */
  const playFrom = (queue: Queue) => {
    const song = current(queue);
    if (!song) return;
    keepPace(null);
    decks.select(sourceOf(song.audioUrl));
    meter.begin();
    const status = transition(state.status, 'choose');
    set({ song, queue, second: 0, duration: lengthOf(song), status });
    start();
  };

  const showPosition = () => {
    const position = decks.position();
    if (state.song && !decks.isPaused()) meter.tick(state.song, position);
    // At the end of the song the position equals the rounded duration that the page shows.
    const second = position < state.duration ? Math.floor(position) : Math.round(state.duration);
    if (second !== state.second) set({ second });
  };

  const play = () => {
    if (isPlayingOrLoading(state.status) || !state.song) return;
    send('play');
    start();
  };
  const pause = () => {
    send('pause');
    decks.pause();
  };
  const base = {
    state: () => state,
    position: decks.position,
    remote: decks.remote,
    toggle: () => (isPlayingOrLoading(state.status) ? pause() : play()),
    seek(seconds: number) {
      if (state.song && !isPaced) moveTo(seconds);
    },
  };
  const player: Player = {
    ...base,
    ...queueCommands(base, set, playFrom),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play,
    pause,
    keepPace,
    clear() {
      keepPace(null);
      decks.clear();
      set({ song: null, queue: emptyQueue, status: 'empty', second: 0, duration: 0, sleep: null });
    },
    setVolume(volume) {
      set({ volume: Math.max(0, Math.min(100, Math.round(volume))) });
      applyVolume();
    },
    setSleep: (sleep) => set({ sleep }),
    setCrossfade: (seconds) => set({ crossfade: Math.max(0, Math.min(MAX_CROSSFADE, Math.round(seconds))) }),
    setGapless: (gapless) => set({ gapless }),
    // What the pointer is over must not replace the song that is about to begin.
    preload: (song) => isNextSoon(state) || decks.preload(sourceOf(song.audioUrl)),
  };

  const song = current(state.queue);
  if (song) {
    decks.select(sourceOf(song.audioUrl), Math.min(loadPosition(), song.seconds));
    const second = Math.floor(decks.position());
    set({ song, second, duration: song.seconds, status: transition('empty', 'restore') });
  }
  persistState(player);
  preloadNext(player, ({ audioUrl }) => decks.preload(sourceOf(audioUrl), state.repeat === 'one'));
  runSleepTimer(player);
  return player;
}

/** Seconds before the end of a song at which the next one is preloaded; longer than any crossfade. */
const PRELOAD_BEFORE_END = 20;

/** The index of the song that plays when this one is over; null if none does. */
const following = ({ queue, repeat }: Pick<PlayerState, 'queue' | 'repeat'>): number | null =>
  repeat === 'one' && queue.at >= 0 ? queue.at : nextAt(queue, repeat);

/** True if the song that plays is so close to its end that the next one is preloaded. */
const isNextSoon = ({ status, duration, second, ...rest }: PlayerState): boolean =>
  status === 'playing' && following(rest) !== null && duration - second < PRELOAD_BEFORE_END;

/** Starts to load the next song of the queue shortly before the current one ends. */
function preloadNext(player: Player, preload: (song: Song) => void): void {
  player.subscribe(() => {
    const state = player.state();
    if (isNextSoon(state)) preload(state.queue.entries[following(state)!]!.song);
  });
}

/** True if a timed sleep is over. It reads the clock because timers stand still while the machine sleeps. */
const sleepIsOver = (sleep: Sleep): boolean => typeof sleep === 'number' && Date.now() >= sleep;

/** Pauses the music when a timed sleep is over. */
function runSleepTimer(player: Player): void {
  player.subscribe(() => {
    const { sleep, status } = player.state();
    if (status !== 'playing' || !sleepIsOver(sleep)) return;
    player.setSleep(null);
    player.pause();
  });
}

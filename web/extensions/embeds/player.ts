import type { EmbedTrack } from 'contract/extensions/sharing/embeds.ts';
import { openChannel } from '../../lib/browser.ts';
import {
  createDeck,
  isOn,
  play,
  positionOf,
  seek,
  select,
  setLevel,
  stop,
} from '../../player/engine/deck.ts';
import { listenMeter, playReports } from '../../player/engine/listens.ts';
import { normalizationGain } from '../../player/engine/overlap.ts';
import type { Song } from '../../player/song.ts';

/** Current state of an embedded player; times in seconds. */
export interface EmbedState {
  playing: boolean;
  index: number;
  seconds: number;
  duration: number;
}

/** Cause of silence: the browser wants a click first, or the file does not load. */
export type EmbedFailure = 'blocked' | 'unavailable';

/** The player of an embed: one deck, and reports of plays like those of the product's own page. */
export type EmbedPlayer = ReturnType<typeof embedPlayer>;

export function embedPlayer(
  tracks: EmbedTrack[],
  onChange: (state: EmbedState) => void,
  onFailure: (failure: EmbedFailure) => void,
) {
  let index = 0;
  const { onStarted, onListened } = playReports();
  const meter = listenMeter(onListened, onStarted);
  const deck = createDeck({
    // Other players on the page pause.
    playing: () => others.tell(),
    blocked: () => onFailure('blocked'),
    failed: () => onFailure('unavailable'),
    lost() {
      onFailure('unavailable');
      changed();
    },
    moved() {
      if (!deck.audio.paused) meter.tick(songOf(tracks[index]!), positionOf(deck));
      changed();
    },
    ended() {
      if (index + 1 < tracks.length) choose(index + 1);
      else load(index);
    },
  });
  const pause = () => {
    stop(deck);
    changed();
  };
  const others = openChannel('ovation.embed', pause);

  const state = (): EmbedState => ({
    playing: isOn(deck),
    index,
    seconds: positionOf(deck),
    duration: tracks[index]!.seconds,
  });
  const changed = () => onChange(state());
  for (const event of ['play', 'pause']) deck.audio.addEventListener(event, changed);

  /** Selects a track; it loads once it plays. */
  function load(next: number) {
    index = next;
    const { audio, loudness } = tracks[index]!;
    select(deck, audio);
    deck.gain = normalizationGain(loudness);
    setLevel(deck, 1);
    meter.begin();
  }

  function choose(next: number) {
    load(next);
    changed();
    play(deck);
  }

  load(0);
  return {
    state,
    play: () => play(deck),
    pause,
    toggle: () => (isOn(deck) ? pause() : play(deck)),
    /** Plays another track; nothing happens for one that is not there. */
    goTo: (next: number) => next in tracks && choose(next),
    /** @param seconds beyond the end means the start. */
    seek(seconds: number) {
      seek(deck, seconds < tracks[index]!.seconds ? Math.max(0, seconds) : 0);
      changed();
    },
  };
}

/** The part of a song that the reports of plays read. */
const songOf = ({ id, title, artist, seconds, audio, cover, waveform, loudness }: EmbedTrack): Song => ({
  id,
  title,
  artist,
  seconds,
  loudness,
  audioUrl: audio,
  thumbnail: cover,
  waveformUrl: waveform,
  duration: '',
});

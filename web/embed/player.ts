import type { EmbedTrack } from 'contract/embeds.ts';
import { listenMeter, playReports } from '../player/listens.ts';
import { normalizationGain } from '../player/overlap.ts';
import type { Song } from '../player/song.ts';

/** What an embedded player does right now. Seconds. */
export interface EmbedState {
  playing: boolean;
  index: number;
  seconds: number;
  duration: number;
}

/** Why nothing is heard: the browser wants a click first, or the file does not load. */
export type EmbedFailure = 'blocked' | 'unavailable';

/** The player of an embed: one audio element, and reports of plays like those of the product's own page. */
export type EmbedPlayer = ReturnType<typeof embedPlayer>;

export function embedPlayer(
  tracks: EmbedTrack[],
  onChange: (state: EmbedState) => void,
  onFailure: (failure: EmbedFailure) => void,
) {
  const audio = new Audio();
  audio.preload = 'none';
  let index = 0;
  /** Where the song starts once it is loaded. */
  let start = 0;
  const { onStarted, onListened } = playReports();
  const meter = listenMeter(onListened, onStarted);
  // Other players on the page pause.
  const others = new BroadcastChannel('ovation.embed');
  others.onmessage = () => audio.pause();

  const state = (): EmbedState => ({
    playing: !audio.paused,
    index,
    seconds: audio.currentTime || start,
    duration: tracks[index]!.seconds,
  });
  const changed = () => onChange(state());

  function load(next: number, at = 0) {
    index = next;
    start = at;
    audio.src = tracks[index]!.audio;
    audio.volume = normalizationGain(tracks[index]!.loudness);
    audio.currentTime = at;
    meter.begin();
    changed();
  }

  async function play() {
    if (!audio.src) load(index, start);
    try {
      await audio.play();
      others.postMessage('playing');
    } catch (error) {
      const { name } = error as DOMException;
      if (name !== 'AbortError') onFailure(name === 'NotAllowedError' ? 'blocked' : 'unavailable');
    }
  }

  function choose(next: number) {
    load(next);
    return play();
  }

  audio.addEventListener('play', changed);
  audio.addEventListener('pause', changed);
  audio.addEventListener('seeked', changed);
  audio.addEventListener('timeupdate', () => {
    if (!audio.paused) meter.tick(songOf(tracks[index]!), audio.currentTime);
    changed();
  });
  audio.addEventListener('ended', () => {
    if (index + 1 < tracks.length) void choose(index + 1);
    else load(index);
  });

  return {
    state,
    play,
    pause: () => audio.pause(),
    toggle: () => (audio.paused ? play() : audio.pause()),
    /** Plays another track; nothing happens for one that is not there. */
    async goTo(next: number) {
      if (next in tracks) await choose(next);
    },
    /** @param seconds beyond the end means the start. */
    seek(seconds: number) {
      const at = seconds < tracks[index]!.seconds ? Math.max(0, seconds) : 0;
      if (audio.src) audio.currentTime = at;
      else {
        start = at;
        changed();
      }
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

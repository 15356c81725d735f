import type { EmbedTrack } from 'contract/extensions/sharing/embeds.ts';
import { type EmbedFailure, type EmbedPlayer, type EmbedState, embedPlayer } from './player.ts';
import { connectView } from './view.ts';

/** Interval of position updates to a page while a song plays, ms. */
const INTERVAL = 250;

/** Connects the player with the page around it, as docs/embed.md describes. @returns what tells the page. */
function connectPage(tracks: EmbedTrack[], player: () => EmbedPlayer) {
  // Only public facts are sent, so any page may read them.
  const send = (message: { ovation: string; [name: string]: unknown }) => {
    if (parent !== window) parent.postMessage(message, '*');
  };
  const describe = ({ index, ...state }: EmbedState) => {
    const { id, title, artist, url } = tracks[index]!;
    return { ...state, index, count: tracks.length, track: { id, title, artist, url } };
  };

  const commands: Record<string, (message: Record<string, unknown>) => unknown> = {
    play: ({ index }) => (typeof index === 'number' ? player().goTo(index) : player().play()),
    pause: () => player().pause(),
    toggle: () => player().toggle(),
    next: () => player().goTo(player().state().index + 1),
    previous: () => player().goTo(player().state().index - 1),
    seek: ({ seconds }) => {
      if (typeof seconds === 'number' && Number.isFinite(seconds)) player().seek(seconds);
    },
    state: () => send({ ovation: 'state', ...describe(player().state()) }),
  };
  addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== parent || typeof data?.ovation !== 'string') return;
    if (Object.hasOwn(commands, data.ovation)) void commands[data.ovation]!(data);
  });

  let last = { playing: false, index: -1, at: 0 };
  return {
    ready: () => send({ ovation: 'ready', ...describe(player().state()) }),
    changed(state: EmbedState) {
      const at = performance.now();
      const moved = state.playing !== last.playing || state.index !== last.index;
      if (!moved && at - last.at < INTERVAL) return;
      last = { playing: state.playing, index: state.index, at };
      send({ ovation: 'state', ...describe(state) });
    },
    failed: (reason: EmbedFailure) => send({ ovation: 'error', reason }),
  };
}

/** The script of an embedded player: plain DOM code, because it is loaded by pages that are not ours. */
const tracks: EmbedTrack[] = JSON.parse(document.getElementById('data')!.textContent);
const page = connectPage(tracks, () => player);
const show = connectView(tracks, () => player);
const player: EmbedPlayer = embedPlayer(
  tracks,
  (state) => {
    show(state);
    page.changed(state);
  },
  page.failed,
);

const start = new URLSearchParams(location.search).get('t') ?? '';
if (/^\d{1,5}$/.test(start)) player.seek(Number(start));
show(player.state());
page.ready();

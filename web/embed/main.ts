import type { EmbedTrack } from 'contract/embeds.ts';
import { connectPage } from './messages.ts';
import { type EmbedPlayer, embedPlayer } from './player.ts';
import { connectView } from './view.ts';

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

import type { EmbedTrack } from 'contract/embeds.ts';
import { formatDuration } from '../lib/format.ts';
import type { EmbedPlayer, EmbedState } from './player.ts';
import { drawWave } from './wave.ts';

const find = <E extends Element>(selector: string) => document.querySelector<E>(selector)!;

/** Connects the document's controls with the player. @returns what shows a state. */
export function connectView(tracks: EmbedTrack[], player: () => EmbedPlayer) {
  const main = find<HTMLElement>('main');
  const button = find<HTMLButtonElement>('.play');
  const slider = find<HTMLInputElement>('.wave input');
  const cover = find<HTMLImageElement>('.cover');
  const rows = document.querySelectorAll<HTMLButtonElement>('li > button');
  const showWave = drawWave(find('.wave'));
  let shown = -1;

  button.onclick = () => void player().toggle();
  slider.oninput = () => player().seek(slider.valueAsNumber);
  slider.onchange = () => void player().play();
  cover.onerror = () => {
    cover.onerror = null;
    cover.src = '/default-cover.svg';
  };
  rows.forEach((row, i) => {
    row.onclick = () => void (i === shown ? player().toggle() : player().goTo(i));
  });

  function showTrack(index: number) {
    const track = tracks[index]!;
    const title = find<HTMLAnchorElement>('.title');
    title.textContent = track.title;
    title.href = track.url;
    find('.artist').textContent = track.artist;
    const source = track.cover ?? '/default-cover.svg';
    if (cover.getAttribute('src') !== source) cover.src = source;
    slider.max = String(track.seconds);
    rows.forEach((row, i) => {
      if (i === index) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    });
    void showWave(track.waveform);
  }

  return ({ playing, index, seconds, duration }: EmbedState) => {
    if (index !== shown) {
      shown = index;
      showTrack(index);
    }
    main.toggleAttribute('data-playing', playing);
    button.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    main.style.setProperty('--progress', String(Math.min(1, seconds / duration)));
    slider.value = String(Math.floor(seconds));
    slider.setAttribute('aria-valuetext', `${formatDuration(seconds)} of ${formatDuration(duration)}`);
    const time = seconds > 0 || playing ? `${formatDuration(seconds)} / ` : '';
    find('.controls .time').textContent = time + formatDuration(duration);
  };
}

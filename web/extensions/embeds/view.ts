import type { EmbedTrack } from 'contract/extensions/sharing/embeds.ts';
import { formatDuration } from '../../lib/format.ts';
import { bars, type WaveformJson } from '../../player/engine/waveform.ts';
import type { EmbedPlayer, EmbedState } from './player.ts';

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

  // Held down, it would press a button again and again.
  document.onkeydown = (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
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
    button.setAttribute('aria-label', button.dataset[playing ? 'pause' : 'play']!);
    main.style.setProperty('--progress', String(Math.min(1, seconds / duration)));
    slider.value = String(Math.floor(seconds));
    slider.setAttribute(
      'aria-valuetext',
      slider.dataset
        .of!.replace('{position}', formatDuration(seconds))
        .replace('{duration}', formatDuration(duration)),
    );
    const time = seconds > 0 || playing ? `${formatDuration(seconds)} / ` : '';
    find('.controls .time').textContent = time + formatDuration(duration);
  };
}

/** Width of a bar with its gap, and the height of the box; px. */
const PITCH = 4;
const HEIGHT = 48;

/** Draws waveforms into an embed's two paths, and again when its width changes. */
function drawWave(box: Element) {
  let waveform: WaveformJson | undefined;
  const paths = box.querySelectorAll('path');
  const draw = () => {
    const count = Math.floor((box.clientWidth + 1) / PITCH);
    const path = bars(waveform, count)
      .map((level, i) => {
        const half = Math.max(1, (level * (HEIGHT - 4)) / 2);
        return `M${i * PITCH + 1.5} ${HEIGHT / 2 - half}v${2 * half}`;
      })
      .join('');
    for (const one of paths) one.setAttribute('d', path);
  };
  new ResizeObserver(draw).observe(box);

  let shown: string | null = null;
  return async (url: string | null) => {
    if (url === shown) return;
    shown = url;
    // Without its waveform a song shows a plain line.
    const loaded =
      url === null
        ? undefined
        : await fetch(url).then(
            (answer) => answer.json(),
            () => undefined,
          );
    if (url !== shown) return;
    waveform = loaded;
    draw();
  };
}

import { bars, type WaveformJson } from '../player/waveform.ts';

/** Width of a bar with its gap, and the height of the box; px. */
const PITCH = 4;
const HEIGHT = 48;

/** Draws waveforms into an embed's two paths, and again when its width changes. */
export function drawWave(box: Element) {
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

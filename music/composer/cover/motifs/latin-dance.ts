import type { Scene } from '../scene.ts';
import { circle, fillAll, path, wedge } from '../shapes.ts';

/** An open fan, rib by rib. */
export function latinDance(scene: Scene): string {
  const { between, tone, spark, paper, deepSpark, pace, energy, sparkle } = scene;
  const ribs = Math.round(11 + 6 * pace);
  const [x, y] = [between(420, 580), 930];
  const loud = energy(ribs);
  const step = Math.PI / ribs;
  const leaves = loud.map((e, i) => {
    const from = Math.PI + i * step;
    const reach = 640 + 240 * e;
    return (
      path(wedge(x, y, reach, from, from + step), i % 2 ? tone(0.85) : spark) +
      path(wedge(x, y, reach * 0.72, from, from + step), i % 2 ? deepSpark : tone(0.5)) +
      path(wedge(x, y, reach * 0.4, from, from + step), i % 2 ? tone(0.3) : paper) +
      circle(
        x + reach * 0.86 * Math.cos(from + step / 2),
        y + reach * 0.86 * Math.sin(from + step / 2),
        12 + 16 * sparkle,
        paper,
      )
    );
  });
  return fillAll(tone(0.18)) + leaves.join('') + circle(x, y, 60, paper);
}

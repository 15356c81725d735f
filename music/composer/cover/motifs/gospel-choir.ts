import type { Scene } from '../scene.ts';
import { clipped, fillAll, path, polygon, stroke } from '../shapes.ts';

/** A church window with the morning behind it. */
export function gospelChoir(scene: Scene): string {
  const { between, tone, ground, paper, spark, deepSpark, pace, energy, sparkle } = scene;
  const rows = Math.round(6 + 3 * pace);
  const columns = 4;
  const loud = energy(rows * columns);
  const arch = 'M190 1000V430Q190 90 500 40Q810 90 810 430V1000Z';
  const [w, h] = [620 / columns, 960 / rows];
  const shift = between(-30, 30);
  const panes = loud.map((e, i) => {
    const [x, y] = [190 + (i % columns) * w, 40 + Math.floor(i / columns) * h];
    const color = [tone(0.3 + 0.6 * e), spark, paper, tone(0.85), deepSpark][
      Math.floor(i * 1.7 + 4 * e) % 5
    ]!;
    return polygon(
      [
        [x, y + shift],
        [x + w, y - shift],
        [x + w, y + h - shift],
        [x, y + h + shift],
      ],
      color,
      `stroke="${ground(0)}" stroke-width="10"`,
    );
  });
  return (
    fillAll(ground(0.5 + 0.4 * sparkle)) +
    clipped(scene, path(arch, '#000'), fillAll(paper) + panes.join('')) +
    stroke(arch, ground(0), 26)
  );
}

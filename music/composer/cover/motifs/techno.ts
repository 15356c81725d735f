import type { Scene } from '../scene.ts';
import { fillAll, rect } from '../shapes.ts';

/** A grid of lamps, each as large as its moment is loud. */
export function techno(scene: Scene): string {
  const { whole, ink, tone, spark, paper, pace, energy, sparkle } = scene;
  const side = Math.round(6 + 4 * pace);
  const cell = 1000 / side;
  const loud = energy(side * side);
  const lit = whole(0, side * side - 1);
  const lamps = loud.map((e, i) => {
    const size = cell * (0.16 + 0.76 * e);
    const [x, y] = [(i % side) * cell + (cell - size) / 2, Math.floor(i / side) * cell + (cell - size) / 2];
    return rect(
      x,
      y,
      size,
      size,
      i === lit ? spark : e > 0.93 - 0.1 * sparkle ? paper : tone(0.1 + 0.5 * e * ((i % 3) / 2)),
    );
  });
  return fillAll(ink) + lamps.join('');
}

import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, stroke } from '../shapes.ts';

/** A record on a warm wall, its grooves as deep as the song is loud. */
export function neoSoul(scene: Scene): string {
  const { between, chance, tone, ink, spark, paper, pace, energy } = scene;
  const [x, y] = [chance(0.5) ? between(250, 360) : between(640, 750), between(520, 640)];
  const rings = Math.round(8 + 4 * pace);
  const wall = linear(scene, [0, 0], [1000, 1000], { 0: tone(0.95), 1: tone(0.55) });
  const grooves = energy(rings).map((loud, i) =>
    stroke(
      `M${x - 150 - i * 30} ${y}a${150 + i * 30} ${150 + i * 30} 0 1 0 ${2 * (150 + i * 30)} 0a${150 + i * 30} ${150 + i * 30} 0 1 0 ${-2 * (150 + i * 30)} 0`,
      tone(0.15 + 0.5 * loud),
      5 + 13 * loud,
    ),
  );
  const lamp = circle(x > 500 ? 170 : 830, 190, between(90, 120), spark);
  return (
    fillAll(wall) +
    lamp +
    circle(x, y, 180 + rings * 30, ink) +
    grooves.join('') +
    circle(x, y, 120, spark) +
    circle(x, y, 26, paper)
  );
}

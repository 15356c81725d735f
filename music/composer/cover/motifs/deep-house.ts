import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, n, rect } from '../shapes.ts';

/** A tunnel of rings seen off its axis; a straight cut turns light into dark. */
export function deepHouse(scene: Scene): string {
  const { between, chance, tone, ground, ink, spark, pace, energy } = scene;
  const rings = Math.round(9 + 5 * pace);
  const heart = { x: chance(0.5) ? between(300, 380) : between(620, 700), y: between(560, 700) };
  const loud = energy(rings);
  const widths = loud.map((e) => 0.5 + 1.3 * e);
  const total = widths.reduce((sum, w) => sum + w, 0);
  const radii: number[] = [];
  let left = 1;
  for (const w of widths) {
    radii.push(left);
    left -= (w / total) * 0.9;
  }
  const tunnel = (swap: boolean) =>
    radii
      .map((share, i) => {
        const r = 70 + 800 * share ** 1.25;
        const x = heart.x + (500 - heart.x) * share;
        const y = heart.y + (430 - heart.y) * share;
        const near = 1 - share;
        const bright = (i % 2 === 0) === swap;
        return circle(x, y, r, bright ? tone(0.34 + 0.62 * near) : ground(0.2 + 0.8 * share));
      })
      .join('');
  const turn = `transform="rotate(${n(between(-32, 32))} ${n(heart.x)} ${n(heart.y)})"`;
  const half = rect(heart.x, -1000, 2000, 3000, '#000', turn);
  return (
    fillAll(ink) +
    tunnel(false) +
    clipped(scene, half, fillAll(tone(0.34)) + tunnel(true)) +
    circle(heart.x, heart.y, 74, spark) +
    clipped(scene, half, circle(heart.x, heart.y, 75, ink))
  );
}

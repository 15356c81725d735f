import type { Scene } from '../scene.ts';
import { band, circle, fillAll, linear, type Point, path, radial } from '../shapes.ts';

/** First light over mist: ridge behind ridge, each drawn by its stretch of the loudness, fading into the next. */
export function ambient(scene: Scene): string {
  const { between, chance, ground, tone, ink, spark, paper, pace, energy } = scene;
  const right = chance(0.5);
  const ridges = Math.round(5 + 2 * pace);
  const across = 7;
  const loud = energy(ridges * across);
  const moon = {
    x: right ? between(590, 690) : between(310, 410),
    y: between(300, 350),
    r: between(215, 255),
  };
  const sky = linear(scene, [0, 0], [0, 760], { 0: ground(1.2), 0.45: tone(0.42), 1: tone(0.92) });
  const disc = linear(scene, [0, moon.y - moon.r], [0, moon.y + moon.r], { 0: paper, 1: [tone(0.9), 0.35] });
  const halo = radial(scene, [moon.x, moon.y], 560, { 0: [paper, 0.4], 1: [tone(0.7), 0] });
  const lines = Array.from({ length: ridges }, (_, i) => {
    const near = i / (ridges - 1);
    const base = 520 + 400 * near ** 1.1;
    const height = 170 + 60 * near;
    const line = Array.from({ length: across }, (_, k): Point => {
      return [-100 + (1200 * k) / (across - 1), base - height * (loud[i * across + k]! - 0.35)];
    });
    // Dark at the crest, pale at the foot: that is where the mist lies.
    const fill = linear(scene, [0, base - height * 0.65], [0, base + 230], {
      0: tone(0.66 - 0.62 * near),
      1: near < 1 ? tone(0.94 - 0.5 * near) : ink,
    });
    return path(
      band(
        line,
        line.map(([x]): Point => [x, 1200]),
      ),
      fill,
    );
  });
  const bell = { x: right ? between(150, 240) : between(760, 850), y: between(170, 250) };
  return (
    fillAll(sky) +
    circle(moon.x, moon.y, 560, halo) +
    circle(moon.x, moon.y, moon.r, disc) +
    circle(bell.x, bell.y, 26, spark) +
    lines.join('')
  );
}

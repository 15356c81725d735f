import type { Scene } from '../scene.ts';
import { band, circle, fillAll, group, linear, type Point, path } from '../shapes.ts';

/** Currents that swell and narrow with the loudness, poured across the square, and one drop above them. */
export function liquidDrumAndBass(scene: Scene): string {
  const { between, chance, tone, ground, ink, spark, paper, pace, whole, energy } = scene;
  const count = Math.round(8 + 5 * pace);
  const columns = 9;
  const loud = energy(count + columns);
  const phase = between(0, Math.PI * 2);
  const wave = between(90, 150);
  const thick = 900 / count;
  const tops: Point[][] = [];
  let edge = Array.from(
    { length: columns },
    (_, c): Point => [
      -350 + c * 212,
      between(270, 300) + wave * Math.sin(phase + c * 0.95) - wave * 0.9 * loud[c]!,
    ],
  );
  tops.push(edge);
  for (let i = 0; i < count; i++) {
    edge = edge.map(([x, y], c): Point => {
      const swell = 0.5 + 0.5 * Math.sin(phase * 2 + c * 1.25 + i * 0.8);
      return [x, y + thick * (0.14 + 0.95 * swell + 0.75 * loud[(c + i) % loud.length]! * swell)];
    });
    tops.push(edge);
  }
  const sparkAt = whole(2, 4);
  const currents = tops.slice(0, -1).map((top, i) => {
    const depth = i / count;
    const flip = i % 2 === 0 ? 0.14 : -0.2;
    const level = 0.92 - depth * 0.7 + flip * (1 - depth * 0.4);
    const fill =
      i === sparkAt
        ? spark
        : linear(scene, [-200, 0], [1200, 0], {
            0: tone(level - 0.14),
            0.5: tone(level),
            1: tone(level - 0.22),
          });
    return path(
      band(
        top,
        top.map(([x]): Point => [x, 1700]),
      ),
      fill,
    );
  });
  const sky = linear(scene, [0, 0], [0, 700], { 0: ink, 1: ground(1) });
  const lean = between(14, 26) * (chance(0.5) ? 1 : -1);
  return (
    fillAll(sky) +
    circle(lean > 0 ? between(740, 830) : between(170, 260), between(150, 190), between(62, 88), paper) +
    group(`transform="rotate(${lean.toFixed(1)} 500 500)"`, currents.join(''))
  );
}

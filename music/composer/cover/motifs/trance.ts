import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, polygon, radial } from '../shapes.ts';

/** Beams that climb out of the dark towards one light. */
export function trance(scene: Scene): string {
  const { between, tone, ink, paper, spark, pace, energy, sparkle } = scene;
  const [x, y] = [between(420, 580), between(180, 260)];
  const beams = Math.round(9 + 8 * pace);
  const sky = linear(scene, [0, 0], [0, 1000], { 0: tone(0.85), 0.45: tone(0.4), 1: ink });
  const glow = radial(scene, [x, y], 620, { 0: [paper, 0.95], 0.35: [tone(0.95), 0.5], 1: [tone(0.5), 0] });
  const fan = energy(beams).map((loud, i) => {
    const foot = -250 + (1500 * (i + 0.5)) / beams;
    const half = (1500 / beams) * (0.12 + 0.4 * loud);
    return polygon(
      [
        [x, y],
        [foot - half, 1000],
        [foot + half, 1000],
      ],
      i % 4 === 1 ? spark : tone(0.3 + 0.6 * loud),
      `opacity="${(0.4 + 0.5 * loud).toFixed(2)}"`,
    );
  });
  return fillAll(sky) + fan.join('') + circle(x, y, 620, glow) + circle(x, y, 60 + 60 * sparkle, paper);
}

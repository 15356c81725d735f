import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, rect } from '../shapes.ts';

/** Towers at night, as tall as the song is loud, lit window by window; one cold moon. */
export function trap(scene: Scene): string {
  const { between, chance, tone, ink, spark, paper, pace, energy, sparkle } = scene;
  const count = Math.round(7 + 4 * pace);
  const width = 1000 / count;
  const sky = linear(scene, [0, 0], [0, 1000], { 0: ink, 0.7: scene.ground(0.8), 1: tone(0.35) });
  const moon = circle(chance(0.5) ? 280 : 720, between(200, 280), between(120, 150), paper);
  const towers = energy(count).map((loud, i) => {
    const height = 260 + 480 * loud;
    const windows = Array.from({ length: Math.round(3 + 5 * loud) }, (_, k) =>
      chance(0.35 + 0.4 * sparkle)
        ? rect(
            i * width + width * 0.22,
            1000 - height + 40 + k * 74,
            width * 0.5,
            22,
            k % 3 ? tone(0.7) : spark,
          )
        : '',
    );
    return rect(i * width + 4, 1000 - height, width - 8, height, i % 2 ? ink : tone(0.12)) + windows.join('');
  });
  return fillAll(sky) + moon + towers.join('');
}

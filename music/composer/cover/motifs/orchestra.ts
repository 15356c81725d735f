import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, path, rect } from '../shapes.ts';

/** The curtain, and the light behind it. */
export function orchestra(scene: Scene): string {
  const { between, tone, ink, paper, spark, pace, energy, sparkle } = scene;
  const folds = 2 * Math.round(5 + 3 * pace);
  const width = 1000 / folds;
  const opening = between(420, 580);
  const light = linear(scene, [0, 0], [0, 1000], { 0: paper, 0.6: tone(0.9), 1: spark });
  const curtain = energy(folds).map((loud, i) => {
    const x = i * width;
    const lift = Math.max(0, 1 - Math.abs(x + width / 2 - opening) / 420);
    const foot = 1000 - 560 * lift * (0.6 + 0.4 * loud);
    const cloth = linear(scene, [x, 0], [x + width, 0], {
      0: tone(0.12),
      0.5: tone(0.25 + 0.3 * loud),
      1: tone(0.08),
    });
    return path(
      `M${x.toFixed(0)} 0H${(x + width + 1).toFixed(0)}V${foot.toFixed(0)}Q${(x + width / 2).toFixed(0)} ${(foot + 60).toFixed(0)} ${x.toFixed(0)} ${foot.toFixed(0)}Z`,
      cloth,
    );
  });
  return (
    fillAll(light) +
    circle(opening, 900, 160 + 60 * sparkle, paper) +
    curtain.join('') +
    rect(0, 0, 1000, 70, ink) +
    rect(0, 930, 1000, 70, ink)
  );
}

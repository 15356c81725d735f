import type { Scene } from '../scene.ts';
import { circle, fillAll, path, wedge } from '../shapes.ts';

/** A burst of light from the stage, and confetti. */
export function dancePop(scene: Scene): string {
  const { between, tone, paper, spark, deepSpark, pace, energy, sparkle } = scene;
  const [x, y] = [between(380, 620), between(620, 760)];
  const rays = 2 * Math.round(10 + 6 * pace);
  const loud = energy(rays);
  const turn = between(0, 1);
  const burst = loud.map((e, i) => {
    const angle = turn + (i * 2 * Math.PI) / rays;
    return path(
      wedge(x, y, i % 2 ? 1500 : 520 + 700 * e, angle, angle + (2 * Math.PI) / rays),
      i % 2 ? tone(0.92) : tone(0.62 + 0.2 * e),
    );
  });
  const confetti = Array.from({ length: Math.round(20 + 24 * sparkle) }, (_, i) =>
    circle(between(20, 980), between(20, 980), between(9, 26), [spark, deepSpark, paper, tone(0.3)][i % 4]!),
  );
  return (
    fillAll(paper) + burst.join('') + circle(x, y, 190, spark) + circle(x, y, 120, paper) + confetti.join('')
  );
}

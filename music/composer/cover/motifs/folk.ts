import type { Scene } from '../scene.ts';
import { circle, fillAll, group, path, stroke } from '../shapes.ts';

/** Stalks in a field, each with as many grains as its moment is loud. */
export function folk(scene: Scene): string {
  const { between, tone, paper, spark, deepSpark, pace, energy, chance } = scene;
  const count = Math.round(7 + 5 * pace);
  const stalks = energy(count).map((loud, i) => {
    const x = ((i + 0.5) * 1000) / count + between(-18, 18);
    const top = 640 - 430 * loud;
    const lean = between(-60, 60);
    const grains = Array.from({ length: Math.round(4 + 6 * loud) }, (_, k) =>
      [-1, 1]
        .map((side) =>
          group(
            `transform="translate(${(x + lean * (1 - k / 12) + side * 20).toFixed(0)} ${(top + 20 + k * 42).toFixed(0)}) rotate(${side * 32})"`,
            path(
              'M0 -34C20 -14 20 14 0 34C-20 14 -20 -14 0 -34Z',
              k % 3 ? tone(0.45 + 0.2 * loud) : deepSpark,
            ),
          ),
        )
        .join(''),
    );
    return (
      stroke(
        `M${x.toFixed(0)} 1000Q${x.toFixed(0)} 700 ${(x + lean).toFixed(0)} ${top.toFixed(0)}`,
        tone(0.3),
        10,
      ) + grains.join('')
    );
  });
  return fillAll(paper) + circle(chance(0.5) ? 260 : 740, 250, 170, spark, 'opacity=".8"') + stalks.join('');
}

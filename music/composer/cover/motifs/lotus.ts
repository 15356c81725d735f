import type { Scene } from '../scene.ts';
import { circle, fillAll, group, path, rect } from '../shapes.ts';

/** A lotus that opens over still water. */
export function lotus(scene: Scene): string {
  const { tone, paper, spark, deepSpark, pace, energy } = scene;
  const petals = 2 * Math.round(2 + 2 * pace) + 1;
  const loud = energy(petals);
  const rings = [0, 1, 2].map((ring) =>
    Array.from({ length: petals }, (_, i) => {
      // The outer petals lie behind the inner ones.
      const reach = (560 - 130 * ring) * (0.8 + 0.2 * loud[i]!);
      const half = 118 - 20 * ring;
      const turn = ((i / (petals - 1)) * 2 - 1) * (84 - 14 * ring);
      return group(
        `transform="translate(500 690) rotate(${turn.toFixed(1)})"`,
        path(
          `M0 0C${-half} ${(-reach * 0.35).toFixed(0)} ${-half} ${(-reach * 0.62).toFixed(0)} 0 ${(-reach).toFixed(0)}C${half} ${(-reach * 0.62).toFixed(0)} ${half} ${(-reach * 0.35).toFixed(0)} 0 0Z`,
          [tone(0.42), spark, paper][ring]!,
          `stroke="${deepSpark}" stroke-width="5"`,
        ),
      );
    }).join(''),
  );
  const ripples = [0, 1, 2, 3].map((i) =>
    rect(140 + i * 70, 740 + i * 62, 720 - i * 140, 12, tone(0.45), 'rx="6"'),
  );
  return (
    fillAll(tone(0.82)) +
    circle(500, 420, 330, deepSpark) +
    rect(0, 690, 1000, 310, tone(0.7)) +
    rings.join('') +
    ripples.join('')
  );
}

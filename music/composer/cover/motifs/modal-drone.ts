import type { Scene } from '../scene.ts';
import { circle, fillAll, group, path } from '../shapes.ts';

/** A rosette: petal behind petal around the one tone. */
export function modalDrone(scene: Scene): string {
  const { between, tone, paper, spark, deepSpark, pace, energy, sparkle } = scene;
  const petals = 2 * Math.round(5 + 3 * pace);
  const loud = energy(petals * 3);
  const turn = between(0, 40);
  const rings = [0, 1, 2].map((ring) =>
    Array.from({ length: petals }, (_, i) => {
      const reach = (440 - 120 * ring) * (0.72 + 0.38 * loud[ring * petals + i]!);
      const half = 72 - 14 * ring;
      return group(
        `transform="translate(500 500) rotate(${(turn + ring * 9 + (i * 360) / petals).toFixed(1)})"`,
        path(
          `M0 0C${half} ${(-reach * 0.4).toFixed(0)} ${half} ${(-reach * 0.7).toFixed(0)} 0 ${(-reach).toFixed(0)}C${-half} ${(-reach * 0.7).toFixed(0)} ${-half} ${(-reach * 0.4).toFixed(0)} 0 0Z`,
          [tone(0.35), i % 2 ? spark : tone(0.6), paper][ring]!,
        ),
      );
    }).join(''),
  );
  return (
    fillAll(tone(0.78)) +
    circle(500, 500, 470, deepSpark) +
    rings.join('') +
    circle(500, 500, 46 + 30 * sparkle, deepSpark)
  );
}

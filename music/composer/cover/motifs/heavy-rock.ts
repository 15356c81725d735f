import type { Scene } from '../scene.ts';
import { fillAll, linear, type Point, polygon } from '../shapes.ts';

/** Splinters flying from one blow. */
export function heavyRock(scene: Scene): string {
  const { between, tone, ink, spark, paper, pace, energy, sparkle } = scene;
  const [x, y] = [between(400, 600), between(400, 600)];
  const count = Math.round(16 + 10 * pace);
  const sky = linear(scene, [0, 0], [1000, 1000], { 0: tone(0.5), 1: tone(0.2) });
  const splinters = energy(count).map((loud, i) => {
    const angle = (i * 2 * Math.PI) / count + between(-0.08, 0.08);
    const far = 300 + 560 * loud;
    const at = (radius: number, turn: number): Point => [
      x + radius * Math.cos(angle + turn),
      y + radius * Math.sin(angle + turn),
    ];
    return polygon(
      [at(70, -0.5), at(far, -0.02), at(90, 0.5)],
      i % 5 === 0 ? spark : i % 2 ? ink : tone(0.08 + 0.25 * sparkle),
    );
  });
  return (
    fillAll(sky) +
    splinters.join('') +
    polygon(
      [
        [x - 70, y],
        [x, y - 90],
        [x + 75, y + 10],
        [x, y + 80],
      ],
      paper,
    )
  );
}

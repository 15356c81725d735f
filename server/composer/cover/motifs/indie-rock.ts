import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, type Point, polygon } from '../shapes.ts';

/** Six strings struck hard: sharp ridges of loudness one before the other, and a pale disc they cut. */
export function indieRock(scene: Scene): string {
  const { between, chance, ground, tone, ink, spark, paper, energy, pace, whole } = scene;
  const strings = 6;
  const points = Math.round(7 + 4 * pace);
  const loud = energy(strings * points);
  const xs = Array.from({ length: points }, (_, i) => -60 + (1120 * i) / (points - 1) + between(-26, 26));
  const disc = {
    x: chance(0.5) ? between(270, 380) : between(620, 730),
    y: between(250, 300),
    r: between(165, 205),
  };
  const sparkAt = whole(2, 4);
  const back = linear(
    scene,
    [0, 0],
    [0, 700],
    [
      [0, ground(0.6)],
      [1, tone(0.3)],
    ],
  );
  const lines = Array.from({ length: strings }, (_, i) => {
    const base = 400 + i * 118;
    const line = xs.map((x, k): Point => {
      const up = k % 2 === i % 2 ? 1 : -0.28;
      return [x, base - up * (50 + 250 * loud[(k * strings + i) % loud.length]! * (1 - i * 0.07))];
    });
    return ridge(
      line,
      tone(0.92 - i * 0.14),
      i === sparkAt ? spark : i === 0 ? paper : tone(1.05 - i * 0.12),
      30,
    );
  });
  return (
    fillAll(back) +
    circle(disc.x, disc.y, disc.r, paper) +
    lines.join('') +
    polygon(
      [
        [0, 1000],
        [1000, 1000],
        [1000, 996],
        [0, 996],
      ],
      ink,
    )
  );
}

/** A field of colour under a line, with a second, parallel edge below the first. */
function ridge(line: Point[], fill: string, edge: string, width: number): string {
  const under = (down: number): Point[] => [
    ...line.map(([x, y]): Point => [x, y + down]),
    [1200, 1400],
    [-200, 1400],
  ];
  return polygon(under(0), edge) + polygon(under(width), fill);
}

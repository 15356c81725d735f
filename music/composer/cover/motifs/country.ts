import type { Scene } from '../scene.ts';
import { fillAll, group, n, type Point, polar, polygon, radial } from '../shapes.ts';

/** A Lone Star quilt: eight points of patches, ring by ring as light as the song is loud. */
export function country(scene: Scene): string {
  const { between, chance, ground, pace, energy, tone, spark, deepSpark, paper, whole } = scene;
  const size = Math.round(3 + 1.2 * pace);
  const x = chance(0.5) ? between(410, 450) : between(550, 590);
  const y = between(450, 540);
  const side = between(470, 520) / size / 1.31;
  const loud = energy(size * 2 - 1);
  const sparkRing = whole(size - 1, size * 2 - 3);
  const colors = loud.map((e, i) => {
    if (i === sparkRing) return spark;
    if (i > 0 && i === sparkRing - 2) return deepSpark;
    return i % 2 === 0 ? tone(0.4 + 0.24 * e) : e > 0.5 ? paper : tone(0.86);
  });
  const back = radial(scene, [x, y], 800, { 0: ground(2), 1: ground(0.6) });
  const points = Array.from({ length: 8 }, (_, k) => {
    const from = (k * Math.PI) / 4 + Math.PI / 8;
    return diamond(x, y, from, side, size, colors);
  });
  return (
    fillAll(back) +
    border(scene, x) +
    group(`transform="rotate(${n(between(-7, 7))} ${n(x)} ${n(y)})"`, points.join(''))
  );
}

/** One point of the star: a rhombus of size × size patches, colored by their distance from the heart. */
function diamond(x: number, y: number, from: number, side: number, size: number, colors: string[]): string {
  const [ux, uy] = polar(0, 0, side, from);
  const [vx, vy] = polar(0, 0, side, from + Math.PI / 4);
  const at = (i: number, j: number): Point => [x + ux * i + vx * j, y + uy * i + vy * j];
  const patches: string[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      // A hair of its own color closes the seam that antialiasing leaves between neighbours.
      const color = colors[i + j]!;
      patches.push(
        polygon(
          [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)],
          color,
          `stroke="${color}" stroke-width="1.5"`,
        ),
      );
    }
  }
  return patches.join('');
}

/** Flying geese down the far edge: the quilt's border, cropped as if the cloth hung over the frame. */
function border({ tone, deepSpark }: Scene, x: number): string {
  const [edge, into] = x > 500 ? [0, 100] : [1000, -100];
  return Array.from({ length: 6 }, (_, i) => {
    const [top, bottom] = [(i * 1000) / 6, ((i + 1) * 1000) / 6];
    const tip: Point = [edge + into, (top + bottom) / 2];
    return polygon([[edge, top], [edge, bottom], tip], i % 3 === 0 ? deepSpark : tone(0.42));
  }).join('');
}

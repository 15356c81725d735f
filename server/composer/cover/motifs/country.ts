import type { Scene } from '../scene.ts';
import { fillAll, group, n, type Point, polar, polygon, radial } from '../shapes.ts';

/** A Lone Star quilt: eight points of patches, ring by ring as light as the song is loud. */
export function country(scene: Scene): string {
  const { between, chance, ground, pace, energy, tone, spark, deepSpark, paper, whole } = scene;
  const size = Math.round(4 + 2 * pace);
  const x = chance(0.5) ? between(410, 450) : between(550, 590);
  const y = between(450, 540);
  const side = between(470, 520) / size / 1.31;
  const loud = energy(size * 2 - 1);
  const sparkRing = whole(size - 1, size * 2 - 4);
  const colours = loud.map((e, i) => {
    if (i === sparkRing) return spark;
    if (i === sparkRing - 2) return deepSpark;
    return i % 2 === 0 ? tone(0.34 + 0.22 * e) : e > 0.5 ? paper : tone(0.86);
  });
  const back = radial(scene, [x, y], 800, { 0: ground(2), 1: ground(0.6) });
  const points = Array.from({ length: 8 }, (_, k) => {
    const from = (k * Math.PI) / 4 + Math.PI / 8;
    return diamond(x, y, from, side, size, colours);
  });
  return (
    fillAll(back) +
    corners(scene, x, y) +
    group(`transform="rotate(${n(between(-7, 7))} ${n(x)} ${n(y)})"`, points.join(''))
  );
}

/** One point of the star: a rhombus of size × size patches, coloured by their distance from the heart. */
function diamond(x: number, y: number, from: number, side: number, size: number, colours: string[]): string {
  const [ux, uy] = polar(0, 0, side, from);
  const [vx, vy] = polar(0, 0, side, from + Math.PI / 4);
  const at = (i: number, j: number): Point => [x + ux * i + vx * j, y + uy * i + vy * j];
  const patches: string[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      patches.push(polygon([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)], colours[i + j]!));
    }
  }
  return patches.join('');
}

/** Flying geese along two edges: the quilt's border, cropped as if the cloth hung over the frame. */
function corners({ tone, ground, deepSpark }: Scene, x: number, y: number): string {
  const left = x > 500;
  const top = y > 495;
  const geese: string[] = [];
  for (let i = 0; i < 10; i++) {
    const a = i * 100;
    const edge = left ? 0 : 1000;
    const into = left ? 78 : -78;
    geese.push(
      polygon(
        [
          [edge, a],
          [edge, a + 100],
          [edge + into, a + 50],
        ],
        i % 3 === 0 ? deepSpark : tone(0.38),
      ),
    );
    const wall = top ? 0 : 1000;
    const down = top ? 78 : -78;
    geese.push(
      polygon(
        [
          [a, wall],
          [a + 100, wall],
          [a + 50, wall + down],
        ],
        i % 3 === 1 ? tone(0.7) : ground(2.6),
      ),
    );
  }
  return geese.join('');
}

import type { Scene } from '../scene.ts';
import { circle, fillAll, group, linear, n, type Point, polygon } from '../shapes.ts';

/** Six strings struck as one: a sharp line that leaps as high as the moment is loud, across a pale disc. */
export function indieRock(scene: Scene): string {
  const { between, chance, ground, tone, ink, spark, paper, energy, pace } = scene;
  const strings = 6;
  const turns = Math.round(5 + 3 * pace);
  const loud = energy(turns);
  const step = 1500 / (turns - 1);
  const line = loud.map((e, i): Point => {
    const x = -250 + i * step + (i % 2 === 0 ? -1 : 1) * step * between(0.1, 0.24);
    return [x, 500 + (i % 2 === 0 ? 1 : -1) * (70 + 250 * e)];
  });
  const thick = between(60, 70);
  const bolt = (down: number, colors: string[]) =>
    colors
      .map((color, i) => {
        const top = down + (i - strings / 2) * thick;
        const upper = line.map(([x, y]): Point => [x, y + top]);
        const lower = line.map(([x, y]): Point => [x, y + top + thick + 1]).reverse();
        return polygon([...upper, ...lower], color);
      })
      .join('');
  const warm = Array.from({ length: strings }, (_, i) => tone(0.98 - i * 0.135));
  warm[1] = paper;
  warm[4] = spark;
  const disc = {
    x: chance(0.5) ? between(250, 340) : between(660, 750),
    y: between(270, 340),
    r: between(215, 260),
  };
  const back = linear(scene, [0, 0], [0, 1000], { 0: tone(0.24), 1: ground(0.4) });
  const lean = between(7, 15) * (chance(0.5) ? 1 : -1);
  return (
    fillAll(back) +
    circle(disc.x, disc.y, disc.r, tone(0.62)) +
    circle(disc.x, disc.y, disc.r * 0.72, tone(0.86)) +
    group(
      `transform="rotate(${n(lean)} 500 500)"`,
      bolt(
        -330,
        Array.from({ length: 2 }, (_, i) => tone(0.42 - i * 0.1)),
      ) +
        bolt(64, Array(strings).fill(ink)) +
        bolt(20, warm),
    )
  );
}

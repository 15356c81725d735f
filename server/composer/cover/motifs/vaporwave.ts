import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, n, path, polygon, radial, rect } from '../shapes.ts';

/** An empty arcade at noon in a dream: arches as high as the song is loud, a chequered floor, one ball. */
export function vaporwave(scene: Scene): string {
  const { between, chance, ground, tone, ink, pace, energy } = scene;
  const floor = between(690, 740);
  const count = Math.round(3 + pace);
  const loud = energy(count);
  const right = chance(0.5);
  const wall = linear(
    scene,
    [0, 0],
    [0, floor],
    [
      [0, tone(0.5)],
      [1, tone(0.82)],
    ],
  );
  const widths = loud.map((_, i) => 1 + i * 0.28);
  const total = widths.reduce((sum, w) => sum + w, 0);
  let x = 40;
  const arches = widths.map((w, i) => {
    const width = (w / total) * 1000;
    const height = Math.min(floor - 70, 190 + width * 0.5 + 300 * loud[i]!);
    const drawn = arch(scene, right ? x : 1000 - x - width + 40, floor, width - 62, height, i);
    x += width;
    return drawn;
  });
  const vanish = right ? between(200, 320) : between(680, 800);
  return (
    fillAll(wall) +
    arches.join('') +
    rect(0, floor - 16, 1000, 20, ink) +
    tiles(scene, floor, vanish) +
    ball(scene, right ? between(230, 330) : between(670, 770), floor, ground(0.2))
  );
}

/** An opening with a lit reveal; through it the sky and its sun. */
function arch(scene: Scene, x: number, floor: number, w: number, h: number, index: number): string {
  const { tone, ground, ink, spark, paper } = scene;
  const shape = (inset: number, fill: string, shift = 0) => {
    const r = w / 2 - inset;
    const left = x + inset + shift;
    const spring = floor - h + w / 2;
    return path(
      `M${n(left)} ${n(floor)}V${n(spring)}A${n(r)} ${n(r)} 0 0 1 ${n(left + 2 * r)} ${n(spring)}V${n(floor)}Z`,
      fill,
    );
  };
  const sky = linear(
    scene,
    [0, floor - h],
    [0, floor],
    [
      [0, ground(0.4)],
      [0.6, tone(0.2)],
      [1, tone(0.6)],
    ],
  );
  const sun =
    index === 1
      ? circle(x + w * 0.52, floor - h * 0.42, w * 0.2, spark)
      : index === 2
        ? circle(x + w * 0.62, floor - h * 0.62, w * 0.1, paper)
        : '';
  return shape(-16, tone(0.98)) + shape(0, ink) + shape(0, tone(0.36)) + shape(w * 0.09, sky, w * 0.05) + sun;
}

function tiles({ tone, ground, pace }: Scene, floor: number, vanish: number): string {
  const rows = Math.round(5 + pace);
  const back = floor - 130;
  const edge = (i: number) => floor + (1000 - floor) * (i / rows) ** 1.6;
  const step = 190;
  const squares: string[] = [];
  for (let row = 0; row < rows; row++) {
    const [y1, y2] = [edge(row), edge(row + 1)];
    const x = (column: number, y: number) => vanish + (column * step * (y - back)) / (1000 - back);
    for (let column = -16; column < 16; column++) {
      if ((column + row) % 2 !== 0) continue;
      squares.push(
        polygon(
          [
            [x(column, y1), y1],
            [x(column + 1, y1), y1],
            [x(column + 1, y2), y2],
            [x(column, y2), y2],
          ],
          tone(0.96),
        ),
      );
    }
  }
  return rect(0, floor, 1000, 1000 - floor, ground(0.5)) + squares.join('');
}

function ball(scene: Scene, x: number, floor: number, shade: string): string {
  const { spark, deepSpark, paper, between } = scene;
  const r = between(105, 135);
  const y = floor - r + 95;
  const light = radial(scene, [x - r * 0.35, y - r * 0.4], r * 1.5, [
    [0, paper],
    [0.3, spark],
    [1, deepSpark],
  ]);
  return `<ellipse cx="${n(x + r * 0.35)}" cy="${n(y + r * 0.95)}" rx="${n(r * 1.15)}" ry="${n(r * 0.2)}" fill="${shade}" opacity=".75"/>${circle(x, y, r, light)}`;
}

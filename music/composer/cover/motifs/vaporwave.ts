import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, linear, n, path, polygon, rect } from '../shapes.ts';

/** An empty arcade at the end of a dream's day: arches as high as the song is loud, a chequered floor, one ball. */
export function vaporwave(scene: Scene): string {
  const { between, chance, tone, ink, pace, energy } = scene;
  const floor = between(690, 740);
  const count = Math.round(3 + pace);
  const loud = energy(count);
  const right = chance(0.5);
  const wall = linear(scene, [0, 0], [0, floor], { 0: tone(0.36), 1: tone(0.7) });
  const widths = loud.map((_, i) => 1 + i * 0.34);
  const total = widths.reduce((sum, w) => sum + w, 0);
  let x = 40;
  const arches = widths.map((w, i) => {
    const width = (w / total) * 1080;
    const height = Math.min(floor - 70, 190 + width * 0.5 + 300 * loud[i]!);
    const drawn = arch(
      scene,
      right ? x : 1000 - x - width + 40,
      floor,
      width - 62,
      height,
      i,
      right ? 1 : -1,
    );
    x += width;
    return drawn;
  });
  const vanish = right ? between(200, 320) : between(680, 800);
  const ballX = right ? between(230, 330) : between(670, 770);
  return (
    fillAll(wall) +
    arches.join('') +
    rect(0, floor - 16, 1000, 20, ink) +
    tiles(scene, floor, vanish) +
    ball(scene, ballX, floor)
  );
}

/** An opening with a lit reveal; through it the sky, and in one of them the sun going down in slices. */
function arch(
  scene: Scene,
  x: number,
  floor: number,
  w: number,
  h: number,
  index: number,
  side: number,
): string {
  const { tone, ground, ink, spark, paper } = scene;
  const shape = (inset: number, shift = 0) => {
    const r = w / 2 - inset;
    const left = x + inset + shift;
    const spring = floor - h + w / 2;
    return `M${n(left)} ${n(floor)}V${n(spring)}A${n(r)} ${n(r)} 0 0 1 ${n(left + 2 * r)} ${n(spring)}V${n(floor)}Z`;
  };
  const opening = shape(w * 0.085, side * w * 0.085);
  const sky = linear(scene, [0, floor - h], [0, floor], { 0: ground(0.8), 0.6: tone(0.5), 1: tone(0.98) });
  const [sunX, sunY, r] = [x + w * 0.56, floor - h * 0.24, w * 0.31];
  const slices = [0.1, 0.36, 0.62].map((d, i) =>
    rect(sunX - r, sunY + r * d, 2 * r, r * (0.07 + 0.05 * i), tone(0.8)),
  );
  const sun = clipped(scene, path(opening, '#000'), circle(sunX, sunY, r, paper) + slices.join(''));
  const moon = circle(x + w * 0.66, floor - h * 0.72, w * 0.075, spark);
  return (
    path(shape(-16), tone(0.98)) +
    path(shape(0), ink) +
    path(shape(0), tone(0.2)) +
    path(opening, sky) +
    (index === 1 ? sun : index === 2 ? moon : '')
  );
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
      const [a, b, c, d] = [x(column, y1), x(column + 1, y1), x(column + 1, y2), x(column, y2)];
      if (Math.max(b, c) < 0 || Math.min(a, d) > 1000) continue;
      squares.push(
        polygon(
          [
            [a, y1],
            [b, y1],
            [c, y2],
            [d, y2],
          ],
          tone(0.96),
        ),
      );
    }
  }
  return rect(0, floor, 1000, 1000 - floor, ground(0.5)) + squares.join('');
}

/** Flat like everything here: shade, light and one glint, three discs. */
function ball(scene: Scene, x: number, floor: number): string {
  const { spark, deepSpark, paper, between, ground } = scene;
  const r = between(115, 140);
  const y = floor - r + 105;
  const shadow = `<ellipse cx="${n(x + r * 0.3)}" cy="${n(y + r * 0.96)}" rx="${n(r * 1.1)}" ry="${n(r * 0.18)}" fill="${ground(0.2)}" opacity=".8"/>`;
  const inside =
    circle(x, y, r + 1, deepSpark) +
    circle(x - r * 0.24, y - r * 0.24, r * 0.98, spark) +
    circle(x - r * 0.44, y - r * 0.44, r * 0.26, paper);
  return shadow + clipped(scene, circle(x, y, r, '#000'), inside);
}

import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, linear, n, type Point, path, polygon, rect } from '../shapes.ts';

/** A night drive: a huge sliced sun, ridges cut from the loudness, the road running to it. */
export function synthwave(scene: Scene): string {
  const { between, ground, tone, ink, spark, paper, chance, pace } = scene;
  const horizon = between(600, 670);
  const sunX = chance(0.5) ? between(300, 400) : between(600, 700);
  const radius = between(315, 365);
  const sunY = horizon - between(120, 190);
  const sky = linear(scene, [0, 0], [0, horizon], { 0: ink, 0.55: ground(1), 1: tone(0.34) });
  const light = linear(scene, [0, sunY - radius], [0, horizon], { 0: paper, 0.3: tone(1), 1: tone(0.55) });

  const slices = Math.round(6 + 5 * pace);
  const loud = scene.energy(slices);
  const step = (horizon - sunY + radius * 0.35) / slices;
  const cuts = loud.map((e, i) => {
    const y = sunY - radius * 0.35 + i * step;
    return rect(0, y, 1000, step * (0.16 + (0.5 * i) / slices + 0.16 * (1 - e)), sky);
  });
  const sun = clipped(
    scene,
    circle(sunX, sunY, radius + 1, '#000'),
    circle(sunX, sunY, radius, light) + cuts.join(''),
  );
  return (
    fillAll(ink) +
    rect(0, 0, 1000, horizon + 2, sky) +
    stars(scene, horizon) +
    sun +
    ridge(scene, horizon, 9, 190, tone(0.22), tone(0.36)) +
    ridge(scene, horizon, 13, 100, ink, tone(0.14)) +
    rect(0, horizon, 1000, 1000 - horizon, scene.ground(0.9)) +
    road(scene, horizon, sunX) +
    rect(0, horizon - 4, 1000, 8, spark)
  );
}

function stars({ between, sparkle, paper }: Scene, horizon: number): string {
  return Array.from({ length: Math.round(6 + 14 * sparkle) }, () =>
    circle(between(20, 980), between(20, horizon * 0.5), between(2.5, 6), paper, 'opacity=".85"'),
  ).join('');
}

/** Peaks with a lit and a shaded face each. */
function ridge(
  { energy, between }: Scene,
  base: number,
  count: number,
  height: number,
  shade: string,
  lit: string,
): string {
  const width = 1000 / (count - 2);
  return energy(count)
    .map((e, i) => {
      const x = (i - 0.5) * width + between(-20, 20);
      const peak: Point = [x, base - height * (0.22 + 0.78 * e)];
      const foot = width * 0.95;
      const fold: Point = [x + foot * 0.22, base];
      return polygon([[x - foot, base], peak, fold], lit) + polygon([fold, peak, [x + foot, base]], shade);
    })
    .join('');
}

function road({ ground, tone, spark, pace, ink }: Scene, horizon: number, x: number): string {
  const lanes = 2 * Math.round(12 + 6 * pace);
  const spread = 9000;
  const wedges = Array.from({ length: lanes }, (_, i) => {
    const left = x - spread / 2 + (i * spread) / lanes;
    const fill = i % 2 === 0 ? ground(0.9) : tone(0.2);
    return polygon(
      [
        [x, horizon],
        [left, 1000],
        [left + spread / lanes, 1000],
      ],
      fill,
    );
  });
  const bed = polygon(
    [
      [x - 6, horizon],
      [x - 250, 1000],
      [x + 250, 1000],
      [x + 6, horizon],
    ],
    ink,
  );
  const edges = [-1, 1].map((side) =>
    polygon(
      [
        [x + side * 4, horizon],
        [x + side * 215, 1000],
        [x + side * 245, 1000],
        [x + side * 7, horizon],
      ],
      tone(0.75),
    ),
  );
  const depth = 1000 - horizon;
  const dashes = [0.1, 0.2, 0.36, 0.62].map((d) => {
    const [top, bottom] = [horizon + depth * d, horizon + depth * d * 1.38];
    return polygon(
      [
        [x - d * 22, top],
        [x + d * 22, top],
        [x + d * 31, bottom],
        [x - d * 31, bottom],
      ],
      spark,
    );
  });
  return wedges.join('') + bed + edges.join('') + dashes.join('');
}

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

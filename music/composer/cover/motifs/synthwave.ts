import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, linear, type Point, polygon, rect } from '../shapes.ts';

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

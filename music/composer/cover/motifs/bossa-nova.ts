import type { Scene } from '../scene.ts';
import { band, circle, fillAll, linear, type Point, path, rect } from '../shapes.ts';

/** The promenade by the sea: hills cut from the loudness, a low sun, the pavement's black and white waves. */
export function bossaNova(scene: Scene): string {
  const { between, chance, tone, ink, spark, deepSpark, paper } = scene;
  const sea = between(400, 450);
  const shore = sea + between(70, 100);
  const right = chance(0.5);
  const sunX = right ? between(620, 740) : between(260, 380);
  const sunR = between(150, 185);
  const sky = linear(scene, [0, 0], [0, sea], { 0: tone(0.16), 0.55: tone(0.46), 1: tone(0.86) });
  const sun = linear(scene, [0, sea - sunR * 1.7], [0, sea], { 0: spark, 1: deepSpark });
  const water = linear(scene, [0, sea], [0, shore], { 0: tone(0.62), 1: tone(0.24) });
  const glints = [0.16, 0.42, 0.7].map((d, i) =>
    rect(
      sunX - sunR * (0.8 - i * 0.2),
      sea + (shore - sea) * d,
      sunR * (1.6 - i * 0.4),
      9,
      spark,
      'rx="4.5" opacity=".9"',
    ),
  );
  return (
    fillAll(sky) +
    circle(sunX, sea - sunR * 0.62, sunR, sun) +
    hills(scene, sea, right) +
    rect(0, sea, 1000, shore - sea + 60, water) +
    glints.join('') +
    pavement(scene, shore, ink, paper)
  );
}

/** Two sugarloaves: the steep one away from the sun. */
function hills({ tone, energy }: Scene, sea: number, right: boolean): string {
  const loud = energy(5);
  const hill = (x: number, w: number, h: number, fill: string) => {
    const d = right ? 1 : -1;
    const at = (share: number) => (right ? x : 1000 - x) + d * w * share;
    const points: Point[] = [
      [at(-1), sea + 4],
      [at(-0.62), sea - h * 0.3],
      [at(-0.3), sea - h * 0.86],
      [at(0), sea - h],
      [at(0.3), sea - h * 0.8],
      [at(0.55), sea - h * 0.36],
      [at(1), sea + 4],
    ];
    return path(band(points, [points[0]!, points.at(-1)!]), fill);
  };
  return (
    hill(560, 420, 60 + 60 * loud[3]!, tone(0.42)) +
    hill(40, 330, 110 + 90 * loud[0]!, tone(0.3)) +
    hill(270, 170, 210 + 110 * loud[1]!, tone(0.16))
  );
}

function pavement({ energy, pace, between }: Scene, shore: number, ink: string, paper: string): string {
  const bands = Math.round(4 + 2 * pace) * 2;
  const loud = energy(bands + 1);
  const phase = between(0, 1);
  const lines = loud.map((e, i): Point[] => {
    const near = (i / bands) ** 1.55;
    const y = shore + near * (1130 - shore);
    const length = 190 + 330 * near;
    const height = (12 + 74 * near) * (0.5 + 0.7 * e);
    const points: Point[] = [];
    for (let k = -6; k <= 60; k++) {
      const x = 500 + ((k - 27 + phase * 4) * length) / 4;
      if (x < -length || x > 1000 + length) continue;
      points.push([x, y + height * Math.sin((k * Math.PI) / 2)]);
    }
    return points;
  });
  return lines
    .map((line, i) =>
      path(
        band(line, [
          [line[0]![0], 1300],
          [line.at(-1)![0], 1300],
        ]),
        i % 2 === 0 ? paper : ink,
      ),
    )
    .join('');
}

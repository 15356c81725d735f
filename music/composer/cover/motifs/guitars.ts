import type { Scene } from '../scene.ts';
import {
  circle,
  fillAll,
  group,
  linear,
  n,
  type Point,
  path,
  polar,
  polygon,
  radial,
  rect,
  stroke,
} from '../shapes.ts';

/** Posters torn off a wall, one over the other, and a pin through them. */
export function tornPosters(scene: Scene): string {
  const { between, tone, ink, spark, paper, pace, energy } = scene;
  const teeth = Math.round(9 + 8 * pace);
  const posters = [tone(0.3), ink, spark, paper].map((fill, i) => {
    const loud = energy(teeth + 1);
    const top = 60 + i * 215;
    const torn = loud.map(
      (value, at): Point => [(at * 1200) / teeth - 100, top + (at % 2 ? 0 : 70) + 60 * value],
    );
    return group(
      `transform="rotate(${between(-9, 9).toFixed(1)} 500 500)"`,
      polygon([...torn, [1100, 1200], [-100, 1200]], fill),
    );
  });
  const pin = group(
    `transform="rotate(${between(-38, -22).toFixed(1)} 500 640)"`,
    rect(210, 600, 580, 34, ink, 'rx="17"') +
      rect(210, 664, 520, 20, ink, 'rx="10"') +
      circle(232, 642, 62, ink) +
      circle(232, 642, 24, spark),
  );
  return fillAll(tone(0.62)) + posters.join('') + pin;
}

/** A guitar's neck at dusk, a finger on each loud moment. */
export function blues(scene: Scene): string {
  const { between, tone, ground, paper, spark, ink, pace, energy, sparkle } = scene;
  const frets = Math.round(6 + 4 * pace);
  const gap = 1500 / frets;
  const turn = between(-34, -22);
  const wires = Array.from({ length: frets }, (_, i) => rect(-250 + i * gap, 320, 14, 380, tone(0.75)));
  const strings = Array.from({ length: 6 }, (_, i) => rect(-250, 350 + i * 62, 1500, 4 + i * 1.6, paper));
  const fingers = energy(frets).map((loud, i) =>
    loud > 0.3
      ? circle(
          -250 + (i + 0.5) * gap,
          352 + Math.round(loud * 5) * 62,
          26 + 16 * sparkle,
          i % 3 ? tone(0.9) : spark,
        )
      : '',
  );
  return (
    fillAll(tone(0.38)) +
    circle(between(650, 850), between(130, 220), 110, tone(0.8)) +
    group(
      `transform="rotate(${turn.toFixed(1)} 500 500)"`,
      rect(-300, 310, 1600, 400, ink) +
        rect(-300, 322, 1600, 376, ground(0.9)) +
        wires.join('') +
        strings.join('') +
        fingers.join(''),
    )
  );
}

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

/** Stalks in a field, each with as many grains as its moment is loud. */
export function folk(scene: Scene): string {
  const { between, tone, paper, spark, deepSpark, pace, energy, chance } = scene;
  const count = Math.round(7 + 5 * pace);
  const stalks = energy(count).map((loud, i) => {
    const x = ((i + 0.5) * 1000) / count + between(-18, 18);
    const top = 640 - 430 * loud;
    const lean = between(-60, 60);
    const grains = Array.from({ length: Math.round(4 + 6 * loud) }, (_, k) =>
      [-1, 1]
        .map((side) =>
          group(
            `transform="translate(${(x + lean * (1 - k / 12) + side * 20).toFixed(0)} ${(top + 20 + k * 42).toFixed(0)}) rotate(${side * 32})"`,
            path(
              'M0 -34C20 -14 20 14 0 34C-20 14 -20 -14 0 -34Z',
              k % 3 ? tone(0.45 + 0.2 * loud) : deepSpark,
            ),
          ),
        )
        .join(''),
    );
    return (
      stroke(
        `M${x.toFixed(0)} 1000Q${x.toFixed(0)} 700 ${(x + lean).toFixed(0)} ${top.toFixed(0)}`,
        tone(0.3),
        10,
      ) + grains.join('')
    );
  });
  return fillAll(paper) + circle(chance(0.5) ? 260 : 740, 250, 170, spark, 'opacity=".8"') + stalks.join('');
}

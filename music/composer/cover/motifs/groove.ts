import type { Scene } from '../scene.ts';
import {
  band,
  circle,
  fillAll,
  group,
  linear,
  n,
  type Point,
  path,
  radial,
  rect,
  stroke,
  wedge,
} from '../shapes.ts';

/** A sound system in the morning: a stack of speakers, and the sun's rays behind it. */
export function rootsReggae(scene: Scene): string {
  const { between, chance, tone, energy, pace, spark, deepSpark, ground } = scene;
  const right = chance(0.5);
  const x = right ? between(610, 660) : between(340, 390);
  const y = between(400, 450);
  const rays = 2 * Math.round(9 + 5 * pace);
  const loud = energy(rays);
  const weights = loud.map((e, i) => (i % 2 === 0 ? 0.5 + 1.1 * e : 0.9));
  const total = weights.reduce((sum, w) => sum + w, 0);
  let angle = between(0, 0.4);
  const fan = weights.map((w, i) => {
    const from = angle;
    angle += (w / total) * Math.PI * 2;
    return path(
      wedge(x, y, 1300, from, angle),
      i % 2 === 0 ? tone(0.78 + 0.16 * loud[i]!) : i % 4 === 1 ? tone(0.22) : tone(0.4),
    );
  });
  const sun = linear(scene, [0, y - 330], [0, y + 330], { 0: spark, 1: deepSpark });
  const shade = radial(scene, [x, y], 1000, { 0: [ground(0), 0], 1: [ground(0), 0.3] });
  return (
    fillAll(tone(0.16)) + fan.join('') + fillAll(shade) + circle(x, y, 330, sun) + stack(scene, x, right)
  );
}

function stack(scene: Scene, x: number, right: boolean): string {
  const { energy, ink, ground } = scene;
  const [low, mid, midToo, high] = energy(4) as [number, number, number, number];
  const box = (left: number, top: number, w: number, h: number) =>
    rect(left, top, w, h, ink, 'rx="14"') + rect(left + 12, top + 12, w - 24, h - 24, ground(0.75), 'rx="8"');
  const lean = right ? -1 : 1;
  return (
    box(x - 300, 586, 600, 560) +
    cone(scene, x, 866, 205 + 50 * low) +
    box(x - 240 + lean * 20, 326, 480, 260) +
    cone(scene, x - 112 + lean * 20, 456, 78 + 26 * mid) +
    cone(scene, x + 112 + lean * 20, 456, 78 + 26 * midToo) +
    box(x - 150 - lean * 10, 176, 300, 150) +
    [-90, 0, 90].map((d) => cone(scene, x + d - lean * 10, 251, 30 + 10 * high)).join('')
  );
}

function cone({ ink, tone, spark, ground }: Scene, x: number, y: number, r: number): string {
  return (
    circle(x, y, r, tone(0.86)) +
    circle(x, y, r * 0.88, ink) +
    circle(x, y, r * 0.8, tone(0.42)) +
    circle(x, y, r * 0.62, tone(0.26)) +
    circle(x, y, r * 0.45, ground(0.6)) +
    circle(x, y, r * 0.28, spark)
  );
}

/** F runs on, L and R turn a quarter to the left or right; the number is length or radius. */
type Move = ['F' | 'L' | 'R', number];

type Disc = [x: number, y: number, radius: number];
type Route = { x: number; y: number; width: number; moves: Move[]; discs: Disc[] };

const ROUTES: Route[] = [
  {
    x: -60,
    y: 815,
    width: 330,
    moves: [
      ['F', 630],
      ['L', 232],
      ['L', 232],
      ['F', 220],
      ['R', 232],
      ['R', 232],
      ['F', 900],
    ],
    discs: [[880, 90, 150]],
  },
  {
    x: -60,
    y: 760,
    width: 370,
    moves: [
      ['F', 330],
      ['L', 240],
      ['R', 240],
      ['F', 600],
    ],
    discs: [
      [180, 230, 190],
      [830, 830, 170],
    ],
  },
  {
    x: -60,
    y: 300,
    width: 410,
    moves: [
      ['F', 420],
      ['R', 320],
      ['F', 900],
    ],
    discs: [[215, 815, 215]],
  },
];

/** A seventies wall: one bundle of stripes, as broad as the beat is loud, taking its corners at speed. */
export function funk(scene: Scene): string {
  const { whole, chance, ground, tone, ink, spark, paper, energy, pace } = scene;
  const route = ROUTES[whole(0, ROUTES.length - 1)]!;
  const count = Math.round(5 + 2 * pace);
  const bundle = route.width;
  const widths = energy(count).map((e) => 0.45 + e);
  const total = widths.reduce((sum, w) => sum + w, 0);
  let offset = -bundle / 2;
  const stripes = widths.map((w, i) => {
    const width = (w / total) * bundle;
    const line = follow(route.x, route.y, route.moves, offset + width / 2);
    offset += width;
    const level = 0.3 + (0.7 * i) / (count - 1);
    return stroke(line, i === 1 ? spark : i === count - 1 ? paper : tone(level), width * 0.86);
  });
  const bed = stroke(follow(route.x, route.y, route.moves, 0), ink, bundle + 34);
  const back = linear(scene, [0, 0], [1000, 1000], { 0: ground(1.7), 1: ground(0.6) });
  const discs = route.discs.map(([x, y, r]) =>
    [1, 0.78, 0.56, 0.3].map((k, i) => circle(x, y, r * k, [tone(0.95), ink, tone(0.6), spark][i]!)).join(''),
  );
  const turn = 90 * whole(0, 3);
  const mirror = chance(0.5) ? ' translate(1000 0) scale(-1 1)' : '';
  return (
    fillAll(back) +
    group(`transform="rotate(${turn} 500 500)${mirror}"`, discs.join('') + bed + stripes.join(''))
  );
}

/** The path that runs beside the route at a distance (left of it when positive). */
function follow(startX: number, startY: number, moves: Move[], offset: number): string {
  let [x, y, dx, dy] = [startX, startY, 1, 0];
  const beside = () => `${n(x + dy * offset)} ${n(y - dx * offset)}`;
  let d = `M${beside()}`;
  for (const [kind, size] of moves) {
    if (kind === 'F') {
      x += dx * size;
      y += dy * size;
      d += `L${beside()}`;
      continue;
    }
    const [tx, ty] = kind === 'L' ? [dy, -dx] : [-dy, dx];
    x += (dx + tx) * size;
    y += (dy + ty) * size;
    [dx, dy] = [tx, ty];
    const radius = kind === 'L' ? size - offset : size + offset;
    d += `A${n(radius)} ${n(radius)} 0 0 ${kind === 'L' ? 0 : 1} ${beside()}`;
  }
  return d;
}

/** An open fan, rib by rib. */
export function latinDance(scene: Scene): string {
  const { between, tone, spark, paper, deepSpark, pace, energy, sparkle } = scene;
  const ribs = Math.round(11 + 6 * pace);
  const [x, y] = [between(420, 580), 930];
  const loud = energy(ribs);
  const step = Math.PI / ribs;
  const leaves = loud.map((e, i) => {
    const from = Math.PI + i * step;
    const reach = 640 + 240 * e;
    return (
      path(wedge(x, y, reach, from, from + step), i % 2 ? tone(0.85) : spark) +
      path(wedge(x, y, reach * 0.72, from, from + step), i % 2 ? deepSpark : tone(0.5)) +
      path(wedge(x, y, reach * 0.4, from, from + step), i % 2 ? tone(0.3) : paper) +
      circle(
        x + reach * 0.86 * Math.cos(from + step / 2),
        y + reach * 0.86 * Math.sin(from + step / 2),
        12 + 16 * sparkle,
        paper,
      )
    );
  });
  return fillAll(tone(0.18)) + leaves.join('') + circle(x, y, 60, paper);
}

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

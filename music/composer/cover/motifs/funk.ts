import type { Scene } from '../scene.ts';
import { circle, fillAll, group, linear, n, stroke } from '../shapes.ts';

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

import type { Scene } from '../scene.ts';
import {
  band,
  circle,
  clipped,
  fillAll,
  group,
  linear,
  n,
  type Point,
  path,
  radial,
  rect,
} from '../shapes.ts';

/** First light over mist: ridge behind ridge, each drawn by its stretch of the loudness, fading into the next. */
export function ambient(scene: Scene): string {
  const { between, chance, ground, tone, ink, spark, paper, pace, energy } = scene;
  const right = chance(0.5);
  const ridges = Math.round(5 + 2 * pace);
  const across = 7;
  const loud = energy(ridges * across);
  const moon = {
    x: right ? between(590, 690) : between(310, 410),
    y: between(300, 350),
    r: between(215, 255),
  };
  const sky = linear(scene, [0, 0], [0, 760], { 0: ground(1.2), 0.45: tone(0.42), 1: tone(0.92) });
  const disc = linear(scene, [0, moon.y - moon.r], [0, moon.y + moon.r], { 0: paper, 1: [tone(0.9), 0.35] });
  const halo = radial(scene, [moon.x, moon.y], 560, { 0: [paper, 0.4], 1: [tone(0.7), 0] });
  const lines = Array.from({ length: ridges }, (_, i) => {
    const near = i / (ridges - 1);
    const base = 520 + 400 * near ** 1.1;
    const height = 170 + 60 * near;
    const line = Array.from({ length: across }, (_, k): Point => {
      return [-100 + (1200 * k) / (across - 1), base - height * (loud[i * across + k]! - 0.35)];
    });
    // Dark at the crest, pale at the foot: that is where the mist lies.
    const fill = linear(scene, [0, base - height * 0.65], [0, base + 230], {
      0: tone(0.66 - 0.62 * near),
      1: near < 1 ? tone(0.94 - 0.5 * near) : ink,
    });
    return path(
      band(
        line,
        line.map(([x]): Point => [x, 1200]),
      ),
      fill,
    );
  });
  const bell = { x: right ? between(150, 240) : between(760, 850), y: between(170, 250) };
  return (
    fillAll(sky) +
    circle(moon.x, moon.y, 560, halo) +
    circle(moon.x, moon.y, moon.r, disc) +
    circle(bell.x, bell.y, 26, spark) +
    lines.join('')
  );
}

/** A rosette: petal behind petal around the one tone. */
export function modalDrone(scene: Scene): string {
  const { between, tone, paper, spark, deepSpark, pace, energy, sparkle } = scene;
  const petals = 2 * Math.round(5 + 3 * pace);
  const loud = energy(petals * 3);
  const turn = between(0, 40);
  const rings = [0, 1, 2].map((ring) =>
    Array.from({ length: petals }, (_, i) => {
      const reach = (440 - 120 * ring) * (0.72 + 0.38 * loud[ring * petals + i]!);
      const half = 72 - 14 * ring;
      return group(
        `transform="translate(500 500) rotate(${(turn + ring * 9 + (i * 360) / petals).toFixed(1)})"`,
        path(
          `M0 0C${half} ${(-reach * 0.4).toFixed(0)} ${half} ${(-reach * 0.7).toFixed(0)} 0 ${(-reach).toFixed(0)}C${-half} ${(-reach * 0.7).toFixed(0)} ${-half} ${(-reach * 0.4).toFixed(0)} 0 0Z`,
          [tone(0.35), i % 2 ? spark : tone(0.6), paper][ring]!,
        ),
      );
    }).join(''),
  );
  return (
    fillAll(tone(0.78)) +
    circle(500, 500, 470, deepSpark) +
    rings.join('') +
    circle(500, 500, 46 + 30 * sparkle, deepSpark)
  );
}

/** A lotus that opens over still water. */
export function lotus(scene: Scene): string {
  const { tone, paper, spark, deepSpark, pace, energy } = scene;
  const petals = 2 * Math.round(2 + 2 * pace) + 1;
  const loud = energy(petals);
  const rings = [0, 1, 2].map((ring) =>
    Array.from({ length: petals }, (_, i) => {
      // The outer petals lie behind the inner ones.
      const reach = (560 - 130 * ring) * (0.8 + 0.2 * loud[i]!);
      const half = 118 - 20 * ring;
      const turn = ((i / (petals - 1)) * 2 - 1) * (84 - 14 * ring);
      return group(
        `transform="translate(500 690) rotate(${turn.toFixed(1)})"`,
        path(
          `M0 0C${-half} ${(-reach * 0.35).toFixed(0)} ${-half} ${(-reach * 0.62).toFixed(0)} 0 ${(-reach).toFixed(0)}C${half} ${(-reach * 0.62).toFixed(0)} ${half} ${(-reach * 0.35).toFixed(0)} 0 0Z`,
          [tone(0.42), spark, paper][ring]!,
          `stroke="${deepSpark}" stroke-width="5"`,
        ),
      );
    }).join(''),
  );
  const ripples = [0, 1, 2, 3].map((i) =>
    rect(140 + i * 70, 740 + i * 62, 720 - i * 140, 12, tone(0.45), 'rx="6"'),
  );
  return (
    fillAll(tone(0.82)) +
    circle(500, 420, 330, deepSpark) +
    rect(0, 690, 1000, 310, tone(0.7)) +
    rings.join('') +
    ripples.join('')
  );
}

const ACROSS = 5;
const SIZE = 1000 / ACROSS;

/** Tiles laid without a plan: quarter circles that meet by accident, and gaps. */
export function looseTiles(scene: Scene): string {
  const { whole, chance, tone, ink, spark, paper, energy, sparkle } = scene;
  const loud = energy(ACROSS * ACROSS);
  const tiles = loud.map((value, i) => {
    const [x, y] = [(i % ACROSS) * SIZE, Math.floor(i / ACROSS) * SIZE];
    if (chance(0.16)) return '';
    const ground = rect(x, y, SIZE, SIZE, value > 0.6 ? tone(0.3) : tone(0.75 + 0.15 * sparkle));
    const fill = [ink, paper, spark, tone(0.5)][whole(0, 3)]!;
    const reach = SIZE * (0.55 + 0.45 * value);
    // A quarter circle in one of the four corners.
    const [cx, cy] = [x + (chance(0.5) ? SIZE : 0), y + (chance(0.5) ? SIZE : 0)];
    const [dx, dy] = [cx === x ? reach : -reach, cy === y ? reach : -reach];
    const sweep = dx * dy > 0 ? 1 : 0;
    return `${ground}${path(`M${cx} ${cy}h${dx.toFixed(1)}A${reach.toFixed(1)} ${reach.toFixed(1)} 0 0 ${sweep} ${cx} ${(cy + dy).toFixed(1)}Z`, fill)}`;
  });
  return fillAll(tone(0.88)) + tiles.join('');
}

/** A water flower: petals of piano keys as long as the moment is loud, and their double in the pond. */
export function newAgePiano(scene: Scene): string {
  const { between, ground, tone, ink, spark, pace, energy, paper } = scene;
  const x = between(440, 560);
  const water = between(735, 770);
  const count = 2 * Math.round(4 + 2 * pace) + 1;
  const loud = energy(count * 2);
  const sky = linear(scene, [0, 0], [0, water], { 0: ground(0.4), 1: tone(0.44) });
  const pond = linear(scene, [0, water], [0, 1000], { 0: tone(0.22), 1: ink });
  const glow = radial(scene, [x, water], 620, { 0: [tone(0.95), 0.5], 1: [tone(0.95), 0] });
  const flower = [
    ring(scene, x, water, loud.slice(0, count), 2.6, 400, 300, 0.46),
    ring(scene, x, water, loud.slice(count).slice(0, count - 2), 2.0, 330, 220, 0.76),
    ring(scene, x, water, loud.slice(2, count - 2), 1.15, 240, 150, 1),
  ].join('');
  const ripples = [0.16, 0.34, 0.58, 0.86].map(
    (d, i) =>
      `<ellipse cx="${n(x)}" cy="${n(water + 8 + i * 14)}" rx="${n(150 + 620 * d)}" ry="${n(12 + 120 * d)}" fill="none" stroke="${paper}" stroke-width="${n(6 - i)}" opacity="${(0.6 - i * 0.12).toFixed(2)}"/>`,
  );
  return (
    fillAll(sky) +
    circle(x, water, 620, glow) +
    flower +
    clipped(
      scene,
      rect(0, water, 1000, 400, '#000'),
      rect(0, water, 1000, 400, pond) +
        group(`transform="translate(0 ${n(water * 1.62)}) scale(1 -.62)" opacity=".42"`, flower) +
        ripples.join(''),
    ) +
    circle(x, water - 6, 46, spark)
  );
}

/** A fan of petals around straight up; `open` is its angle in radians. */
function ring(
  scene: Scene,
  x: number,
  y: number,
  loud: number[],
  open: number,
  least: number,
  more: number,
  level: number,
): string {
  const middle = (loud.length - 1) / 2;
  // Outer petals first, so that the middle one lies on top.
  const order = loud.map((_, i) => i).sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  return order
    .map((i) => {
      const length = least + more * loud[i]!;
      const lean = middle === 0 ? 0 : ((i - middle) / middle) * (open / 2);
      const half = 62 + 230 / loud.length + level * 14;
      const fill = linear(scene, [0, 0], [0, -length], {
        0: scene.tone(level - 0.34),
        0.55: scene.tone(level - 0.06),
        1: scene.tone(level + 0.14),
      });
      const side = path(
        `M0 0C${n(half * 1.2)} ${n(-length * 0.3)} ${n(half)} ${n(-length * 0.72)} 0 ${n(-length)}Z`,
        scene.ink,
        'opacity=".16"',
      );
      const whole = path(
        `M0 0C${n(half * 1.2)} ${n(-length * 0.3)} ${n(half)} ${n(-length * 0.72)} 0 ${n(-length)}C${n(-half)} ${n(-length * 0.72)} ${n(-half * 1.2)} ${n(-length * 0.3)} 0 0Z`,
        fill,
      );
      return group(
        `transform="translate(${n(x)} ${n(y)}) rotate(${n((lean * 180) / Math.PI)})"`,
        whole + side,
      );
    })
    .join('');
}

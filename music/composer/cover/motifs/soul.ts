import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, linear, n, path, polar, polygon, radial, stroke } from '../shapes.ts';

/** A record on a warm wall, its grooves as deep as the song is loud. */
export function neoSoul(scene: Scene): string {
  const { between, chance, tone, ink, spark, paper, pace, energy } = scene;
  const [x, y] = [chance(0.5) ? between(250, 360) : between(640, 750), between(520, 640)];
  const rings = Math.round(8 + 4 * pace);
  const wall = linear(scene, [0, 0], [1000, 1000], { 0: tone(0.95), 1: tone(0.55) });
  const grooves = energy(rings).map((loud, i) =>
    stroke(
      `M${x - 150 - i * 30} ${y}a${150 + i * 30} ${150 + i * 30} 0 1 0 ${2 * (150 + i * 30)} 0a${150 + i * 30} ${150 + i * 30} 0 1 0 ${-2 * (150 + i * 30)} 0`,
      tone(0.15 + 0.5 * loud),
      5 + 13 * loud,
    ),
  );
  const lamp = circle(x > 500 ? 170 : 830, 190, between(90, 120), spark);
  return (
    fillAll(wall) +
    lamp +
    circle(x, y, 180 + rings * 30, ink) +
    grooves.join('') +
    circle(x, y, 120, spark) +
    circle(x, y, 26, paper)
  );
}

/** A church window with the morning behind it. */
export function gospelChoir(scene: Scene): string {
  const { between, tone, ground, paper, spark, deepSpark, pace, energy, sparkle } = scene;
  const rows = Math.round(6 + 3 * pace);
  const columns = 4;
  const loud = energy(rows * columns);
  const arch = 'M190 1000V430Q190 90 500 40Q810 90 810 430V1000Z';
  const [w, h] = [620 / columns, 960 / rows];
  const shift = between(-30, 30);
  const panes = loud.map((e, i) => {
    const [x, y] = [190 + (i % columns) * w, 40 + Math.floor(i / columns) * h];
    const color = [tone(0.3 + 0.6 * e), spark, paper, tone(0.85), deepSpark][
      Math.floor(i * 1.7 + 4 * e) % 5
    ]!;
    return polygon(
      [
        [x, y + shift],
        [x + w, y - shift],
        [x + w, y + h - shift],
        [x, y + h + shift],
      ],
      color,
      `stroke="${ground(0)}" stroke-width="10"`,
    );
  });
  return (
    fillAll(ground(0.5 + 0.4 * sparkle)) +
    clipped(scene, path(arch, '#000'), fillAll(paper) + panes.join('')) +
    stroke(arch, ground(0), 26)
  );
}

/** A rose that opens as the song does: every ring of petals as wide as its moment is loud. */
export function soulBallad(scene: Scene): string {
  const { between, chance, ground, ink, energy, pace } = scene;
  const right = chance(0.5);
  const x = right ? between(560, 640) : between(360, 440);
  const y = between(390, 450);
  const rings = Math.round(6 + 2 * pace);
  const loud = energy(rings);
  const back = radial(scene, [x, y], 820, { 0: ground(1.6), 1: ink });
  const bloom = between(0.86, 1.12);
  const turn = between(0, Math.PI);
  const petals = loud.map((e, i) => {
    const out = 1 - i / rings;
    const count = i < 2 ? 6 : i < rings - 1 ? 5 : 3;
    const reach = bloom * (40 + 390 * out ** 1.15 * (0.86 + 0.2 * e));
    const size = bloom * (60 + 250 * out ** 1.1 * (0.85 + 0.25 * e));
    return Array.from({ length: count }, (_, k) => {
      const angle = turn + i * 2.4 + (k / count) * Math.PI * 2;
      return petal(scene, x, y, angle, reach * 0.72, size, out, k);
    }).join('');
  });
  return fillAll(back) + leaves(scene, x, y, right) + petals.join('') + circle(x, y, 26, scene.tone(0.1));
}

/** A disc with a light rim on its outer side, the way a petal's edge catches light. */
function petal(
  scene: Scene,
  x: number,
  y: number,
  angle: number,
  reach: number,
  size: number,
  out: number,
  k: number,
): string {
  const [px, py] = polar(x, y, reach, angle);
  const [ex, ey] = polar(px, py, size, angle);
  const [sx, sy] = polar(px, py, size * 0.9, angle + Math.PI);
  const depth = 0.16 + 0.5 * (1 - out) + (k % 2) * 0.07;
  const fill = linear(scene, [sx, sy], [ex, ey], {
    0: scene.tone(depth * 0.45),
    0.75: scene.tone(depth + 0.1),
    1: scene.tone(depth + 0.24),
  });
  const rim = scene.tone(Math.min(1, depth + 0.46));
  return (
    circle(px, py, size, rim) + circle(px - Math.cos(angle) * 9, py - Math.sin(angle) * 9, size - 5, fill)
  );
}

function leaves(scene: Scene, x: number, y: number, right: boolean): string {
  const { deepSpark, spark, between, ink } = scene;
  const side = right ? -1 : 1;
  return [between(0.5, 0.7), between(1.05, 1.25)]
    .map((lift, i) => {
      const angle = right ? Math.PI - lift : lift;
      const [tx, ty] = polar(x, y, 760 - i * 90, angle);
      const bend = 330 * side;
      const left = `Q${n((x + tx) / 2 + bend * 0.2)} ${n((y + ty) / 2 - 190)} ${n(tx)} ${n(ty)}`;
      const back = `Q${n((x + tx) / 2 - bend * 0.5)} ${n((y + ty) / 2 + 170)} ${n(x)} ${n(y)}Z`;
      const shape = `M${n(x)} ${n(y)}${left}${back}`;
      const half = path(`M${n(x)} ${n(y)}L${n(tx)} ${n(ty)}${back}`, ink, 'opacity=".35"');
      return clipped(scene, path(shape, '#000'), path(shape, i === 0 ? spark : deepSpark) + half);
    })
    .join('');
}

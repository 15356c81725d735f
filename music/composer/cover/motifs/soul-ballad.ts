import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, linear, n, path, polar, radial } from '../shapes.ts';

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

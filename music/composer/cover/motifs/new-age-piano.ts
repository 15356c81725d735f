import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, group, linear, n, path, radial, rect } from '../shapes.ts';

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

import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, n, path, polar, radial } from '../shapes.ts';

/** Three-four time as three fans opened over one another, each pleat as long as its moment is loud. */
export function chamberWaltz(scene: Scene): string {
  const { between, chance, ground, ink, energy, pace } = scene;
  const right = chance(0.5);
  const at = (x: number) => (right ? 1000 - x : x);
  const pleats = Math.round(11 + 5 * pace);
  const loud = energy(pleats * 3);
  const fans = [
    { x: at(690), y: 470, r: 520, middle: -Math.PI / 2 + (right ? -0.15 : 0.15), open: 2.9, level: 0.5 },
    { x: at(230), y: 740, r: 560, middle: -Math.PI / 2 + (right ? 0.1 : -0.1), open: 2.8, level: 0.74 },
    { x: at(700), y: 970, r: 600, middle: -Math.PI / 2 + between(-0.1, 0.1), open: 2.95, level: 0.96 },
  ];
  const back = linear(scene, [0, 0], [0, 1000], { 0: ground(1.3), 1: ink });
  return (
    fillAll(back) + fans.map((f, i) => fan(scene, f, loud.slice(i * pleats, (i + 1) * pleats), i)).join('')
  );
}

type Fan = { x: number; y: number; r: number; middle: number; open: number; level: number };

function fan(scene: Scene, f: Fan, loud: number[], index: number): string {
  const { tone, ink, spark, ground } = scene;
  const step = f.open / loud.length;
  const shadow = radial(scene, [f.x, f.y], f.r * 1.25, { 0.6: [ink, 0.75], 1: [ink, 0] });
  const blade = (inner: number, outer: number, k: number, fill: string) => {
    const from = f.middle - f.open / 2 + k * step;
    const [a, b] = [polar(f.x, f.y, outer, from), polar(f.x, f.y, outer, from + step)];
    const [c, d] = [polar(f.x, f.y, inner, from + step), polar(f.x, f.y, inner, from)];
    const bow = (outer * step) / 2;
    return path(
      `M${n(d[0])} ${n(d[1])}L${n(a[0])} ${n(a[1])}A${n(bow)} ${n(bow)} 0 0 1 ${n(b[0])} ${n(b[1])}L${n(c[0])} ${n(c[1])}Z`,
      fill,
    );
  };
  const pleats = loud.map((e, k) => {
    const outer = f.r * (0.8 + 0.2 * e);
    const light = f.level - (k % 2) * 0.2;
    return (
      blade(40, outer, k, tone(light + 0.1)) +
      blade(40, outer * 0.86, k, k % 2 === 0 ? ground(1.1) : tone(light + 0.02)) +
      blade(40, outer * (0.4 + 0.3 * e), k, k % 2 === 0 ? tone(light) : ink)
    );
  });
  return (
    circle(f.x, f.y, f.r * 1.25, shadow) +
    pleats.join('') +
    circle(f.x, f.y, f.r * 0.2, tone(f.level)) +
    circle(f.x, f.y, f.r * 0.145, ink) +
    circle(f.x, f.y, f.r * 0.075, index === 2 ? spark : tone(f.level))
  );
}

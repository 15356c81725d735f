import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, path, radial, rect, wedge } from '../shapes.ts';

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

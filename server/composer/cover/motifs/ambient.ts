import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, polar, radial } from '../shapes.ts';

/** Bells that ring into one another: discs of light along an arc, each as wide as its moment is loud. */
export function ambient(scene: Scene): string {
  const { between, chance, ground, tone, ink, spark, paper, pace, energy, sparkle } = scene;
  const right = chance(0.5);
  const count = Math.round(6 + 4 * pace);
  const loud = energy(count);
  const flip = (x: number) => (right ? x : 1000 - x);
  const lift = between(0, 90);
  const sky = linear(
    scene,
    [0, 0],
    [0, 1000],
    [
      [0, ground(0.2)],
      [0.5, tone(0.16)],
      [1, tone(0.44)],
    ],
  );
  const glow = radial(scene, [flip(640), 640], 760, [
    [0, tone(0.75), 0.45],
    [1, tone(0.5), 0],
  ]);
  const discs = loud.map((e, i) => {
    const along = i / (count - 1);
    const x = flip(110 + 780 * along);
    const y = 800 - lift - 620 * Math.sin(along * Math.PI * 0.62) + 130 * along;
    const r = 110 + 190 * e;
    const turn = (right ? -0.9 : -2.24) + along * (right ? 0.9 : -0.9);
    const light = linear(scene, polar(x, y, r, turn), polar(x, y, r, turn + Math.PI), [
      [0, tone(0.72 + 0.28 * along), 0.95],
      [0.55, tone(0.5 + 0.3 * along), 0.38],
      [1, tone(0.35), 0.02],
    ]);
    return { r, drawn: circle(x, y, r, light) };
  });
  // Largest behind: a small bell is heard within the great one's hum.
  const drawn = [...discs].sort((a, b) => b.r - a.r).map((disc) => disc.drawn);
  const dust = Array.from({ length: Math.round(4 + 8 * sparkle) }, () =>
    circle(between(40, 960), between(40, 960), between(3, 7), paper, 'opacity=".6"'),
  );
  return (
    fillAll(ink) +
    fillAll(sky) +
    fillAll(glow) +
    drawn.join('') +
    dust.join('') +
    circle(flip(820), 800 - lift * 0.6, 30, spark)
  );
}

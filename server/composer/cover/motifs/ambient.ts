import type { Scene } from '../scene.ts';
import { circle, fillAll, linear, radial, rect } from '../shapes.ts';

/** Northern light over a low moon: veils side by side, each risen as high as its moment is loud. */
export function ambient(scene: Scene): string {
  const { between, chance, ground, tone, ink, spark, paper, pace, energy, sparkle } = scene;
  const right = chance(0.5);
  const count = Math.round(9 + 6 * pace);
  const loud = energy(count);
  const sky = linear(scene, [0, 0], [0, 1000], { 0: ink, 0.5: ground(0.9), 1: tone(0.26) });
  const moon = {
    x: right ? between(620, 720) : between(280, 380),
    y: between(560, 640),
    r: between(175, 215),
  };
  const disc = linear(scene, [0, moon.y - moon.r], [0, moon.y + moon.r], { 0: paper, 1: tone(0.8) });
  const halo = radial(scene, [moon.x, moon.y], 620, { 0: [tone(0.8), 0.55], 1: [tone(0.5), 0] });
  const width = 1000 / count;
  const veils = loud.map((e, i) => {
    const crest = 640 - 520 * e;
    const across = i / (count - 1);
    const hue = right ? across : 1 - across;
    // A sharp left edge and a slow fall: the light hangs like cloth.
    const light = linear(scene, [0, crest - 90], [0, 1000], {
      0: [tone(0.5 + 0.4 * hue), 0],
      0.1: [tone(0.62 + 0.36 * hue), 0.92],
      0.5: [tone(0.36 + 0.24 * hue), 0.62],
      1: [tone(0.24), 0.1],
    });
    const fold = linear(scene, [i * width, 0], [(i + 1) * width, 0], { 0: [ink, 0], 1: [ink, 0.34] });
    return (
      rect(i * width, crest - 90, width + 0.6, 1100 - crest, light) +
      rect(i * width, crest - 20, width + 0.6, 1100 - crest, fold)
    );
  });
  const stars = Array.from({ length: Math.round(5 + 9 * sparkle) }, () =>
    circle(between(30, 970), between(30, 400), between(3, 6), paper, 'opacity=".75"'),
  );
  const horizon = between(850, 890);
  return (
    fillAll(sky) +
    stars.join('') +
    circle(moon.x, moon.y, 620, halo) +
    circle(moon.x, moon.y, moon.r, disc) +
    veils.join('') +
    rect(0, horizon, 1000, 1000 - horizon, ink) +
    rect(moon.x - 200, horizon + 34, 400, 10, tone(0.8), 'rx="5" opacity=".7"') +
    rect(moon.x - 110, horizon + 66, 220, 10, tone(0.6), 'rx="5" opacity=".6"') +
    circle(right ? 150 : 850, horizon - 60, 17, spark)
  );
}

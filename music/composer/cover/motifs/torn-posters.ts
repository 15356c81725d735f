import type { Scene } from '../scene.ts';
import { circle, fillAll, group, type Point, polygon, rect } from '../shapes.ts';

/** Posters torn off a wall, one over the other, and a pin through them. */
export function tornPosters(scene: Scene): string {
  const { between, tone, ink, spark, paper, pace, energy } = scene;
  const teeth = Math.round(9 + 8 * pace);
  const posters = [tone(0.3), ink, spark, paper].map((fill, i) => {
    const loud = energy(teeth + 1);
    const top = 60 + i * 215;
    const torn = loud.map(
      (value, at): Point => [(at * 1200) / teeth - 100, top + (at % 2 ? 0 : 70) + 60 * value],
    );
    return group(
      `transform="rotate(${between(-9, 9).toFixed(1)} 500 500)"`,
      polygon([...torn, [1100, 1200], [-100, 1200]], fill),
    );
  });
  const pin = group(
    `transform="rotate(${between(-38, -22).toFixed(1)} 500 640)"`,
    rect(210, 600, 580, 34, ink, 'rx="17"') +
      rect(210, 664, 520, 20, ink, 'rx="10"') +
      circle(232, 642, 62, ink) +
      circle(232, 642, 24, spark),
  );
  return fillAll(tone(0.62)) + posters.join('') + pin;
}

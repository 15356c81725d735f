import type { Scene } from '../scene.ts';
import { circle, fillAll, group, rect } from '../shapes.ts';

/** A guitar's neck at dusk, a finger on each loud moment. */
export function blues(scene: Scene): string {
  const { between, tone, ground, paper, spark, ink, pace, energy, sparkle } = scene;
  const frets = Math.round(6 + 4 * pace);
  const gap = 1500 / frets;
  const turn = between(-34, -22);
  const wires = Array.from({ length: frets }, (_, i) => rect(-250 + i * gap, 320, 14, 380, tone(0.75)));
  const strings = Array.from({ length: 6 }, (_, i) => rect(-250, 350 + i * 62, 1500, 4 + i * 1.6, paper));
  const fingers = energy(frets).map((loud, i) =>
    loud > 0.3
      ? circle(
          -250 + (i + 0.5) * gap,
          352 + Math.round(loud * 5) * 62,
          26 + 16 * sparkle,
          i % 3 ? tone(0.9) : spark,
        )
      : '',
  );
  return (
    fillAll(tone(0.38)) +
    circle(between(650, 850), between(130, 220), 110, tone(0.8)) +
    group(
      `transform="rotate(${turn.toFixed(1)} 500 500)"`,
      rect(-300, 310, 1600, 400, ink) +
        rect(-300, 322, 1600, 376, ground(0.9)) +
        wires.join('') +
        strings.join('') +
        fingers.join(''),
    )
  );
}

import type { Scene } from '../scene.ts';
import { fillAll, type Point, smooth, stroke } from '../shapes.ts';

/** The wobble itself: thick waves, one under the other. */
export function bassMusic(scene: Scene): string {
  const { between, ground, tone, spark, pace, energy } = scene;
  const rows = 7;
  const across = 24;
  const loud = energy(rows * across);
  const turns = between(1.5, 2.5) + 2 * pace;
  const waves = Array.from({ length: rows }, (_, row) => {
    const line = Array.from({ length: across }, (_, k): Point => {
      const swing = 20 + 95 * loud[row * across + k]!;
      return [
        -60 + (1120 * k) / (across - 1),
        110 + row * 130 + swing * Math.sin(turns * 2 * Math.PI * (k / across) + row),
      ];
    });
    return stroke(
      `M${line[0]![0]} ${line[0]![1].toFixed(1)}${smooth(line)}`,
      row === 3 ? spark : tone(0.15 + 0.13 * row),
      46 + 6 * row,
    );
  });
  return fillAll(ground(0.2)) + waves.join('');
}

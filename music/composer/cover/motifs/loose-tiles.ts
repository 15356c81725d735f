import type { Scene } from '../scene.ts';
import { fillAll, path, rect } from '../shapes.ts';

const ACROSS = 5;
const SIZE = 1000 / ACROSS;

/** Tiles laid without a plan: quarter circles that meet by accident, and gaps. */
export function looseTiles(scene: Scene): string {
  const { whole, chance, tone, ink, spark, paper, energy, sparkle } = scene;
  const loud = energy(ACROSS * ACROSS);
  const tiles = loud.map((value, i) => {
    const [x, y] = [(i % ACROSS) * SIZE, Math.floor(i / ACROSS) * SIZE];
    if (chance(0.16)) return '';
    const ground = rect(x, y, SIZE, SIZE, value > 0.6 ? tone(0.3) : tone(0.75 + 0.15 * sparkle));
    const fill = [ink, paper, spark, tone(0.5)][whole(0, 3)]!;
    const reach = SIZE * (0.55 + 0.45 * value);
    // A quarter circle in one of the four corners.
    const [cx, cy] = [x + (chance(0.5) ? SIZE : 0), y + (chance(0.5) ? SIZE : 0)];
    const [dx, dy] = [cx === x ? reach : -reach, cy === y ? reach : -reach];
    const sweep = dx * dy > 0 ? 1 : 0;
    return `${ground}${path(`M${cx} ${cy}h${dx.toFixed(1)}A${reach.toFixed(1)} ${reach.toFixed(1)} 0 0 ${sweep} ${cx} ${(cy + dy).toFixed(1)}Z`, fill)}`;
  });
  return fillAll(tone(0.88)) + tiles.join('');
}

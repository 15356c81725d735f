import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, group, linear, n, rect } from '../shapes.ts';

type Key = { x: number; width: number; gap: number; loud: number };

/** Piano, bass and cymbal: keys in swing's long and short, the bass walking through them, a disc that turns light to dark. */
export function jazzTrio(scene: Scene): string {
  const { between, chance, ground, tone, ink, paper, spark, energy, pace } = scene;
  const right = chance(0.5);
  const count = 2 * Math.round(4 + 2 * pace);
  const beat = 1500 / count;
  let x = -180;
  const keys = energy(count).map((loud, i): Key => {
    // Swing: the first of two notes lasts twice as long as the second.
    const width = (i % 2 === 0 ? 4 / 3 : 2 / 3) * beat;
    const key = { x, width, gap: 800 - 560 * loud, loud };
    x += width;
    return key;
  });
  const disc = { x: right ? 690 : 310, y: between(330, 400), r: between(300, 340) };
  const back = linear(scene, [0, 0], [0, 1000], { 0: ground(1.6), 1: ground(0.4) });
  const notes = keys.map((key) =>
    circle(key.x + key.width / 2, key.gap, Math.min(46, key.width * 0.42), paper),
  );
  const tilt = `transform="rotate(${n(right ? -9 : 9)} 500 500)"`;
  const cymbal = circle(disc.x, disc.y, disc.r, '#000');
  return (
    fillAll(back) +
    group(
      tilt,
      board(
        keys,
        (key, i) => tone(0.62 + 0.36 * key.loud - (i % 2) * 0.2),
        (_, i) => tone(0.1 + (i % 2) * 0.16),
      ),
    ) +
    clipped(
      scene,
      cymbal,
      circle(disc.x, disc.y, disc.r, spark) +
        group(
          tilt,
          board(
            keys,
            () => ink,
            () => spark,
          ),
        ),
    ) +
    group(tilt, notes.join(''))
  );
}

/** Each key cut in two where the walking line passes. */
function board(
  keys: Key[],
  above: (key: Key, i: number) => string,
  below: (key: Key, i: number) => string,
): string {
  return keys
    .map((key, i) => {
      const inset = key.width * 0.06 + 4;
      const [left, width] = [key.x + inset, key.width - 2 * inset];
      return (
        rect(left, -250, width, key.gap - 70 + 250, above(key, i)) +
        rect(left, key.gap + 70, width, 1400, below(key, i))
      );
    })
    .join('');
}

import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, group, linear, n, path, polar, radial, rect } from '../shapes.ts';

/** The curtain, and the light behind it. */
export function orchestra(scene: Scene): string {
  const { between, tone, ink, paper, spark, pace, energy, sparkle } = scene;
  const folds = 2 * Math.round(5 + 3 * pace);
  const width = 1000 / folds;
  const opening = between(420, 580);
  const light = linear(scene, [0, 0], [0, 1000], { 0: paper, 0.6: tone(0.9), 1: spark });
  const curtain = energy(folds).map((loud, i) => {
    const x = i * width;
    const lift = Math.max(0, 1 - Math.abs(x + width / 2 - opening) / 420);
    const foot = 1000 - 560 * lift * (0.6 + 0.4 * loud);
    const cloth = linear(scene, [x, 0], [x + width, 0], {
      0: tone(0.12),
      0.5: tone(0.25 + 0.3 * loud),
      1: tone(0.08),
    });
    return path(
      `M${x.toFixed(0)} 0H${(x + width + 1).toFixed(0)}V${foot.toFixed(0)}Q${(x + width / 2).toFixed(0)} ${(foot + 60).toFixed(0)} ${x.toFixed(0)} ${foot.toFixed(0)}Z`,
      cloth,
    );
  });
  return (
    fillAll(light) +
    circle(opening, 900, 160 + 60 * sparkle, paper) +
    curtain.join('') +
    rect(0, 0, 1000, 70, ink) +
    rect(0, 930, 1000, 70, ink)
  );
}

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

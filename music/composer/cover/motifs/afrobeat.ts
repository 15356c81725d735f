import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, n, path, polygon, rect } from '../shapes.ts';

/** A woven cloth of crossing rhythms: each row counts the bar in its own number; loud rows are tall. */
export function afrobeat(scene: Scene): string {
  const { pace, energy, between, whole, ink, tone, ground, spark, paper, random } = scene;
  const rows = Math.round(4 + 2 * pace);
  const heights = energy(rows).map((e) => 0.55 + 1.1 * e);
  const total = heights.reduce((sum, h) => sum + h, 0);
  const seam = between(300, 420);
  const pairs: [string, string][] = [
    [tone(0.95), ink],
    [tone(0.72), ground(0.4)],
    [tone(0.5), tone(0.95)],
    [ground(1.4), tone(0.85)],
    [paper, tone(0.4)],
    [spark, ink],
    [ink, tone(0.66)],
  ];
  const first = whole(0, pairs.length - 1);
  const order = [...KINDS].sort(() => random() - 0.5);
  const weave = (shift: number, width: number, drop: number) => {
    let y = -drop;
    return Array.from({ length: rows + 2 }, (_, i) => {
      const h = (heights[(i + shift) % rows]! / total) * 1000;
      const [ground0, figure] = pairs[(first + i * 2 + shift * 3) % pairs.length]!;
      const top = y;
      y += h;
      const kind = order[(i + shift * 2) % order.length]!;
      const count = countFor(width, h, (i + shift) % 2);
      return (
        rect(0, top, width, h + 1, ground0) +
        kind(top + 12, h - 24, width, count, figure, ground0, i % 3 === 1 ? spark : paper) +
        rect(0, top, width, 12, ink)
      );
    }).join('');
  };
  const left = clipped(scene, rect(0, 0, seam, 1000, '#000'), weave(2, seam, 120));
  return (
    fillAll(ink) +
    `<g transform="translate(${n(seam)} 0)">${weave(0, 1000 - seam, 0)}</g>` +
    left +
    rect(seam - 9, 0, 18, 1000, ink)
  );
}

/** Figures per row, always a count one can clap, near enough to square to look woven. */
function countFor(width: number, height: number, finer: number): number {
  const ideal = (width / height) * (finer === 1 ? 0.95 : 0.6);
  return [1, 2, 3, 4, 6, 8].reduce((best, c) => (Math.abs(c - ideal) < Math.abs(best - ideal) ? c : best));
}

type Kind = (
  y: number,
  h: number,
  width: number,
  count: number,
  figure: string,
  ground: string,
  accent: string,
) => string;

const each = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');

const triangles: Kind = (y, h, width, count, figure, _, accent) => {
  const w = width / count;
  return each(
    count,
    (i) =>
      polygon(
        [
          [i * w, y + h],
          [(i + 0.5) * w, y],
          [(i + 1) * w, y + h],
        ],
        figure,
      ) +
      polygon(
        [
          [(i + 0.28) * w, y + h],
          [(i + 0.5) * w, y + h * 0.56],
          [(i + 0.72) * w, y + h],
        ],
        accent,
      ),
  );
};
const diamonds: Kind = (y, h, width, count, figure, ground, accent) => {
  const w = width / count;
  const one = (i: number, k: number, fill: string) => {
    const [cx, cy] = [(i + 0.5) * w, y + h / 2];
    return polygon(
      [
        [cx - (w / 2) * k, cy],
        [cx, cy - (h / 2) * k],
        [cx + (w / 2) * k, cy],
        [cx, cy + (h / 2) * k],
      ],
      fill,
    );
  };
  return each(count, (i) => one(i, 1, figure) + one(i, 0.6, ground) + one(i, 0.26, accent));
};
const zigzag: Kind = (y, h, width, count, figure, _, accent) => {
  const w = width / count;
  const line = (at: number, thick: number, color: string) => {
    const points = Array.from(
      { length: count * 2 + 1 },
      (_, i) => `${n((i * w) / 2)} ${n(at + (i % 2 === 0 ? h * 0.34 : -h * 0.1))}`,
    );
    return path(`M${points.join('L')}`, 'none', `stroke="${color}" stroke-width="${n(thick)}"`);
  };
  return line(y + h * 0.24, h * 0.2, figure) + line(y + h * 0.6, h * 0.12, accent);
};
const moons: Kind = (y, h, width, count, figure, ground, accent) => {
  const w = width / count;
  const r = Math.min(w / 2, h) * 0.94;
  return each(count, (i) => {
    const half = (k: number, fill: string) =>
      path(
        `M${n((i + 0.5) * w - r * k)} ${n(y + h)}A${n(r * k)} ${n(r * k)} 0 0 1 ${n((i + 0.5) * w + r * k)} ${n(y + h)}Z`,
        fill,
      );
    return half(1, figure) + half(0.68, ground) + half(0.38, accent);
  });
};
const beads: Kind = (y, h, width, count, figure, ground, accent) => {
  const w = width / count;
  const r = Math.min(w, h) * 0.44;
  return each(
    count,
    (i) =>
      circle((i + 0.5) * w, y + h / 2, r, i % 2 === 0 ? figure : accent) +
      circle((i + 0.5) * w, y + h / 2, r * 0.42, ground),
  );
};
const bars: Kind = (y, h, width, count, figure, _, accent) => {
  const w = width / count;
  return each(
    count,
    (i) =>
      rect(i * w, y, w * 0.36, h, figure) +
      rect((i + 0.46) * w, y, w * 0.12, h, accent) +
      rect((i + 0.68) * w, y, w * 0.12, h, figure),
  );
};
const KINDS: Kind[] = [triangles, diamonds, zigzag, moons, beads, bars];

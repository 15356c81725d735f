import type { Scene } from '../scene.ts';
import { circle, clipped, fillAll, linear, n, path, radial, rect } from '../shapes.ts';

/** A house at night with the moon behind its roof: a lamp is on where the music is awake. */
export function loFi(scene: Scene): string {
  const { between, ground, tone, ink, chance, pace, whole } = scene;
  const roof = between(250, 320);
  const moonX = chance(0.5) ? between(190, 320) : between(680, 810);
  const moonR = between(185, 225);
  const moonY = roof - between(-10, 40);
  const columns = Math.round(3 + pace);
  const rows = 3;
  const sky = linear(scene, [0, 0], [0, roof + 60], { 0: ground(0.9), 1: ground(2.1) });
  const glow = radial(scene, [moonX, moonY], moonR * 2.4, { 0: [tone(0.8), 0.5], 1: [tone(0.5), 0] });
  const wall = linear(scene, [0, roof], [0, 1000], { 0: ground(0.55), 1: ink });
  const lit = scene.energy(columns * rows);
  const margin = 74 - 28 * pace;
  const cellW = (1000 - margin) / columns;
  const cellH = (1000 - roof + 30) / rows;
  const sparkAt = whole(0, columns * rows - 1);
  const windows = lit.map((e, i) => {
    const x = margin + (i % columns) * cellW;
    const y = roof + 62 + Math.floor(i / columns) * cellH;
    return pane(scene, x, y, cellW - margin, cellH - 56, e, i === sparkAt);
  });
  return (
    fillAll(sky) +
    circle(moonX, moonY, moonR * 2.4, glow) +
    circle(moonX, moonY, moonR, tone(0.98)) +
    circle(moonX + moonR * 0.34, moonY - moonR * 0.1, moonR * 0.16, tone(0.86)) +
    circle(moonX - moonR * 0.3, moonY - moonR * 0.42, moonR * 0.24, tone(0.86)) +
    roofline(scene, roof, moonX, ground(0.55)) +
    rect(0, roof, 1000, 1000, wall) +
    rect(0, roof, 1000, 18, ground(1.3)) +
    windows.join('')
  );
}

/** Chimney, tank and aerial, away from the moon. */
function roofline({ between, ink }: Scene, roof: number, moonX: number, fill: string): string {
  const x = moonX > 500 ? between(90, 240) : between(640, 790);
  return (
    rect(x, roof - 105, 84, 110, fill) +
    rect(x - 12, roof - 122, 108, 26, ink) +
    rect(x + 190, roof - 170, 8, 176, ink) +
    rect(x + 150, roof - 160, 88, 8, ink) +
    rect(x + 164, roof - 130, 60, 8, ink)
  );
}

function pane(scene: Scene, x: number, y: number, w: number, h: number, e: number, special: boolean): string {
  const { tone, ground, spark, deepSpark, random, ink } = scene;
  if (e < 0.28 && !special) {
    const dark =
      rect(x, y, w, h, ground(1.15)) +
      path(`M${n(x)} ${n(y + h)}V${n(y + h * 0.45)}L${n(x + w)} ${n(y)}V${n(y + h * 0.4)}Z`, ground(1.5));
    return dark + sill(x, y, w, h, ground(1.3));
  }
  const light = special
    ? linear(scene, [x, y], [x, y + h], { 0: spark, 1: deepSpark })
    : linear(scene, [x, y], [x, y + h], { 0: tone(0.5 + 0.5 * e), 1: tone(0.36 + 0.42 * e) });
  const inside = [blind, curtains, plant, lamp][Math.floor(random() * 4)]!(
    scene,
    x,
    y,
    w,
    h,
    special ? ink : tone(0.14),
  );
  return (
    clipped(scene, rect(x, y, w, h, '#000'), rect(x, y, w, h, light) + inside) + sill(x, y, w, h, ground(1.3))
  );
}

function sill(x: number, y: number, w: number, h: number, fill: string): string {
  return rect(x - 12, y + h, w + 24, 14, fill);
}

function blind({ between, tone }: Scene, x: number, y: number, w: number, h: number): string {
  const depth = between(0.35, 0.8) * h;
  const slats = Math.max(3, Math.round(depth / 24));
  return Array.from({ length: slats }, (_, i) =>
    rect(x, y + i * 24, w, 12, tone(0.22), 'opacity=".75"'),
  ).join('');
}

function curtains(_: Scene, x: number, y: number, w: number, h: number, dark: string): string {
  const side = (edge: number, into: number) =>
    path(
      `M${n(edge)} ${n(y)}H${n(edge + into * w * 0.46)}Q${n(edge + into * w * 0.4)} ${n(y + h * 0.62)} ${n(edge + into * w * 0.12)} ${n(y + h * 0.74)}L${n(edge + into * w * 0.2)} ${n(y + h)}H${n(edge)}Z`,
      dark,
      'opacity=".8"',
    );
  return side(x, 1) + side(x + w, -1);
}

function plant({ between }: Scene, x: number, y: number, w: number, h: number, dark: string): string {
  const cx = x + w * between(0.35, 0.65);
  const foot = y + h;
  const leaf = (lean: number, tall: number) =>
    path(
      `M${n(cx)} ${n(foot - h * 0.2)}Q${n(cx + lean * w * 0.1)} ${n(foot - h * tall)} ${n(cx + lean * w * 0.42)} ${n(foot - h * tall)}Q${n(cx + lean * w * 0.4)} ${n(foot - h * 0.3)} ${n(cx)} ${n(foot - h * 0.2)}Z`,
      dark,
    );
  const pot = path(
    `M${n(cx - w * 0.17)} ${n(foot - h * 0.24)}H${n(cx + w * 0.17)}L${n(cx + w * 0.12)} ${n(foot)}H${n(cx - w * 0.12)}Z`,
    dark,
  );
  return leaf(-1, 0.62) + leaf(1, 0.72) + leaf(0.35, 0.86) + pot;
}

function lamp({ tone, paper }: Scene, x: number, y: number, w: number, h: number, dark: string): string {
  const cx = x + w / 2;
  const r = w * 0.26;
  const at = y + h * 0.46;
  return (
    rect(cx - 3, y, 6, h * 0.3, dark) +
    circle(cx, at, r * 0.45, paper) +
    path(`M${n(cx - r)} ${n(at)}A${n(r)} ${n(r)} 0 0 1 ${n(cx + r)} ${n(at)}Z`, dark) +
    rect(x, y + h * 0.8, w, h * 0.2, tone(0.22), 'opacity=".8"')
  );
}

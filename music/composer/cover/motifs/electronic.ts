import type { Scene } from '../scene.ts';
import {
  band,
  circle,
  clipped,
  fillAll,
  group,
  linear,
  n,
  type Point,
  path,
  polygon,
  radial,
  rect,
  smooth,
  stroke,
  wedge,
} from '../shapes.ts';

/** A grid of lamps, each as large as its moment is loud. */
export function techno(scene: Scene): string {
  const { whole, ink, tone, spark, paper, pace, energy, sparkle } = scene;
  const side = Math.round(6 + 4 * pace);
  const cell = 1000 / side;
  const loud = energy(side * side);
  const lit = whole(0, side * side - 1);
  const lamps = loud.map((e, i) => {
    const size = cell * (0.16 + 0.76 * e);
    const [x, y] = [(i % side) * cell + (cell - size) / 2, Math.floor(i / side) * cell + (cell - size) / 2];
    return rect(
      x,
      y,
      size,
      size,
      i === lit ? spark : e > 0.93 - 0.1 * sparkle ? paper : tone(0.1 + 0.5 * e * ((i % 3) / 2)),
    );
  });
  return fillAll(ink) + lamps.join('');
}

/** Beams that climb out of the dark towards one light. */
export function trance(scene: Scene): string {
  const { between, tone, ink, paper, spark, pace, energy, sparkle } = scene;
  const [x, y] = [between(420, 580), between(180, 260)];
  const beams = Math.round(9 + 8 * pace);
  const sky = linear(scene, [0, 0], [0, 1000], { 0: tone(0.85), 0.45: tone(0.4), 1: ink });
  const glow = radial(scene, [x, y], 620, { 0: [paper, 0.95], 0.35: [tone(0.95), 0.5], 1: [tone(0.5), 0] });
  const fan = energy(beams).map((loud, i) => {
    const foot = -250 + (1500 * (i + 0.5)) / beams;
    const half = (1500 / beams) * (0.12 + 0.4 * loud);
    return polygon(
      [
        [x, y],
        [foot - half, 1000],
        [foot + half, 1000],
      ],
      i % 4 === 1 ? spark : tone(0.3 + 0.6 * loud),
      `opacity="${(0.4 + 0.5 * loud).toFixed(2)}"`,
    );
  });
  return fillAll(sky) + fan.join('') + circle(x, y, 620, glow) + circle(x, y, 60 + 60 * sparkle, paper);
}

/** A tunnel of rings seen off its axis; a straight cut turns light into dark. */
export function deepHouse(scene: Scene): string {
  const { between, chance, tone, ground, ink, spark, pace, energy } = scene;
  const rings = Math.round(9 + 5 * pace);
  const heart = { x: chance(0.5) ? between(300, 380) : between(620, 700), y: between(560, 700) };
  const loud = energy(rings);
  const widths = loud.map((e) => 0.5 + 1.3 * e);
  const total = widths.reduce((sum, w) => sum + w, 0);
  const radii: number[] = [];
  let left = 1;
  for (const w of widths) {
    radii.push(left);
    left -= (w / total) * 0.9;
  }
  const tunnel = (swap: boolean) =>
    radii
      .map((share, i) => {
        const r = 70 + 800 * share ** 1.25;
        const x = heart.x + (500 - heart.x) * share;
        const y = heart.y + (430 - heart.y) * share;
        const near = 1 - share;
        const bright = (i % 2 === 0) === swap;
        return circle(x, y, r, bright ? tone(0.34 + 0.62 * near) : ground(0.2 + 0.8 * share));
      })
      .join('');
  const turn = `transform="rotate(${n(between(-32, 32))} ${n(heart.x)} ${n(heart.y)})"`;
  const half = rect(heart.x, -1000, 2000, 3000, '#000', turn);
  return (
    fillAll(ink) +
    tunnel(false) +
    clipped(scene, half, fillAll(tone(0.34)) + tunnel(true)) +
    circle(heart.x, heart.y, 74, spark) +
    clipped(scene, half, circle(heart.x, heart.y, 75, ink))
  );
}

/** A burst of light from the stage, and confetti. */
export function dancePop(scene: Scene): string {
  const { between, tone, paper, spark, deepSpark, pace, energy, sparkle } = scene;
  const [x, y] = [between(380, 620), between(620, 760)];
  const rays = 2 * Math.round(10 + 6 * pace);
  const loud = energy(rays);
  const turn = between(0, 1);
  const burst = loud.map((e, i) => {
    const angle = turn + (i * 2 * Math.PI) / rays;
    return path(
      wedge(x, y, i % 2 ? 1500 : 520 + 700 * e, angle, angle + (2 * Math.PI) / rays),
      i % 2 ? tone(0.92) : tone(0.62 + 0.2 * e),
    );
  });
  const confetti = Array.from({ length: Math.round(20 + 24 * sparkle) }, (_, i) =>
    circle(between(20, 980), between(20, 980), between(9, 26), [spark, deepSpark, paper, tone(0.3)][i % 4]!),
  );
  return (
    fillAll(paper) + burst.join('') + circle(x, y, 190, spark) + circle(x, y, 120, paper) + confetti.join('')
  );
}

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

/** Currents that swell and narrow with the loudness, poured across the square, and one drop above them. */
export function liquidDrumAndBass(scene: Scene): string {
  const { between, chance, tone, ground, ink, spark, paper, pace, whole, energy } = scene;
  const count = Math.round(8 + 5 * pace);
  const columns = 9;
  const loud = energy(count + columns);
  const phase = between(0, Math.PI * 2);
  const wave = between(90, 150);
  const thick = 900 / count;
  const tops: Point[][] = [];
  let edge = Array.from(
    { length: columns },
    (_, c): Point => [
      -350 + c * 212,
      between(270, 300) + wave * Math.sin(phase + c * 0.95) - wave * 0.9 * loud[c]!,
    ],
  );
  tops.push(edge);
  for (let i = 0; i < count; i++) {
    edge = edge.map(([x, y], c): Point => {
      const swell = 0.5 + 0.5 * Math.sin(phase * 2 + c * 1.25 + i * 0.8);
      return [x, y + thick * (0.14 + 0.95 * swell + 0.75 * loud[(c + i) % loud.length]! * swell)];
    });
    tops.push(edge);
  }
  const sparkAt = whole(2, 4);
  const currents = tops.slice(0, -1).map((top, i) => {
    const depth = i / count;
    const flip = i % 2 === 0 ? 0.14 : -0.2;
    const level = 0.92 - depth * 0.7 + flip * (1 - depth * 0.4);
    const fill =
      i === sparkAt
        ? spark
        : linear(scene, [-200, 0], [1200, 0], {
            0: tone(level - 0.14),
            0.5: tone(level),
            1: tone(level - 0.22),
          });
    return path(
      band(
        top,
        top.map(([x]): Point => [x, 1700]),
      ),
      fill,
    );
  });
  const sky = linear(scene, [0, 0], [0, 700], { 0: ink, 1: ground(1) });
  const lean = between(14, 26) * (chance(0.5) ? 1 : -1);
  return (
    fillAll(sky) +
    circle(lean > 0 ? between(740, 830) : between(170, 260), between(150, 190), between(62, 88), paper) +
    group(`transform="rotate(${lean.toFixed(1)} 500 500)"`, currents.join(''))
  );
}

/** Towers at night, as tall as the song is loud, lit window by window; one cold moon. */
export function trap(scene: Scene): string {
  const { between, chance, tone, ink, spark, paper, pace, energy, sparkle } = scene;
  const count = Math.round(7 + 4 * pace);
  const width = 1000 / count;
  const sky = linear(scene, [0, 0], [0, 1000], { 0: ink, 0.7: scene.ground(0.8), 1: tone(0.35) });
  const moon = circle(chance(0.5) ? 280 : 720, between(200, 280), between(120, 150), paper);
  const towers = energy(count).map((loud, i) => {
    const height = 260 + 480 * loud;
    const windows = Array.from({ length: Math.round(3 + 5 * loud) }, (_, k) =>
      chance(0.35 + 0.4 * sparkle)
        ? rect(
            i * width + width * 0.22,
            1000 - height + 40 + k * 74,
            width * 0.5,
            22,
            k % 3 ? tone(0.7) : spark,
          )
        : '',
    );
    return rect(i * width + 4, 1000 - height, width - 8, height, i % 2 ? ink : tone(0.12)) + windows.join('');
  });
  return fillAll(sky) + moon + towers.join('');
}

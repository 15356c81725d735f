import type { Scene } from './scene.ts';

export type Point = [x: number, y: number];

/** A coordinate with one decimal: a tenth of a unit is a third of a pixel at the largest size. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function polygon(points: Point[], fill: string, more = ''): string {
  return path(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`, fill, more);
}

export function stroke(d: string, color: string, width: number, more = ''): string {
  return path(d, 'none', `stroke="${color}" stroke-width="${n(width)}"${more && ` ${more}`}`);
}

export function group(more: string, inside: string): string {
  return `<g ${more}>${inside}</g>`;
}

/** Everything, edge to edge. */
export function fillAll(fill: string): string {
  return rect(0, 0, 1000, 1000, fill);
}

/** A smooth line through the points (Catmull–Rom as cubic Béziers), without the leading M. */
export function smooth(points: Point[]): string {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))]!;
  const pieces = points.slice(1).map((end, i) => {
    const [before, start, after] = [at(i - 1), at(i), at(i + 2)];
    const c1: Point = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6];
    const c2: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6];
    return `C${[c1, c2, end].map(([x, y]) => `${n(x)} ${n(y)}`).join(' ')}`;
  });
  return `${n(at(0)[0])} ${n(at(0)[1])}${pieces.join('')}`;
}

/** The area between two smooth lines that run the same way. */
export function band(upper: Point[], lower: Point[]): string {
  return `M${smooth(upper)}L${smooth([...lower].reverse())}Z`;
}

export function polar(cx: number, cy: number, radius: number, angle: number): Point {
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
}

/** A slice of a disc between two angles (radians), less than half a turn. */
export function wedge(cx: number, cy: number, radius: number, from: number, to: number): string {
  const [x1, y1] = polar(cx, cy, radius, from);
  const [x2, y2] = polar(cx, cy, radius, to);
  return `M${n(cx)} ${n(cy)}L${n(x1)} ${n(y1)}A${n(radius)} ${n(radius)} 0 0 1 ${n(x2)} ${n(y2)}Z`;
}

/** Colors by their offset, 0 to 1; a pair is a color and its opacity. */
type Stops = Record<number, string | [color: string, opacity: number]>;

/** A gradient along a line in drawing units; returns the fill that names it. */
export function linear(scene: Scene, [x1, y1]: Point, [x2, y2]: Point, stops: Stops): string {
  const line = `x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}"`;
  return define(
    scene,
    (id) => `<linearGradient ${id} gradientUnits="userSpaceOnUse" ${line}>${list(stops)}</linearGradient>`,
  );
}

export function radial(scene: Scene, [x, y]: Point, r: number, stops: Stops): string {
  const place = `cx="${n(x)}" cy="${n(y)}" r="${n(r)}"`;
  return define(
    scene,
    (id) => `<radialGradient ${id} gradientUnits="userSpaceOnUse" ${place}>${list(stops)}</radialGradient>`,
  );
}

/** Shows `inside` only where `shape` is. */
export function clipped(scene: Scene, shape: string, inside: string): string {
  const url = define(scene, (id) => `<clipPath ${id}>${shape}</clipPath>`);
  return group(`clip-path="${url}"`, inside);
}

function define(scene: Scene, element: (id: string) => string): string {
  const id = `${scene.name}-${scene.defs.length}`;
  scene.defs.push(element(`id="${id}"`));
  return `url(#${id})`;
}

function list(stops: Stops): string {
  // Integer keys of an object come first, whatever the order they were written in.
  return Object.entries(stops)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([offset, stop]) => {
      const [color, opacity] = typeof stop === 'string' ? [stop, 1] : stop;
      return `<stop offset="${offset}" stop-color="${color}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`;
    })
    .join('');
}

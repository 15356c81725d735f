import { writeFileSync } from 'node:fs';
import path from 'node:path';

const WIDTH = 760;
const HEIGHT = 400;
const PLOT = { left: 64, right: 540, top: 48, bottom: 344 };
const COLORS = [
  '#c2410c',
  '#0f766e',
  '#7c3aed',
  '#1d4ed8',
  '#be123c',
  '#4d7c0f',
  '#a16207',
  '#475569',
  '#db2777',
  '#111827',
];

/** One line of a chart. */
export interface Curve {
  name: string;
  /** Responses per second, one for each size. */
  rates: number[];
}

/**
 * Draws how rates change as the data grows, as a picture in `docs/`. Each curve is relative to its own rate at the first
 * size, so that the speed of the machine does not matter: flat is good.
 * @param sizes ascending; the axis is logarithmic.
 */
export function writeCurves(
  name: string,
  title: string,
  unit: string,
  sizes: number[],
  curves: Curve[],
): void {
  const [first, last] = [Math.log(sizes[0]!), Math.log(sizes.at(-1)!)];
  const x = (size: number) =>
    PLOT.left + ((Math.log(size) - first) / (last - first)) * (PLOT.right - PLOT.left);
  const highest = Math.max(1.2, ...curves.flatMap(({ rates }) => rates.map((rate) => rate / rates[0]!)));
  const y = (ratio: number) => PLOT.bottom - (ratio / highest) * (PLOT.bottom - PLOT.top);
  const ratios = Array.from({ length: Math.floor(highest / 0.2) + 1 }, (_, i) => i * 0.2);
  const grid = ratios.map(
    (ratio) =>
      `<path d="M${PLOT.left} ${y(ratio).toFixed(1)}H${PLOT.right}" stroke="#8884"/>` +
      text(PLOT.left - 8, y(ratio) + 4, ratio.toFixed(1), 'end'),
  );
  const marks = sizes.map((size) => text(x(size), PLOT.bottom + 20, size.toLocaleString('en'), 'middle'));
  const lines = curves.map(({ name, rates }, i) => {
    const color = COLORS[i % COLORS.length]!;
    const points = rates.map((rate, at) => `${x(sizes[at]!).toFixed(1)},${y(rate / rates[0]!).toFixed(1)}`);
    const label = PLOT.top + 12 + i * 22;
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2.5" stroke-linejoin="round"/>` +
      `<path d="M${PLOT.right + 16} ${label - 4}h16" stroke="${color}" stroke-width="2.5"/>` +
      text(PLOT.right + 38, label, name, 'start')
    );
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">
<title>${title}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${PLOT.left}" y="26" font-size="15" font-weight="600" fill="#1c1917">${title}</text>
${[...grid, ...marks, text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 42, unit, 'middle'), ...lines].join('\n')}
</svg>
`;
  writeFileSync(path.join(import.meta.dirname, '..', 'docs', `${name}.svg`), svg);
}

const text = (x: number, y: number, value: string, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#44403c">${value}</text>`;

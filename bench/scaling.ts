import { type Curve, writeCurves } from './curves.ts';
import { takeTurns } from './load.ts';
import { ovation } from './programs.ts';
import { RARE_TERM } from './seed.ts';
import { type Line, perSecond } from './table.ts';

const calls: [what: string, call: (cursor: string) => string][] = [
  ['list of 20', () => '/track?limit=20'],
  ['newest 20', () => '/track?limit=20&sort=newest'],
  ['a later page', (cursor) => `/track?limit=20&cursor=${cursor}`],
  ['Explore', () => '/explore'],
  ['rare term', () => `/track?limit=20&q=${RARE_TERM}`],
];

/**
 * The same calls over growing catalogues. Prints its own table, draws docs/speed-by-tracks.svg, and reports whether the
 * list's rate stays flat.
 */
export async function scaling(folders: Map<number, string>): Promise<Line[]> {
  const sizes = [...folders.keys()];
  const servers = await Promise.all([...folders.values()].map((folder) => ovation(folder)));
  console.log(
    `\nResponses per second as the catalogue grows${' '.repeat(2)}${sizes.map((n) => n.toLocaleString('en').padStart(11)).join('')}`,
  );
  const curves: Curve[] = [];
  for (const [what, call] of calls) {
    const sides = await Promise.all(
      servers.map(async ({ url }) => {
        const first = await fetch(`${url}/track?limit=20`);
        return { url: url + call(first.headers.get('x-next-cursor')!) };
      }),
    );
    const rates = (await takeTurns(sides)).map((rate) => rate.perSecond);
    curves.push({ name: what, rates });
    console.log(`  ${what.padEnd(42)}${rates.map((rate) => perSecond(rate).padStart(11)).join('')}`);
  }
  await Promise.all(servers.map((server) => server.stop()));
  writeCurves('speed-by-tracks', 'Responses per second, relative to 1,000 tracks', 'tracks', sizes, curves);
  const [{ rates }] = curves as [Curve];
  const flat = Math.min(...rates) / rates[0]!;
  return [
    {
      what: `list of 20, slowest of ${sizes.map((n) => n.toLocaleString('en')).join(' / ')} tracks`,
      ours: '',
      against: 'ours over 1,000',
      ratio: flat,
      aim: '>= 0.8',
      reached: flat >= 0.8,
    },
  ];
}

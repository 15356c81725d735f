import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** One import: the file that has it, and the file or package that it names. Paths from the root, with `/`. */
interface Import {
  from: string;
  to: string;
}

/** What is wrong with an import, in a sentence; undefined when nothing is. */
type Rule = (one: Import) => string | undefined;

const FLOORS = ['contract', 'music', 'server', 'web', 'e2e', 'bench'];

/** Imports past a feature's face that are meant, each with its reason. */
const MEANT: Record<string, string> = {};

/** What puts the whole together, and so may name every part of a feature; the context names their types. */
const isAssembly = (file: string) =>
  /^server\/((app|main|cli|config|app-context|personal-data)\.ts$|cli\/)/.test(file);

/** In web, a layer may import what stands to its right; its features are folders of `features`. */
const WEB_LAYERS = ['app', 'pages', 'features', 'player', 'ui', 'lib'];

/** The one edge across web's features: a card carries its heart and its add button. */
const WEB_EDGES = new Set(['tracks -> library', 'tracks -> playlists']);

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || /^\w+\/testing\//.test(file);
const floorOf = (file: string) => file.split('/')[0]!;
/** The folder below the floor; undefined for a file that lies on the floor itself. */
const roomOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
/** The feature that a file belongs to, on either floor. */
const featureOf = (file: string) => /^(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1];

const floors: Rule = ({ from, to }) => {
  const [here, there] = [floorOf(from), floorOf(to)];
  if (here === 'contract' && !isTest(from) && there !== 'contract' && there !== 'zod')
    return 'rule 1: the contract imports only zod and itself';
  if (here === 'music' && FLOORS.includes(there) && there !== 'music')
    return 'rule 1: music knows nothing of the product';
  if (there === 'music' && (here === 'web' || here === 'contract') && !isTest(from))
    return 'rule 1: of the product, only the server plays music';
  if (here === 'server' && (there === 'web' || there === 'e2e' || there === 'bench'))
    return `rule 1: the server does not know of ${there}`;
  if (here === 'web' && there === 'server' && !isTest(from))
    return 'rule 1: web and server never meet, but for web tests';
  if (here === 'web' && (there === 'e2e' || there === 'bench'))
    return `rule 1: the web does not know of ${there}`;
};

const serverFeature = (file: string) => (floorOf(file) === 'server' ? featureOf(file) : undefined);

const faces: Rule = ({ from, to }) => {
  const feature = serverFeature(to);
  if (floorOf(from) !== 'server' || feature === undefined || serverFeature(from) === feature) return;
  if (isTest(from) || isAssembly(from) || `${from} -> ${to}` in MEANT) return;
  if (roomOf(from) === 'platform') return 'rule 3: the platform knows no feature';
  if (to !== `server/features/${feature}/${feature}.ts`)
    return `rule 3: from outside, only server/features/${feature}/${feature}.ts may be imported`;
};

const layers: Rule = ({ from, to }) => {
  if (floorOf(from) !== 'web' || floorOf(to) !== 'web' || isTest(from)) return;
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === undefined) return;
  if (there === undefined) return 'rule 4: what lies at the root of web is for nobody to import';
  if (WEB_LAYERS.indexOf(there) < WEB_LAYERS.indexOf(here))
    return `rule 4: ${WEB_LAYERS.join(' -> ')}, not ${here} -> ${there}`;
  const edge = `${featureOf(from)} -> ${featureOf(to)}`;
  if (
    here === 'features' &&
    there === 'features' &&
    featureOf(from) !== featureOf(to) &&
    !WEB_EDGES.has(edge)
  )
    return `rule 4: features do not import each other, but for ${[...WEB_EDGES].join(' and ')}`;
};

/** Circles among the server's features, each as `a -> b -> a`. */
function circles(imports: Import[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [here, there] = [serverFeature(from), serverFeature(to)];
    if (isTest(from) || here === undefined || there === undefined || here === there) continue;
    edges.set(here, (edges.get(here) ?? new Set()).add(there));
  }
  const found = new Set<string>();
  const walk = (room: string, way: string[]) => {
    const at = way.indexOf(room);
    if (at !== -1) {
      const circle = way.slice(at);
      // Told from its first room in the alphabet, so that each circle is told once.
      const first = circle.indexOf([...circle].sort()[0]!);
      const turned = [...circle.slice(first), ...circle.slice(0, first)];
      found.add([...turned, turned[0]].join(' -> '));
      return;
    }
    for (const next of edges.get(room) ?? []) walk(next, [...way, room]);
  };
  for (const room of edges.keys()) walk(room, []);
  return [...found];
}

/** What is wrong with the name of a file or of a folder on its way. */
function badName(file: string): string | undefined {
  for (const part of file.split('/')) {
    const name = part.replace(/\..*$/, '');
    if (/^(utils?|helpers?)$/i.test(name) || /(service|manager)$/i.test(name))
      return `rule 11: "${part}" says nothing of what is in it`;
  }
}

/** Whether an index file does nothing but pass on what others export. */
function isBarrel(file: string, source: string): boolean {
  if (!/(^|\/)index\.tsx?$/.test(file)) return false;
  const statements = source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\bexport\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s*from\s*(['"])[^'"]+\4\s*;?/g, '');
  return statements.trim() === '';
}

/** What a file imports, statically, by `import()` and for types alone. */
function importsOf(source: string): string[] {
  const patterns = [
    /^[ \t]*(?:import|export)\s[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
    /\bnew URL\(\s*['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name!));
}

/** `./x.ts` as a path from the root; our own workspaces by their names; a package by its name. */
function resolved(from: string, name: string): string {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name.replace(/\?.*$/, ''));
  if (FLOORS.includes(name.split('/')[0]!)) return name;
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

const sources = new Map(
  FLOORS.flatMap((floor) =>
    readdirSync(path.join(import.meta.dirname, floor), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/[\\/](node_modules|dist|test-results)[\\/]/.test(file))
      .map((file) => [
        path
          .relative(import.meta.dirname, file)
          .split(path.sep)
          .join('/'),
        readFileSync(file, 'utf8'),
      ]),
  ),
);
const imports = [...sources].flatMap(([from, source]) =>
  importsOf(source).map((name) => ({ from, to: resolved(from, name) })),
);

const broken = (rule: Rule) =>
  imports.flatMap((one) => {
    const wrong = rule(one);
    return wrong ? [`${one.from} imports ${one.to} (${wrong})`] : [];
  });

describe('the house', () => {
  it('is read whole', () => {
    for (const floor of ['contract', 'music', 'server'])
      expect([...sources.keys()].some((file) => file.startsWith(`${floor}/`))).toBe(true);
    expect(imports).toContainEqual({ from: 'server/app.ts', to: 'server/features/tracks/routes.ts' });
    expect(imports).toContainEqual({ from: 'server/platform/http/bind.ts', to: 'contract/errors.ts' });
  });

  it('1: web and server meet in the contract alone', () => {
    expect(broken(floors)).toEqual([]);
  });

  it('3: a server feature is entered by its face', () => {
    expect(broken(faces)).toEqual([]);
  });

  it('3: server features stand in no circle', () => {
    expect(circles(imports)).toEqual([]);
  });

  it('3: every exception is still needed', () => {
    const present = new Set(imports.map(({ from, to }) => `${from} -> ${to}`));
    expect(Object.keys(MEANT).filter((one) => !present.has(one))).toEqual([]);
  });

  it('4: in web, each layer imports only what stands to its right', () => {
    expect(broken(layers)).toEqual([]);
  });

  it('only lazyLayer and the routes use lazy, which says nothing when a chunk cannot be loaded', () => {
    const users = [...sources].filter(([, source]) => /\blazy\b[^;]*\bfrom 'react'/.test(source));
    expect(users.map(([file]) => file).sort()).toEqual(['web/app/routes.tsx', 'web/ui/lazy-layer.tsx']);
  });

  it('there is one style sheet', () => {
    const users = [...sources].filter(([, source]) =>
      /^import [^;]*\.css'|\bimport\('[^']*\.css'\)/m.test(source),
    );
    expect(users.map(([file]) => file)).toEqual(['web/main.tsx']);
  });

  it('11: names say what is inside, and nothing merely passes on', () => {
    const files = [...sources.keys()];
    expect(files.flatMap((file) => badName(file) ?? [])).toEqual([]);
    expect(files.filter((file) => isBarrel(file, sources.get(file)!))).toEqual([]);
  });
});

describe('the rules can fail', () => {
  const says = (rule: Rule, from: string, to: string) => rule({ from, to });

  it.each([
    ['contract/tracks.ts', 'server/platform/db/schema.ts', 'zod and itself'],
    ['contract/tracks.ts', 'kysely', 'zod and itself'],
    ['contract/tracks.ts', 'node:path', 'zod and itself'],
    ['server/app.ts', 'web/pages/Explore.tsx', 'does not know of web'],
    ['server/app.test.ts', 'web/pages/Explore.tsx', 'does not know of web'],
    ['server/app.ts', 'bench/run.ts', 'does not know of bench'],
    ['web/lib/api.ts', 'server/app.ts', 'never meet'],
    ['web/lib/api.ts', 'e2e/fixtures.ts', 'does not know of e2e'],
  ])('floors: %s -> %s', (from, to, wrong) => expect(says(floors, from, to)).toContain(wrong));

  it.each([
    ['contract/tracks.ts', 'zod'],
    ['contract/tracks.ts', 'contract/fields.ts'],
    ['contract/tracks.test.ts', 'vitest'],
    ['web/lib/api.ts', 'contract/errors.ts'],
    ['web/pages/Explore.test.tsx', 'server/app.ts'],
    ['web/testing/page.tsx', 'server/testing/server.ts'],
    ['e2e/fixtures.ts', 'server/testing/server.ts'],
  ])('floors allow %s -> %s', (from, to) => expect(says(floors, from, to)).toBeUndefined());

  it.each([
    ['server/features/payments/payments.ts', 'server/features/credits/queries.ts'],
    ['server/features/payments/routes.ts', 'server/features/credits/routes.ts'],
    ['server/platform/http/bind.ts', 'server/features/accounts/queries.ts'],
    ['server/platform/http/bind.ts', 'server/features/accounts/accounts.ts'],
  ])('faces: %s -> %s', (from, to) => expect(says(faces, from, to)).toContain('rule 3'));

  it.each([
    ['server/features/payments/payments.ts', 'server/features/credits/credits.ts'],
    ['server/features/credits/routes.ts', 'server/features/credits/queries.ts'],
    ['server/features/credits/queries.ts', 'server/platform/db/sqlite.ts'],
    ['server/features/credits/credits.ts', 'server/config.ts'],
    ['server/features/credits/credits.test.ts', 'server/features/accounts/queries.ts'],
    ['server/app.ts', 'server/features/credits/routes.ts'],
  ])('faces allow %s -> %s', (from, to) => expect(says(faces, from, to)).toBeUndefined());

  it.each([
    ['web/lib/api.ts', 'web/ui/Button.tsx'],
    ['web/ui/Button.tsx', 'web/player/player.ts'],
    ['web/player/PlayerBar.tsx', 'web/features/tracks/TrackCard.tsx'],
    ['web/features/tracks/TrackCard.tsx', 'web/pages/Explore.tsx'],
    ['web/pages/Explore.tsx', 'web/app/App.tsx'],
    ['web/features/library/Heart.tsx', 'web/features/tracks/TrackCard.tsx'],
    ['web/features/credits/Balance.tsx', 'web/features/payments/Form.tsx'],
    ['web/lib/api.ts', 'web/main.tsx'],
  ])('layers: %s -> %s', (from, to) => expect(says(layers, from, to)).toContain('rule 4'));

  it.each([
    ['web/main.tsx', 'web/app/App.tsx'],
    ['web/app/App.tsx', 'web/lib/api.ts'],
    ['web/pages/Explore.tsx', 'web/pages/Section.tsx'],
    ['web/features/tracks/TrackCard.tsx', 'web/features/library/Heart.tsx'],
    ['web/features/tracks/TrackCard.tsx', 'web/player/player.ts'],
    ['web/lib/api.test.ts', 'web/app/App.tsx'],
  ])('layers allow %s -> %s', (from, to) => expect(says(layers, from, to)).toBeUndefined());

  it('circles are found, told once, and not made by tests', () => {
    const edge = (here: string, there: string, file = `${here}.ts`) => ({
      from: `server/features/${here}/${file}`,
      to: `server/features/${there}/${there}.ts`,
    });
    expect(circles([edge('tracks', 'plays'), edge('plays', 'demo'), edge('demo', 'tracks')])).toEqual([
      'demo -> tracks -> plays -> demo',
    ]);
    expect(circles([edge('tracks', 'plays'), edge('plays', 'tracks', 'plays.test.ts')])).toEqual([]);
    expect(circles([edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')])).toEqual([]);
  });

  it.each([
    'web/utils/x.ts',
    'server/features/tracks/helpers.ts',
    'server/util.ts',
    'web/features/tracks/TrackService.ts',
    'server/session-manager.ts',
    'web/Helper.test.tsx',
  ])('the name %s is refused', (file) => expect(badName(file)).toContain('rule 11'));

  it.each(['server/features/tracks/fold.ts', 'web/lib/service-worker.ts', 'server/managers-of-venues.ts'])(
    'the name %s is taken',
    (file) => expect(badName(file)).toBeUndefined(),
  );

  it('barrels are known from modules', () => {
    expect(isBarrel('web/ui/index.ts', `// all\nexport * from './a.ts';\nexport { b } from "./b.ts";`)).toBe(
      true,
    );
    expect(isBarrel('web/ui/index.ts', '')).toBe(true);
    expect(isBarrel('web/ui/index.ts', `export * from './a.ts';\nexport const one = 1;`)).toBe(false);
    expect(isBarrel('web/ui/all.ts', `export * from './a.ts';`)).toBe(false);
  });

  it('imports of every kind are read', () => {
    const source = [
      `import a from 'a';`,
      `import { b,`,
      `  bb } from "./b.ts";`,
      `import type { C } from '../c.ts';`,
      `import './d.css';`,
      `export * from './e.ts';`,
      `const f = await import('./f.ts');`,
      `new Worker(new URL('./g.ts', import.meta.url));`,
      `// import h from 'h';`,
      ` * import i from 'i';`,
      `const text = "from 'j'";`,
    ].join('\n');
    expect(importsOf(source).sort()).toEqual(
      ['a', './b.ts', '../c.ts', './d.css', './e.ts', './f.ts', './g.ts'].sort(),
    );
    expect(resolved('web/pages/Explore.tsx', '../lib/api.ts')).toBe('web/lib/api.ts');
    expect(resolved('web/lib/api.ts', 'contract/errors.ts')).toBe('contract/errors.ts');
    expect(resolved('web/lib/api.ts', '@tanstack/react-query/x')).toBe('@tanstack/react-query');
    expect(resolved('web/lib/api.ts', '../../server/app.ts')).toBe('server/app.ts');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** An import: the importing file, and the imported file or package. Paths are relative to the root, with `/`. */
interface Import {
  from: string;
  to: string;
}

/** Returns what is wrong with an import; undefined if nothing is. */
type Rule = (one: Import) => string | undefined;

const WORKSPACES = ['contract', 'music', 'server', 'web', 'checks', 'tools'];

/** The files that assemble the server may import any part of a feature. */
const isAssembly = (file: string) =>
  /^server\/((app|main|cli|(app|extension)-context|extensions|features)\.ts$|cli\/)/.test(file);

/** In web, each layer may import the ones to its right. */
const WEB_LAYERS = ['app', 'pages', 'extensions', 'features', 'player', 'ui', 'lib'];

/** The only edges between features of the web, and between extensions. */
const WEB_EDGES = new Set([
  // A card carries its heart and its add button.
  'tracks -> library',
  'tracks -> playlists',
  // Who follows is notified.
  'following -> notifications',
  // Charts and people look like the other places.
  'charts -> discovery',
  'people -> discovery',
  'search -> discovery',
]);

/** True for the lists of what extensions add to the page, where it is put together. */
const isWebList = (file: string) => /^web\/extension(s|-parts)\.ts$/.test(file);

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || /\/testing\//.test(file);
const workspaceOf = (file: string) => file.split('/')[0]!;
/** The folder below the workspace; undefined for a file at its root. */
const folderOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
const featureOf = (file: string) => /^(?:server|web)\/(?:features|extensions)\/([^/]+)\//.exec(file)?.[1];
const serverFeatureOf = (file: string) => (workspaceOf(file) === 'server' ? featureOf(file) : undefined);
const isExtension = (file: string) => /^(server|contract|web)\/extensions\//.test(file);

const workspaces: Rule = ({ from, to }) => {
  const [here, there] = [workspaceOf(from), workspaceOf(to)];
  if (here === 'contract' && !isTest(from) && there !== 'contract' && there !== 'zod')
    return 'rule 1: the contract imports only zod and itself';
  if (here === 'music' && WORKSPACES.includes(there) && there !== 'music')
    return 'rule 1: music imports nothing of the product';
  if (there === 'music' && (here === 'web' || here === 'contract') && !isTest(from))
    return 'rule 1: of the product, only the server imports music';
  if (here === 'server' && (there === 'web' || there === 'checks'))
    return `rule 1: the server does not import ${there}`;
  if (here === 'web' && there === 'server' && !isTest(from))
    return 'rule 1: only web tests import the server';
  if (here === 'web' && there === 'checks') return 'rule 1: web does not import checks';
};

const entrances: Rule = ({ from, to }) => {
  const [here, there] = [serverFeatureOf(from), serverFeatureOf(to)];
  if (workspaceOf(from) !== 'server' || there === undefined || there === here) return;
  if (isTest(from) || isAssembly(from)) return;
  if (folderOf(from) === 'platform') return 'rule 3: platform imports no feature';
  if (here === undefined) return `rule 3: only the assembly imports features`;
  if (here === 'accounts') return 'rule 3: accounts imports no other feature';
  if (!to.endsWith(`/${there}/${there}.ts`))
    return `rule 3: other features import only ${there}.ts of ${there}`;
};

/** These list what there is. */
const LISTS =
  /^(contract\/(extensions|extension-pages)|server\/platform\/db\/tables\/(extensions|extensions\/[\w-]+))\.ts$/;

const wings: Rule = ({ from, to }) =>
  isExtension(to) &&
  !isExtension(from) &&
  !isTest(from) &&
  /^(contract|server)\/./.test(from) &&
  !isAssembly(from) &&
  !LISTS.test(from)
    ? 'rule 2: features and the platform do not know the extensions'
    : undefined;

const layers: Rule = ({ from, to }) => {
  if (workspaceOf(from) !== 'web' || workspaceOf(to) !== 'web' || isTest(from)) return;
  const [here, there] = [folderOf(from), folderOf(to)];
  if (here === undefined) return;
  if (isWebList(to) && (here === 'app' || here === 'pages')) return;
  if (here !== 'extensions' && there === 'extensions')
    return 'rule 2: core does not know the extensions, which web/extensions.ts and web/extension-parts.ts list';
  if (there === undefined) return 'rule 4: nothing imports a file at the root of web';
  if (WEB_LAYERS.indexOf(there) < WEB_LAYERS.indexOf(here))
    return `rule 4: ${WEB_LAYERS.join(' -> ')}, not ${here} -> ${there}`;
  if (here !== there || featureOf(from) === featureOf(to)) return;
  if (!WEB_EDGES.has(`${featureOf(from)} -> ${featureOf(to)}`))
    return `rule 4: features do not import each other, except ${[...WEB_EDGES].join(' and ')}`;
};

/** Edges of a graph: each node with the nodes it points to. */
type Graph = Map<string, Set<string>>;

function graphOf(edges: Iterable<readonly [string, string]>): Graph {
  const graph: Graph = new Map();
  for (const [from, to] of edges) if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** One cycle through each edge that closes one, as `a -> b -> a`, beginning with its first node in the alphabet. */
function cyclesIn(graph: Graph): string[] {
  const found = new Set<string>();
  const finished = new Set<string>();
  const visit = (node: string, path: string[]) => {
    const start = path.indexOf(node);
    if (start !== -1) {
      const cycle = path.slice(start);
      const first = cycle.indexOf([...cycle].sort()[0]!);
      const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
      found.add([...turned, turned[0]].join(' -> '));
      return;
    }
    if (finished.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    finished.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return [...found];
}

const fileGraph = (all: Import[]) => graphOf(all.map(({ from, to }) => [from, to]));

const featureGraph = (all: Import[]) =>
  graphOf(
    all
      .filter(({ from }) => !isTest(from))
      .map(({ from, to }) => [serverFeatureOf(from), serverFeatureOf(to)] as const)
      .filter((edge): edge is readonly [string, string] => edge[0] !== undefined && edge[1] !== undefined),
  );

/** The tables that a source file writes, through Kysely or in raw SQL. */
function writtenTables(source: string): string[] {
  const code = source.replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const patterns = [
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
    /\b(?:insert into|delete from|merge into) "?([a-z_]+)"?/gi,
    /\bupdate "?([a-z_]+)"?(?: as \w+)?\s+set\b/gi,
  ];
  return [...new Set(patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name]) => name!)))];
}

/** Writes to tables that belong to another feature. */
function foreignWrites(file: string, source: string): string[] {
  if (isTest(file)) return [];
  return writtenTables(source)
    .filter((table) => owners.has(table) && owners.get(table) !== serverFeatureOf(file))
    .map((table) => `${file} writes ${table}, which belongs to ${owners.get(table)} (rule 3)`);
}

/** The tables that a file of `server/platform/db/tables/` declares; the feature of the same name writes them. */
function declaredTables(source: string): string[] {
  const [, tables] = /export interface \w+Tables \{([\s\S]*?)\n\}/.exec(source) ?? [];
  return [...(tables ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!);
}

/** Returns what is wrong with the name of a file or of a folder on its path. */
function badName(file: string): string | undefined {
  for (const part of file.split('/')) {
    const name = part.replace(/\..*$/, '');
    if (/^(utils?|helpers?)$/i.test(name) || /(service|manager)$/i.test(name))
      return `rule 11: "${part}" does not name its content`;
  }
}

/** True if a file is an index that only re-exports. */
function isBarrel(file: string, source: string): boolean {
  if (!/(^|\/)index\.tsx?$/.test(file)) return false;
  const statements = source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\bexport\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s*from\s*(['"])[^'"]+\4\s*;?/g, '');
  return statements.trim() === '';
}

/** Code without its comments; strings that look like one are cut, too. */
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

/** Docstrings that begin with a question word, as `file:line`. */
function questionDocstrings(file: string, source: string): string[] {
  const openings = source.matchAll(
    /\/\*\*\s+(?:\* +)?(?=(?:How|What|Whether|Where|Who|Whom|Whose|Why|When|Which)\b)/g,
  );
  return [...openings].map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`);
}

/** Services that a browser may lack or refuse. */
const OPTIONAL_SERVICE =
  /\b(localStorage|sessionStorage|indexedDB|BroadcastChannel|MediaMetadata|PushManager|(caches|Notification)\.|navigator\.(serviceWorker|locks|mediaSession|storage)|(serviceWorker|locks|mediaSession|storage)\b[^{}]*\} = navigator)\b/;
/** True for what wraps them, and for the worker, without which its own do not matter. */
const wrapsServices = (file: string) =>
  /^web\/(lib\/(browser|storage\/storage)|extensions\/offline\/(worker|worker-off|push-handler))\.ts$/.test(
    file,
  );
/** The message of something that was caught: perhaps that of an exception, which is not written for people. */
const EXCEPTION_TEXT = /\b(error|reason|(error|reason) as Error\))\??\.message\b/i;

const webFilesWith = (pattern: RegExp) =>
  [...sources].flatMap(([file, source]) =>
    workspaceOf(file) === 'web' && !isTest(file) && pattern.test(withoutComments(source)) ? [file] : [],
  );

/** Everything that a file imports: statically, by `import()`, and types. */
function importsOf(source: string): string[] {
  const patterns = [
    /^[ \t]*(?:import|export)\s[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
    /\bnew URL\(\s*['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name!));
}

/** A relative path becomes a path from the root; a package is reduced to its name. */
function resolved(from: string, name: string): string {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name.replace(/\?.*$/, ''));
  if (WORKSPACES.includes(name.split('/')[0]!)) return name;
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

const sources = new Map(
  WORKSPACES.flatMap((workspace) =>
    readdirSync(path.join(import.meta.dirname, workspace), { recursive: true, withFileTypes: true })
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

/** The feature that writes each table: the name of the file that declares it. */
const owners = new Map(
  [...sources].flatMap(([file, source]) => {
    const feature = /^server\/platform\/db\/tables\/(?:extensions\/)?([\w-]+)\.ts$/.exec(file)?.[1];
    return feature ? declaredTables(source).map((table) => [table, feature] as const) : [];
  }),
);

const broken = (rule: Rule) =>
  imports.flatMap((one) => {
    const wrong = rule(one);
    return wrong ? [`${one.from} imports ${one.to} (${wrong})`] : [];
  });

describe('the architecture', () => {
  it('runs shortened property tests in full in the slow set, which finds them by name', () => {
    const shortened = imports.filter(({ from, to }) => to === 'contract/testing/runs.ts' && isTest(from));
    const others = shortened.filter(({ from }) => !from.endsWith('/properties.test.ts'));
    expect([shortened.length > 0, others]).toEqual([true, []]);
  });

  it('is read from every workspace', () => {
    for (const workspace of ['contract', 'music', 'server', 'web'])
      expect([...sources.keys()].some((file) => file.startsWith(`${workspace}/`))).toBe(true);
    expect(imports).toContainEqual({ from: 'server/app.ts', to: 'server/features.ts' });
    expect(imports).toContainEqual({ from: 'server/platform/http/bind.ts', to: 'contract/errors.ts' });
  });

  it('12: no folder has more than 15 files without an order inside', () => {
    const counts = new Map<string, number>();
    for (const file of sources.keys())
      if (!isTest(file)) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, files]) => files > 15)).toEqual([]);
  });

  it('1: web and server share only the contract', () => {
    expect(broken(workspaces)).toEqual([]);
  });

  it('3: a server feature is imported only through its own file', () => {
    expect(broken(entrances)).toEqual([]);
    expect(broken(wings)).toEqual([]);
  });

  it('3: no file imports itself through others, type-only imports included', () => {
    expect(cyclesIn(fileGraph(imports))).toEqual([]);
  });

  it('3: no server feature imports itself through others', () => {
    expect(cyclesIn(featureGraph(imports))).toEqual([]);
  });

  it('3: a table is written by its own feature', () => {
    const files = [...sources].filter(([file]) => serverFeatureOf(file) !== undefined);
    expect(files.flatMap(([file, source]) => foreignWrites(file, source))).toEqual([]);
    // The index of words is written by the search itself.
    const features = new Set([...sources.keys()].map(serverFeatureOf)).add('search');
    expect([...owners.values()].filter((feature) => !features.has(feature))).toEqual([]);
    expect(owners.size).toBeGreaterThan(30);
  });

  it('4: in web, each layer imports only the ones to its right', () => {
    expect(broken(layers)).toEqual([]);
  });

  it('only lazyLayer and the routes use lazy, which says nothing when a chunk cannot be loaded', () => {
    const users = [...sources].filter(([, source]) => /\blazy\b[^;]*\bfrom 'react'/.test(source));
    expect(users.map(([file]) => file).sort()).toEqual([
      'web/app/routes.tsx',
      'web/ui/layers/lazy-layer.tsx',
    ]);
  });

  it('the page names services that a browser may refuse only where they are wrapped', () => {
    expect(webFilesWith(OPTIONAL_SERVICE).filter((file) => !wrapsServices(file))).toEqual([]);
    expect(webFilesWith(OPTIONAL_SERVICE)).toContain('web/lib/browser.ts');
  });

  it('no page shows the text of an exception: `sentenceOf` knows what is written for people', () => {
    expect(webFilesWith(EXCEPTION_TEXT)).toEqual(['web/lib/http/api.ts']);
  });

  it('only the first page and parts that are loaded later import a style sheet', () => {
    const users = [...sources].filter(([, source]) =>
      /^import [^;]*\.css'|\bimport\('[^']*\.css'\)/m.test(source),
    );
    // docs/decisions/0003 says what such a part may have of its own.
    expect(users.map(([file]) => file).sort()).toEqual([
      'web/extensions/applause/Applause.tsx',
      'web/extensions/charts/Charts.tsx',
      'web/extensions/comments/Talk.tsx',
      'web/extensions/discovery/Artist.tsx',
      'web/extensions/discovery/ExplorePlaces.tsx',
      'web/extensions/discovery/Genre.tsx',
      'web/extensions/discovery/Genres.tsx',
      'web/extensions/notifications/NotificationItem.tsx',
      'web/extensions/offline/DownloadControls.tsx',
      'web/extensions/offline/OfflineLayer.tsx',
      'web/extensions/people/Person.tsx',
      'web/extensions/premieres/TimePicker.tsx',
      'web/extensions/studio/ChooseTake.tsx',
      'web/extensions/studio/Studio.tsx',
      'web/extensions/studio/TakeRows.tsx',
      'web/features/payments/CreditsDialog.tsx',
      'web/features/song-requests/LampDialog.tsx',
      'web/features/song-requests/RequestRow.tsx',
      'web/features/song-requests/asking/RequestOffer.tsx',
      'web/features/song-requests/board/NearestRow.tsx',
      'web/features/song-requests/song/Premiere.tsx',
      'web/features/song-requests/start/JumpBackIn.tsx',
      'web/features/tracks/explore/Hero.tsx',
      'web/features/tracks/search/SearchSections.tsx',
      'web/main.tsx',
      'web/pages/Leaderboard.tsx',
      'web/pages/Playlist.tsx',
      'web/pages/SongRequest.tsx',
      'web/pages/Track.tsx',
      'web/pages/profile/Profile.tsx',
      'web/pages/profile/Settings.tsx',
      'web/player/bar/PlayerBar.tsx',
      'web/player/bar/QueuePanel.tsx',
      'web/player/now-playing/NowPlaying.tsx',
      'web/player/now-playing/Waveform.tsx',
      'web/ui/layers/ShareDialog.tsx',
      'web/ui/layers/ToastViewport.tsx',
      'web/ui/pictures/Initials.tsx',
      'web/ui/pictures/VipBadge.tsx',
    ]);
  });

  it('11: names describe the content, and there are no barrels', () => {
    const files = [...sources.keys()];
    expect(files.flatMap((file) => badName(file) ?? [])).toEqual([]);
    expect(files.filter((file) => isBarrel(file, sources.get(file)!))).toEqual([]);
  });

  it('a docstring begins with a noun or a verb', () => {
    const found = [...sources].flatMap(([file, source]) => questionDocstrings(file, source));
    // A migration is not edited once it is released.
    expect(found).toEqual(['server/platform/db/migrations/0001-baseline.ts:5']);
  });
});

describe('the rules can fail', () => {
  const verdict = (rule: Rule, from: string, to: string) => rule({ from, to });

  it.each([
    ['contract/features/tracks.ts', 'server/platform/db/schema.ts', 'zod and itself'],
    ['contract/features/tracks.ts', 'kysely', 'zod and itself'],
    ['contract/features/tracks.ts', 'node:path', 'zod and itself'],
    ['music/composer/compose.ts', 'server/platform/db/schema.ts', 'nothing of the product'],
    ['music/composer/compose.ts', 'contract/genres.ts', 'nothing of the product'],
    ['web/pages/Explore.tsx', 'music/analysis/pcm.ts', 'only the server imports music'],
    ['server/app.ts', 'web/pages/Explore.tsx', 'does not import web'],
    ['server/app.test.ts', 'web/pages/Explore.tsx', 'does not import web'],
    ['server/app.ts', 'checks/bench/run.ts', 'does not import checks'],
    ['web/lib/http/api.ts', 'server/app.ts', 'only web tests'],
    ['web/lib/http/api.ts', 'checks/journeys/lib/fixtures.ts', 'does not import checks'],
  ])('workspaces: %s -> %s', (from, to, wrong) => expect(verdict(workspaces, from, to)).toContain(wrong));

  it.each([
    ['contract/features/tracks.ts', 'zod'],
    ['contract/features/tracks.ts', 'contract/fields.ts'],
    ['contract/tracks.test.ts', 'vitest'],
    ['web/lib/http/api.ts', 'contract/errors.ts'],
    ['web/pages/Explore.test.tsx', 'server/app.ts'],
    ['web/testing/page.tsx', 'server/testing/server.ts'],
    ['checks/journeys/lib/fixtures.ts', 'server/testing/server.ts'],
  ])('workspaces allow %s -> %s', (from, to) => expect(verdict(workspaces, from, to)).toBeUndefined());

  it.each([
    ['server/features/payments/payments.ts', 'server/features/credits/queries.ts'],
    ['server/features/payments/routes.ts', 'server/features/credits/routes.ts'],
    ['server/platform/http/bind.ts', 'server/features/accounts/queries.ts'],
    ['server/platform/http/bind.ts', 'server/features/accounts/accounts.ts'],
    ['server/features/accounts/accounts.ts', 'server/features/credits/credits.ts'],
    ['server/platform/context.ts', 'server/features/accounts/accounts.ts'],
  ])('entrances: %s -> %s', (from, to) => expect(verdict(entrances, from, to)).toContain('rule 3'));

  it.each([
    ['server/features/plays/plays.ts', 'server/extensions/scrobbling/scrobbling.ts'],
    ['server/platform/delivery-status.ts', 'contract/extensions/operation.ts'],
    ['contract/features/tracks.ts', 'contract/extensions/charts.ts'],
  ])('wings: %s -> %s', (from, to) => expect(verdict(wings, from, to)).toContain('rule 2'));

  it.each([
    ['server/features/payments/payments.ts', 'server/features/credits/credits.ts'],
    ['server/features/credits/routes.ts', 'server/features/credits/queries.ts'],
    ['server/features/credits/queries.ts', 'server/platform/db/sqlite/sqlite.ts'],
    ['server/features/credits/credits.ts', 'server/config.ts'],
    ['server/features/credits/credits.test.ts', 'server/features/accounts/queries.ts'],
    ['server/app.ts', 'server/features/credits/routes.ts'],
  ])('entrances allow %s -> %s', (from, to) => expect(verdict(entrances, from, to)).toBeUndefined());

  it.each([
    ['web/lib/http/api.ts', 'web/ui/Button.tsx'],
    ['web/ui/Button.tsx', 'web/player/engine/player.ts'],
    ['web/player/bar/PlayerBar.tsx', 'web/features/tracks/TrackCard.tsx'],
    ['web/features/tracks/TrackCard.tsx', 'web/pages/Explore.tsx'],
    ['web/pages/Explore.tsx', 'web/app/App.tsx'],
    ['web/features/library/Heart.tsx', 'web/features/tracks/TrackCard.tsx'],
    ['web/features/credits/Balance.tsx', 'web/features/payments/Form.tsx'],
    ['web/lib/http/api.ts', 'web/main.tsx'],
    ['web/extensions/studio/Takes.tsx', 'web/extensions/support/Support.tsx'],
    ['web/features/tracks/TrackCard.tsx', 'web/extensions.ts'],
  ])('layers: %s -> %s', (from, to) => expect(verdict(layers, from, to)).toContain('rule 4'));

  it.each([
    ['web/app/Header.tsx', 'web/extensions/search/SearchButton.tsx'],
    ['web/pages/Track.tsx', 'web/extensions/applause/Applause.tsx'],
    ['web/features/playlists/Entries.tsx', 'web/extensions/offline/DownloadControls.tsx'],
  ])('layers: %s -> %s', (from, to) => expect(verdict(layers, from, to)).toContain('rule 2'));

  it.each([
    ['web/main.tsx', 'web/app/App.tsx'],
    ['web/app/App.tsx', 'web/lib/http/api.ts'],
    ['web/pages/Explore.tsx', 'web/pages/Section.tsx'],
    ['web/features/tracks/TrackCard.tsx', 'web/features/library/Heart.tsx'],
    ['web/features/tracks/TrackCard.tsx', 'web/player/engine/player.ts'],
    ['web/lib/http/api.test.ts', 'web/app/App.tsx'],
    ['web/app/Header.tsx', 'web/extensions.ts'],
    ['web/extensions/studio/Takes.tsx', 'web/features/tracks/TrackCard.tsx'],
  ])('layers allow %s -> %s', (from, to) => expect(verdict(layers, from, to)).toBeUndefined());

  it('finds cycles, each once, and ignores those of tests', () => {
    const edge = (here: string, there: string, file = `${here}.ts`) => ({
      from: `server/features/${here}/${file}`,
      to: `server/features/${there}/${there}.ts`,
    });
    const cycle = [edge('tracks', 'plays'), edge('plays', 'demo'), edge('demo', 'tracks')];
    expect(cyclesIn(featureGraph(cycle))).toEqual(['demo -> tracks -> plays -> demo']);
    expect(cyclesIn(fileGraph(cycle))).toHaveLength(1);
    const tested = [edge('tracks', 'plays'), edge('plays', 'tracks', 'plays.test.ts')];
    expect(cyclesIn(featureGraph(tested))).toEqual([]);
    const diamond = [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')];
    expect(cyclesIn(featureGraph(diamond))).toEqual([]);
  });

  it.each([
    ["tx.updateTable('track').set(", ['track']],
    ["tx\n    .insertInto('credit_entry')", ['credit_entry']],
    ["db.deleteFrom('account_status')", ['account_status']],
    ['sql`/* prepared grow */ update song_request set votes = 1`', ['song_request']],
    ['sql`update "user" set name = 1`', ['user']],
    ['sql`insert into vote (id) values (1)`', ['vote']],
    ["db.selectFrom('track')", []],
    ['// update track set it right', []],
  ])('reads the written tables of %s', (source, tables) => {
    expect(writtenTables(source)).toEqual(tables);
  });

  it.each([
    ["new BroadcastChannel('a')", OPTIONAL_SERVICE],
    ['await caches.open(name)', OPTIONAL_SERVICE],
    ['const { locks } = navigator;', OPTIONAL_SERVICE],
    ['Notification.requestPermission()', OPTIONAL_SERVICE],
    ['<p>{error.message}</p>', EXCEPTION_TEXT],
    ['toastProblem(title, (error as Error).message)', EXCEPTION_TEXT],
    ['{script.error?.message}', EXCEPTION_TEXT],
  ])('finds %s', (code, pattern) => {
    expect(withoutComments(code)).toMatch(pattern);
    expect(withoutComments(`// ${code}`)).not.toMatch(pattern);
  });

  it('finds writes to the tables of others', () => {
    const source = "tx.updateTable('track').set({ popularity })";
    expect(foreignWrites('server/features/plays/plays.ts', source)).toHaveLength(1);
    expect(foreignWrites('server/features/tracks/queries.ts', source)).toEqual([]);
    expect(foreignWrites('server/features/plays/plays.test.ts', source)).toEqual([]);
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
    'the name %s is allowed',
    (file) => expect(badName(file)).toBeUndefined(),
  );

  it('finds docstrings that begin with a question word', () => {
    const found = (...lines: string[]) => questionDocstrings('web/a.ts', lines.join('\n'));
    expect(found('const a = 1;', '  /**', '   * What it is:', '   * How it is.', '   */')).toEqual([
      'web/a.ts:2',
    ]);
    for (const word of ['How', 'Whether', 'Whose']) expect(found(`/** ${word} it is. */`)).toHaveLength(1);
    expect(
      found('// What it is', '/** True if it is. */', '/** Whichever is first. */', '/* How it is. */'),
    ).toEqual([]);
  });

  it('tells barrels from modules', () => {
    expect(isBarrel('web/ui/index.ts', `// all\nexport * from './a.ts';\nexport { b } from "./b.ts";`)).toBe(
      true,
    );
    expect(isBarrel('web/ui/index.ts', '')).toBe(true);
    expect(isBarrel('web/ui/index.ts', `export * from './a.ts';\nexport const one = 1;`)).toBe(false);
    expect(isBarrel('web/ui/all.ts', `export * from './a.ts';`)).toBe(false);
  });

  it('reads imports of every kind', () => {
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
    expect(resolved('web/pages/Explore.tsx', '../lib/http/api.ts')).toBe('web/lib/http/api.ts');
    expect(resolved('web/lib/http/api.ts', 'contract/errors.ts')).toBe('contract/errors.ts');
    expect(resolved('web/lib/http/api.ts', '@tanstack/react-query/x')).toBe('@tanstack/react-query');
    expect(resolved('web/lib/http/api.ts', '../../../server/app.ts')).toBe('server/app.ts');
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { type Plugin, parseAst } from 'vite';

/** The oldest browsers that the page supports, by their names in MDN's compatibility data. */
const BROWSERS = { chrome: 123, firefox: 120, safari: 17.5 } as const;

/** The same browsers, as the build's `target`. */
export const buildTarget = Object.entries(BROWSERS).map(([name, version]) => `${name}${version}`);

/** False positives and features that the code checks for before it calls them; each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'Intl.Segmenter': 'contract/features/song-requests-constants.ts counts code points without it',
  '.segment()': 'a method of Intl.Segmenter, which the code checks for',
  'Error.captureStackTrace': 'zod checks for it',
  '.toArray()': "dnd-kit's map, not an iterator",
  '.pause()': 'a method of media elements, not of Atomics',
  '.use()': "React's hook, not a method of DisposableStack",
};

/** Fails the build when the bundle uses a feature that a supported browser lacks. */
export function browserSupport(): Plugin {
  return {
    name: 'ovation-browser-support',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const missing = new Set<string>();
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          for (const feature of unsupportedFeatures(chunk.code))
            missing.add(`${feature} (${chunk.fileName})`);
      if (missing.size > 0)
        this.error(`Not in every supported browser (${buildTarget.join(', ')}): ${[...missing].join(', ')}`);
    },
  };
}

const { api, javascript } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
) as CompatData;
const interfaces: Record<string, Identifier | undefined> = { ...api, ...javascript.builtins };
/** The methods of JavaScript's built-in classes by name. Methods of the DOM share their names with any library's. */
const methods = new Map<string, CompatStatement[]>();
const builtins = Object.values<Identifier>(javascript.builtins ?? {});
for (const members of [...builtins, ...Object.values<Identifier>(javascript.builtins?.Intl ?? {})])
  for (const [name, { __compat }] of Object.entries<Identifier>(members))
    if (name !== '__compat' && !name.endsWith('_static') && __compat)
      methods.set(name, [...(methods.get(name) ?? []), __compat]);

/**
 * The features in a script that a supported browser lacks: globals, their static members (`URL.parse`) and methods
 * (`.toSorted()`). A method counts if no class has one of that name in every supported browser. Optional calls do not
 * count.
 */
export function unsupportedFeatures(code: string): string[] {
  const found = new Set<string>();
  const check = (feature: string, ...statements: (CompatStatement | undefined)[]) => {
    const known = statements.filter((statement) => statement !== undefined);
    if (known.length > 0 && !known.some(isSupported) && !(feature in EXCEPTIONS)) found.add(feature);
  };
  walk(parseAst(code), (node) => {
    const callee = node.type === 'CallExpression' || node.type === 'NewExpression' ? node.callee : undefined;
    if (callee?.type === 'Identifier') check(callee.name, globalOf(callee.name));
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed) {
      const { name } = node.object;
      const members = interfaces[name];
      const member = node.property.name;
      if (members) check(`${name}.${member}`, (members[`${member}_static`] ?? members[member])?.__compat);
    }
    if (callee?.type === 'MemberExpression' && !callee.computed && !node.optional) {
      const name = callee.property.name;
      if (!(callee.object.type === 'Identifier' && interfaces[callee.object.name]))
        check(`.${name}()`, ...(methods.get(name) ?? []));
    }
  });
  return [...found];
}

/** The compatibility data of a global class or function. */
const globalOf = (name: string): CompatStatement | undefined =>
  interfaces[name]?.__compat ?? interfaces.Window?.[name]?.__compat;

function isSupported({ support }: CompatStatement): boolean {
  return Object.entries(BROWSERS).every(([browser, oldest]) =>
    [support[browser as keyof typeof BROWSERS] ?? []]
      .flat()
      .some(
        ({ version_added, version_removed, flags, prefix, alternative_name }) =>
          typeof version_added === 'string' &&
          Number.parseFloat(version_added.replace('≤', '')) <= oldest &&
          !version_removed &&
          !flags &&
          !prefix &&
          !alternative_name,
      ),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the walk ignores the types of the parser's nodes.
type Node = any;

function walk(node: Node, visit: (node: Node) => void): void {
  if (typeof node?.type === 'string') visit(node);
  for (const child of Object.values(node ?? {}))
    if (Array.isArray(child)) for (const item of child) walk(item, visit);
    else if (typeof child === 'object') walk(child, visit);
}

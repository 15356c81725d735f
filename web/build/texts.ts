import path from 'node:path';
import { type PluginObj, types } from '@babel/core';
import { type LanguageCode, languageCodes } from 'contract/languages.ts';
import { keyOf, type Texts } from 'contract/text/messages.ts';
import type { Plugin, Rolldown } from 'vite';
import { areaOf, faults, findMessages, textsOf } from '../../tools/locales/catalogs.ts';
import { compileMessages, type Found, hasMessages } from '../../tools/locales/messages.ts';

const web = path.join(import.meta.dirname, '..');
const contract = path.join(web, '../contract');
const VIRTUAL = 'virtual:texts';

/** The name under which a part of the page finds its texts: the page's, or that of its feature. */
function partOf(file: string): string {
  if (file.startsWith(contract)) return `contract-${areaOf(path.relative(path.dirname(contract), file))}`;
  const [folder, name = '', ...rest] = path.relative(web, file).split(path.sep);
  return folder === 'pages'
    ? [name, ...rest].join('/').replace(/\.tsx?$/, '')
    : rest.length > 0
      ? name
      : folder!;
}

/** Loads each part of the page together with its texts. */
function withTexts(file: string): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          let isUsed = false;
          program.traverse({
            CallExpression(call) {
              const [target] = call.node.arguments;
              if (!types.isImport(call.node.callee) || !types.isStringLiteral(target)) return;
              if (!/^\.\.?\/.*\.tsx?$/.test(target.value)) return;
              isUsed = true;
              const part = partOf(path.resolve(path.dirname(file), target.value));
              const load = types.arrowFunctionExpression([], types.cloneNode(call.node));
              call.replaceWith(
                types.callExpression(types.identifier('_withTexts'), [types.stringLiteral(part), load]),
              );
              call.skip();
            },
          });
          if (!isUsed) return;
          const name = types.importSpecifier(types.identifier('_withTexts'), types.identifier('withTexts'));
          const from = types.stringLiteral(path.join(web, 'lib/i18n.ts'));
          program.node.body.unshift(types.importDeclaration([name], from));
        },
      },
    },
  };
}

/**
 * Compiles messages, and writes the texts of every language: those of the first page, and those that each later part
 * adds, as files beside the scripts. For the server's rendering, `virtual:texts` has all texts of each language.
 */
export function texts(): Plugin {
  const messages = new Map<string, Found[]>();
  let loadsParts = false;
  return {
    name: 'ovation-texts',
    enforce: 'pre',
    configResolved({ command, build }) {
      loadsParts = command === 'build' && !build.ssr;
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return;
      const language = id.split('/')[1] as LanguageCode | undefined;
      if (language) {
        const all = [...(await findMessages()).values()].flatMap((area) => [...area.values()]);
        return `export default ${JSON.stringify(await textsOf(language, all))}`;
      }
      const loaders = languageCodes.map(
        (code) => `${JSON.stringify(code)}: () => import('${VIRTUAL}/${code}')`,
      );
      return `export default { ${loaders.join(', ')} }`;
    },
    async transform(code, id) {
      const file = id.split('?')[0]!;
      const isOurs = file.startsWith(web) || (loadsParts && file.startsWith(contract));
      if (id.includes('?') || !isOurs || !/\.tsx?$/.test(file) || file.includes('node_modules')) return;
      const wraps = loadsParts && code.includes('import(') && !/\.test\./.test(file);
      if (!hasMessages(code) && !wraps) return;
      const { found, ...result } = await compileMessages(code, file, wraps ? [withTexts(file)] : []);
      messages.set(file, found);
      return result as { code: string; map: null };
    },
    async generateBundle(_options, bundle) {
      if (!loadsParts) return;
      const wrong = await faults();
      if (wrong.length > 0) this.error(wrong.join('\n'));
      const { first, areas, parts } = split(bundle, messages);
      for (const language of languageCodes) {
        if (language === 'en') continue;
        const all = await textsOf(language, [...messages.values()].flat());
        const pick = (of: Iterable<string>): Texts =>
          Object.fromEntries([...of].flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])));
        const emit = (name: string, content: object) =>
          `/${this.getFileName(
            this.emitFile({
              type: 'asset',
              name: `texts-${language}-${name}.json`,
              source: JSON.stringify(content),
            }),
          )}`;
        const files = new Map<string, string>();
        for (const [area, keys] of areas) {
          const picked = pick(keys);
          if (Object.keys(picked).length > 0) files.set(area, emit(area.replace('/', '-'), picked));
        }
        emit('first', {
          texts: pick(first),
          parts: Object.fromEntries(
            [...parts].flatMap(([part, of]) => {
              const needed = [...of].flatMap((area) => files.get(area) ?? []);
              return needed.length > 0 ? [[part, needed]] : [];
            }),
          ),
        });
      }
    },
  };
}

/** The messages of the first page, those that each part has beside them, and the parts whose messages each one needs. */
function split(bundle: Rolldown.OutputBundle, messages: Map<string, Found[]>) {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const closure = (chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()) => {
    if (seen.has(chunk)) return seen;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') closure(imported, seen);
    }
    return seen;
  };
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...closure(chunk)]));
  const keys = (file: string) => (messages.get(file) ?? []).map(keyOf);
  const first = new Set([...initial].flatMap(({ moduleIds }) => moduleIds.flatMap(keys)));
  const areas = new Map<string, Set<string>>();
  const parts = new Map<string, Set<string>>();
  for (const chunk of chunks) {
    if (initial.has(chunk) || !chunk.isDynamicEntry || !chunk.facadeModuleId) continue;
    const part = partOf(chunk.facadeModuleId);
    const needed = parts.get(part) ?? new Set();
    parts.set(part, needed);
    for (const one of closure(chunk)) {
      if (initial.has(one)) continue;
      for (const file of one.moduleIds) {
        const own = keys(file).filter((key) => !first.has(key));
        if (own.length === 0) continue;
        const area = partOf(file);
        areas.set(area, new Set([...(areas.get(area) ?? []), ...own]));
        needed.add(area);
      }
    }
  }
  return { first, areas, parts };
}

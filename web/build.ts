import path from 'node:path';
import { build, type LogLevel } from 'vite';

const root = import.meta.dirname;
const configFile = path.join(root, 'vite.config.ts');

/** Builds the page for browsers, and the module with which the server renders Explore's first view. */
export async function buildWeb(logLevel: LogLevel): Promise<void> {
  await build({ configFile, logLevel });
  await build({
    configFile,
    logLevel,
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(root, 'first-picture.tsx'),
      outDir: path.join(root, 'dist-server'),
      minify: true,
    },
  });
}

if (import.meta.main) await buildWeb('info');

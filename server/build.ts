import path from 'node:path';
import { build, type LogLevel, type Plugin } from 'vite';

const root = import.meta.dirname;

/** The thread that reads the database, the only worker that is bundled too: it starts often. */
const READER = 'sqlite-reader-thread';

/** Not bundled, and loaded only by what needs them: the pictures' takes 20 MB. */
const NATIVE = ['sharp', '@node-rs/argon2', 'pg-native'];

/** Bundles the server into `dist/main.js`. */
export const buildServer = (logLevel: LogLevel) =>
  bundleProcesses([path.join(root, 'main.ts')], path.join(root, 'dist'), logLevel);

/**
 * Bundles each script of a server process and its libraries into one file of `outDir`, which starts in a third of the
 * time and takes 45 MB less than the sources. Native modules stay outside, and so do worker processes: they run from
 * their sources.
 * @param outDir a folder from which `node_modules` is found.
 */
export async function bundleProcesses(scripts: string[], outDir: string, logLevel: LogLevel): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel,
    publicDir: false,
    plugins: [keepLocations(outDir), refuseNativeAtStart],
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: true,
      outDir,
      target: 'node22',
      // Not minified, so that stack traces name functions and point to lines that can be read.
      minify: false,
      rolldownOptions: {
        input: [...scripts, path.join(root, 'platform/db', `${READER}.ts`)],
        // One character beyond Latin-1 would double the memory that the text takes.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          comments: false,
          charset: 'ascii',
        },
      },
    },
  });
}

/** Keeps files findable from the source that names them, although the bundle is in another folder. */
const keepLocations = (outDir: string): Plugin => ({
  name: 'keep-locations',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return;
    const folder = path.relative(outDir, path.dirname(id)).split(path.sep).join('/');
    return {
      code: code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
        .replaceAll('import.meta.url', `new URL('${folder}/', import.meta.url).href`)
        .replace(
          /new URL\((.)\.\/sqlite-reader-thread\.ts\1, .*?\.href\)/,
          `new URL('./${READER}.js', import.meta.url)`,
        ),
      map: null,
    };
  },
});

/**
 * Fails the build if the server would load a native module before it is needed. The bundle imports at its start also
 * what only its later parts import, so they must use `import()`.
 */
const refuseNativeAtStart: Plugin = {
  name: 'refuse-native-at-start',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
      const loaded = chunk.imports.filter((name) => NATIVE.includes(name));
      if (loaded.length > 0)
        this.error(`${chunk.fileName} imports ${loaded.join(', ')}: use import() instead.`);
    }
  },
};

if (import.meta.main) await buildServer('info');

import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languageCodes } from 'contract/languages.ts';
import { build, type LogLevel, type Plugin } from 'vite';
import { findMessages, textsOf } from '../tools/locales/catalogs.ts';

const root = import.meta.dirname;

/** The scripts of `runWorker`. */
const WORKERS = globSync('{features,extensions}/**/*worker.ts', { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
);

/** The threads that read the database and watch a worker, bundled with what starts them. */
const [READER, WATCH] = ['sqlite-reader-thread', 'watch-thread'];

/** Not bundled, and loaded only by what needs them: the pictures' takes 20 MB. */
const NATIVE = ['sharp', '@node-rs/argon2', 'node-web-audio-api', 'pg-native'];

/** Bundles the server into `dist/main.js`, the command line into `dist/cli.js`, and workers into `dist/workers/`. */
export async function buildServer(logLevel: LogLevel): Promise<void> {
  const dist = path.join(root, 'dist');
  await bundleProcesses([path.join(root, 'main.ts'), path.join(root, 'cli.ts')], dist, logLevel);
  await bundleWorkers(dist, logLevel);
  await writeTexts(path.join(dist, 'texts'));
}

/** Writes the translations of each language, which `platform/text/say.ts` reads. */
async function writeTexts(folder: string): Promise<void> {
  const messages = [...(await findMessages()).values()].flatMap((area) => [...area.values()]);
  mkdirSync(folder, { recursive: true });
  for (const language of languageCodes) {
    const texts = await textsOf(language, messages);
    writeFileSync(path.join(folder, `${language}.json`), JSON.stringify(texts));
  }
}

/**
 * Bundles each script of a server process and its libraries into one file of `outDir`, which starts in a third of the
 * time and takes 45 MB less than the sources. Native modules stay outside.
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
      emptyOutDir: false,
      target: 'node22',
      // Not minified, so that stack traces name functions and point to lines that can be read.
      minify: false,
      rolldownOptions: {
        input: [...scripts, path.join(root, 'platform/db/sqlite', `${READER}.ts`)],
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

/**
 * Bundles the worker processes into the folder `workers` of `outDir`, where a bundle of the server finds them: they
 * start in a third of the time that their sources take. The MP3 encoder stays outside: it loads a file of its own, which
 * its license wants replaceable.
 */
export async function bundleWorkers(outDir: string, logLevel: LogLevel): Promise<void> {
  const folder = path.join(outDir, 'workers');
  await build({
    configFile: false,
    root,
    logLevel,
    publicDir: false,
    plugins: [keepLocations(folder)],
    ssr: { noExternal: true, external: [...NATIVE, 'wasm-media-encoders'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node22',
      minify: false,
      rolldownOptions: {
        input: [...WORKERS, `platform/workers/${WATCH}.ts`].map((script) => path.join(root, script)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: false },
      },
    },
  });
}

/**
 * Makes a source file start bundled workers instead of their sources.
 * @param outDir the folder that `bundleWorkers` got, as an expression.
 */
export const startBundledWorkers = (code: string, id: string, outDir: string) =>
  code.replace(/path\.join\(import\.meta\.dirname, (['"])([\w-]+)\.ts\1\)/g, (found, _quote, name) =>
    WORKERS.includes(path.relative(root, path.join(path.dirname(id), `${name}.ts`)).replaceAll('\\', '/'))
      ? `path.join(${outDir}, 'workers/${name}.js')`
      : found,
  );

/** Stands for the bundle's folder until the source's folder has been replaced. */
const BUNDLE = '__bundle__';

/** Keeps files findable from the source that names them, although the bundle is in another folder. */
const keepLocations = (outDir: string): Plugin => ({
  name: 'keep-locations',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return;
    const folder = path.relative(outDir, path.dirname(id)).split(path.sep).join('/');
    return {
      code: startBundledWorkers(code, id, BUNDLE)
        .replace(/path\.join\(import\.meta\.dirname, '(\.\.\/)+cli\.ts'\)/, `path.join(${BUNDLE}, 'cli.js')`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
        .replaceAll('import.meta.url', `new URL('${folder}/', import.meta.url).href`)
        .replace(/new URL\((.)\.\/([\w-]+-thread)\.ts\1, .*?\.href\)/, "new URL('./$2.js', import.meta.url)")
        .replaceAll(BUNDLE, 'import.meta.dirname'),
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
    const withImports = (name: string, seen = new Set<string>()): Set<string> => {
      const chunk = bundle[name];
      if (chunk?.type === 'chunk' && !seen.has(name))
        for (const one of chunk.imports) withImports(one, seen.add(name));
      return seen.add(name);
    };
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
      const loaded = [...withImports(chunk.fileName)].filter((name) => NATIVE.includes(name));
      if (loaded.length > 0)
        this.error(`${chunk.fileName} imports ${loaded.join(', ')}: use import() instead.`);
    }
  },
};

if (import.meta.main) await buildServer('info');

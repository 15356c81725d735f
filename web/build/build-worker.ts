import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type LogLevel, type Rolldown } from 'vite';
import { browserSupport, buildTarget } from './browser-support.ts';

/** Files of the shell, with scripts and styles. Other alphabets' fonts are left to the network. */
const FILES =
  /^(index\.html|default-cover\.svg|favicon\.svg|icon-192\.png|assets\/.+(\.js|\.css|-latin-wght-.+\.woff2))$/;
/** The most that a visitor's browser fetches for the shell; bytes, before compression. */
const MOST = 2_500_000;

/**
 * Builds the worker that opens the page without a network, beside the built page that it lists, and the one that removes
 * it. Each is one file: a worker that imports others could load those of another release.
 */
export async function buildWorkers(dist: string, logLevel: LogLevel): Promise<void> {
  const { shell, bytes } = await shellOf(dist);
  if (bytes > MOST) throw new Error(`The shell has ${bytes} bytes; a worker may fetch ${MOST}.`);
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  const define = {
    'process.env.NODE_ENV': JSON.stringify('production'),
    SHELL: JSON.stringify(shell),
    ENTRY: JSON.stringify(/<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]),
  };
  for (const source of globSync('../extensions/offline/worker*.ts', { cwd: import.meta.dirname })) {
    const code = await bundle(path.join(import.meta.dirname, source), define, logLevel);
    const file = path.join(dist, `${path.basename(source, '.ts')}.js`);
    await writeFile(file, code);
    await writeFile(`${file}.gz`, gzipSync(code, { level: 9 }));
    await writeFile(`${file}.br`, brotliCompressSync(code));
  }
}

/** The files of the shell, with a hash of those whose names stay the same. */
async function shellOf(dist: string) {
  const names = (await readdir(dist, { recursive: true })).map((name) => name.split(path.sep).join('/'));
  let bytes = 0;
  const shell = await Promise.all(
    names
      .filter((name) => FILES.test(name))
      .sort()
      .map(async (name) => {
        const body = await readFile(path.join(dist, name));
        bytes += body.length;
        const revision = createHash('sha256').update(body).digest('hex').slice(0, 16);
        return { url: `/${name}`, revision: name.startsWith('assets/') ? null : revision };
      }),
  );
  return { shell, bytes };
}

async function bundle(input: string, define: Record<string, string>, logLevel: LogLevel): Promise<string> {
  const result = await build({
    configFile: false,
    root: path.join(import.meta.dirname, '..'),
    logLevel: logLevel === 'info' ? 'warn' : logLevel,
    publicDir: false,
    define,
    plugins: [browserSupport()],
    build: {
      write: false,
      target: buildTarget,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const [script, ...others] = (result as Rolldown.RolldownOutput).output;
  if (others.length > 0) throw new Error(`${input} has several files: ${others.map((one) => one.fileName)}`);
  return script.code;
}

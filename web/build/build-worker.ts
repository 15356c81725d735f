import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { translated } from 'contract/languages.ts';
import { build, type LogLevel, type Rolldown } from 'vite';
import { textsOf } from '../../tools/locales/catalogs.ts';
import { messagesOf } from '../../tools/locales/messages.ts';
import { browserSupport, buildTarget } from './browser-support.ts';

/** Files of the shell, with scripts and styles, beside the page. Other alphabets' fonts are left to the network. */
const FILES =
  /^(default-cover\.svg|favicon\.svg|icon-192\.png|assets\/.+(\.js|\.css|-latin-wght-.+\.woff2))$/;
/** The most that a visitor's browser fetches for the shell; bytes, before compression. */
const MOST = 2_500_000;

/**
 * Builds the worker that opens the page without a network, beside the built page that it lists, and the one that removes
 * it. Each is one file: a worker that imports others could load those of another release.
 */
export async function buildWorkers(dist: string, logLevel: LogLevel): Promise<void> {
  const sources = globSync('../extensions/offline/worker*.ts', { cwd: import.meta.dirname });
  // The core alone has none.
  if (sources.length === 0) return;
  const { shell, page, texts, bytes } = await shellOf(dist);
  if (bytes > MOST) throw new Error(`The shell has ${bytes} bytes; a worker may fetch ${MOST}.`);
  const pushes = path.join(import.meta.dirname, '../extensions/offline/push-handler.ts');
  const [unreadable] = await messagesOf(await readFile(pushes, 'utf8'), pushes);
  const news: [string, string | undefined][] = await Promise.all(
    translated.map(async (language) => [language, (await textsOf(language))[unreadable!.message]]),
  );
  const define = {
    'process.env.NODE_ENV': JSON.stringify('production'),
    SHELL: JSON.stringify(shell),
    REVISION: JSON.stringify(revisionOf(page)),
    TEXTS: JSON.stringify(texts),
    NEWS: JSON.stringify(Object.fromEntries(news)),
    ENTRY: JSON.stringify(/<script type="module"[^>]* src="([^"]+)"/.exec(page.toString())![1]),
  };
  for (const source of sources) {
    const code = await bundle(path.join(import.meta.dirname, source), define, logLevel);
    const file = path.join(dist, `${path.basename(source, '.ts')}.js`);
    await writeFile(file, code);
    await writeFile(`${file}.gz`, gzipSync(code, { level: 9 }));
    await writeFile(`${file}.br`, brotliCompressSync(code));
  }
}

/**
 * The files of the shell, with a hash of those whose names stay the same, its page, and the files of each language's
 * texts, those of the first page first. A browser keeps one language: the size is that with the largest.
 */
async function shellOf(dist: string) {
  const names = (await readdir(dist, { recursive: true })).map((name) => name.split(path.sep).join('/'));
  const page = await readFile(path.join(dist, 'index.html'));
  let bytes = page.length;
  const shell = await Promise.all(
    names
      .filter((name) => FILES.test(name))
      .sort()
      .map(async (name) => {
        const body = await readFile(path.join(dist, name));
        bytes += body.length;
        return { url: `/${name}`, revision: name.startsWith('assets/') ? null : revisionOf(body) };
      }),
  );
  let largest = 0;
  const texts: Record<string, string[]> = {};
  for (const language of translated) {
    const own = names.filter(
      (name) => name.startsWith(`assets/texts-${language}-`) && name.endsWith('.json'),
    );
    const sizes = await Promise.all(own.map(async (name) => (await stat(path.join(dist, name))).size));
    largest = Math.max(
      largest,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    const isFirst = (name: string) => name.startsWith(`assets/texts-${language}-first-`);
    texts[language] = own.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))).map((name) => `/${name}`);
  }
  return { shell, page, texts, bytes: bytes + largest };
}

/** As `brand-files.ts` has it, which names the site's own files. */
const revisionOf = (body: Buffer) => createHash('sha256').update(body).digest('hex').slice(0, 16);

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

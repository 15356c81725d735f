import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { browserSupport, buildTarget } from './browser-support.ts';

/** Builds the script of embedded players. It is inlined into their documents, so it is built alone, as one chunk. */
export async function buildEmbedScript(): Promise<string> {
  const result = await build({
    configFile: false,
    root: path.join(import.meta.dirname, '..'),
    logLevel: 'warn',
    plugins: [browserSupport()],
    build: {
      write: false,
      target: buildTarget,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, '../extensions/embeds/main.ts'),
        output: { format: 'iife' },
        // See vite.config.ts.
        treeshake: { manualPureFunctions: ['z', 'endpoint', 'text', 'nonBlank'] },
      },
    },
  });
  const [script, ...others] = (result as Rolldown.RolldownOutput).output;
  if (others.length > 0)
    throw new Error(`The embed's script has several files: ${others.map((one) => one.fileName)}`);
  return script.code.replaceAll('</script', '<\\/script');
}

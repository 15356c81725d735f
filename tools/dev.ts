import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { loadEnvFile } from '../server/config.ts';
import { buildWeb } from '../web/build/build.ts';

/**
 * `npm run dev`: Vite serves the page and updates it in the browser as files change; the server restarts when one
 * of its own files changes. Open Vite's URL: it passes calls on to the server.
 */
const root = path.join(import.meta.dirname, '..');
loadEnvFile();

// The server needs a built page to start, though nobody looks at that one here.
if (!existsSync(path.join(root, 'web/dist/index.html'))) await buildWeb('warn');

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
});
const vite = await createServer({ configFile: path.join(root, 'web/vite.config.ts') });
await vite.listen();
vite.printUrls();

const stop = async () => {
  server.kill();
  await vite.close();
  process.exit();
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
server.once('exit', stop);

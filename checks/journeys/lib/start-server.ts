import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts the built server on a free port and waits until it prints its URL. Its studio waits for an admin. Calls are not
 * limited: journeys open pages without a cache, and on a fast machine they would meet the limit of their address.
 */
export async function startServer(settings: Record<string, string>) {
  const main = path.join(import.meta.dirname, '../../../server/dist/main.js');
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      STUDIO: 'manual',
      RATE_LIMIT: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, url] = /^Ovation is open at (\S+)/.exec(line) ?? [];
      if (url) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  };
  return { url, pid: child.pid!, stop };
}

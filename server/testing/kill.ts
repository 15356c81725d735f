import { spawn } from 'node:child_process';
import { bundled } from './bundles.ts';

/**
 * Runs one of the bundled scripts until it has printed this many lines, then kills it.
 * @returns all lines it printed.
 * @throws Error with its stderr if it exits by itself.
 */
export async function runUntilKilled(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  lines: number,
): Promise<string[]> {
  const bundle = await bundled(script);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundle, ...args], { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => {
      stdout += data;
      if (stdout.split('\n').length > lines) child.kill('SIGKILL');
    });
    child.stderr.on('data', (data) => (stderr += data));
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(stdout.split('\n').slice(0, -1));
      else reject(new Error(`${script} exited by itself: ${stderr}`));
    });
  });
}

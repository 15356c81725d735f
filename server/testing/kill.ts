import { spawn } from 'node:child_process';

/**
 * Runs a script until it has said so many lines, then kills it.
 * @returns the lines that it said until its end.
 * @throws Error with what it complained of when it ended by itself.
 */
export function runUntilKilled(
  script: string,
  words: string[],
  env: NodeJS.ProcessEnv,
  lines: number,
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...words], { env });
    let [said, failed] = ['', ''];
    child.stdout.on('data', (data) => {
      said += data;
      if (said.split('\n').length > lines) child.kill('SIGKILL');
    });
    child.stderr.on('data', (data) => (failed += data));
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(said.split('\n').slice(0, -1));
      else reject(new Error(`${script} ended by itself: ${failed}`));
    });
  });
}

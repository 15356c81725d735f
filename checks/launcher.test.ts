import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'ovation-launcher-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a program ends when its launcher is killed, and gets to end by itself', async () => {
  // Another Node than the pinned one starts the program in a process of its own.
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  const script = path.join(folder, 'program.js');
  writeFileSync(
    script,
    `process.on('SIGTERM', () => { console.log('ended'); process.exit(0); });
     setInterval(() => {}, 1000);
     console.log(process.pid);`,
  );
  const launcher = spawn(node, [path.join(import.meta.dirname, '../tools/run.cjs'), script]);
  let said = '';
  launcher.stdout.on('data', (data) => (said += data));
  await expect.poll(() => said).toMatch(/\d+\n/);
  const pid = Number(said);
  expect(pid).not.toBe(launcher.pid);
  const closed = once(launcher, 'close');
  launcher.kill('SIGKILL');
  await closed;
  expect(said).toContain('ended');
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (isAlive()) await sleep(20);
});

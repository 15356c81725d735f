import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Line } from './table.ts';

const AIM = 200;

/** Counts the packages of a production installation. */
export function packages(): Line[] {
  const { stdout } = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: path.join(import.meta.dirname, '..'),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const count = new Set(stdout.split('\n').filter((line) => line.includes('node_modules'))).size;
  return [
    {
      what: 'packages in a production installation',
      ours: String(count),
      against: '',
      aim: `<= ${AIM}`,
      reached: count > 0 && count <= AIM,
    },
  ];
}

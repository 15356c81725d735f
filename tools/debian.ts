import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs packages where that may be done: as root on Debian. @returns whether they are installed now. */
export function installOnDebian(...packages: string[]): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  console.log(`Installing for the tests: apt-get install ${packages.join(' ')} …`);
  const options = ['Acquire::http::Timeout=20', 'Acquire::Retries=1', 'DPkg::Lock::Timeout=120'];
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...options.flatMap((option) => ['-o', option]), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
}

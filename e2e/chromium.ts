import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const HOW_TO_GET_ONE =
  'No Chromium was found. Set CHROMIUM_PATH to one, install it (Debian: apt-get install chromium), or run: npx playwright install chromium';

/**
 * Finds a Chromium for the journeys: CHROMIUM_PATH, one on the PATH, Playwright's own; on Debian as root it is
 * installed.
 * @throws Error that tells how to get one.
 */
export function findChromium(): string {
  const told = process.env.CHROMIUM_PATH;
  if (told) {
    if (!canRun(told)) throw new Error(`CHROMIUM_PATH is ${told}, but there is no program.`);
    return told;
  }
  const found = onPath() ?? playwrightsOwn() ?? (installOnDebian() ? onPath() : undefined);
  if (!found) throw new Error(HOW_TO_GET_ONE);
  return found;
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(canRun);
}

function playwrightsOwn(): string | undefined {
  const own = chromium.executablePath();
  return own && canRun(own) ? own : undefined;
}

function installOnDebian(): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  console.log('Installing Chromium for the journeys (apt-get install chromium) …');
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update') && apt('install', '-y', 'chromium');
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

import path from 'node:path';
import { chromium } from '@playwright/test';
import { installOnDebian, isExecutable } from '../../tools/debian.ts';

interface Browser {
  name: string;
  /** The environment variable that names its executable. */
  setting: string;
  /** Debian's package, which installs a program of the same name: the first choice. */
  debianPackage: string;
  /** Alternatives to it. */
  otherPrograms: string[];
}

/**
 * Chromium without a window needs half of the CPU time that the whole browser needs for the same journeys.
 * @throws Error that says how to get Chromium.
 */
export function findChromium(): string {
  return findBrowser(
    {
      name: 'Chromium',
      setting: 'CHROMIUM_PATH',
      debianPackage: 'chromium-headless-shell',
      otherPrograms: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    },
    chromium.executablePath(),
  );
}

/** @throws Error that says how to get Firefox. */
export function findFirefox(): string {
  return findBrowser({
    name: 'Firefox',
    setting: 'FIREFOX_PATH',
    debianPackage: 'firefox-esr',
    otherPrograms: ['firefox'],
  });
}

/**
 * Finds a browser by its setting, on the PATH, or where Playwright put it. Installs Debian's package when run as root.
 * @throws Error that says how to get it.
 */
function findBrowser({ name, setting, debianPackage, otherPrograms }: Browser, playwrightPath = ''): string {
  const configured = process.env[setting];
  if (configured) {
    if (!isExecutable(configured)) throw new Error(`${setting} is ${configured}, which is not a program.`);
    return configured;
  }
  const found =
    findOnPath([debianPackage]) ??
    (isExecutable(playwrightPath) ? playwrightPath : undefined) ??
    (installOnDebian(debianPackage) ? findOnPath([debianPackage]) : undefined) ??
    findOnPath(otherPrograms);
  if (!found)
    throw new Error(
      `${name} was not found. Install it (Debian: apt-get install ${debianPackage}) or set ${setting}.`,
    );
  return found;
}

function findOnPath(programs: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

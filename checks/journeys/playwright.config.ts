import { defineConfig } from '@playwright/test';
import { findChromium } from './find-browser.ts';

export default defineConfig({
  testDir: '.',
  globalSetup: './lib/recorded.ts',
  outputDir: '../test-results',
  // A browser for each of two cores. Traces would cost half as much again: `--trace retain-on-failure` records them.
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    // A click on what is not there fails by itself, long before the journey's timeout.
    actionTimeout: 60_000,
    // It would fetch the whole shell in each journey, and answer what a journey replaces.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});

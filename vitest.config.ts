import { defineConfig } from 'vitest/config';
import { startBundledWorkers } from './server/build.ts';

export default defineConfig({
  plugins: [
    {
      name: 'start-bundled-workers',
      transform: (code, id) => ({
        code: startBundledWorkers(code, id, 'process.env.TEST_BUNDLES'),
        map: null,
      }),
    },
  ],
  test: {
    include: [
      '*.test.ts',
      'contract/**/*.test.ts',
      'music/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
    ],
    // Node loads the composer itself: the test runner reads every import through a getter, which makes its loops take half as long again.
    server: { deps: { external: [/\/music\/(?!.*\.test\.ts$).*\.ts$/] } },
    globalSetup: 'server/testing/bundles.ts',
    setupFiles: 'server/testing/setup.ts',
    // By default one core stays idle, which on two cores doubles the time.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
  },
});

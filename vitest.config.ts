import { defineConfig } from 'vitest/config';
import { startBundledWorkers } from './server/build.ts';
import { texts } from './web/build/texts.ts';

/** Tests that replace modules, or count what these have already done. */
const ISOLATED = [
  'contract/features/song-requests-constants.test.ts',
  'server/features/playlists/prepared-tracks.test.ts',
  'server/platform/media/transfers.test.ts',
];
/** Tests that the engine makes no difference to: of files, sockets and other services. */
const SAME_ON_POSTGRES = [
  // PostgreSQL plans by statistics, which a test's small tables do not have.
  '**/*-plans.test.ts',
  'server/config.test.ts',
  'server/extensions/long-texts.test.ts',
  'server/platform/{concurrency,secret-box}.test.ts',
  'server/platform/http/**/!(health|read-only).test.ts',
  'server/platform/{mail,media,workers}/**',
  'server/features/publishing/{bucket,crash.slow,measuring/hostile.slow,measuring/worker-failure}.test.ts',
  'server/extensions/studio/{takes/check-audio,sketches}.test.ts',
  'server/extensions/studio/generators/**',
];

/** Of the fast set: see test.ts. */
const SLOW = '**/*.slow.test.{ts,tsx}';

const excluded = [
  ...(process.env.TEST_DATABASE_URL ? SAME_ON_POSTGRES : []),
  ...(process.env.TEST_SET === 'fast' ? [SLOW] : []),
];
const SERVER = 'server/**/*.test.ts';

export default defineConfig({
  plugins: [
    texts(),
    {
      name: 'start-bundled-workers',
      transform: (code, id) => ({
        code: startBundledWorkers(code, id, 'process.env.TEST_BUNDLES'),
        map: null,
      }),
    },
  ],
  test: {
    projects: [
      // Loading the server takes longer than most of its tests, so their files share its modules.
      {
        extends: true,
        test: {
          name: 'server',
          include: [SERVER, 'contract/**/*.test.ts'],
          exclude: [...ISOLATED, ...excluded],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          include: [
            '*.test.ts',
            'checks/*.test.ts',
            'tools/**/*.test.ts',
            'music/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            ...ISOLATED,
          ],
          exclude: excluded,
        },
      },
    ],
    // Node loads the composer itself: the test runner reads every import through a getter, which makes its loops take half as long again.
    server: { deps: { external: [/\/music\/(?!.*\.test\.ts$).*\.ts$/] } },
    globalSetup: 'server/testing/bundles.ts',
    // By default one core stays idle, which on two cores doubles the time.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
  },
});

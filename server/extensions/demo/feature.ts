import type { AccountsContext } from '../../features/accounts/accounts.ts';
import type { PlaysContext } from '../../features/plays/plays.ts';
import { DEMO_CATALOGUE, getSetting } from '../../platform/db/settings.ts';
import type { Feature } from '../../platform/feature.ts';
import { streamSettings } from '../../platform/http/connections/event-streams.ts';
import type { StudioContext } from '../studio/studio.ts';
import { closeDemo, isDemoClosed, openDemo, withoutDemoMail, withoutDemoPassword } from './accounts.ts';
import { houseBand, noRecording, type RecordingProgress } from './record.ts';
import { releaseSongs } from './released.ts';
import { demoRoutes } from './routes.ts';

interface DemoContext extends AccountsContext, PlaysContext, StudioContext {
  band: RecordingProgress;
}

/** The bands of servers that are still at what a newcomer waits for. */
const busy = new WeakSet<RecordingProgress>();

/** Resolves when there is something to play, or when there will be nothing more. */
const firstPlayed = (band: RecordingProgress, recorded: Promise<void>) =>
  Promise.race([
    recorded,
    new Promise<void>((resolve) => band.on('progress', (now) => now?.done && resolve())),
  ]);

export const demo: Feature<DemoContext> = {
  name: 'demo',
  // Nobody may use the published password unless the operator says so.
  open: async (c, _settings, { config, isServer }) => {
    const band = noRecording();
    if (isServer && isDemoClosed(config)) await closeDemo(c);
    return {
      band,
      recording: () => band.now,
      isBusy: () => busy.has(band),
      mail: c.mail && withoutDemoMail(c.mail),
      ...((!isServer || isDemoClosed(config)) && { passwords: withoutDemoPassword(c.passwords) }),
    };
  },
  run: async (c, config, signal, onFailure) => {
    if (!config.demo) return;
    const band = houseBand();
    signal.addEventListener('abort', band.stop);
    busy.add(c.band);
    // Begins first, because a newcomer waits for something to play; never rejects.
    const recorded = band.start(c);
    const played = firstPlayed(c.band, recorded);
    const people = await openDemo(c, config).catch((error) =>
      onFailure(error, 'creating the demo accounts failed'),
    );
    await played;
    // Also when an earlier start has recorded the catalogue, and ended before them.
    if (people && (await getSetting(c.db, DEMO_CATALOGUE)) !== undefined)
      await releaseSongs(c, people, signal).catch((error) => {
        if (!signal.aborted) onFailure(error, 'making the released songs of the demo failed');
      });
    await recorded;
    busy.delete(c.band);
  },
  routes: ({ server, bind, c, settings }) =>
    demoRoutes(server, bind, c.band, { ...streamSettings, ...settings.streams }),
};

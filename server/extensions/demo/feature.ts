import type { AccountsContext } from '../../features/accounts/accounts.ts';
import type { TracksContext } from '../../features/tracks/tracks.ts';
import type { Feature } from '../../platform/feature.ts';
import { streamSettings } from '../../platform/http/connections/event-streams.ts';
import { closeDemo, isDemoClosed, openDemo, withoutDemoMail, withoutDemoPassword } from './accounts.ts';
import { houseBand, noRecording, type RecordingProgress } from './record.ts';
import { demoRoutes } from './routes.ts';

interface DemoContext extends AccountsContext, TracksContext {
  band: RecordingProgress;
}

export const demo: Feature<DemoContext> = {
  name: 'demo',
  // Nobody may use the published password unless the operator says so.
  open: async (c, _settings, { config, isServer }) => {
    const band = noRecording();
    if (isServer && isDemoClosed(config)) await closeDemo(c);
    return {
      band,
      recording: () => band.now,
      mail: c.mail && withoutDemoMail(c.mail),
      ...((!isServer || isDemoClosed(config)) && { passwords: withoutDemoPassword(c.passwords) }),
    };
  },
  run: async (c, config, signal, onFailure) => {
    if (!config.demo) return;
    const band = houseBand();
    signal.addEventListener('abort', band.stop);
    // Begins first, because a newcomer waits for something to play; never rejects.
    const recorded = band.start(c);
    await openDemo(c, config).catch((error) => onFailure(error, 'creating the demo accounts failed'));
    await recorded;
  },
  routes: ({ server, bind, c, settings }) =>
    demoRoutes(server, bind, c.band, { ...streamSettings, ...settings.streams }),
};

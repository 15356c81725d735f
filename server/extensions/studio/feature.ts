import { MEASURED, REPLACED, type ReplacedFile } from '../../features/publishing/publishing.ts';
import { STEP } from '../../features/song-requests/song-requests.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import { remindOfChoices } from './choosing/choice.ts';
import { findProvenance } from './choosing/listening.ts';
import { openGenerators } from './generators/open.ts';
import type { GeneratorSettings } from './generators/settings.ts';
import { studioRoutes } from './routes.ts';
import type { StudioSettings } from './settings.ts';
import { REVIEW, studioExample, studioKeys, studioSettings, TAKE } from './settings.ts';
import { studioChecks, studioData, studioMetrics } from './studio.ts';
import type { StudioContext } from './studio-context.ts';
import { understood } from './takes/facts.ts';
import { review, takeJob, takeMeasured } from './takes/jobs.ts';
import { makeCommand, remake } from './takes/make-again.ts';
import { replaceTakeAudio } from './takes/take-queries.ts';

type Opened = StudioSettings & { generators: GeneratorSettings };

export const studio: Feature<StudioContext, RouteParts<StudioContext>, Opened> = {
  name: 'studio',
  settings: { name: 'studio', keys: studioKeys, read: studioSettings, example: studioExample },
  open: (c, { generators, ...settings }, { isServer }) => ({
    understand: (asked) => understood(c, asked),
    trackPageParts: [
      ...c.trackPageParts,
      { load: async (id) => ({ provenance: (await findProvenance(c, id)) ?? null }) },
    ],
    studio: settings,
    generators: isServer ? openGenerators(generators, c.publicUrl) : [],
  }),
  diagnose: ({ generators }) =>
    openGenerators(generators, undefined).map(({ name, check }) => ({
      name,
      check: async () => {
        const { reachable, message } = await check(AbortSignal.timeout(15_000));
        if (!reachable) throw new Error(message);
        return message;
      },
    })),
  routes: ({ server, bind, c }) => studioRoutes(server, bind, c),
  personalData: [studioData],
  checks: studioChecks,
  commands: { 'studio make': makeCommand },
  remake,
  metrics: studioMetrics,
  jobs: {
    [REVIEW]: review,
    [TAKE]: takeJob,
    'studio.measured': takeMeasured,
    'studio.replace-audio': { run: (c, file: ReplacedFile) => replaceTakeAudio(c.db, file) },
    'studio.remind': { everyMs: 600_000, run: remindOfChoices },
  },
  onEvents: { [STEP]: REVIEW, [MEASURED]: 'studio.measured', [REPLACED]: 'studio.replace-audio' },
};
